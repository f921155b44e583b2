"""What the help on attacks and trust promises beside what other tests show, typed as whoever tries it would."""

import json
import sqlite3
from base64 import b64encode
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from cli.main import run
from ledger.store.chain import GENESIS, with_digests
from ledger.store.log import row
from ledger.store.store import Store
from ledger.store.tables import INSERT
from ledger.trust.keys import read_key
from tests.exchange.files import board, line, pair, usebio
from tests.promises import promise
from tests.store.unguarded import unguarded

EVENING = (
    "init",
    "session open s --boards 1-2",
    "result add 1/1 4SN= --ns 1 --ew 2",
    "result add 1/2 4SN-1 --ns 3 --ew 4",
    "ruling add 1/1 --result 4SN-1 --offender NS --facts hesitated",
    "seal --new-key ebu.example --key k",
    "seal --key k",
)


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    """A sealed evening with a ruling; and how Dahl types, whose exit code has to be as said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Dahl")

    def type_(words, code=0, printed=False):
        capsys.readouterr()
        assert run([word.replace("&", " ") for word in words.split()]) == code, (words, capsys.readouterr())
        said = capsys.readouterr()
        return said.out if printed else said.out + said.err

    for words in EVENING:
        type_(words)
    return type_


def events(name="bridge-ledger.db", session="s"):
    with closing(Store(f"sqlite:///{name}")) as store:
        return list(store.log.read(session))


@promise("A1")
def test_a_result_file_is_previewed_and_each_line_is_an_event_by_who_imported_it(desk):
    header = "board,table,ns,ew,contract,declarer,tricks\n"
    Path("late.csv").write_text(f"{header}2,1,1,2,3NT,N,9\n2,2,3,4,3NT,N,8\n")
    before = events()
    assert "2 results" in desk("import late.csv --session s -n")
    assert events() == before
    desk("import late.csv --session s")
    new = events()[len(before) :]
    assert [(each.name, each.event.board) for each in new if each.name.startswith("result")] == [
        ("result-recorded/1", 2)
    ] * 2
    assert {each.by for each in new} == {"Dahl"}


@promise("A2", "A6", "T14")
def test_what_was_added_at_the_end_of_a_bundle_is_refused_with_the_key_and_comes_in_without(desk):
    """The first shows whose it is; without a key nobody asked."""
    desk("ruling add 1/2 --stands")
    desk("export -o more.zip")
    desk("--db new.db init")
    said = desk("--db new.db import more.zip --key k.pub", code=3)
    assert "error[not-covered]" in said
    assert events("new.db") == []
    assert "Who wrote it was not checked" in desk("--db new.db import more.zip")
    assert events("new.db") == events()


@promise("A18")
def test_a_score_that_is_changed_once_it_was_out_says_why_and_by_whom_and_what_was_out_stays(desk):
    desk("publish --yes")
    out = desk(f"--as-of #{len(events())} standings")
    assert "error[needs-cause]" in desk("ruling amend R-0001 --stands --yes", code=1)
    desk("ruling amend R-0001 --stands --cause director-error --yes --by Berg")
    desk("result correct 1/2 3NTN+2 --yes --by Ahlborn")
    ruled, corrected = events()[-2:]
    assert [(each.by, each.name.partition("/")[0]) for each in (ruled, corrected)] == [
        ("Berg", "ruling-given"),
        ("Ahlborn", "result-corrected"),
    ]
    assert ruled.event.cause == "director-error"
    assert desk(f"--as-of #{ruled.number - 1} standings") == out
    assert " 3 " in desk(f"diff #{ruled.number - 1} @")


@promise("A19")
def test_a_ruling_that_is_withdrawn_is_still_there(desk):
    desk("ruling withdraw R-0001 --reason mistaken")
    told = desk("show R-0001")
    assert "hesitated" in told
    assert "withdrawn" in told


def rewritten(name, change):
    """The whole log written anew by who owns the file, each digest worked out again; no seal is kept any more."""
    log = [change(each) for each in events(name)]
    with closing(sqlite3.connect(name)) as connection, unguarded(connection):
        connection.execute("DELETE FROM event")
        connection.execute("DELETE FROM seal")
        connection.executemany(INSERT, [row(envelope, stored) for envelope, stored in with_digests(log, GENESIS)])


@promise("A22")
def test_without_a_seal_and_all_else_a_log_that_is_written_anew_passes(desk, tmp_path, monkeypatch):
    """So the help says; and each of them, where it is there, shows it."""
    Path("given.seal").write_text(json.loads(desk("seal --list --json"))["seals"][0]["note"])
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "another machine"))
    rewritten("bridge-ledger.db", lambda each: structs.replace(each, by="somebody") if each.number == 4 else each)
    desk("verify --strict")
    assert "error[seal-broken]" in desk("verify --seal given.seal --key k.pub", code=3)


@promise("A27")
def test_a_text_that_is_made_to_look_left_out_of_a_bundle_is_warned_of(desk):
    with closing(sqlite3.connect("bridge-ledger.db")) as connection, unguarded(connection):
        done = connection.execute("UPDATE text SET salt = NULL, text = NULL WHERE text = 'hesitated'")
        assert done.rowcount == 1
    said = desk("verify")
    assert "warning: " in said
    assert "left out of a bundle" in said


@promise("A32")
def test_a_witness_s_signature_is_worth_nothing_without_the_office_s(desk):
    desk("witness --new-key w1.example --key w1")
    for words, file in (
        ("seal --since 0 --key k", "a.ask"),
        ("witness a.ask --key w1 --seen w1.json --office k.pub", "a.seal"),
    ):
        Path(file).write_text(desk(words, printed=True))
    verify = "verify --seal a.seal --key k.pub --witness w1.pub --quorum 1"
    assert "witnessed by 1 of 1" in desk(verify)
    text = Path("a.seal").read_text()
    office = next(each for each in text.splitlines() if each.startswith("— ebu.example "))
    false = f"— ebu.example {b64encode(read_key(Path('k')).public.id + bytes(64)).decode()}"
    Path("a.seal").write_text(text.replace(office, false))
    assert "error[seal-forged]" in desk(verify, code=3)


@promise("T19")
def test_a_session_that_went_on_elsewhere_is_taken_over_where_it_came_from_before_it_goes_on(desk):
    desk("official add Ahlborn --as chief-director --by Ahlborn")
    for words in ("export -o s.zip", "--db other.db init", "--db other.db import s.zip"):
        desk(words)
    desk("result add 2/1 3NTN= --ns 1 --ew 2 --by Ahlborn")
    desk("export -o longer.zip")
    desk("--db other.db import longer.zip --consent --yes --by Ahlborn")
    desk("--db other.db export -o back.zip")
    desk("import back.zip --consent --yes --by Ahlborn")
    assert [each.name for each in events()[-2:]] == ["bundle-imported/1"] * 2
    assert events()[:-1] == events("other.db")
    desk("result add 2/2 3NTN= --ns 3 --ew 4 --by Ahlborn")
    desk("verify --strict")


@promise("T25")
def test_there_is_no_bundle_of_a_tournament_without_one_of_its_sessions(desk):
    for words in ("tournament open spring", "tournament stage add only", "tournament add s --stage only"):
        desk(words)
    desk("export whole.zip --session spring")
    with closing(sqlite3.connect("bridge-ledger.db")) as connection, unguarded(connection):
        connection.execute("DELETE FROM event WHERE session = 's'")
    assert "error[" in desk("export cut.zip --session spring", code=1)
    assert not Path("cut.zip").exists()


@promise("T30", "T31")
def test_a_text_is_erased_by_the_chief_director_also_once_it_is_closed_and_every_seal_holds(desk):
    Path("first.seal").write_text(json.loads(desk("seal --list --json"))["seals"][0]["note"])
    desk("official add Ahlborn --as chief-director --by Ahlborn")
    desk("session close --by Ahlborn --yes")
    number = next(each.number for each in events() if each.name.startswith("ruling"))
    erase = f"text erase {number} --field facts --because asked --yes"
    assert "error[not-your-office]" in desk(erase, code=1)
    desk(f"{erase} --by Ahlborn")
    erased = events()[-1]
    assert (erased.by, erased.name.partition("/")[0]) == ("Ahlborn", "text-erased")
    assert "asked" in desk(f"show {erased.number}")
    desk("report register -o rulings.html")
    for told in (desk("show R-0001"), desk(f"show {number}"), Path("rulings.html").read_text("utf-8")):
        assert "hesitated" not in told
        assert f"by Ahlborn: #{erased.number})" in told
    desk("verify --strict --seal first.seal --key k.pub")


@promise("T32")
def test_a_result_file_that_is_imported_again_brings_no_erased_name_back(desk):
    results = board(1, [line("1", "2", "420", contract="4S", by="N", tricks="10")])
    names = ("Jane Quixote", "Sam Poe", "Ann Other", "Bo Plain")
    Path("names.xml").write_text(usebio(results + pair("1", names=names[:2]) + pair("2", names=names[2:])), "utf-8")
    again = "import names.xml --session n --scoring matchpoints"
    desk(again)
    assert "Jane Quixote" in desk("person list --session n")
    desk("person erase Jane&Quixote --yes")
    assert "Jane Quixote" not in desk("person list --session n")
    desk(again)
    listed = desk("person list --session n")
    assert ("Jane Quixote" in listed, "Sam Poe" in listed) == (False, True)


@promise("S2")
def test_who_is_tied_is_listed_with_his_key_and_who_is_not_signs_nothing(desk):
    desk("official new-key dahl d.key")
    desk("ruling add 1/2 --stands --sign-with d.key")
    assert not [each for each in events() if each.name.startswith("judgement-signed")]
    desk("official add Dahl --as chief-director --key d.key.pub")
    assert read_key(Path("d.key")).public.short in desk("official list")
    desk("ruling withdraw R-0002 --sign-with d.key")
    assert events()[-1].name == "judgement-signed/1"


@promise("S7")
def test_what_was_signed_before_stays_signed_with_another_key(desk):
    for words in (
        "official new-key dahl d.key",
        "official new-key dahl new.key",
        "official add Dahl --as chief-director --key d.key.pub",
        "ruling add 1/2 --stands --sign-with d.key",
        "official add Dahl --as chief-director --key new.key.pub --sign-with d.key",
        "ruling withdraw R-0002 --sign-with new.key",
    ):
        desk(words)
    assert "error[not-signed]" in desk("ruling add 1/2 --stands --sign-with d.key", code=1)
    assert "ok      signatures" in desk("verify")
