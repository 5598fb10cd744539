"""Corleone's Empire: what lies on the table, in a few flat lists; and the table's rules in numbers."""

# compiled by mypyc
from __future__ import annotations

from typing import Final

from backroom.games.corleone.numbers import FIRST_ALLY, FIRST_JOB, GOODS, NOBODY, PLAIN, PLAY_FAMILY, VALUES
from backroom.kernel.state import State

# Phases (C-17) that somebody decides in; opening a business and the entr'acte run by themselves.
FAMILY: Final = 0
WARS: Final = 1
BRIBERY: Final = 2
TRIBUTE: Final = 3
OVER: Final = 4
PHASE_NAMES: Final = ["family_business", "turf_wars", "bribery", "tribute", "over"]

# What is pending: frames (kind, seat, …). STEPS, REWARD and WARRING run by themselves, the others ask their seat.
MENU: Final = 0  # bound, icons: take an icon or stop; bound ones are taken without asking
STEPS: Final = 1  # program, at, bound: the sentences of a card still to come
SHARE: Final = 2  # place: who goes first (C-29)
LOOKING: Final = 3  # keep, kept, jobs: which of the jobs looked at to keep, the kept ones first (C-39)
DISCARDING: Final = 4  # left, program: what to discard, and what is gained by it (C-42 to C-45)
CHOICE: Final = 5  # n, bound: goods of one's choice
PAYING: Final = 6  # job: what to pay with (C-50), and whether the money comes first (C-51)
REWARD: Final = 7  # job: the bills
SWAP: Final = 8  # step, bound
KILL: Final = 9  # step, bound
KILL_ALL: Final = 10  # step, bound
MOVE: Final = 11  # step, bound: which figure
MOVE_TO: Final = 12  # step, from: where to; from is a place, or PLACES + space
TAKE_BACK: Final = 13  # step, bound
PLACE_NEUTRAL: Final = 14  # step, bound
FRONTS: Final = 15  # left, bound, used: fronts to use, a bit for each used one
BACKS: Final = 16  # step, bound
STEAL: Final = 17  # step, bound, chosen: a bit for each rival chosen
LEVY: Final = 18  # step, bound
LEVYING: Final = 19  # -: everybody else shows a bill (CC-50)
OPTION: Final = 20  # step, bound
LOOK: Final = 21  # step, bound
WARRING: Final = 22  # district: the turf wars still to come (C-70)
LIFT: Final = 23  # district: which marker to move there (C-76)
HIRING: Final = 24  # -: which ally (C-80)
# Without a frame:
TURN: Final = 25
BIDDING: Final = 26
GIVING: Final = 27
NOTHING: Final = 28
DECISIONS: Final = [
    "menu", "steps", "share", "looking", "discarding", "choice", "paying", "reward", "swap", "kill", "kill_all",
    "move", "move_to", "take_back", "place_neutral", "fronts", "backs", "steal", "levy", "levying", "option", "look",
    "warring", "lift", "hiring", "turn", "bidding", "giving", "nothing",
]  # fmt: skip

# Steps: (what, …). The first runs on icons; the others are frames of their own.
ON_ICONS: Final = 0  # icon, how often
ON_CHOICE: Final = 1  # n
ANYWHERE: Final = 0
WITH_ME: Final = 1
HERE: Final = 2
OWN: Final = 0
RIVAL: Final = 1

# The trail: what entered and left hands since a card was taken unseen for the first time.
TAKES: Final = 0
GIVES: Final = 1
STEALS: Final = 2
NO_BILLS: Final = 3
UNSEEN: Final = 127
"""In place of a card that only its new owner has seen."""


