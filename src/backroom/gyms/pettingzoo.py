"""PettingZoo environments for every installed game: `from backroom.gyms.pettingzoo import boss_v0`.

Each has `env` (with PettingZoo's order check), `raw_env` (without it) and `parallel_env` (all who owe a decision
answer at once). Once this is imported, PettingZoo's own `make("aec", "backroom/boss-v0")` finds them too. Options of
the table are arguments:

    env = boss_v0.env(seats=4, options={"rookie_rule": "veteran_in_group"}, rewards="rank", observe="vector")

An observation is a dict of `observation` and `action_mask`. With `observe="vector"` the first is a float32 vector of
a fixed size, with `observe="dict"` a dict of its named pieces; docs/gyms.md says what every entry means. Both are made
from the seat's view when they are asked for, so they hold no secret.

When several seats decide at the same time, `env` asks them one after the other, in the order of `State.waiting`; what
the earlier ones answered shows in nobody's observation before all are in.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import cache, partial
from random import Random
from typing import Any, Final

from backroom.gyms.extras import need

need("pettingzoo", "pettingzoo")

import numpy as np  # noqa: E402 - after the sentence about the extra
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv, register  # noqa: E402
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # noqa: E402

from backroom.gyms import picture  # noqa: E402
from backroom.gyms.observing import Encoding  # noqa: E402
from backroom.gyms.rewards import KINDS, by_rank  # noqa: E402
from backroom.gyms.text import text_of  # noqa: E402
from backroom.kernel.edition import Edition  # noqa: E402
from backroom.kernel.errors import BadOption, UnknownGame  # noqa: E402
from backroom.kernel.game import Game  # noqa: E402
from backroom.kernel.registry import game as find_game  # noqa: E402
from backroom.kernel.registry import games  # noqa: E402
from backroom.kernel.state import State  # noqa: E402

Observation = dict[str, Any]
FORMS: Final = ("vector", "dict")
MODES: Final = ("human", "ansi", "svg", "rgb_array")
VERSION: Final = "_v0"
NAMESPACE: Final = "backroom"


class Table:
    """What both kinds of environment share: the game, its spaces, what a seat observes, pictures."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        edition: Edition | None = None,
        rewards: str = "rank",
        observe: str = "vector",
        render_mode: str | None = None,
        render_seat: int | None = None,
        max_decisions: int | None = None,
    ) -> None:
        self.game = game
        self.seats = game.check_seats(game.usual_seats() if seats is None else seats)
        self.options = {**game.clockless, **(options or {})}
        game.settle(self.options)
        self.edition = edition
        self.reward = one_of("rewards", rewards, KINDS)
        self.form = one_of("observe", observe, FORMS)
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, MODES)
        self.render_seat = render_seat
        self.max_decisions = max_decisions
        self.encoding = Encoding(game, self.seats)
        self.names = [f"seat_{seat + 1}" for seat in range(self.seats)]
        self.numbers = {name: seat for seat, name in enumerate(self.names)}
        self.metadata = {"name": game.name + VERSION, "render_modes": list(MODES), "is_parallelizable": False}
        self.chance: Random | None = None
        self.position: State | None = None
        self.decisions = 0
        self.scored: list[int] = []
        seen: spaces.Space[Any] = spaces.Box(self.encoding.low, self.encoding.high, dtype=np.float32)
        if self.form == "dict":
            low, high = self.encoding.pieces(self.encoding.low), self.encoding.pieces(self.encoding.high)
            seen = spaces.Dict({name: spaces.Box(low[name], high[name], dtype=np.float32) for name in low})
        mask = spaces.Box(0, 1, (game.actions,), np.int8)
        self.observing = {name: spaces.Dict({"observation": seen, "action_mask": mask}) for name in self.names}
        self.acting = {name: spaces.Discrete(game.actions) for name in self.names}

    @property
    def table(self) -> State:
        """The game being played. It holds every secret: for you, not for your agents."""
        if self.position is None:
            raise RuntimeError("call reset() first")
        return self.position

    def open(self, seed: int | None) -> State:
        """A new game. A seed also settles all games after it, until the next seed."""
        if seed is not None:
            self.chance = Random(seed)
        drawn = None if self.chance is None else self.chance.getrandbits(128)
        self.position = self.game.new(self.seats, drawn, self.options, self.edition)
        self.decisions = 0
        self.scored = self.position.scores()
        return self.position

    def observation_of(self, seat: int) -> Observation:
        """What a seat observes now."""
        state = self.table
        vector = self.encoding.vector(state.view(seat))
        mask: NDArray[np.int8] = np.zeros(self.game.actions, np.int8)
        legal = state.legal(seat)
        if legal:
            mask[legal] = 1
        seen: Any = vector if self.form == "vector" else self.encoding.pieces(vector)
        return {"observation": seen, "action_mask": mask}

    def earned(self) -> list[float]:
        """What the last decision was worth to each seat."""
        state = self.table
        if self.reward == "rank":
            return by_rank(state.ranks()) if state.over else [0.0] * self.seats
        scores = state.scores()
        sign = -1.0 if self.game.lowest_wins else 1.0
        gains = [sign * (now - before) for now, before in zip(scores, self.scored, strict=True)]
        self.scored = scores
        return gains

    @property
    def stopped(self) -> bool:
        """Whether `max_decisions` have been made and the game is not over."""
        return self.max_decisions is not None and self.decisions >= self.max_decisions and not self.table.over

    def picture(self) -> Any:
        """The table as the render mode says, seen by `render_seat`, else by a spectator."""
        view = self.table.view(self.render_seat)
        if self.render_mode == "svg":
            return picture.svg(self.game, view)
        if self.render_mode == "rgb_array":
            return picture.pixels(self.game, view)
        text = text_of(view)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            sys.stdout.write(text + "\n")
        return None


