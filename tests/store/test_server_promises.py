"""What the help on PostgreSQL and on logins promises beside what other tests show."""

import re
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from cli.main import run
from ledger.store.store import Store
from tests.promises import promise
from tests.store.test_logins import at, desk, ledger  # noqa: F401

HELP = Path(__file__).parents[2] / "cli" / "help" / "postgresql.md"


def asked(url, statement, **values):
    with closing(Store(url)) as store, store.connections.transaction() as connection:
        found = connection.execute(sa.text(statement), values)
        return [tuple(row) for row in found] if found.returns_rows else []


@promise("P12")
def test_a_grant_is_taken_back_as_the_help_says(desk, ledger):  # noqa: F811
    result = "result add 1/1 4SN= --ns 1 --ew 2 --by Dahl"
    assert desk("scorer3", result)[0] == 0
    said = " ".join(HELP.read_text().split())
    for revoke in re.findall(r"REVOKE ALL ON .*? FROM desk", said):
        asked(ledger, revoke.replace("desk", "scorer3"))
    for words in ("standings", result.replace("1/1", "1/2")):
        code, printed = desk("scorer3", words)
        assert (code, "error[database-denied]" in printed) == (5, True)
    assert desk("ahlborn", "result add 1/2 4SN= --ns 3 --ew 4 --by Ahlborn")[0] == 0


@promise("P10")
def test_when_the_server_took_an_event_in_stands_beside_it(desk, ledger):  # noqa: F811
    """By its clock, whatever the desk says; alike for what came at once."""
    before = datetime.now(UTC)
    assert desk("scorer3", "result add 1/1 4SN= --ns 1 --ew 2 --by Dahl --at 00:00")[0] == 0
    rows = asked(ledger, "SELECT number, login, entered_at FROM bridge_ledger.log WHERE session = 's' ORDER BY number")
    assert [login for _, login, _ in rows[1:]] == ["scorer3"] * 2
    first, second = (entered for _, _, entered in rows[1:])
    assert first == second
    assert before <= first <= datetime.now(UTC)


@promise("P25")
def test_what_is_erased_is_no_row_any_more(desk, ledger):  # noqa: F811
    for words in ("result add 1/1 4SN= --ns 1 --ew 2", "person name 1 1 Jane"):
        assert run(["--db", ledger, *words.split()]) == 0
    (kept,) = asked(ledger, "SELECT count(*) FROM bridge_ledger.text WHERE text = 'Jane'")
    assert run(["--db", ledger, "person", "erase", "Jane", "--yes"]) == 0
    (left,) = asked(ledger, "SELECT count(*) FROM bridge_ledger.text WHERE text = 'Jane'")
    assert (kept, left) == ((1,), (0,))
    assert asked(ledger, "SELECT commitment FROM bridge_ledger.text") == []


@promise("P26")
def test_the_view_is_asked_as_the_help_says(desk, ledger):  # noqa: F811
    for words in ("result add 1/1 4SN= --ns 1 --ew 2", "ruling add 1/1 --stands --reason slow"):
        assert desk("scorer3", words + " --by Dahl")[0] == 0
    (typed,) = re.findall(r"^    (SELECT [^;]*?'ruling-%')", HELP.read_text(), re.MULTILINE)
    ((_, name, by, case),) = asked(ledger, typed.replace("thursday", "s").replace(":", "\\:"))
    assert (name.partition("/")[0], by, case) == ("ruling-given", "Dahl", "R-0001")
    ((body,),) = asked(
        ledger, "SELECT CAST(body AS text) FROM bridge_ledger.log WHERE session = 's' AND name LIKE 'ruling-%'"
    )
    assert "slow" not in body


@promise("S10")
def test_what_leaves_the_house_carries_no_login(desk, tmp_path):  # noqa: F811
    key = tmp_path / "k"
    for words in (
        "official add Ahlborn --as chief-director --login ahlborn --by Ahlborn",
        "official add Dahl --as scorer --by Ahlborn",
    ):
        assert desk("ahlborn", words)[0] == 0
    assert desk("scorer3", "result add 1/1 4SN= --ns 1 --ew 2 --by Dahl")[0] == 0
    assert desk("ahlborn", "ruling add 1/1 --stands --by Ahlborn")[0] == 0
    for words in (f"seal --new-key ebu.example --key {key}", f"seal --key {key}", f"export -o {tmp_path / 's.zip'}"):
        assert desk("scorer3", words)[0] == 0
    code, receipt = desk("scorer3", f"receipt R-0001 --key {key}")
    assert (code, "R-0001" in receipt) == (0, True)
    assert b"Dahl" in (tmp_path / "s.zip").read_bytes()
    assert b"scorer3" not in (tmp_path / "s.zip").read_bytes()
    assert "scorer3" not in receipt