class Rules:
    """What the edition, the options and the number of seats make of the rules."""

    seats: int
    spaces: list[int]
    """The family spaces that are open (C-16)."""
    touches: list[list[int]]
    """By space: the areas it touches, the park as 7."""
    districts: list[int]
    """By space: a bit for each numbered district it touches."""
    fronts: list[tuple[int, ...]]
    """By place: the icons, sorted, each as often as it is printed."""
    backs: list[tuple[int, ...]]
    """By place, and the park's."""
    blue: list[int]
    red: list[int]
    costs: list[tuple[int, int, int]]
    """By job: guns, booze, blood money."""
    effects: list[int]
    """By job: its program."""
    rewards: list[list[int]]
    """By job: the bills it pays."""
    colours: list[int]
    powers: list[int]
    """By ally: its program."""
    steps: list[tuple[int, int, int, int]]
    programs: list[list[int]]
    """Lists of steps; the first four belong to the printed swaps."""
    options: list[list[int]]
    """For each `choose_one`: the programs to choose from."""
    payable: list[int]
    """By guns, booze, blood money and narcotics in hand (each 0 to 4, in base 5): a bit for each job within reach."""
    limits: list[int]
    supply: list[int]
    """Bills and goods in the box."""
    thugs: int
    public: int
    shown: int
    """Allies face up in acts I to III."""
    first_tiles: int
    first: int
    """The seat that gets the Horse Head, or NOBODY for a draw."""
    cards: list[str]
    """Names of cards: bills and goods by ours, jobs and allies by the edition's ids."""
    businesses: list[str]
    space_names: list[str]
    areas: list[str]
    families: list[str]
    card_numbers: dict[str, int]
    place_numbers: dict[str, int]
    space_numbers: dict[str, int]


class Table(State):
    """The pieces. Lists within lists and those marked so are replaced as a whole, so that copies may share them."""

    rules: Rules
    act: int
    """1 to 4."""
    phase: int
    horse: int
    mover: int
    """Whose turn it is in the family business; he stays so while others decide during his turn."""
    here: int
    """The districts of the neutral figure that the card being played has just placed, a bit for each."""
    stack: list[tuple[int, ...]]
    """What is pending, the next at the end."""
    answered: int
    """Of a simultaneous decision: a bit for each seat that has answered."""
    asked: int
    """And a bit for each seat that was asked."""
    known: list[int]
    """The legal actions of `knower`, once worked out."""
    knower: int

    purse: list[int]
    """By seat * 8 + kind: bills and goods in hand."""
    cards: list[list[int]]
    """By seat: jobs and allies in hand, sorted; replaced as a whole."""
    sizes: list[int]
    """By seat: cards in hand."""
    case: list[int]
    """By seat * 4 + value: bills in the suitcase."""
    finished: list[list[int]]
    """By seat: completed jobs, in order; replaced as a whole."""
    played: list[list[int]]
    """By seat: allies face up; replaced as a whole."""
    thugs: list[int]
    """By seat: thugs in the own supply."""
    members: list[int]
    """By seat: family members there, a bit for each of Don, Consigliere and Heir."""
    markers: list[int]
    laid: list[list[int]]
    """By seat: what has been laid out in secret: bills of a bid, cards of a tribute, the bill of a levy; replaced as
    a whole."""

    stock: list[int]
    """Bills and goods in the supply."""
    deck: list[int]
    """The job deck, its top at the end; only the first `left` are still there. Replaced as a whole."""
    left: int
    pile: list[int]
    """The job discard, replaced as a whole."""
    batch: list[int]
    """By job: in which shuffle it was shuffled last; replaced as a whole."""
    shuffles: int
    public: list[int]
    """The public jobs, NOBODY in an empty place; replaced as a whole."""
    row: list[int]
    """Allies face up; replaced as a whole."""
    gone: list[int]
    """Allies that have left the game; replaced as a whole."""
    blue: list[int]
    """The stack of blue tiles, its top at the end; replaced as a whole."""
    red: list[int]

    plots: list[int]
    """By district: the tile there, or NOBODY; replaced as a whole."""
    where: list[int]
    """By place: its district, NOBODY for a tile not on the board; replaced as a whole."""
    thug_at: list[int]
    """By place: the figure there, or NOBODY."""
    family_at: list[int]
    """By space."""
    free_places: list[int]
    """Free thug spaces on the board, as actions (which are the places themselves), sorted; replaced as a whole."""
    free_spaces: list[int]
    """Free family spaces that are open, as actions, sorted; replaced as a whole."""
    chief: int
    """The district of the Police Chief, or NOBODY."""
    river: list[int]
    """Killed figures; replaced as a whole."""
    stacks: list[list[int]]
    """By district: control markers from the bottom up; replaced as a whole."""

    opening: list[list[int]]
    """Everybody's hand when a card was first taken unseen: bills and goods, then allies; empty before."""
    opening_jobs: list[list[int]]
    """And the batch of each job in it."""
    trail: list[int]
    """What entered and left hands since, shared by copies like `log`."""
    trailed: int
    revealed: list[list[int]]
    """By seat: the bids of the bribery that were revealed last."""
    given: list[list[int]]
    """By seat: what was given at the last tribute."""


