"""What is said when an extra is not installed."""

from __future__ import annotations

import importlib
from types import ModuleType


def need(extra: str, module: str) -> ModuleType:
    """The module, or an ImportError of one sentence that names the extra."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"this needs an extra that is not installed: pip install backroom[{extra}]") from error
