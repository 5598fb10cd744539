"""OpenSpiel: importing this registers every installed game with pyspiel, as `backroom_boss` and so on.

    import pyspiel
    import backroom.gyms.openspiel

    game = pyspiel.load_game("backroom_boss(players=3,rookie_rule=veteran_in_group)")

Every option of the table is a parameter of the game, and three more: `players`, `seed_bytes`, `max_decisions`.

*Chance* is drawn at the beginning. OpenSpiel's sampled games keep a generator outside their states, which games written
in Python cannot hand over when they are serialised; so chance is explicit here. The seed of the table is drawn byte by
byte at `seed_bytes` chance nodes of 256 outcomes each, and everything that is shuffled later follows from it. Nobody
sees the seed, so for the players it is the same. Four bytes make four thousand million deals.

*Simultaneous decisions* come one after the other, in the order of `State.waiting`; no answer shows in anybody's
observation before all are in. Races run without a clock, sealed (`Game.clockless`), so the house has no move to make.

*Observations* are the seat's view: as JSON, and as the features of `Game.features`. *Information states* add what makes
recall perfect: a digest of everything the player saw at his own decisions and of what he did. A view holds all that
could have been written down, so learners can do without the digest; it stands apart, in the piece `recall`.

*Returns* are by rank, from 1 for the winner to -1 for the last; their sum is 0.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import Any, ClassVar, Final

from backroom.gyms.extras import need

need("openspiel", "pyspiel")

import msgspec  # noqa: E402 - after the sentence about the extra
import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

from backroom.gyms.observing import Encoding, Vector, encoding  # noqa: E402
from backroom.gyms.rewards import by_rank  # noqa: E402
from backroom.kernel.errors import UnknownGame  # noqa: E402
from backroom.kernel.game import Game  # noqa: E402
from backroom.kernel.registry import game as find_game  # noqa: E402
from backroom.kernel.registry import games  # noqa: E402
from backroom.kernel.state import State  # noqa: E402
from backroom.kernel.view import View  # noqa: E402

PREFIX: Final = "backroom_"
BYTE: Final = 256
DIGEST: Final = 16
RECALL: Final = DIGEST * 8
"""How many bits tell what a player saw before."""
OWN: Final = ("players", "seed_bytes", "max_decisions")


def plain(view: View) -> bytes:
    """A view as JSON."""
    return msgspec.json.encode(view)


class Recall:
    """A decision that was made, and those before it: what makes recall perfect. Branches share their past.

    For each player it is a digest of his views at his own decisions and of his actions; nothing is worked out
    before somebody asks.
    """

    __slots__ = ("action", "before", "digests", "seat", "table")

    def __init__(
        self, before: Recall | None, table: State | None, seat: int, action: int, digests: dict[int, bytes]
    ) -> None:
        self.before = before
        self.table = table
        self.seat = seat
        self.action = action
        self.digests = digests

    def of(self, player: int) -> bytes:
        """What the player has seen and done so far."""
        behind: list[Recall] = []
        at = self
        while player not in at.digests and at.before is not None:
            behind.append(at)
            at = at.before
        digest = at.digests.get(player, bytes(DIGEST))
        for one in reversed(behind):
            if one.seat == player and one.table is not None:
                told = digest + plain(one.table.view(player)) + one.action.to_bytes(4, "big")
                digest = blake2b(told, digest_size=DIGEST).digest()
        self.digests[player] = digest
        return digest


class Opening:
    """What a table is opened with. One for all states of a pyspiel game; copies are the thing itself."""

    def __init__(self, game: str, players: int, seed_bytes: int, max_decisions: int, options: dict[str, Any]) -> None:
        self.game = find_game(game)
        self.players = players
        self.seed_bytes = seed_bytes
        self.max_decisions = max_decisions
        self.options = options

    def __deepcopy__(self, memo: dict[int, Any]) -> Opening:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Opening, (self.game.name, self.players, self.seed_bytes, self.max_decisions, self.options)


class Course:
    """How far a game has come: the seed as far as it is drawn, then the table."""

    __slots__ = ("drawn", "made", "opening", "recall", "seed", "table")

    def __init__(
        self, opening: Opening, seed: int, drawn: int, table: State | None, made: int, digests: dict[int, bytes]
    ) -> None:
        self.opening = opening
        self.seed = seed
        self.drawn = drawn
        self.table = table
        self.made = made
        self.recall = Recall(None, None, 0, 0, digests)

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        new = Course.__new__(Course)
        new.opening, new.seed, new.drawn, new.made = self.opening, self.seed, self.drawn, self.made
        new.table, new.recall = self.table, self.recall  # `act` replaces the table, so it can be shared
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        digests = {player: self.recall.of(player) for player in range(self.opening.players)}
        return Course, (self.opening, self.seed, self.drawn, self.table, self.made, digests)

    @property
    def ended(self) -> bool:
        """Whether the game is over, or cut off."""
        return self.table is not None and (self.table.over or self.made >= self.opening.max_decisions)

    def draw(self, byte: int) -> None:
        """The next byte of the seed; with the last one the table is laid."""
        self.seed = self.seed * BYTE + byte
        self.drawn += 1
        opening = self.opening
        if self.drawn == opening.seed_bytes:
            self.table = opening.game.new(opening.players, self.seed, opening.options)

    def act(self, action: int) -> None:
        """A player's decision."""
        before = self.table
        assert before is not None
        seat = before.waiting[0]
        self.table = before.copy()
        self.table.play(seat, action)
        self.recall = Recall(self.recall, before, seat, action, {})
        self.made += 1


