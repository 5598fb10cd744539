"""First games that teach: true to the rules, pointing at what is there, remembered, and playable with forms alone."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from html import unescape

import pytest

import backroom
from backroom.kernel.rulebook import paragraphs
from backroom.web.company import NAMES
from backroom.web.figures import drawn, element, figures_of
from backroom.web.lessons import LEARNER, Act, acts, lesson_of, remark, targets_of
from backroom.web.moment import scene_of
from backroom.web.scene import Scene
from backroom.web.tables import drawing_of
from tests.web.serving import Running
from tests.web.test_pages import Sitter

TAUGHT = [game for game in backroom.games() if lesson_of(game) is not None]
MARKED = re.compile(r'<button [^>]*data-pointed=""[^>]*>')


def at_table(act: Act, draft: str = "") -> Scene:
    return scene_of(act.state, LEARNER, "en", NAMES, draft=draft.split(), events=act.events, since=act.since)


@pytest.mark.parametrize("game", TAUGHT)
def test_every_step_points_at_what_is_there_and_names_paragraphs_that_exist(game: str) -> None:
    drawing, numbers = drawing_of(game), paragraphs(game)
    for number, act in enumerate(acts(game)):
        assert set(act.step.points) <= {*drawing.zones, *dict(getattr(drawing, "groups", ()))}, number
        assert not act.step.rule or act.step.rule in numbers, number
        if not act.step.wanted:
            continue
        assert LEARNER in act.state.waiting, number
        assert targets_of(dict(drawing.private(at_table(act))), act.step, ()), number
        scene = at_table(act, act.step.wanted)
        assert " ".join(scene.draft) == act.step.wanted, number
        assert remark(scene, act.step, scene.draft) == ("", ""), number


@pytest.mark.parametrize("game", TAUGHT)
def test_something_is_said_about_every_other_choice(game: str) -> None:
    for act in acts(game):
        wanted = act.step.wanted.split()
        for token in at_table(act).legal if wanted else ():
            said, rule = remark(at_table(act), act.step, [token])
            assert bool(said) != (token in wanted or fnmatchcase(token, act.step.near)), token
            assert rule == ""


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_ends_at_a_position_that_can_be_played_on(game: str) -> None:
    last = acts(game)[-1]
    assert not last.step.wanted
    assert not last.state.over
    assert backroom.game(game).load(last.state.dump()).view(LEARNER) == last.state.view(LEARNER)


def test_what_the_rules_forbid_is_told_with_its_paragraph() -> None:
    act = next(act for act in acts("boss") if act.step.wanted)
    said, rule = remark(at_table(act), act.step, ["send:chicago:1v"])
    assert said.startswith("That is not possible now: ")
    assert rule == "B-18"


@pytest.mark.parametrize("game", TAUGHT)
def test_a_first_game_with_forms_alone(game: str, running: Running) -> None:
    """Every step by what is marked on it, then the game goes on at a table of its own."""
    nina = Sitter(running.address)
    place = f"/learn/{game}"
    nina.go(place)
    steps = len(acts(game))
    for _press in range(8 * steps):
        if 'form="finish"' in nina.page.text:
            break
        found = MARKED.search(re.sub(r'<details class="all".*?</details>', "", nina.page.text, flags=re.DOTALL))
        assert found is not None, nina.field("at")
        form, name, value = (
            unescape(re.findall(rf' {each}="([^"]*)"', found[0])[0]) for each in ("form", "name", "value")
        )
        before = nina.page.text
        at = {"at": nina.field("at")} if form == "moves" else {}
        nina.send(f"{place}/{'move' if form == 'moves' else 'step'}", **{name: value}, **at)
        assert nina.page.text != before
    assert nina.field("at") == str(steps - 1)
    nina.go("/")
    assert f'href="{place}"' in nina.page.text
    nina.go(place)
    assert nina.field("at") == str(steps - 1)  # it is remembered
    nina.send(f"{place}/finish")
    assert nina.page.status_code == 200
    assert nina.table.startswith("/tables/")


def test_a_lesson_goes_back_and_never_ahead(running: Running) -> None:
    nina = Sitter(running.address)
    nina.go("/learn/boss")
    nina.send("/learn/boss/step", step="1")
    nina.send("/learn/boss/step", step="2")
    assert nina.field("at") == "2"
    nina.send("/learn/boss/step", step="3")  # here something has to be done
    assert nina.field("at") == "2"
    nina.send("/learn/boss/step", step="11")
    assert nina.field("at") == "2"
    nina.send("/learn/boss/move", at="2", play="send:boston:1v lay:boston:prison")
    assert nina.field("at") == "2"
    assert "nothing is certain there" in nina.page.text
    nina.send("/learn/boss/move", at="1", play="send:cincinnati:1v lay:new_york:0")  # from an old page
    assert nina.field("at") == "2"
    nina.send("/learn/boss/move", at="2", play="nonsense <b>")
    assert nina.field("at") == "2"
    assert "<b>" not in nina.page.text.partition('class="coach"')[2].partition("</section>")[0]
    nina.send("/learn/boss/step", step="0")
    assert nina.field("at") == "0"


def test_there_is_no_lesson_of_a_game_that_is_not_there(running: Running) -> None:
    assert Sitter(running.address).go("/learn/chess").status_code == 404


@pytest.mark.parametrize("game", backroom.games())
def test_figures_stand_below_paragraphs_that_exist_and_can_be_pressed_nowhere(game: str) -> None:
    numbers = paragraphs(game)
    for figure in figures_of(game):
        assert figure.rule in numbers
        for language in ("en", "fa"):
            html = drawn(game, figure, language)
            assert " inert>" in html
            assert not re.search(r' (?:id|form|name|data-piece)="', html)


def test_an_element_is_taken_out_whole() -> None:
    html = '<div class="a"><div class="b c"><div>x</div></div><div class="d">y</div></div>'
    assert element(html, "b") == '<div class="b c"><div>x</div></div>'
    with pytest.raises(LookupError, match="nothing of the class"):
        element(html, "e")
