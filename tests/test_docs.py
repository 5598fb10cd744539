"""The documents are true: their Python runs, their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "own-game.md"], ids=lambda page: page.name)
def test_python_in_the_documents_runs(page: Path) -> None:
    code = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile("\n".join(code), str(page), "exec"), {"__name__": "document"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_pages_name_only_commands_that_exist() -> None:
    from typer.core import TyperGroup
    from typer.main import get_command

    from backroom.cli import app

    group = get_command(app)
    assert isinstance(group, TyperGroup)
    known = set(group.commands)
    named: set[str] = set()
    for page in PAGES:
        for code in re.findall(r"```sh\n(.*?)```|`([^`\n]+)`", page.read_text(encoding="utf-8"), re.DOTALL):
            named.update(re.findall(r"^(?:\.venv/bin/)?backroom ([a-z]+)", "".join(code), re.MULTILINE))
    assert len(named) > 5
    assert named <= known
