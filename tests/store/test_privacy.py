"""Players' names are kept outside the log, and can be erased from everywhere."""

import json

import pytest

from cli.main import run
from ledger.store.store import Store
from tests.exchange.files import board, line, pair, usebio
from tests.promises import promise

NAMES = ("Jane Quixote", "Sam Ümlaut", "Ann Other", "Bo Plain")
RESULTS = board(1, [line("1", "2", "420", contract="4S", by="N", tricks="10")])


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger(request, tmp_path, capsys):
    """Two evenings with the same four players, from result files that name them."""
    url = str(tmp_path / "ledger.db") if request.param == "sqlite" else request.getfixturevalue("new_database")()
    assert run(["--db", url, "init"]) == 0
    for evening in ("first", "second"):
        file = tmp_path / f"{evening}.xml"
        file.write_text(usebio(RESULTS + pair("1", names=NAMES[:2]) + pair("2", names=NAMES[2:])), "utf-8")
        assert run(["--db", url, "--session", evening, "import", str(file), "--scoring", "matchpoints"]) == 0
    capsys.readouterr()
    return url


def store_of(ledger):
    return Store(ledger if "://" in ledger else f"sqlite:///{ledger}")


def bodies(ledger):
    store = store_of(ledger)
    found = [record for session in store.log.sessions() for record, _ in store.log.stored(session)]
    store.close()
    return found


@promise("T27")
def test_no_body_holds_a_name_or_a_number_of_a_player(ledger):
    for body in bodies(ledger):
        assert not any(part.encode() in body for name in NAMES for part in name.split())


@promise("T31")
def test_a_player_is_erased_everywhere_and_the_log_still_verifies(ledger, capsys):
    before = bodies(ledger)
    assert run(["--db", ledger, "standings", "--session", "first"]) == 0
    assert "Jane Quixote" in capsys.readouterr().out
    assert run(["--db", ledger, "person", "erase", "jane quixote", "--yes"]) == 0
    output = capsys.readouterr().out
    assert "Erased 2 entries" in output
    for session in ("first", "second"):
        assert run(["--db", ledger, "standings", "--session", session]) == 0
        shown = capsys.readouterr().out
        assert "Jane" not in shown
        assert "Sam Ümlaut" in shown
    assert run(["--db", ledger, "verify", "--strict"]) == 0
    assert [record for record in bodies(ledger) if b'"text-erased/' not in record] == before


def test_where_somebody_calls_him_by_his_surname_alone_is_told(ledger, capsys):
    call = ["--db", ledger, "--session", "first", "call", "add", "1/1", "--caller", "N", "--stage", "auction", "--json"]
    numbers = []
    for alleged in ("Quixote hesitated", "a quixotic lead", "QUIXOTE's lead"):
        assert run([*call, alleged]) == 0
        numbers.append(json.loads(capsys.readouterr().out)["recorded"][0]["number"])
    assert run(["--db", ledger, "person", "erase", "jane quixote", "--yes"]) == 0
    said = capsys.readouterr().err
    assert "Texts that name the person stay" in said
    assert run(["--db", ledger, "person", "show", "Jane Quixote", "--json"]) == 0
    parts = json.loads(capsys.readouterr().out)["parts"]
    assert [(each["session"], each["number"]) for each in parts] == [("first", numbers[0]), ("first", numbers[2])]


@promise("T33")
def test_what_is_erased_from_a_file_is_not_in_the_file(ledger, tmp_path):
    assert run(["--db", ledger, "person", "erase", "Ann Other", "--yes"]) == 0
    if "://" not in ledger:
        assert not any(b"Ann Other" in file.read_bytes() for file in tmp_path.glob("ledger.db*"))


def test_by_number_shown_first_and_only_with_consent(ledger, capsys):
    assert run(["--db", ledger, "person", "list", "--json"]) == 0
    people = json.loads(capsys.readouterr().out)["people"]
    assert len(people) == 8
    number = people[0]["member_number"]
    assert run(["--db", ledger, "person", "erase", "--member", number, "-n"]) == 0
    assert "Would erase" in capsys.readouterr().out
    assert run(["--db", ledger, "person", "erase", "--member", number]) == 1
    assert "needs-yes" in capsys.readouterr().err
    assert run(["--db", ledger, "person", "list", "--session", "first", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["people"]) == 4


@pytest.mark.parametrize("typed", ["Sam Ümlaut", " SAM ÜMLAUT "])
def test_letters_of_every_language_are_read_in_capitals_or_not(ledger, typed):
    assert run(["--db", ledger, "person", "erase", typed, "--yes"]) == 0


def test_who_is_not_kept(ledger, capsys):
    assert run(["--db", ledger, "person", "erase", "Nobody", "--yes"]) == 1
    assert "error[no-such-person]" in capsys.readouterr().err
    assert run(["--db", ledger, "person", "erase", "--yes"]) == 2
