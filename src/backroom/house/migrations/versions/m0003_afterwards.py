"""Games are looked at again: studies, chances, second thoughts, remarks. Tables begin at positions. Lessons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.String(length=32)


def upgrade() -> None:
    """New tables, and a column that is empty for all there was."""
    op.add_column("tables", sa.Column("position", sa.Text(), nullable=True))
    op.create_table(
        "studies",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("person_id", ID, nullable=True),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("record", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_studies_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_studies")),
    )
    op.create_index(op.f("ix_studies_person_id_created"), "studies", ["person_id", "created"])
    op.create_table(
        "analyses",
        sa.Column("study_id", ID, nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("alive", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["study_id"], ["studies.id"], name=op.f("fk_analyses_study_id")),
        sa.PrimaryKeyConstraint("study_id", name=op.f("pk_analyses")),
    )
    op.create_index(op.f("ix_analyses_status"), "analyses", ["status"])
    op.create_table(
        "second_thoughts",
        sa.Column("study_id", ID, nullable=False),
        sa.Column("step", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["studies.id"], name=op.f("fk_second_thoughts_study_id")),
        sa.PrimaryKeyConstraint("study_id", "step", name=op.f("pk_second_thoughts")),
    )
    op.create_table(
        "remarks",
        sa.Column("id", ID, nullable=False),
        sa.Column("study_id", ID, nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("deleted", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["studies.id"], name=op.f("fk_remarks_study_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_remarks_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remarks")),
    )
    op.create_index(op.f("ix_remarks_study_id_step"), "remarks", ["study_id", "step"])
    op.create_index(op.f("ix_remarks_person_id_at"), "remarks", ["person_id", "at"])
    op.create_table(
        "lessons",
        sa.Column("person_id", ID, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_lessons_person_id")),
        sa.PrimaryKeyConstraint("person_id", "game", name=op.f("pk_lessons")),
    )


def downgrade() -> None:
    """Forget it all. Tables that began at a position cannot be played any more."""
    for table in ("lessons", "remarks", "second_thoughts", "analyses", "studies"):
        op.drop_table(table)
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("position")
