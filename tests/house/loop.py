"""Tests that wait for things."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

import uvloop

P = ParamSpec("P")


def awaited(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test to its end, or for a minute; then say where everything stood."""

    async def bounded(*args: P.args, **kwargs: P.kwargs) -> None:
        running = asyncio.ensure_future(test(*args, **kwargs))
        done, _ = await asyncio.wait([running], timeout=60)
        if not done:
            stood = io.StringIO()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.print_stack(file=stood)
            running.cancel()
            await asyncio.wait([running], timeout=10)
            raise AssertionError(f"not done after a minute:\n{stood.getvalue()}")
        running.result()

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # the loop a house that is open runs on
            runner.run(bounded(*args, **kwargs))

    return run


async def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for something that another task brings about."""
    for _ in range(int(seconds * 200)):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("waited in vain")
