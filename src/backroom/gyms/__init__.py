"""The games as environments that researchers and their programs know, thin over the kernel.

`pettingzoo` (AEC and parallel environments), `openspiel` (games registered with pyspiel), `vector` (many tables
stepped at once, in arrays), `mcp` (a seat for an assistant), `text` (views as faithful text). Each adapter is an
extra: `pip install backroom[pettingzoo]`. All of them get views, never states, and know no game by name: a game
says itself how its view becomes numbers (`Game.features`, `Game.numbers`); for one that does not there is a plain
encoding.
"""
