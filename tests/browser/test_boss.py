"""Boss in Chromium."""

from __future__ import annotations

import hashlib
import re

import httpx
from playwright.sync_api import APIResponse, Browser, Route, expect

import backroom
from tests.browser.visitor import cut_short, faults, overlapping, positioned, small_targets, too_wide, visitor
from tests.web.serving import Running


def test_a_whole_game_against_a_bot_to_the_end_and_again(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = anna.go("/tables/new/boss?seats=2")
        page.fill("#name", "Anna")
        page.select_option("#seat1", "random")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("button", name="Start the game").click()
        settled = page.locator(".facts2 .code").inner_text()
        turns = 0
        while True:
            anna.my_turn()
            if anna.over:
                break
            anna.turn(place=turns)
            turns += 1
        assert turns > 10
        expect(page.locator(".won h2")).to_contain_text("win")
        assert page.locator(".payout").count() >= 3
        page.reload()
        assert faults(page) == []
        page.locator(".facts2 pre").wait_for()  # the end is noted a moment after it happens
        seed = page.locator(".facts2 .code").first.inner_text()
        assert hashlib.sha256(seed.encode()).hexdigest() == settled
        record = backroom.Record.parse(httpx.get(f"{page.url}/record").text)
        state = record.replay()
        assert state.over
        for seat, score in enumerate(state.scores()):
            assert f"{score}M" in page.locator(f".rank li.pl-{('black', 'red')[seat]}").inner_text()
        page.get_by_role("button", name="Same table again").click()
        anna.my_turn()
        expect(page.locator(".rank")).to_have_count(0)


def test_two_people_and_a_spectator(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna, visitor(chromium, server) as iwo, visitor(chromium, server) as eve:
        page = anna.go("/tables/new/boss?seats=2")
        page.fill("#name", "Anna")
        page.get_by_role("button", name="Open the table").click()
        path = page.url.removeprefix(server.address)
        iwo.go(path).get_by_placeholder("Your name").first.fill("Iwo")
        iwo.page.get_by_role("button", name="Sit down").first.click()
        page.get_by_role("button", name="Start the game").click()  # the table heard of Iwo by itself
        iwo.page.locator("main.room.boss").wait_for()  # and Iwo's page of the start
        eve.go(path)
        expect(eve.page.locator(".hand")).to_have_count(0)
        for number in range(4):
            first, second = (anna, iwo) if anna.page.locator(".prompt.asks").count() else (iwo, anna)
            expect(second.page.locator(".prompt.idle")).to_contain_text("Anna" if first is anna else "Iwo")
            first.turn(place=number)
            second.page.locator(".prompt.asks").wait_for()
        boards = [each.page.locator(".men").all_inner_texts() for each in (anna, iwo, eve)]
        assert boards[0] == boards[1] == boards[2]
        for card in anna.page.locator(".hand .cc").all():
            assert (card.get_attribute("aria-label") or "") not in eve.page.content()
        anna.page.fill("#say", "I was never in Detroit.")
        anna.page.keyboard.press("Enter")
        expect(iwo.page.locator(".talk li")).to_contain_text("I was never in Detroit.")
        expect(eve.page.locator(".talk li")).to_contain_text("Anna")


def test_a_reload_keeps_the_draft_and_a_lost_line_is_mended(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = anna.go("/")
        page.locator(".g-boss .btn.brass").click()
        anna.my_turn()
        page.locator(".st-legal .send").nth(2).click()
        chosen = page.locator(".st-sel h3").inner_text()
        page.reload()
        assert page.locator(".st-sel h3").inner_text() == chosen
        anna.context.set_offline(True)
        page.locator(".hand .pickcard").first.click()  # a preview, too, waits for the line
        expect(page.locator("#offline")).to_be_visible()
        anna.context.set_offline(False)
        page.locator("button.go").wait_for()
        expect(page.locator("#offline")).to_be_hidden()
        seen = page.locator("[name=seen]").input_value()
        anna.context.set_offline(True)
        page.locator("button.go").click()
        expect(page.locator("#offline")).to_be_visible()
        anna.context.set_offline(False)
        page.wait_for_function("seen => document.querySelector('[name=seen]').value !== seen", arg=seen)
        expect(page.locator("#offline")).to_be_hidden()
        expect(page.locator(".log b", has_text="Nina").first).to_be_attached(timeout=20_000)
        expect(page.locator(".log li", has_text=" and lays ").first).to_be_attached(timeout=20_000)


def test_two_windows_of_one_person_stay_true(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = anna.go("/")
        page.locator(".g-boss .btn.brass").click()
        anna.my_turn()
        other = anna.context.new_page()
        other.goto(page.url)
        other.locator(".st-legal .send").first.click()
        other.locator(".hand .pickcard").first.click()
        other.locator("button.go").wait_for()
        anna.turn(place=3)
        anna.my_turn()
        seen = int(page.locator("[name=seen]").input_value())
        other.wait_for_function("seen => Number(document.querySelector('[name=seen]').value) >= seen", arg=seen)
        expect(other.locator(".st-sel")).to_have_count(0)  # what was being considered there is past
        assert other.locator(".men").all_inner_texts() == page.locator(".men").all_inner_texts()


def test_the_consigliere_is_asked_and_followed(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = anna.go("/tables/new/boss?seats=2")
        page.select_option("#seat1", "sensible")
        page.locator(".more > summary").click()
        page.select_option("#option-first_player", "seat_1")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("button", name="Start the game").click()
        anna.my_turn()
        page.keyboard.press("c")
        hints = page.locator(".counsel .hint")
        expect(hints.first).to_be_visible()
        expect(page.locator("main [data-advised='1']").first).to_be_visible()
        expect(page.locator(".counsel")).to_be_focused()
        assert page.locator("[name=seen]").input_value() == "0"  # he has done nothing
        token = hints.first.get_attribute("data-action") or ""
        hints.first.click()
        page.wait_for_function("token => location.search.includes(token)", arg=token)
        page.locator(".hand .pickcard").first.click()
        page.locator("button.go").click()
        page.wait_for_function("() => document.querySelector('[name=seen]').value !== '0'")
        expect(page.locator(".counsel")).to_have_count(0)  # that was advice for another moment
        expect(page.locator("[data-advised]")).to_have_count(0)


def test_whose_turn_it_is_shows_in_the_title_the_sign_and_aloud(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna, visitor(chromium, server) as iwo:
        page = anna.go("/tables/new/boss?seats=2")
        page.fill("#name", "Anna")
        page.get_by_role("button", name="Open the table").click()
        path = page.url.removeprefix(server.address)
        iwo.go(path).get_by_placeholder("Your name").first.fill("Iwo")
        iwo.page.get_by_role("button", name="Sit down").first.click()
        page.get_by_role("button", name="Start the game").click()
        iwo.page.locator("main.room.boss").wait_for()
        page.locator("main.room.boss").wait_for()
        first, second = (anna, iwo) if page.locator(".prompt.asks").count() else (iwo, anna)
        expect(first.page).to_have_title("● Your turn · Boss · Back Room")
        expect(second.page).to_have_title("Boss · Back Room")
        turn, plain = re.compile("favicon-turn"), re.compile(r"favicon\.svg")
        expect(first.page.locator("link[rel=icon]")).to_have_attribute("href", turn)
        first.turn()
        expect(second.page).to_have_title("● Your turn · Boss · Back Room")
        expect(second.page.locator("[data-zone=status]")).to_contain_text("Your turn.")
        expect(second.page.locator("link[rel=icon]")).to_have_attribute("href", turn)
        expect(first.page.locator("link[rel=icon]")).to_have_attribute("href", plain)


def test_keys_alone_are_enough(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = anna.go("/")
        page.locator(".g-boss .btn.brass").focus()
        page.keyboard.press("Enter")
        anna.my_turn()
        seen = page.locator("[name=seen]").input_value()
        page.keyboard.press("n")
        assert "send" in (page.evaluate("document.activeElement.className"))
        page.keyboard.press("Enter")
        page.locator(".st-sel").wait_for()
        while "pickcard" not in page.evaluate("document.activeElement.className"):
            page.keyboard.press("n")
        page.keyboard.press("Enter")
        page.locator("button.go").wait_for()
        page.keyboard.press("g")
        page.wait_for_function("seen => document.querySelector('[name=seen]').value !== seen", arg=seen)
        page.keyboard.press("?")
        expect(page.locator(".keysheet")).to_be_visible()
        assert faults(page) == []
        page.keyboard.press("Escape")
        expect(page.locator(".keysheet")).to_be_hidden()


def test_without_a_script_a_turn_is_a_few_forms(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, java_script_enabled=False) as anna:
        page = anna.go("/")
        page.locator(".g-boss .btn.brass").click()
        page.locator(".st-legal .send").nth(1).click(timeout=20_000)  # the page looks again until it is one's turn
        assert "draft=send:" in page.url
        page.locator(".hand .pickcard").nth(1).click()
        page.locator("button.go").click()
        assert "draft" not in page.url
        expect(page.locator(".log li").nth(1)).to_be_attached(timeout=20_000)  # and until the others have had theirs


def test_a_phone_has_room_for_it(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, width=360, height=780, has_touch=True) as anna:
        page = anna.go("/")
        page.locator(".g-boss .btn.brass").click()
        for number in range(2):
            anna.my_turn()
            anna.turn(place=number)
        anna.my_turn()
        prompt = page.locator(".prompt").bounding_box()
        assert prompt is not None
        assert prompt["height"] < 390


def test_five_at_the_table_have_names_and_the_next_step_in_sight(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = positioned(anna, "boss", backroom.game("boss").new(5, 3), 2)
        found: list[str] = []
        for width, height in ((360, 780), (768, 1024), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{width} px: {each}" for each in too_wide(page) + small_targets(page)]
            found += [f"{width} px: {each}" for each in cut_short(page, ".opp .who b")]
            found += [f"{width} px: {each}" for each in overlapping(page, ".opp", ".police", ".ward", ".opp .m")]
            expect(page.get_by_role("button", name="Send nobody").first).to_be_in_viewport()
            tops = page.evaluate(
                "[...document.querySelectorAll('.city .cards')].map(each => each.getBoundingClientRect().top)"
            )
            assert width == 360 or max(tops) - min(tops) < 2, tops
        page.set_viewport_size({"width": 360, "height": 780})
        page.locator(".send").first.click()
        page.locator(".chips .pickcard").first.click()
        page.get_by_role("button", name="Start over").click()  # a preview is cancelled by one press
        expect(page.locator(".st-sel")).to_have_count(0)
        assert found == []


def test_what_is_pressed_before_the_last_move_is_answered_is_neither_lost_nor_played_on_the_old_board(
    chromium: Browser, server: Running
) -> None:
    with visitor(chromium, server) as anna:
        page = anna.go("/")
        page.locator(".g-boss .btn.brass").click()
        anna.my_turn()
        held: list[tuple[Route, APIResponse | None]] = []
        moves = page.locator("details.all button[name=play]")
        acted = "before => document.querySelector('[name=acted]').value !== before"

        def on_its_way(route: Route) -> None:
            held.append((route, None))

        def played_but_not_answered(route: Route) -> None:
            held.append((route, route.fetch()))

        page.route("**/moves", on_its_way, times=1)
        moves.nth(0).evaluate("each => each.click()")
        moves.nth(1).evaluate("each => each.click()")
        expect(page.locator("#toast")).to_contain_text("still on its way")
        before = page.locator("[name=acted]").input_value()
        held.pop()[0].continue_()
        page.wait_for_function(acted, arg=before)  # one sending, not two
        expect(page.locator(".prompt.asks h2")).to_have_text("Now a card")
        expect(page.locator("body")).not_to_have_class("sending")
        page.locator(".hand .pickcard").first.click()
        page.locator("button.go").click()
        anna.my_turn()

        page.route("**/moves", played_but_not_answered, times=1)
        before = page.locator("[name=acted]").input_value()
        moves.nth(0).evaluate("each => each.click()")
        page.wait_for_function(acted, arg=before)  # the stream was quicker than the answer
        before = page.locator("[name=acted]").input_value()
        moves.nth(0).evaluate("each => each.click()")  # a card
        while not held:
            page.wait_for_timeout(10)  # until the house's answer, held back here, has come
        [(route, answer)] = held
        assert answer is not None
        route.fulfill(response=answer)
        page.wait_for_function(acted, arg=before)
