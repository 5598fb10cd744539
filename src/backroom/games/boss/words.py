"""Boss: its sentences in English. Translators start from here."""

from __future__ import annotations

from backroom.kernel.words import N_, N_n

PHRASES: dict[str, str | tuple[str, str]] = {
    # Names.
    "name.new_york": N_("New York"),
    "name.boston": N_("Boston"),
    "name.detroit": N_("Detroit"),
    "name.kansas_city": N_("Kansas City"),
    "name.cincinnati": N_("Cincinnati"),
    "name.memphis": N_("Memphis"),
    "name.philadelphia": N_("Philadelphia"),
    "name.chicago": N_("Chicago"),
    "name.hospital": N_("hospital"),
    "name.prison": N_("prison"),
    "name.gun": N_("revolver"),
    "name.ban": N_("ban"),
    # Moves.
    "move.send": N_("send {group} to {place}"),
    "move.stay": N_("send nobody"),
    "move.lay": N_("lay {card}"),
    "card.money": N_("{city} ${value}M"),
    "card.nothing": N_("{city} nothing"),
    "card.penalty": N_("{city} {penalty}"),
    "group.veterans": N_n("{n} veteran", "{n} veterans"),
    "group.rookies": N_n("{n} rookie", "{n} rookies"),
    "group.both": N_("{veterans} and {rookies}"),
    # Why not.
    "reason.unknown_action": N_("There is no such move in this game."),
    "reason.game_over": N_("The game is over."),
    "reason.no_such_seat": N_("Nobody sits at seat {number}."),
    "reason.not_your_turn": N_("It is {mover}'s turn."),
    "reason.city_not_in_play": N_("{place} is not in play with so few players."),
    "reason.not_in_hand": N_("{card} is not in your hand."),
    "reason.send_or_stay_first": N_("Before a card is laid, send gangsters or say that you send nobody."),
    "reason.must_lay": N_("Every turn ends with a card: lay one."),
    "reason.sending_is_over": N_("You may send to one place in a turn, before you lay a card."),
    "reason.place_not_in_play": N_("{place} is not in play with so few players."),
    "reason.banned": N_("Your ban marker lies on {place}: your gangsters may not go there any more."),
    "reason.chicago_not_yet": N_(
        "Chicago is open to you only after you have sent gangsters somewhere else in an earlier turn of this round."
    ),
    "reason.nothing_sent": N_("A sending takes at least one gangster. To send nobody, stay."),
    "reason.not_in_supply": N_("Your supply is {veterans}v {rookies}r: you cannot send more than that."),
    "reason.no_veteran": N_("Rookies do not go alone: {place} needs a veteran of yours."),
    "reason.not_ahead": N_(
        "After the sending you must be ahead in {place}: you would have {mine}, {rival} has {theirs}."
    ),
    # What happened.
    "event.round": N_("Round {round} begins; {holder} has the first-player marker."),
    "event.last_lap": N_("The last lap begins."),
    "event.stayed": N_("{seat} sends nobody."),
    "event.sent": N_("{seat} sends {veterans}v {rookies}r to {place}."),
    "event.laid": N_("{seat} lays {card}."),
    "event.police": N_("The police open a card: gold {golds} of 3, silver {silvers} of 3."),
    "event.last_round": N_("This round is the last."),
    "event.opened": N_("{city}: the hidden card is {card}."),
    "event.unclaimed": N_("{city}: nobody is there, so it has no effect."),
    "event.paid": N_("{seat} gains ${n}M in {city}."),
    "event.wounded": N_("A veteran of {seat} is wounded in {city}: hospital for one round."),
    "event.jailed": N_("A veteran of {seat} is arrested in {city}: prison for two rounds."),
    "event.killed": N_("A veteran of {seat} is killed in {city}."),
    "event.banned": N_("{seat} is banned from {city} until the game ends."),
    "event.chicago": N_("{seat} gains ${n}M in Chicago, half of {sum}."),
    "event.chicago_unclaimed": N_("Chicago: nobody is there."),
    "event.freed": N_n("{n} veteran of {seat} is back.", "{n} veterans of {seat} are back."),
    "event.play_again": N_("A full tie: everything is set up again, and the next game decides."),
    "event.over": N_n("The game is over. {winner} wins.", "The game is over. {winner} share the win."),
    # Options.
    "option.rookie_rule": N_("Whether a veteran of yours already in the place is enough for sending rookies there."),
    "option.chicago_last_penalty": N_("What a city counts for Chicago when its last open card is a penalty."),
    "option.police_deck": N_("Which tokens the five police cards carry."),
    "option.city_deck": N_("Which city cards are played with."),
    "option.first_player": N_("Who gets the first-player marker."),
    "option.first_seat": N_("The seat that goes first when the host chooses."),
    "option.final_tie": N_("What happens when a tie for the win cannot be broken."),
    "option.reveal_unclaimed": N_("Whether the hidden card of a city without gangsters is shown."),
}
