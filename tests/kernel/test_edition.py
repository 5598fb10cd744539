"""Editions: every datum's line, whatever way the file writes it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest

import backroom
from backroom.kernel.edition import Edition, Source

TEXT = """# a comment
[meta]
edition = "sample-1"   # "quoted" = [ "not", "counted" ]

[kit.first]
size = 3
"odd name" = 1
inner.deep = 2

[[city]]
id = "a"
cards = [
  { kind = "money", value = 1 },
  # { kind = "none" },
  { kind = "gun", note = "a } and a ] in a string" },
]

[city.ban]
from = 2

[[city]]
id = "b"
cards = [{ kind = "money", value = 9 }, { kind = "gun" }]
names = [
  "x",
  "y",
]
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("meta",), 2),
        (("meta", "edition"), 3),
        (("kit", "first"), 5),
        (("kit", "first", "size"), 6),
        (("kit", "first", "odd name"), 7),
        (("kit", "first", "inner", "deep"), 8),
        (("city",), 10),
        (("city", 0), 10),
        (("city", 0, "id"), 11),
        (("city", 0, "cards"), 12),
        (("city", 0, "cards", 0), 13),
        (("city", 0, "cards", 0, "value"), 13),
        (("city", 0, "cards", 1), 15),
        (("city", 0, "cards", 1, "note"), 15),
        (("city", 0, "ban"), 18),
        (("city", 0, "ban", "from"), 19),
        (("city", 1), 21),
        (("city", 1, "id"), 22),
        (("city", 1, "cards", 0, "value"), 23),
        (("city", 1, "cards", 1), 23),
        (("city", 1, "names", 1), 26),
        (("city", 1, "nothing"), 21),
        (("city", 7), 10),
        (("nothing", "at", "all"), 1),
        ((), 1),
    ],
)
def test_the_line_of_a_datum_or_of_the_nearest_table_around_it(path: tuple[str | int, ...], line: int) -> None:
    assert Edition(TEXT).line(path) == line


def test_an_edition_is_known_by_the_hash_of_its_text() -> None:
    edition = Edition(TEXT)
    assert edition.sha256 == hashlib.sha256(TEXT.encode()).hexdigest()
    assert edition.label == f"sample-1 {edition.sha256}"
    assert Edition(TEXT + "\n").sha256 != edition.sha256


@pytest.mark.parametrize("value", ["[" * 5_000, "9" * 5_000])
def test_what_breaks_the_reader_is_no_edition_either(value: str) -> None:
    with pytest.raises(backroom.BadEdition, match="this is not TOML"):
        Edition(f"x = {value}")


@pytest.mark.parametrize("name", ['"x"', '"mine-2"', '"a.b_c-d"', '"' + "a" * 40 + '"'])
def test_a_name_may_be(name: str) -> None:
    assert Edition(f"[meta]\nedition = {name}\n").name == name.strip('"')


@pytest.mark.parametrize("name", ['""', '"Mine"', '"a b"', '"-a"', '"' + "a" * 41 + '"', "7", "true", "[]", '"a\\n"'])
def test_a_name_may_not_be(name: str) -> None:
    with pytest.raises(backroom.BadEdition, match=r"^line 2: expected edition = ") as refused:
        Edition(f"[meta]\nedition = {name}\n")
    assert refused.value.line == 2


@pytest.mark.parametrize("text", ["", "[meta]\n", "meta = 3\n", "[other]\nedition = 'x'\n"])
def test_without_a_name_a_file_is_no_edition(text: str) -> None:
    with pytest.raises(backroom.BadEdition, match="expected edition = "):
        Edition(text)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[meta]\nedition = \n", 2, "this is not TOML: invalid value at column 11"),
        ('[meta]\nedition = "x"\n[meta]\n', 3, "this is not TOML: cannot declare ('meta',) twice at column 6"),
        ('[meta]\nedition = "x', 2, "this is not TOML: "),
    ],
)
def test_what_is_not_toml_is_told_with_line_and_column(text: str, line: int, says: str) -> None:
    with pytest.raises(backroom.BadEdition) as refused:
        Edition(text, "mine.toml")
    assert refused.value.line == line
    assert refused.value.problem.startswith(says)
    assert str(refused.value) == f"mine.toml, line {line}: {refused.value.problem}"


class Sample(msgspec.Struct, forbid_unknown_fields=True):
    """A little model."""

    meta: dict[str, str]
    size: int
    parts: list[dict[str, int]] = []
    source: dict[str, dict[str, list[Source]]] = {}


@pytest.mark.parametrize(
    ("rest", "line", "says"),
    [
        ("", 1, "size is missing here"),
        ("size = 'big'\n", 1, "size: expected a whole number, got text"),
        ("size = 1\nshape = 2\n", 2, "unknown name 'shape'; this program would not use it"),
        ("size = 1\nparts = [\n  { a = 1 },\n  { a = 'x' },\n]\n", 4, "parts.1.a: expected a whole number, got text"),
        (
            "size = 1\n[source.one]\na = ['ours']\n[source.two]\na = ['ours']\nb = ['ours', 'stolen']\n",
            6,
            "source.two.b.1: unknown b 'stolen'; expected one of inferred, ours, public, rulebook",
        ),
    ],
)
def test_a_misfit_is_told_at_its_line(rest: str, line: int, says: str) -> None:
    edition = Edition(f'{rest}[meta]\nedition = "x"\n')
    with pytest.raises(backroom.BadEdition) as refused:
        edition.shaped(Sample)
    assert says in refused.value.problem
    assert refused.value.line == line, refused.value


def test_what_fits_comes_as_the_games_own_type() -> None:
    assert Edition('size = 3\n[meta]\nedition = "x"\n').shaped(Sample) == Sample({"edition": "x"}, 3)


def test_a_file_is_read_as_its_text(tmp_path: Path) -> None:
    file = tmp_path / "sample.toml"
    file.write_text(TEXT, encoding="utf-8")
    edition = Edition.read(file)
    assert (edition.sha256, edition.source) == (Edition(TEXT).sha256, str(file))


def test_an_edition_that_was_never_read_is_asked_for() -> None:
    with pytest.raises(backroom.BadEdition, match="SHA-256 000000000000… is not loaded; give its file"):
        backroom.game("boss").edition("0" * 64)
