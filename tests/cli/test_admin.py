"""`backroom admin`, beside a house that is open."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from backroom.house.sqlite import connect
from tests.cli.terminal import run
from tests.web.clients import Client, table_of
from tests.web.serving import Running, serving


class Open:
    """A house that is open, with two people at a table."""

    def __init__(self, folder: Path, running: Running) -> None:
        self.folder = folder
        self.running = running
        self.ann = Client(running.address, "Ann")
        self.bob = Client(running.address, "Bob")
        self.table = table_of(self.ann, self.bob, bots=1)

    def admin(self, *words: str) -> Any:
        """What a command answers as JSON."""
        result = run("admin", *words, "--json", data=self.folder)
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    def refused(self, *words: str) -> str:
        """The sentence of a command that did not do what was asked."""
        result = run("admin", *words, data=self.folder)
        assert result.exit_code == 1
        assert not result.stdout
        assert result.stderr.startswith("backroom: ")
        assert result.stderr.count("\n") == 1
        return result.stderr


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    folder = tmp_path_factory.mktemp("house")
    with serving(folder) as running:
        yield Open(folder, running)


def test_tables_and_people_are_listed_for_people_and_for_programs(house: Open) -> None:
    [told] = [each for each in house.admin("tables", "--status", "running") if each["id"] == house.table]
    assert told["seats"] == ["Ann", "Bob", "[random]"]
    assert told["host"] == "Ann"
    assert house.admin("tables", "--game", "omerta") == []
    shown = run("admin", "tables", data=house.folder).stdout
    assert house.table in shown
    assert "Ann, Bob, [random]" in shown
    [ann] = house.admin("people", "ann")
    assert (ann["id"], ann["claimed"]) == (house.ann.id, False)
    assert ann["playing"] >= 1
    assert house.admin("people", house.bob.id)[0]["name"] == "Bob"
    who = Client(house.running.address, "Ганна")
    assert [each["id"] for each in house.admin("people", "ганн")] == [who.id], "in every alphabet"
    assert house.admin("people", "%") == [], "what is typed is no pattern"
    assert "Bob" in run("admin", "people", data=house.folder).stdout


def test_nothing_secret_is_listed(house: Open) -> None:
    seed = connect(house.folder / "house.sqlite").execute("SELECT seed FROM tables").fetchone()[0]
    for words in (("tables",), ("people",), ("check",)):
        for text in (run("admin", *words, *more, data=house.folder).output for more in ((), ("--json",))):
            assert seed not in text
            assert house.ann.token not in text


def test_somebody_is_silenced_where_he_sits_and_may_talk_again(house: Open) -> None:
    other = table_of(house.bob, house.ann)
    assert set(house.admin("mute", house.bob.id)["tables"]) >= {house.table, other}
    for table in (house.table, other):
        assert house.bob.refused("POST", f"/tables/{table}/talk", {"text": "well"}) == (403, "muted")
    assert house.admin("mute", house.bob.id, "--table", other, "--off")["tables"] == [other]
    house.bob.post(f"/tables/{other}/talk", {"text": "well"})
    assert house.bob.refused("POST", f"/tables/{house.table}/talk", {"text": "well"}) == (403, "muted")
    assert house.admin("mute", house.bob.id, "--off")["tables"] == [house.table]
    assert "no person nobody" in house.refused("mute", "nobody")
    assert "no table t" in house.refused("mute", house.bob.id, "--table", "t")


@pytest.mark.parametrize("begin", [True, False])
def test_a_closed_table_is_closed_for_those_who_sit_there(house: Open, begin: bool) -> None:
    table = table_of(house.ann, house.bob, begin=begin)
    house.ann.get(f"/tables/{table}") if not begin else house.ann.get(f"/tables/{table}/view")
    assert house.admin("close", table) == {"table": table, "status": "aborted"}
    assert house.ann.get(f"/tables/{table}")["status"] == "aborted"
    if begin:  # the server had it in memory
        for _ in range(100):
            if house.ann.get(f"/tables/{table}/view")["over"]:
                break
            time.sleep(0.1)
        else:
            raise AssertionError("the server goes on with it")
        assert house.ann.move(table, "stay").json()["code"] == "table_closed"
    assert "closed already" in house.refused("close", table)
    assert "no such table" in house.refused("close", "nowhere")


def test_a_backup_is_written_once_and_for_its_owner_alone(house: Open, tmp_path: Path) -> None:
    file = tmp_path / "house.backup"
    assert house.admin("backup", str(file))["bytes"] == file.stat().st_size
    assert file.stat().st_mode & 0o777 == 0o600
    assert "there already" in house.refused("backup", str(file))
    assert "could not be written" in house.refused("backup", str(tmp_path / "nowhere" / "x"))
    assert list(tmp_path.iterdir()) == [file]


def test_a_log_that_is_not_whole_is_found_out(house: Open, tmp_path: Path) -> None:
    for _ in range(4):
        for each in (house.ann, house.bob):
            for token in each.get(f"/tables/{house.table}/legal")["tokens"][:1]:
                each.move(house.table, token)
    assert house.admin("check")["ok"]
    assert house.admin("check", "--table", house.table)["tables"] == 1
    assert " 0 faults." in run("admin", "check", data=house.folder).stdout
    file = tmp_path / "house.sqlite"
    house.admin("backup", str(file))
    wrongs = {
        "DELETE FROM moves WHERE table_id = ? AND seq = 2": "missing",
        "UPDATE moves SET tokens = 'dance' WHERE table_id = ? AND seq = 1": "dance",
        "UPDATE moves SET at = 5 WHERE table_id = ? AND seq = 2": "before the one before",
        "UPDATE tables SET status = 'over' WHERE id = ?": "noted as over",
        "UPDATE moves SET table_id = 'gone' WHERE table_id = ?": "not there",
    }
    for at, (wrong, expected) in enumerate(wrongs.items()):
        folder = tmp_path / str(at)
        folder.mkdir()
        (folder / "house.sqlite").write_bytes(file.read_bytes())
        spoilt = connect(folder / "house.sqlite")
        spoilt.execute(wrong, (house.table,))
        spoilt.close()
        result = run("admin", "check", "--json", data=folder)
        assert result.exit_code == 1, wrong
        found = json.loads(result.stdout)
        assert not found["ok"]
        assert any(expected in each["problem"] for each in found["faults"]), (wrong, found["faults"])
        assert expected in run("admin", "check", data=folder).stdout


def test_tables_of_other_rules_are_named_and_no_fault(house: Open, tmp_path: Path) -> None:
    house.admin("backup", str(tmp_path / "house.sqlite"))
    changed = connect(tmp_path / "house.sqlite")
    changed.execute("UPDATE tables SET rules = '0.1' WHERE id = ?", (house.table,))
    changed.close()
    result = run("admin", "check", "--json", data=tmp_path)
    assert result.exit_code == 0
    assert [each["table"] for each in json.loads(result.stdout)["unchecked"]] == [house.table]
    assert "Not checked" in run("admin", "check", data=tmp_path).stdout


def test_what_is_no_house_is_said_to_be_none(tmp_path: Path) -> None:
    for words in (["tables"], ["people"], ["check"], ["close", "x"], ["backup", str(tmp_path / "b")]):
        result = run("admin", *words, data=tmp_path)
        assert result.exit_code == 1
        assert "There is no house in" in result.stderr
    assert list(tmp_path.iterdir()) == [], "and none is made"
    (tmp_path / "house.sqlite").write_text("nonsense " * 1000)
    assert "cannot be read" in run("admin", "tables", data=tmp_path).stderr
    told = run("admin", "tables", "--database", "postgresql://nobody:secret@127.0.0.1:1/none", data=tmp_path).stderr
    assert "cannot be read" in told
    assert "secret" not in told
    assert "not the address" in run("admin", "tables", "--database", "nonsense", data=tmp_path).stderr


def test_a_house_of_another_version_is_left_as_it_is(house: Open, tmp_path: Path) -> None:
    house.admin("backup", str(tmp_path / "house.sqlite"))
    older = connect(tmp_path / "house.sqlite")
    older.execute("UPDATE alembic_version SET version_num = '0001'")
    assert "of revision 0001" in run("admin", "tables", data=tmp_path).stderr
    assert older.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    older.close()