class Position(pyspiel.State):
    """A state as OpenSpiel wants it."""

    def __init__(self, game: Deal) -> None:
        super().__init__(game)
        self.course = Course(game.opening, 0, 0, None, 0, {})

    @property
    def table(self) -> State | None:
        """The kernel's state, once the seed is drawn. It holds every secret."""
        return self.course.table

    def current_player(self) -> int:
        course = self.course
        table = course.table
        if table is None:
            return int(pyspiel.PlayerId.CHANCE)
        if table.over or course.made >= course.opening.max_decisions:
            return int(pyspiel.PlayerId.TERMINAL)
        return table.waiting[0]

    def is_terminal(self) -> bool:
        return self.course.ended

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES

    def _legal_actions(self, player: int) -> list[int]:
        table = self.course.table
        return [] if table is None else table.legal(player)

    def _apply_action(self, action: int) -> None:
        if self.course.table is None:
            self.course.draw(action)
        else:
            self.course.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"byte:{action}"
        return self.course.opening.game.token(action)

    def returns(self) -> list[float]:
        course = self.course
        return by_rank(course.table.ranks()) if course.table is not None and course.ended else self.nothing()

    def nothing(self) -> list[float]:
        """What a game that is not over is worth."""
        return [0.0] * self.course.opening.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Position:
        """A state the player cannot tell from this one: a world imagined from his view alone.

        Its history is not known, so `history()` begins with it; what the others saw before is forgotten in it.
        """
        course = self.course
        table = course.table
        if table is None:
            raise ValueError("nobody has an information state before the seed is drawn")
        opening = course.opening
        new: Position = self.get_game().new_initial_state()
        chance = Random(int(sampler() * (1 << 53)))
        world = opening.game.imagine(table.view(player), chance)
        asked = table.waiting[:1]
        # Here all know who has been asked before; a view need not tell who has answered in secret.
        while world.waiting[:1] != asked and asked[0] in world.waiting:
            world.play(world.waiting[0], chance.choice(world.legal(world.waiting[0])))
        recalled = {player: course.recall.of(player)}
        new.course = Course(opening, 0, opening.seed_bytes, world, course.made, recalled)
        return new

    def __str__(self) -> str:
        course = self.course
        if course.table is None:
            return f"{course.opening.game.name}: seed {course.seed}, {course.drawn} bytes drawn"
        return msgspec.json.encode(course.table.dump()).decode()


