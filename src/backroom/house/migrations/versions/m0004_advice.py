"""Tables say who may ask the consigliere for advice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """At tables there were, as at new ones: who plays against bots alone may ask."""
    op.add_column("tables", sa.Column("advice", sa.String(length=10), nullable=False, server_default="alone"))


def downgrade() -> None:
    """Nobody may."""
    op.drop_column("tables", "advice")
