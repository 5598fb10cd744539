"""Prints what the project depends on, and the extras named: one requirement a word, for pip."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
for extra in sys.argv[1:]:
    wanted += project["project"]["optional-dependencies"][extra]
sys.stdout.write(" ".join(requirement.replace(" ", "") for requirement in wanted) + "\n")
