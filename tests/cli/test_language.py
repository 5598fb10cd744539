"""The command line speaks the language it is asked for."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from backroom.cli.tongue import Tongue, language_of, speak
from backroom.kernel import words
from backroom.kernel.rulebook import rulebook, summary
from tests.cli.terminal import run


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "uk_UA.UTF-8"}, "uk_UA"),
        ({"LANG": "de_AT.UTF-8@euro"}, "de_AT"),
        ({"LANG": "pl_PL", "LC_ALL": "fa_IR"}, "fa_IR"),
        ({"LANG": "pl_PL", "LC_MESSAGES": "uk_UA"}, "uk_UA"),
        ({"LANGUAGE": "uk:pl", "LC_ALL": "fa_IR"}, "uk"),
        ({"LANGUAGE": "", "LANG": "pl"}, "pl"),
    ],
)
def test_the_environment_asks_for_a_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


class Marked(gettext.NullTranslations):
    """Every sentence in brackets, so that one that is not translated shows."""

    def gettext(self, message: str) -> str:
        return f"⟨{message}⟩"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language in which every sentence is marked."""
    monkeypatch.setattr(words, "translations", lambda language: Marked())
    before = Tongue.language
    monkeypatch.setattr(Tongue, "catalogue", Marked())
    yield
    speak(before)


@pytest.mark.usefixtures("marked")
def test_everything_said_in_a_game_can_be_translated(tmp_path: Path) -> None:
    typed = "\nchicago 1v\nzork\n99\nu\nlog\nnew_york\n\n" + "1\n\n" * 60
    told = run("play", "boss", "--people", "Anna,Boris", "--seed", "9", data=tmp_path, typed=typed).stdout
    assert "⟨The final standing⟩" in told
    assert "⟨The payout of round 1⟩" in told
    plain = [line for line in told.splitlines() if re.search("[a-z]{4}", line) and not re.search("[⟨⟩]", line)]
    names = re.compile("Anna|Boris|Boss|new_york|boston|detroit|zork|chicago|stay")
    assert [line for line in plain if re.search("[a-z]{4}", names.sub("", line))] == []


def test_rulebooks_are_read_in_the_language_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tongue, "language", "uk_UA")
    assert "Треба мати перевагу" in run("rules", "boss", "B-14").stdout
    assert run("rules", "boss").stdout.strip() == rulebook("boss", "uk").strip()
    assert run("rules", "boss", "--summary").stdout.strip() == summary("boss", "uk").strip()
