"""What a table may choose, and how it is read."""

from __future__ import annotations

import pytest

import backroom
from backroom.kernel.options import Option, Value, settle, written

DECK = Option.one_of("deck", "house", "short", ruling="X-1")
SHOWN = Option.one_of("shown", True, False)
FIRST = Option.number("first", 2, 1, 5)
OFFERED = (DECK, SHOWN, FIRST)


def test_without_a_choice_every_option_has_its_default() -> None:
    assert settle(OFFERED, None) == {"deck": "house", "shown": True, "first": 2}
    assert settle(OFFERED, {}) == settle(OFFERED, None)


def test_the_order_is_that_of_the_offers_not_of_the_choices() -> None:
    assert list(settle(OFFERED, {"first": 1, "deck": "short"})) == ["deck", "shown", "first"]


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (DECK, "short", "short"),
        (SHOWN, False, False),
        (SHOWN, "false", False),
        (SHOWN, "true", True),
        (FIRST, 5, 5),
        (FIRST, "5", 5),
        (FIRST, 1, 1),
    ],
)
def test_a_value_is_read_as_itself_or_from_its_text(option: Option, given: object, value: Value) -> None:
    assert option.read(given) == value
    assert type(option.read(given)) is type(value)


@pytest.mark.parametrize(
    ("option", "given", "takes"),
    [
        (DECK, "long", "house or short"),
        (DECK, "House", "house or short"),
        (DECK, None, "house or short"),
        (DECK, True, "house or short"),
        (SHOWN, 1, "true or false"),
        (SHOWN, 0, "true or false"),
        (SHOWN, "yes", "true or false"),
        (FIRST, 0, "a whole number from 1 to 5"),
        (FIRST, 6, "a whole number from 1 to 5"),
        (FIRST, "6", "a whole number from 1 to 5"),
        (FIRST, "-1", "a whole number from 1 to 5"),
        (FIRST, "two", "a whole number from 1 to 5"),
        (FIRST, "", "a whole number from 1 to 5"),
        (FIRST, 2.0, "a whole number from 1 to 5"),
        (FIRST, True, "a whole number from 1 to 5"),
        (FIRST, "9" * 5000, "a whole number from 1 to 5"),
        (FIRST, "--1", "a whole number from 1 to 5"),
        (FIRST, [], "a whole number from 1 to 5"),
    ],
)
def test_another_value_is_refused_with_what_is_taken(option: Option, given: object, takes: str) -> None:
    with pytest.raises(backroom.BadOption) as refused:
        option.read(given)
    told, quoted = f"option {option.name} takes {takes}, not ", repr(given)
    if len(quoted) < 100:
        assert str(refused.value) == told + quoted
    else:
        assert str(refused.value).startswith(told + quoted[:7])
        assert len(str(refused.value)) < len(told) + 100  # no page of it


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(backroom.BadOption, match=r"^no option 'weather'; there are: deck, shown, first$"):
        settle(OFFERED, {"weather": "rain"})
    with pytest.raises(backroom.BadOption, match=r"^no option 'weather'; there are: none$"):
        settle((), {"weather": "rain"})


@pytest.mark.parametrize("value", ["house", "short", True, False, 3])
def test_what_is_written_is_read_back(value: Value) -> None:
    option = FIRST if value == 3 else SHOWN if isinstance(value, bool) else DECK
    assert option.read(written(value)) == value
