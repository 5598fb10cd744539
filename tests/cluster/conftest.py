"""The PostgreSQL server of the house's tests."""

from tests.house.conftest import server

__all__ = ["server"]