OUTCOMES: Final = [(byte, 1 / BYTE) for byte in range(BYTE)]


class Watcher:
    """An observer: what a player sees, as a tensor and as a string."""

    def __init__(self, made: Encoding, kind: Any) -> None:
        self.made = made
        self.recalls = bool(kind.perfect_recall and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)
        self.public = bool(kind.public_info)
        self.private = kind.private_info
        self.dict: dict[str, Vector] = {}
        self.tensor: Vector | None = None
        if not self.public or self.private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return  # only as a string
        self.tensor = np.zeros(made.size + (RECALL if self.recalls else 0), np.float32)
        self.dict = made.pieces(self.tensor)
        if self.recalls:
            self.dict["recall"] = self.tensor[made.size :]

    def viewer(self, player: int) -> int | None:
        """From which seat; None for what all see."""
        return None if self.private == pyspiel.PrivateInfoType.NONE else player

    def set_from(self, state: Position, player: int) -> None:
        """Fill the tensor."""
        if self.tensor is None:
            return
        course = state.course
        if course.table is None:
            self.tensor.fill(0)
            return
        self.made.write(course.table.view(self.viewer(player)), self.tensor[: self.made.size])
        if self.recalls:
            bits = np.frombuffer(course.recall.of(player), np.uint8)
            self.tensor[self.made.size :] = np.unpackbits(bits)

    def string_from(self, state: Position, player: int) -> str:
        """The view as JSON; for an information state, after the digest of what was seen before."""
        course = state.course
        table = course.table
        if table is None:
            return ""
        if self.private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            seats = range(course.opening.players)
            return "\n".join(self.told(table, seat) for seat in seats)
        told = self.told(table, player)
        return f"{course.recall.of(player).hex()} {told}" if self.recalls else told

    def told(self, table: State, player: int) -> str:
        """What this kind of observer tells of a view."""
        if self.public:
            return plain(table.view(self.viewer(player))).decode()
        if self.private == pyspiel.PrivateInfoType.NONE:
            return ""
        common, own = (msgspec.to_builtins(table.view(seat)) for seat in (None, player))
        return msgspec.json.encode({name: own[name] for name in own if own[name] != common[name]}).decode()


class Deal(pyspiel.Game):
    """One of our games with its parameters, as OpenSpiel wants it."""

    game: ClassVar[Game]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.game
        given = {**self.kind.parameter_specification, **(params or {})}
        options = {name: value for name, value in given.items() if name not in OWN}
        players, seed_bytes, most = int(given["players"]), int(given["seed_bytes"]), int(given["max_decisions"])
        game.settle(options)
        self.opening = Opening(game.name, game.check_seats(players), max(1, seed_bytes), max(1, most), options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=BYTE,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.opening.max_decisions,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> Position:
        """A state before the seed is drawn."""
        return Position(self)

    def max_chance_nodes_in_history(self) -> int:
        """All of them come at the beginning."""
        return self.opening.seed_bytes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Watcher:
        """An observer; without a type it sees what the player sees now."""
        if params:
            raise ValueError(f"observers take no parameters, not {params!r}")
        made = encoding(self.opening.game.name, self.opening.players)
        return Watcher(made, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def register(name: str) -> None:
    """Register a game with pyspiel."""
    game = find_game(name)
    options = {**{option.name: option.default for option in game.offers}, **game.clockless}
    kind = pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"Back Room: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.usual_seats(),
            "seed_bytes": 4,
            "max_decisions": 10_000,
            **options,
        },
    )

    # A class, and not a function: pyspiel lets go of it after Python has ended, when nothing may be freed any more.
    pyspiel.register_game(kind, type(f"{name.capitalize()}Deal", (Deal,), {"game": game, "kind": kind}))


for each in games():
    try:
        register(each)
    except UnknownGame as error:  # another package's game that cannot be loaded is no reason to do without ours
        warnings.warn(str(error), stacklevel=2)
