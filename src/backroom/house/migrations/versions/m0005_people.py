"""People: strength over time, places and colours of games, wishes, addresses for reminders, seats at one device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ID = sa.String(length=32)


def upgrade() -> None:
    """New tables, and columns that are empty for all there was. Strength begins its line where it stands now."""
    op.add_column("people", sa.Column("wishes", sa.Text(), nullable=True))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("keeper_id", ID, nullable=True))
        seats.add_column(sa.Column("rank", sa.Integer(), nullable=True))
        seats.add_column(sa.Column("colour", sa.String(length=40), nullable=True))
        seats.create_foreign_key(op.f("fk_seats_keeper_id"), "people", ["keeper_id"], ["id"])
    op.create_table(
        "rating_points",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_rating_points_table_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_rating_points_person_id")),
        sa.PrimaryKeyConstraint("table_id", "person_id", name=op.f("pk_rating_points")),
    )
    op.create_index(op.f("ix_rating_points_person_id_game_at"), "rating_points", ["person_id", "game", "at"])
    op.create_table(
        "addresses",
        sa.Column("person_id", ID, nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("confirmed", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_addresses_person_id")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_addresses")),
    )
    op.create_table(
        "reminders",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.Column("acted", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_reminders_table_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_reminders_person_id")),
        sa.PrimaryKeyConstraint("table_id", "person_id", "acted", name=op.f("pk_reminders")),
    )


def downgrade() -> None:
    """Forget it all."""
    for table in ("reminders", "addresses", "rating_points"):
        op.drop_table(table)
    with op.batch_alter_table("seats") as seats:
        seats.drop_constraint(op.f("fk_seats_keeper_id"), type_="foreignkey")
        for column in ("colour", "rank", "keeper_id"):
            seats.drop_column(column)
    with op.batch_alter_table("people") as people:
        people.drop_column("wishes")
