"""A word to the compiler, without needing its package where the game only runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**settings):
        """What mypyc reads when it compiles; nothing at run time."""
        return lambda cls: cls
