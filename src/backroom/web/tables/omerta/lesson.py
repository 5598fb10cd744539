"""Omerta: the first round of three, and how a row gets light."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import backroom
from backroom.kernel.words import N_
from backroom.web.lessons import Lesson, Step
from backroom.web.moment import Moment

ROWS: Final = (
    ("bottle_3", "bottle_9", "snitch", "bottle_7"),
    ("bottle_5", "driver", "bottle_9", "bottle_7"),
    ("bottle_10", "bottle_4", "bottle_5", "witness"),
)
DECK: Final = (
    "bottle_1", "bottle_8", "bottle_3", "mole", "mole", "bottle_2", "bottle_2", "alibi", "bottle_6", "bottle_8",
    "killer", "bottle_10", "killer", "witness",
)  # fmt: skip
"""What comes from the deck, the top card first."""

GUESS: Final = N_("Guessing is allowed. But a wrong card is shown to all, goes back, and brings you a penalty card.")
UNKNOWN: Final = N_("That would work, but you would put a good card where a good card lies already.")


def dealt() -> dict[str, Any]:
    """The beginning of a round with these rows and this deck; every other card lies below."""
    position: dict[str, Any] = backroom.game("omerta").new(seats=len(ROWS), seed=1).dump()["position"]
    kinds = Counter(held["card"] for row in (*position["rows"], position["safe"]) for held in row)
    kinds.update(position["loose"])
    kinds.subtract([*DECK, *(card for row in ROWS for card in row)])
    rest = sorted(kinds.elements())
    for row, cards in zip((*position["rows"], position["safe"]), (*ROWS, rest[:4]), strict=True):
        for held, card in zip(row, cards, strict=True):
            held["card"] = card
    return position | {"deck": list(DECK), "loose": rest[4:], "starter": 0, "active": 0}


LESSON: Final = Lesson(
    Moment(seats=len(ROWS), position=dealt()),
    (
        Step(
            N_(
                "Four cards lie face down before everybody: your warehouse. Bottles cost their number, people 10 to 20 "
                "points. Bring your row down to 7 points or less, and call Omerta before somebody else does."
            ),
            points=("board",),
            rule="O-4",
        ),
        Step(
            N_("You may look at two of your own four cards, once. Look at the first one, and remember it."),
            "peek:1",
            points=("board",),
            others=(("peek:*", N_("Any two would do, but in this lesson it is the first one.")),),
            rule="O-7",
        ),
        Step(
            N_("A 3: that is cheap. Now look at the second one."),
            "peek:2",
            "1=peek:1 1=peek:2 2=peek:1 2=peek:2",
            ("board",),
            (("peek:*", N_("Any two would do, but in this lesson it is the second one.")),),
            "",
            "O-7",
        ),
        Step(
            N_(
                "A 9: that is dear. From now on all your cards stay face down, for you too. Your turn: take a card, from "
                "the deck or from the discard pile. The pile is still empty."
            ),
            "take:deck",
            points=("board",),
            others=(
                (
                    "call",
                    N_("Allowed at the start of every turn. But 3 and 9 are more than 7 already: you would fail."),
                ),
            ),
            rule="O-9",
        ),
        Step(
            N_(
                "A 1, and only you see it. You could throw it away, but it is the best bottle there is. Put it where the "
                "9 lies: in the second slot. The 9 goes onto the pile."
            ),
            "swap:2",
            "1=snap:2",
            ("board",),
            (
                ("throw", N_("Not wrong, but a 1 in your row is better than nearly anything that lies there.")),
                ("swap:1", N_("Not wrong, but the 3 is cheap. Get rid of the 9, which you know.")),
                ("swap:*", N_("Not wrong, but you do not know that card. You do know that the second is a 9.")),
            ),
            rule="O-12",
        ),
        Step(
            N_(
                "A bottle on the pile starts a race: whoever is first to show another 9 gets rid of it. Nina showed a Driver: "
                "wrong, back it goes, and she got a penalty card. You know of no 9 in your row, so keep still."
            ),
            "pass",
            "2=pass 1=take:deck 1=throw",
            ("board",),
            (("snap:*", GUESS),),
            rule="O-17",
        ),
        Step(
            N_(
                "Nina took a card and threw it away: a 3. A new race, and you remember: your first card is a 3. Show it, "
                "before the others do."
            ),
            "snap:1",
            "2=take:deck 2=throw 2=mole:3",
            ("board",),
            (
                ("pass", N_("Not wrong, but you know that your first card is a 3. This costs you nothing.")),
                (
                    "snap:2",
                    N_("That is the 1 you put there. It would be shown to all, and you would get a penalty card."),
                ),
                ("snap:*", GUESS),
            ),
            rule="O-19",
        ),
        Step(
            N_(
                "You are down to three cards: the 1 and two you have never seen. Sal threw away a Mole, and people act when "
                "they are discarded: he looked at one card of his own. Take a card from the deck."
            ),
            "take:deck",
            points=("board",),
            others=(
                (
                    "call",
                    N_("Allowed, but you do not know two of your cards. If they are dear, the call costs you 20 more."),
                ),
                ("take:*", N_("A Mole in your row would cost 15 points. Take the unknown card.")),
            ),
            rule="O-24",
        ),
        Step(
            N_("A Mole for you, too. In your row it would cost 15 points. Throw it away, and it acts for you."),
            "throw",
            points=("board",),
            others=(("swap:*", N_("Not wrong, but a Mole costs 15 points as long as it lies in your row.")),),
            rule="O-13",
        ),
        Step(
            N_("Look at one of the two cards you do not know: the second one."),
            "mole:2",
            "1=take:deck 1=swap:1 2=snap:3 2=take:deck 2=swap:3",
            ("board",),
            (
                ("mole:1", N_("You know that one: it is your 1.")),
                ("mole:*", N_("That would do as well, but in this lesson it is the second one.")),
            ),
            rule="O-30",
        ),
        Step(
            N_(
                "A Snitch: 20 points! Out with it. Meanwhile Nina discarded a 5, and Sal was the fastest with his own, the "
                "card his Mole had shown him. Take a card."
            ),
            "take:deck",
            points=("board",),
            others=(
                ("call", N_("Allowed, but with a Snitch of 20 points the call would fail, and cost you 20 more.")),
                ("take:*", N_("A Witness costs 10 points and does nothing. The deck can only be better.")),
            ),
            rule="O-27",
        ),
        Step(
            N_(
                "An Alibi: it costs nothing at all. Put it in the second slot, where the Snitch lies. The Snitch will act "
                "as it goes."
            ),
            "swap:2",
            points=("board",),
            others=(
                ("throw", N_("Not wrong, but nothing in this game is cheaper than an Alibi.")),
                ("swap:1", N_("Not wrong, but you know that the second card costs 20 points.")),
                ("swap:*", N_("Not wrong, but you know that the second card costs 20 points.")),
            ),
            rule="O-39",
        ),
        Step(
            N_(
                "The Snitch deals two unseen cards to your rivals. Give one to Nina and one to Sal: what lies in their rows "
                "costs them points. Only a Killer could stop it."
            ),
            "snitch:S2 snitch:S3",
            "1=pass 2=pass 1=take:deck 1=throw 2=take:deck 2=swap:2",
            ("board",),
            (("snitch:*", N_("Both to one would be allowed. But here each of them gets one.")),),
            rule="O-31",
        ),
        Step(
            N_(
                "Nina threw away a Killer, which does nothing on the pile. Then Sal discarded a 4, and there is a race. You "
                "know no 4 in your row: a 1, an Alibi, and a third card you have never seen. Keep still."
            ),
            "pass",
            "1=pass 2=pass",
            ("board",),
            (("snap:*", GUESS),),
            rule="O-20",
        ),
        Step(
            N_(
                "Your turn, and the 4 lies open on the pile. You may take it instead of a card from the deck, but then it "
                "must go into your row. Take it, and put it in the third slot, for the card you do not know."
            ),
            "take:pile swap:3",
            "1=snap:4 1=take:deck 1=throw 2=take:deck 2=throw",
            ("board",),
            (
                ("take:deck", N_("Not wrong, but the 4 is certain, and with it you have 5 points in all.")),
                (
                    "call",
                    N_("Allowed, but you do not know your third card. If it is dear, the call costs you 20 more."),
                ),
                ("swap:*", UNKNOWN),
            ),
            rule="O-10",
        ),
        Step(
            N_(
                "Out went a 7, and Nina was fast with hers. You have a 1, an Alibi and a 4: 5 points. It is the start of "
                "your turn, the only moment when you may call. Call Omerta."
            ),
            "call",
            points=("board",),
            others=(
                ("take:*", N_("Not wrong, but with 5 points you are where you want to be. Waiting helps the others.")),
            ),
            rule="O-48",
        ),
        Step(
            N_(
                "All rows were opened. You had 7 or less and nobody had fewer, so you score 0 points, the others what lies in "
                "their rows. Had you failed, you would have scored your sum and 20 more."
            ),
            points=("scores",),
            rule="O-51",
        ),
        Step(
            N_(
                "There are as many rounds as players, and the fewest points win. The second round begins: everybody looks at "
                "two cards. From here on you remember alone."
            ),
            points=("board",),
            rule="O-57",
        ),
    ),
)
