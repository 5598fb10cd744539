"""Which games there are. A game from another package is shown by test_own_game."""

from __future__ import annotations

import pytest

import backroom
from backroom.kernel.game import Game


def test_the_folders_are_the_games() -> None:
    assert "boss" in backroom.games()
    assert backroom.games() == sorted(set(backroom.games()))
    for name in backroom.games():
        game = backroom.game(name)
        assert isinstance(game, Game)
        assert game.name == name
        assert backroom.game(name) is game
        assert repr(game) == f"<backroom game {name}, rules {game.rules}>"


@pytest.mark.parametrize("name", ["chess", "", "Boss", "boss ", "__init__", "kernel"])
def test_an_unknown_game_is_told_with_the_known_ones(name: str) -> None:
    with pytest.raises(backroom.UnknownGame) as refused:
        backroom.game(name)
    assert str(refused.value) == f"no game {name!r}; there are: {', '.join(backroom.games())}"


def test_the_list_is_the_callers_own() -> None:
    backroom.games().clear()
    assert backroom.games()
