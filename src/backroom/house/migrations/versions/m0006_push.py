"""Browsers that are told of turns while no page is open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ID = sa.String(length=32)


def upgrade() -> None:
    """A new table."""
    op.create_table(
        "browsers",
        sa.Column("id", ID, nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=32), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_browsers_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_browsers")),
    )
    op.create_index(op.f("ix_browsers_person_id"), "browsers", ["person_id"])


def downgrade() -> None:
    """Forget it all."""
    op.drop_index(op.f("ix_browsers_person_id"), table_name="browsers")
    op.drop_table("browsers")
