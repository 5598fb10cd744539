"""Boss: a first round for three, and why each turn of it is played."""

from __future__ import annotations

from typing import Final

from backroom.kernel.words import N_
from backroom.web.lessons import Lesson, Step
from backroom.web.moment import Moment

SECRET: Final = N_(
    "Not wrong, but that card tells the others that its city pays. Keep it for as long as you alone know."
)
ELSEWHERE: Final = N_(
    "Not wrong, but nothing is certain there. Go where your own cards tell you more than the others know."
)
HURRY: Final = N_("Not wrong: a turn may be saved for later. But the city you know to be good is still free now.")

LESSON: Final = Lesson(
    Moment(seats=3, seed=4),
    (
        Step(
            N_(
                "This is the row of cities. Under each of them one card lies hidden: money, or trouble. Whoever has the "
                "most gangsters in a city when the round ends gets its card. The richest wins."
            ),
            points=("board",),
            rule="B-30",
        ),
        Step(
            N_(
                "Below each city’s name stand all its cards. You hold the only ban of Cincinnati and the only prison of "
                "Boston: so no ban lies under Cincinnati, no prison under Boston. Both will pay, and only you know it."
            ),
            points=("hand",),
            rule="B-8",
        ),
        Step(
            N_(
                "A turn has two parts: send gangsters to one place, then lay a card from your hand. Send one veteran to "
                "Cincinnati, lay the empty card of New York, and press the button that sends the turn."
            ),
            "send:cincinnati:1v lay:new_york:0",
            "send:kansas_city:1v lay:detroit:2 send:new_york:1v lay:boston:2",
            ("board", "hand"),
            (
                ("send:chicago:*", N_("Chicago has to wait: it is open to you after your first sending elsewhere.")),
                ("send:cincinnati:*", N_("One is enough while nobody else is there. Save the others.")),
                ("send:*", ELSEWHERE),
                ("stay", HURRY),
                ("lay:cincinnati:ban", SECRET),
                ("lay:boston:prison", SECRET),
                ("lay:*", N_("Not wrong, but the empty card gives the least away. Lay that one first.")),
            ),
            rule="B-11",
        ),
        Step(
            N_(
                "The others went to Kansas City and to New York, and everybody laid a card. An open card is never the "
                "hidden one: 2 of Detroit and 2 of Boston are out. The log keeps what happened."
            ),
            points=("log",),
            rule="B-22",
        ),
        Step(
            N_(
                "Trouble costs whoever leads one veteran: the red cross sends him to hospital for a round, the prison keeps "
                "him for two, the revolver kills him. A ban shuts its city to you until the game ends."
            ),
            points=("board",),
            rule="B-32",
        ),
        Step(
            N_(
                "You have sent once, so Chicago is open to you. It pays half of the last open cards to its left: now "
                "that is New York alone. Send one veteran to Chicago and lay your 3 on New York: half of 3 is 1 million."
            ),
            "send:chicago:1v lay:new_york:3",
            "send:cincinnati:2v lay:cincinnati:2 stay lay:boston:3",
            ("board",),
            (
                ("send:chicago:*r", N_("Rookies need a veteran of yours beside them. Send a veteran.")),
                ("send:chicago:*", N_("One is enough while nobody else is there. Save the others.")),
                ("send:*", N_("Not wrong, but Chicago is free, and you can raise what it pays yourself.")),
                ("stay", N_("Not wrong, but Chicago is free now. Soon it may not be.")),
                ("lay:cincinnati:ban", SECRET),
                ("lay:boston:prison", SECRET),
                (
                    "lay:*",
                    N_("Not wrong, but that adds nothing to Chicago. New York lies to its left, and you hold a 3."),
                ),
            ),
            "send:chicago:*",
            "B-18",
        ),
        Step(
            N_(
                "Red has sent two to Cincinnati and is ahead of you there. Two against one: if you send one more you "
                "only draw level, and that is not allowed. Whoever sends must end up with more than each other player."
            ),
            points=("board",),
            rule="B-14",
        ),
        Step(
            N_(
                "Take Cincinnati back: send two veterans, then add a rookie, so that it will cost red three to answer. A "
                "rookie counts as much as a veteran, but never stands alone, and leaves the game after the round. Lay 4 of Detroit."
            ),
            "send:cincinnati:2v1r lay:detroit:4",
            "stay lay:kansas_city:2 stay lay:detroit:gun",
            ("board",),
            (
                (
                    "send:cincinnati:*",
                    N_("That would do, or be more than you need. Two veterans and one rookie are a good answer."),
                ),
                ("send:*", N_("Not wrong, but you know that Cincinnati pays. Do not leave it to red so cheaply.")),
                ("stay", N_("Not wrong, but every lap makes Cincinnati dearer.")),
                ("lay:*", SECRET),
            ),
            "send:cincinnati:2v*",
            "B-15",
        ),
        Step(
            N_(
                "Between laps 3 and 4 a police card is opened. Three gold or three silver tokens in all, and the round "
                "is the last: that happens in round 3, 4 or 5."
            ),
            points=("people",),
            rule="B-24",
        ),
        Step(
            N_(
                "You hold two cards, and both are secrets. Boston is still empty, and you know that it pays. Send one "
                "veteran there, and lay the prison: now everybody knows, but you were there first."
            ),
            "send:boston:1v lay:boston:prison",
            "send:detroit:1v lay:detroit:3 stay lay:cincinnati:4 send:cincinnati:5v lay:new_york:2 stay lay:kansas_city:gun",
            ("board",),
            (
                ("send:boston:*", N_("One is enough while nobody else is there. You will need the others.")),
                (
                    "send:detroit:*",
                    N_("Not wrong: the revolver lies open, so Detroit pays too. But only 1 or 3, and everybody knows."),
                ),
                ("send:*", N_("Not wrong, but Boston pays, is empty, and costs you one veteran.")),
                ("stay", N_("Not wrong, but Boston is waiting for you.")),
                (
                    "lay:*",
                    N_("Not wrong, but then everybody sees that Cincinnati pays while they can still send there."),
                ),
            ),
            "send:boston:*v",
            "B-20",
        ),
        Step(
            N_(
                "The last lap goes by gangsters left: who has the most goes first. You have the fewest, so you have the "
                "last word. Blue has just sent five to Cincinnati, against your four. Send your last veteran with a rookie, "
                "and lay your last card."
            ),
            "send:cincinnati:1v1r lay:cincinnati:ban",
            "",
            ("board",),
            (
                ("send:cincinnati:*", N_("That would do too. But one veteran and one rookie are enough.")),
                (
                    "send:*",
                    N_("Not wrong, but Cincinnati must hold the 3: the 2 and the 4 lie open, and you hold the ban."),
                ),
                ("stay", N_("Not wrong, but you have the last word, and nobody can answer. Take Cincinnati.")),
            ),
            "",
            "B-26",
        ),
        Step(
            N_(
                "The hidden cards are opened. Cincinnati paid you 3, Boston 1 and Chicago 1: you lead with 5 million. "
                "Veterans go home, rookies that were sent are gone, Chicago moves one place to the right."
            ),
            points=("people", "board"),
            rule="B-29",
        ),
        Step(
            N_(
                "New cards are dealt, and round 2 begins. That is all there is to Boss: what you know, what you show, "
                "and who has the last word. The table is yours now."
            ),
            points=("board",),
            rule="B-41",
        ),
    ),
)