class Turns(Table, AECEnv[str, Observation, int | None]):
    """One decision at a time."""

    def __init__(self, game: Game, **chosen: Any) -> None:
        super().__init__(game, **chosen)
        self.possible_agents = self.names[:]
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        state = self.open(seed)
        self.agents = self.names[:]
        self.rewards = dict.fromkeys(self.names, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.names, 0.0)
        self.terminations = dict.fromkeys(self.names, False)
        self.truncations = dict.fromkeys(self.names, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.names}
        self.agent_selection = self.names[state.waiting[0]]

    def step(self, action: int | None) -> None:
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        state = self.table
        state.play(self.numbers[name], -1 if action is None else int(action))
        self.decisions += 1
        self._cumulative_rewards[name] = 0.0
        if state.over or self.reward == "score":
            self.rewards = dict(zip(self.names, self.earned(), strict=True))
            self._accumulate_rewards()
        if state.over:
            self.terminations = dict.fromkeys(self.names, True)
            self.agent_selection = self.names[0]
        elif self.stopped:
            self.truncations = dict.fromkeys(self.names, True)
        else:
            self.agent_selection = self.names[state.waiting[0]]

    def observe(self, agent: str) -> Observation:
        return self.observation_of(self.numbers[agent])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observing[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.acting[agent]

    def render(self) -> Any:
        return self.picture()

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class Rounds(Table, ParallelEnv[str, Observation, int]):
    """All who owe a decision answer at once; what the others are said to do is not looked at.

    Answers are handled in the order of `State.waiting`. Where an earlier one ends what the later ones were asked
    (a race without sealed answers), those fall away.
    """

    def __init__(self, game: Game, **chosen: Any) -> None:
        super().__init__(game, **chosen)
        self.possible_agents = self.names[:]
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.open(seed)
        self.agents = self.names[:]
        return self.observations(), {name: {} for name in self.names}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        state, names = self.table, self.agents
        if not names:
            return {}, {}, {}, {}, {}
        for seat in state.waiting:
            if seat not in state.waiting:
                continue
            name = self.names[seat]
            if name not in actions:
                raise KeyError(f"{name} owes a decision")
            state.play(seat, int(actions[name]))
            self.decisions += 1
        over, stopped = state.over, self.stopped
        if over or stopped:
            self.agents = []
        return (
            self.observations(),
            dict(zip(names, self.earned(), strict=True)),
            dict.fromkeys(names, over),
            dict.fromkeys(names, stopped),
            {name: {} for name in names},
        )

    def observations(self) -> dict[str, Observation]:
        """What everybody observes."""
        return {name: self.observation_of(seat) for seat, name in enumerate(self.names)}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observing[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.acting[agent]

    def render(self) -> Any:
        return self.picture()

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class Maker:
    """A game's environments, as PettingZoo's own modules offer them."""

    def __init__(self, game: str) -> None:
        self.game = find_game(game)
        self.__name__ = f"{__name__}.{game}{VERSION}"

    def raw_env(self, **chosen: Any) -> Turns:
        """One decision at a time."""
        return Turns(self.game, **chosen)

    def env(self, **chosen: Any) -> AECEnv[str, Observation, int | None]:
        """The same, and it complains when it is used in the wrong order."""
        return OrderEnforcingWrapper(self.raw_env(**chosen))

    def parallel_env(self, **chosen: Any) -> Rounds:
        """All who owe a decision answer at once."""
        return Rounds(self.game, **chosen)


@cache
def maker(game: str) -> Maker:
    """The environments of any installed game."""
    return Maker(game)


def one_of(what: str, value: str, choices: tuple[str, ...]) -> str:
    """The value if it is one of the choices."""
    if value not in choices:
        raise BadOption(f"{what} takes {' or '.join(choices)}, not {value!r}")
    return value


def opened(game: str, kind: str, **chosen: Any) -> Any:
    """What PettingZoo's `make` calls."""
    return getattr(maker(game), kind)(**chosen)


for each in games():
    register("aec", f"{NAMESPACE}/{each}-v0", partial(opened, each, "env"))
    register("parallel", f"{NAMESPACE}/{each}-v0", partial(opened, each, "parallel_env"))


def __getattr__(name: str) -> Maker:
    game = re.fullmatch(rf"(\w+){VERSION}", name)
    if game is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return maker(game[1])
    except UnknownGame as error:
        raise AttributeError(str(error)) from None


def __dir__() -> list[str]:
    return sorted([*globals(), *(name + VERSION for name in games())])
