"""The pages. The application takes from here `ROUTES`, what a table's page shows (`fragments`), and how a problem looks."""

from __future__ import annotations

from collections.abc import Sequence

from litestar.types import ControllerRouterHandler

from backroom.web.stage import fragments

__all__ = ["fragments", "problem_page", "routes"]
