"""Corleone's Empire: the first act for three, and the turn in the second that shows what control is worth."""

from __future__ import annotations

from typing import Final

from backroom.kernel.words import N_
from backroom.web.lessons import Lesson, Step
from backroom.web.moment import Moment

PLACE: Final = N_("Not wrong: any free space would do. But in this lesson the one that is marked is used.")
MORE: Final = N_("Not wrong: icons may be left. But take everything the business gives you.")
KEEP: Final = N_("Not wrong: you choose what you give. But the small bills are worth the least, and the ally is dear.")

LESSON: Final = Lesson(
    Moment(seats=3, seed=26),
    (
        Step(
            N_(
                "New York, four acts long. Only the bills in your suitcase count at the end; what you hold in your hand may "
                "be taken from you. You start with three bills, two jobs, two thugs and the Don of your family."
            ),
            points=("hand",),
            rule="C-1",
        ),
        Step(
            N_(
                "Phase 1 has just happened: a new business opened on the first vacant plot, the Fulton Fish Stall in Wall "
                "Street. Every business has a front, for thugs, and a back room, for members of the family."
            ),
            points=("board",),
            rule="C-18",
        ),
        Step(
            N_(
                "Phase 2 is the family business: one action a turn. Send a thug to the Riverside Ballroom on the Upper West "
                "Side, and use the whole front: take $3 and the blood money."
            ),
            "thug:p5 take:bill-3 take:blood_money",
            "thug:t08 take:bill-5 thug:p2 take:gun take:bill-2",
            ("board",),
            (
                ("thug:*", PLACE),
                (
                    "family:*",
                    N_("Not wrong, but the Don reaches several back rooms at once. Wait for the right moment."),
                ),
                ("done", MORE),
            ),
            rule="C-27",
        ),
        Step(
            N_(
                "Family members go to spaces between districts, and use every back room they touch. Put your Don between "
                "Wall Street and Brooklyn, and take all three: blood money, $3 and $2."
            ),
            "family:s09 take:blood_money take:bill-3 take:bill-2",
            "thug:p4 take:horse_head take:bill-3 thug:p7 take:booze launder:3",
            ("board",),
            (
                ("family:*", PLACE),
                ("thug:*", N_("Not wrong, but three back rooms at once are waiting for your Don.")),
                ("job:*", N_("Not wrong, but it would be better once your Don stands among your rivals.")),
                ("done", MORE),
            ),
            rule="C-33",
        ),
        Step(
            N_(
                "Nina took the Horse Head: she is first from the next act on, and wins ties in the bribery. You hold a job "
                "that costs blood money: Loose Tongue kills a thug where you have a figure. Complete it against the thug in "
                "Brooklyn."
            ),
            "job:01 pay:g0b0m0:money-last at:p2",
            "family:s05 take:bill-2 take:gun done family:s03 launder:2 take:gun done",
            ("hand",),
            (
                ("pay:*", N_("Not wrong: the money may come first or last. In this lesson it comes last.")),
                (
                    "at:*",
                    N_("Not wrong, but with the thug in Brooklyn gone your Don is alone there, and that counts soon."),
                ),
                ("thug:*", N_("Not wrong, but a job costs no figure. Complete it while you have one left.")),
                ("done", N_("Not wrong: you may spare them all. But then Brooklyn stays level.")),
            ),
            rule="C-48",
        ),
        Step(
            N_(
                "Your last figure. Broad Street Insurance gives $2 and lets you launder one bill: show it, and into the "
                "suitcase it goes, safe from the Don. Send your thug there, take the $2 and launder a $3."
            ),
            "thug:p1 take:bill-2 launder:3",
            "",
            ("board",),
            (
                ("thug:*", N_("Not wrong, but only what is in the suitcase counts, and your suitcase is empty.")),
                ("launder:*", N_("Not wrong, but the biggest bill is worth the most in the suitcase.")),
                ("done", MORE),
            ),
            rule="C-38",
        ),
        Step(
            N_(
                "Nobody has a figure left, so phase 3 came: turf wars. Whoever has the most figures in a district puts a "
                "marker on its stack and controls it. You won Wall Street, Brooklyn and the Upper West Side. A tie brings "
                "nobody anything."
            ),
            points=("board", "log"),
            rule="C-72",
        ),
        Step(
            N_(
                "Phase 4, the bribery: allies go to the highest bids, paid from suitcases. All bid in secret, at the same "
                "time. Lay your $3 into the bid, and seal it."
            ),
            "bid:3 seal",
            "1=seal 2=bid:2 2=seal",
            ("prompt",),
            (("seal", N_("Not wrong: whoever bids nothing keeps the money, and gets no ally.")),),
            rule="C-79",
        ),
        Step(
            N_(
                "You bid $3, Sal $2, Nina nothing. The highest bid is paid and chooses first; whoever gets no ally keeps the "
                "money. Take the Mayor on the Stump."
            ),
            "hire:1-4",
            "2=hire:1-3",
            ("offers",),
            (("hire:*", N_("Not wrong: Hired Muscle kills a thug and brings $5. In this lesson it is the Mayor.")),),
            rule="C-80",
        ),
        Step(
            N_(
                "Phase 5, the tribute to the Don: nobody keeps more than five cards in act I. You hold ten. Give the two $1 "
                "and the three $2, and keep the $3 bills, the blood money, the job and the ally."
            ),
            "discard:bill-1 discard:bill-1 discard:bill-2 discard:bill-2 discard:bill-2",
            "1=discard:bill-1 1=discard:bill-2 1=discard:bill-2 1=discard:job-34 "
            "2=discard:bill-1 2=discard:bill-2 2=discard:job-28 1=thug:t08 first:me take:bill-5",
            ("hand",),
            (("discard:*", KEEP),),
            rule="C-86",
        ),
        Step(
            N_(
                "All figures went home, and act II began: a new tile in Brooklyn, and a Consigliere for everybody. Nina has "
                "the Horse Head and played first, to the Fish Stall. You control Wall Street, so you may use the same front. "
                "Take your $5."
            ),
            "take:bill-5",
            "thug:p7 take:booze done",
            ("prompt",),
            (("done", N_("Not wrong: the share may be declined. But nobody declines $5.")),),
            rule="C-28",
        ),
        Step(
            N_(
                "Allies work once in every act, and use up no figure. Play the Mayor: put him between the Upper East Side, "
                "the Upper West Side and Central Park. Launder the $5 in the park, take the $2, and leave the swap."
            ),
            "ally:1-4 to:s01 launder:5 take:bill-2 done",
            "",
            ("board", "hand"),
            (
                ("launder:*", N_("Not wrong, but the biggest bill is worth the most in the suitcase.")),
                ("to:*", PLACE),
                ("thug:*", N_("Not wrong, but the ally uses up no figure. Play him while you have one left.")),
                ("family:*", N_("Not wrong, but the ally uses up no figure. Play him while you have one left.")),
                ("use:*", N_("Not wrong, but a card for a good is not needed now.")),
                ("job:*", N_("Not wrong, but first the $5 into the suitcase.")),
            ),
            rule="C-59",
        ),
        Step(
            N_(
                "$5 are safe. At the end every district where you have the most markers brings $5, and so does every colour "
                "of jobs you completed the most of. Three acts are left, and they are yours."
            ),
            points=("people",),
            rule="C-97",
        ),
    ),
    minutes=10,
)
