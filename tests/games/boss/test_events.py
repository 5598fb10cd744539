"""What the log tells: events as data, and as sentences."""

from __future__ import annotations

from random import Random

import pytest

import backroom
from backroom.games.boss.words import PHRASES
from backroom.kernel.events import Event
from backroom.kernel.options import written
from backroom.kernel.words import Speaker
from tests.games.boss.table import GAME, THREE_ROUNDS, finish_round, pass_to_lap, play, table

SPEAKER = Speaker(GAME, "en", ["Anna", "Bruno", "Clara", "Dario"])


def lines(state: backroom.State) -> list[str | None]:
    return [SPEAKER.event(event, None) for event in state.events()]


def test_a_turn_is_told_in_two_lines() -> None:
    state = table(2, hands={0: "detroit:gun"})
    state.listen()
    play(state, "send:boston:2v1r lay:detroit:gun stay")
    assert [(event.kind, event.public) for event in state.events()] == [
        ("sent", {"seat": 0, "place": "boston", "veterans": 2, "rookies": 1}),
        ("laid", {"seat": 0, "card": "detroit:gun"}),
        ("stayed", {"seat": 1}),
    ]
    assert state.events() == [], "told once"


def test_nothing_is_kept_while_nobody_listens() -> None:
    state = table(2)
    play(state, "stay")
    assert state.events() == []
    state.listen()
    assert state.copy().events() == [], "nobody listens to a copy"


def test_a_round_in_sentences() -> None:
    state = table(
        3,
        turns="""
        S1 send:boston:1v lay
        S2 send:cincinnati:1v lay
        S3 send:kansas_city:1v lay
        S1 send:chicago:1v lay
        """,
        hidden={"boston": "boston:2", "cincinnati": "cincinnati:ban", "kansas_city": "kansas_city:gun"},
        hospital=[0, 1, 0],
        prison=[(0, 0), (1, 0), (0, 0)],
    )
    state.listen()
    finish_round(state)
    told = lines(state)
    for line in (
        "Bruno sends nobody.",
        "The police open a card: gold 1 of 3, silver 0 of 3.",
        "The last lap begins.",
        "New York: nobody is there, so it has no effect.",
        "Anna gains $2M in Boston.",
        "A veteran of Clara is killed in Kansas City.",
        "Bruno is banned from Cincinnati until the game ends.",
        "2 veterans of Bruno are back.",
        "Round 2 begins; Bruno has the first-player marker.",
    ):
        assert line in told, line
    assert None not in told


@pytest.mark.parametrize(
    ("money", "last"),
    [([3, 5], "The game is over. Bruno wins."), ([4, 4], "The game is over. Anna, Bruno share the win.")],
)
def test_the_end_names_who_won(money: list[int], last: str) -> None:
    state = table(2, in_round=3, police=THREE_ROUNDS, money=money)
    state.listen()
    pass_to_lap(state, 4)
    assert "This round is the last." in lines(state)
    finish_round(state)
    assert lines(state)[-1] == last


def test_one_released_veteran_is_told_in_the_singular() -> None:
    assert SPEAKER.event(Event("freed", {"seat": 0, "n": 1}), None) == "1 veteran of Anna is back."


def random_reasons_and_events(seed: int) -> tuple[set[str], set[str]]:
    """Codes and kinds that one random game gives, with every one put into words."""
    chooser = Random(seed)
    options = {option.name: chooser.choice(option.choices) for option in GAME.offers if option.choices}
    state = GAME.new(chooser.choice([2, 3, 4, 5]), seed, options)
    state.listen()
    codes = set()
    while not state.over:
        seat = state.waiting[0]
        for action in [chooser.randrange(GAME.actions) for _ in range(20)]:
            reason = state.why_not(chooser.choice([seat, 0, 9]), action)
            if reason is not None:
                codes.add(reason.code)
                sentence = SPEAKER.reason(reason)
                assert sentence != str(reason), f"no sentence for {reason}"
                assert "{" not in sentence
                assert sentence.endswith(".")
        state.play(seat, chooser.choice(state.legal(seat)))
    events = state.events()
    for event in events:
        sentence = SPEAKER.event(event, seat) or ""
        assert sentence.endswith("."), f"no sentence for {event}"
        assert "{" not in sentence
    return codes, {event.kind for event in events}


def test_every_reason_and_event_of_random_games_has_its_sentence_and_none_is_idle() -> None:
    codes, kinds = {"game_over", "unknown_action"}, {"play_again"}  # too rare to wait for: shown by their own tests
    for seed in range(40):
        some_codes, some_kinds = random_reasons_and_events(seed)
        codes |= some_codes
        kinds |= some_kinds
    assert {f"reason.{code}" for code in codes} == {name for name in PHRASES if name.startswith("reason.")}
    assert {f"event.{kind}" for kind in kinds} == {name for name in PHRASES if name.startswith("event.")}


def test_what_is_described_are_the_options_there_are_and_their_answers() -> None:
    described = {name.removeprefix("option.") for name in PHRASES if name.startswith("option.")}
    answers = {
        f"{option.name}.{written(choice)}"
        for option in GAME.offers
        for choice in option.choices
        if not isinstance(choice, bool)  # these are yes and no
    }
    assert described == {option.name for option in GAME.offers} | answers
