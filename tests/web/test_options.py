"""Every choice before a game is put into words: what it is about, and what each answer means."""

from __future__ import annotations

import backroom
from backroom.kernel.options import written
from backroom.kernel.words import Speaker


def test_every_option_and_every_answer_has_words() -> None:
    for name in backroom.games():
        game = backroom.game(name)
        speaker = Speaker(game)
        for option in game.offers:
            assert speaker.phrase(f"option.{option.name}"), (name, option.name)
            for choice in option.choices:
                if not isinstance(choice, bool):  # these are yes and no
                    assert speaker.phrase(f"option.{option.name}.{written(choice)}"), (name, option.name, choice)
