"""The catalogues as files: `src/backroom/locale/<language>/LC_MESSAGES/backroom.po`, one for each language."""

from __future__ import annotations

import subprocess
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from backroom.kernel.catalogues import compiled
from backroom.kernel.tongues import TONGUES
from backroom.kernel.words import LOCALE
from tools.tongues.gathering import ROOT, gathered
from tools.tongues.glossary import glossary

LANGUAGES: Final = tuple(code for code in TONGUES if code != "en")
WIDTH: Final = 110


def file_of(language: str) -> Path:
    """Where a language's catalogue lies."""
    return LOCALE / language / "LC_MESSAGES" / "backroom.po"


def read(language: str) -> Catalog:
    """A language's catalogue; an empty one if there is none yet."""
    file = file_of(language)
    return parsed(file.read_bytes(), language) if file.is_file() else fresh(language)


def parsed(text: bytes, language: str) -> Catalog:
    """A catalogue from its text. An error in it is an error."""
    return read_po(BytesIO(text), locale=language, domain="backroom", abort_invalid=True)


def fresh(language: str) -> Catalog:
    """An empty catalogue."""
    catalogue = Catalog(locale=language, domain="backroom", charset="utf-8")
    catalogue.mime_headers = [("Plural-Forms", TONGUES[language].plurals)]
    return catalogue


def write(language: str, catalogue: Catalog) -> None:
    """Write a catalogue so that the same content always gives the same bytes: sorted, files without lines, no dates."""
    body = BytesIO()
    write_po(
        body, catalogue, width=WIDTH, omit_header=True, sort_output=True, include_lineno=False, ignore_obsolete=True
    )
    head = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {TONGUES[language].plurals}\\n"\n\n'
    )
    file = file_of(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    written = head.encode() + body.getvalue().lstrip(b"\n")
    if not file.is_file() or file.read_bytes() != written:
        file.write_bytes(written)


def forms(language: str) -> int:
    """How many plural forms a language has."""
    return int(TONGUES[language].plurals.partition("nplurals=")[2][0])


def updated(language: str, template: Catalog, *known: Catalog) -> Catalog:
    """What the sources hold now with what has been translated; later catalogues win. Nothing is guessed."""
    catalogue = fresh(language)
    for message in template:
        if not message.id:
            continue
        plural = message.pluralizable
        told: str | tuple[str, ...] = ("",) * forms(language) if plural else ""
        for each in known:
            old = each.get(message.id if isinstance(message.id, str) else message.id[0])
            if old is not None and old.pluralizable == plural and any(strings(old)):
                told = strings(old)[: forms(language)] if plural else strings(old)[0]
        catalogue.add(message.id, told, locations=message.locations, flags=message.flags)
    return catalogue


def strings(message: Message) -> tuple[str, ...]:
    """The translations of a message: one, or one for each plural form."""
    return (message.string or "",) if isinstance(message.string, str) else tuple(message.string or ())


def update(languages: tuple[str, ...] = LANGUAGES) -> None:
    """Take what is new in the sources into the catalogues, and take out what is gone.

    What is a term or a sentence of the glossary comes translated.
    """
    template = gathered()
    for language in languages:
        write(language, updated(language, template, settled(language, template), read(language)))


def settled(language: str, template: Catalog) -> Catalog:
    """What the glossary has settled already."""
    catalogue = fresh(language)
    terms = glossary(language)
    for message in template:
        if isinstance(message.id, str) and len(terms.get(message.id, ())) == 1:
            (told,) = terms[message.id]
            catalogue.add(message.id, told)
    return catalogue


def resolve(languages: tuple[str, ...] = LANGUAGES) -> None:
    """After a merge or rebase that stopped at catalogues: both sides' translations, message by message.

    Where both translated the same message anew, the side that is being brought in wins.
    """
    template = gathered()
    for language in languages:
        path = file_of(language).relative_to(ROOT).as_posix()
        found = []
        for stage in (2, 3):
            shown = subprocess.run(["git", "show", f":{stage}:{path}"], cwd=ROOT, capture_output=True, check=False)
            if shown.returncode == 0:
                found.append(parsed(shown.stdout, language))
        if not found:
            continue
        base = subprocess.run(["git", "show", f":1:{path}"], cwd=ROOT, capture_output=True, check=False)
        if base.returncode == 0 and len(found) == 2:
            unchanged(found[1], parsed(base.stdout, language))
        write(language, updated(language, template, *found))
        subprocess.run(["git", "add", path], cwd=ROOT, check=True)


def unchanged(side: Catalog, base: Catalog) -> None:
    """Take out of one side what it has not changed, so that it cannot win over the other side's change."""
    for message in list(side):
        old = base.get(message.id if isinstance(message.id, str) else message.id[0]) if message.id else None
        if old is not None and strings(old) == strings(message):
            side.delete(message.id if isinstance(message.id, str) else message.id[0])


def compile_all() -> None:
    """Every catalogue made into what programs read."""
    for language in LANGUAGES:
        compiled(file_of(language))