# Cards in hands.


def gain(table: Table, seat: int, card: int) -> None:
    """A card enters a hand: openly, unless it is a job."""
    pick_up(table, seat, card)
    if table.opening:
        follow(table, TAKES, seat, 0, UNSEEN if FIRST_JOB <= card < FIRST_ALLY else card, batch_of(table, card))


def pick_up(table: Table, seat: int, card: int) -> None:
    """A card enters a hand."""
    table.sizes[seat] += 1
    if card < PLAIN:
        table.purse[seat * PLAIN + card] += 1
    else:
        table.cards[seat] = sorted([*table.cards[seat], card])


def lose(table: Table, seat: int, card: int) -> None:
    """A card leaves a hand openly."""
    drop(table, seat, card)
    if table.opening:
        follow(table, GIVES, seat, 0, card, batch_of(table, card))


def drop(table: Table, seat: int, card: int) -> None:
    """A card leaves a hand."""
    table.sizes[seat] -= 1
    if card < PLAIN:
        table.purse[seat * PLAIN + card] -= 1
    else:
        table.cards[seat] = [other for other in table.cards[seat] if other != card]


def batch_of(table: Table, card: int) -> int:
    """In which shuffle a job was; 0 for other cards."""
    return table.batch[card - FIRST_JOB] if FIRST_JOB <= card < FIRST_ALLY else 0


def follow(table: Table, what: int, seat: int, rival: int, card: int, batch: int) -> None:
    """Add to the trail; another copy may have gone on with the shared list."""
    if what == GIVES and taken_before(table, seat, card):
        return
    if len(table.trail) != table.trailed:
        table.trail = table.trail[: table.trailed]
    table.trail.append(what | seat << 2 | rival << 5 | card << 8 | batch << 15)
    table.trailed += 1


def taken_before(table: Table, seat: int, card: int) -> bool:
    """A card given that the hand took openly, with no theft from or by it in between, tells nothing: both entries are
    left out. Not so jobs, since it is hidden which one was taken."""
    if FIRST_JOB <= card < FIRST_ALLY:
        return False
    trail = table.trail
    for at in range(table.trailed - 1, -1, -1):
        entry = trail[at]
        what, who = entry & 3, entry >> 2 & 7
        if what == STEALS:
            if seat in (who, entry >> 5 & 7):
                return False
        elif who == seat:
            if what == NO_BILLS:
                return False
            if what == TAKES and entry >> 8 & 127 == card:
                table.trail = trail[:at] + trail[at + 1 : table.trailed]
                table.trailed -= 1
                return True
    return False


def take_bill(table: Table, seat: int, value: int) -> None:
    """C-40, C-68: a bill of this value (0 to 3), or one of the nearest lower value left, or nothing."""
    stock = table.stock
    while value >= 0 and stock[value] == 0:
        value -= 1
    if value < 0:
        if table.heard is not None:
            table.tell("no_bill", {"seat": seat})
        return
    stock[value] -= 1
    gain(table, seat, value)
    if table.heard is not None:
        table.tell("took_bill", {"seat": seat, "money": VALUES[value]})


