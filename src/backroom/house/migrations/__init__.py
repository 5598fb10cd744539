"""How the database comes to its present shape, step by step (Alembic)."""
