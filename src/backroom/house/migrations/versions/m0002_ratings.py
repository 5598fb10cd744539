"""Seats remember who sat there when the game began: who leaves a rated game has lost it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of games that are running already, those who sit there now are taken to have begun them."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("began", sa.String(length=32), nullable=True))
        seats.create_foreign_key(op.f("fk_seats_began"), "people", ["began"], ["id"])
    op.execute("UPDATE seats SET began = person_id WHERE table_id IN (SELECT id FROM tables WHERE status = 'running')")


def downgrade() -> None:
    """Forget it."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_constraint(op.f("fk_seats_began"), type_="foreignkey")
        seats.drop_column("began")