def take_good(table: Table, seat: int, card: int) -> None:
    """C-41, C-67: a good of this kind, if there is one."""
    if table.stock[card] == 0:
        return
    table.stock[card] -= 1
    gain(table, seat, card)
    if table.heard is not None:
        table.tell("took_good", {"seat": seat, "good": GOODS[card - 4]})


def discard(table: Table, seat: int, card: int) -> None:
    """C-87, CC-16: a card from the hand to where discarded cards go."""
    lose(table, seat, card)
    put_down(table, card)


def put_down(table: Table, card: int) -> None:
    """C-87: bills and goods to the supply, jobs face up on the job discard, allies out of the game."""
    if card < PLAIN:
        table.stock[card] += 1
    elif card < FIRST_ALLY:
        table.pile = [*table.pile, card - FIRST_JOB]
    else:
        table.gone = [*table.gone, card - FIRST_ALLY]


def draw_job(table: Table) -> int:
    """C-69, CC-34: the top of the deck; if it is out, the discard is shuffled first. NOBODY if there is none."""
    if table.left == 0:
        if not table.pile:
            return NOBODY
        deck = sorted(table.pile)
        table.shuffles += 1
        batch = table.batch[:]
        for job in deck:
            batch[job] = table.shuffles
        table.batch = batch
        table.pile = []
        table.shuffle(deck)
        table.deck = deck
        table.left = len(deck)
        if table.heard is not None:
            table.tell("shuffled", {"n": len(deck)})
    table.left -= 1
    return table.deck[table.left]


def held(table: Table, seat: int) -> list[int]:
    """Every kind of card in a hand, once."""
    start = seat * PLAIN
    purse = table.purse
    cards = [kind for kind in range(PLAIN) if purse[start + kind]]
    cards += table.cards[seat]
    return cards


def all_held(table: Table, seat: int) -> list[int]:
    """Every card in a hand."""
    start = seat * PLAIN
    cards: list[int] = []
    for kind in range(PLAIN):
        cards += [kind] * table.purse[start + kind]
    cards += table.cards[seat]
    return cards


# Figures and districts.


def controller(table: Table, district: int) -> int:
    """C-77: the owner of the top marker, or NOBODY."""
    stack = table.stacks[district]
    return stack[-1] if stack else NOBODY


def can_act(table: Table, seat: int) -> bool:
    """C-23: whether a figure stands in the own supply."""
    return table.thugs[seat] > 0 or table.members[seat] > 0


def vacate(table: Table, place: int) -> None:
    """A thug space becomes free."""
    table.thug_at[place] = NOBODY
    table.free_places = sorted([*table.free_places, place])


def vacate_space(table: Table, space: int) -> None:
    """A family space becomes free."""
    table.family_at[space] = NOBODY
    table.free_spaces = sorted([*table.free_spaces, PLAY_FAMILY + space])


def occupy(table: Table, place: int, figure: int) -> None:
    """A figure takes a thug space."""
    table.thug_at[place] = figure
    table.free_places = [other for other in table.free_places if other != place]


def occupy_space(table: Table, space: int, figure: int) -> None:
    """A figure takes a family space."""
    table.family_at[space] = figure
    table.free_spaces = [other for other in table.free_spaces if other != PLAY_FAMILY + space]


def presence(table: Table, seat: int) -> int:
    """C-71: the districts in which a seat has a figure, a bit for each."""
    mask = 0
    for place, figure in enumerate(table.thug_at):
        if figure == seat * 4:
            mask |= 1 << table.where[place]
    for space, figure in enumerate(table.family_at):
        if figure >> 2 == seat:
            mask |= table.rules.districts[space]
    return mask
