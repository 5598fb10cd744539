"""Alembic's entry: the connection is always handed over by `store.upgrade`."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from backroom.house.schema import Row


def run() -> None:
    """Carry out the steps in the transaction the caller has begun."""
    connection = context.config.attributes["connection"]
    if not isinstance(connection, Connection):
        raise TypeError("migrations run through backroom.house.store.upgrade")
    context.configure(connection=connection, target_metadata=Row.metadata, render_as_batch=True)
    context.run_migrations()


if __name__ == "env_py":  # the name Alembic loads it by
    run()
