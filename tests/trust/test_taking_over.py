"""Bundles that mean harm: what is added to a session that is here comes on the office's authority, and says so."""

import json
from pathlib import Path

import pytest

from cli.main import run
from ledger.bridge.result import Result
from ledger.errors import Corrupt
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Weighted, parse_weighting
from ledger.office import Office
from ledger.recording.taking_over import require_sound
from ledger.store.backup import RestorePlan, restore
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.office.facts import AppointOfficial
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from ledger.trust.bundle.reader import read_bundle
from ledger.trust.bundle.writer import export
from ledger.trust.keys import notes, read_key
from ledger.trust.seal import checkpoint
from tests.promises import promise

EVENING = (
    "init",
    "session open s --boards 1-2",
    "official add Ahlborn --as chief-director",
    "official add Dahl --as scorer",
    "result add 1/1 4SN= --ns 1 --ew 2",
    "result add 1/2 4SN-1 --ns 3 --ew 4",
    "seal --new-key ebu.example --key k",
    "publish --yes",
    "seal --key k",
    "export -o s.zip",
)
RULING = GiveRuling(Where(1, "1"), Weighted(parse_weighting("60% 4SN=, 40% 4SN-1")), Grounds("EW", ("16B",)))


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    """A live, sealed, published session of Ahlborn's; and how Dahl, a scorer, types."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    for line in EVENING:
        assert run(line.split()) == 0
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Dahl")

    def type_(line):
        capsys.readouterr()
        code = run(line.split())
        return code, "".join(capsys.readouterr())

    return type_


def forged(*made, by="Ahlborn", name="forged.zip", seal=""):
    """A copy of the session with more in it, chained again, that says it is by whoever it likes."""
    (log,) = read_bundle(Path("s.zip")).logs
    store = Store("sqlite:///forger.db")
    migrate(store)
    restore(store, RestorePlan("s", log.rows(), notes(log.seals), log.texts))
    office = Office(store, by)
    for command in made:
        office.submit("s", command)
    if seal:
        key, digests = read_key(Path(seal)), store.log.digests("s")
        store.seals.put("s", len(digests), str(key.sign(checkpoint(key.public.name, "s", digests))))
    export(store, "s", Path(name))
    store.close()


def events():
    store = Store("sqlite:///bridge-ledger.db")
    found = [(each.number, each.by, each.name) for each in store.log.read("s")]
    store.close()
    return found


@promise("A2")
def test_a_ruling_that_was_appended_to_an_export_does_not_come_back_in(desk):
    forged(RULING)
    assert desk("verify --bundle forged.zip")[0] == 0  # nothing in it is wrong but who wrote it
    before = events()
    for line in ("import forged.zip", "import forged.zip -n", "import forged.zip --key k.pub"):
        code, said = desk(line)
        assert (code, "error[not-sealed]" in said) == (1, True)
    code, said = desk("import forged.zip --consent --yes")
    assert (code, "error[not-your-office]" in said) == (1, True)
    assert events() == before


@promise("A3")
def test_a_key_of_the_forgers_own_does_not_help(desk):
    assert desk("seal --new-key mine --key mine")[0] == 0
    forged(RULING, seal="mine")
    code, said = desk("import forged.zip --key mine.pub")
    assert (code, "error[other-key]" in said) == (1, True)
    assert "--consent" in said
    code, said = desk("import forged.zip --key mine.pub --consent --yes")
    assert (code, "error[not-your-office]" in said) == (1, True)


def test_nor_does_it_where_he_has_sealed_the_session_here_with_it(desk):
    """Anybody at a desk can seal: the session has two keys then, and which is the office's its chief director says."""
    assert desk("seal --new-key mine --key mine")[0] == 0
    assert desk("seal --key mine")[0] == 0
    forged(RULING, seal="mine")
    assert "error[other-key]" in desk("import forged.zip --key mine.pub")[1]
    assert len(events()) == 8
    assert desk("import forged.zip --consent --by Ahlborn --yes")[0] == 0
    assert desk("verify --strict")[0] == 0


def test_a_bundle_that_is_exchanged_while_it_is_read_is_refused(desk):
    forged(RULING, name="one.zip")
    bundle = read_bundle(Path("one.zip"))
    Path("s.zip").replace("one.zip")
    with pytest.raises(Corrupt, match="changed while it was read"):
        list(bundle.logs[0].events())


@promise("A15")
def test_whoever_the_bundle_makes_chief_director_is_not_asked(desk):
    forged(AppointOfficial("Dahl", "chief-director"))
    code, said = desk("import forged.zip --consent --yes")
    assert (code, "error[not-your-office]" in said) == (1, True)


@promise("A3", "A31", "T17", "T18")
def test_the_offices_seal_over_the_new_events_lets_them_in_and_says_who(desk):
    forged(RULING, seal="k")
    code, said = desk("import forged.zip --key k.pub -n")
    assert (code, "Would restore 1 event" in said) == (0, True)
    assert len(events()) == 8
    assert desk("import forged.zip --key k.pub")[0] == 0
    assert events()[-2:] == [(9, "Ahlborn", "ruling-given/1"), (10, "Dahl", "bundle-imported/1")]
    assert desk("verify --strict --key k.pub")[0] == 0
    code, said = desk("log -n 1 --json")
    body = json.loads(said)["events"][0]["body"]
    assert (body["file"], body["taken"]) == ("forged.zip", 1)
    assert body["seal"] == read_key(Path("k")).public.short


def test_the_seal_must_cover_the_last_event(desk):
    forged(RULING, seal="k")
    forged(PublishScores(), name="longer.zip")
    code, said = desk("import longer.zip --key k.pub")
    assert (code, "error[not-sealed]" in said) == (1, True)


@promise("T17", "T18")
def test_the_chief_director_consents_and_is_named(desk):
    forged(RULING)
    assert desk("import forged.zip --consent --by Ahlborn")[0] == 1  # is asked, and there is no terminal
    assert desk("import forged.zip --consent --by Ahlborn --yes")[0] == 0
    assert events()[-1] == (10, "Ahlborn", "bundle-imported/1")
    assert "Ahlborn" in desk("log -n 1")[1]
    assert "by consent, without a seal" in desk("log -n 1")[1]
    assert desk("verify --strict")[0] == 0


@promise("A4", "T15")
def test_what_the_office_would_not_have_allowed_is_refused_before_anything_is_written(desk, monkeypatch):
    """A ruling by the scorer himself: the chain is sound, what it says is not."""
    with monkeypatch.context() as patch:
        patch.setattr("ledger.decide.check_office", lambda *_: None)
        forged(RULING, by="Dahl", seal="k")
    code, said = desk("verify --bundle forged.zip --key k.pub")
    assert (code, "Dahl had no office for ruling-given/1" in said) == (3, True)
    assert desk("--db new.db init")[0] == 0
    for line in ("import forged.zip --key k.pub", "--db new.db import forged.zip"):
        code, said = desk(line)
        assert (code, "error[bundle-unsound]" in said) == (3, True)
        assert "Dahl had no office" in said
    assert len(events()) == 8
    with pytest.raises(Corrupt, match="Dahl had no office"):
        require_sound(read_bundle(Path("forged.zip")))


@promise("A6", "T16")
def test_a_session_that_is_not_here_comes_bit_for_bit(desk):
    assert desk("--db new.db init")[0] == 0
    assert desk("--db new.db session open other --boards 1-2")[0] == 0
    code, said = desk("--db new.db import s.zip")
    assert (code, "Restored 8 events" in said) == (0, True)
    assert "Who wrote it was not checked" in said
    assert "signed by ebu.example" in desk("--db newer.db init")[1] + desk("--db newer.db import s.zip --key k.pub")[1]
    digests = {desk(f"--db {name} verify --session s --json")[1] for name in ("new.db", "bridge-ledger.db")}
    assert len({json.loads(each)["digest"] for each in digests}) == 1


@promise("A7", "A25", "T26")
def test_a_forged_seal_is_nowhere_called_signed(desk, monkeypatch):
    """A seal under the office's key id that another hand wrote: put into the database, into a bundle, on a report."""
    desk("result add 2/1 4SN= --ns 1 --ew 2 --yes")
    store = Store("sqlite:///bridge-ledger.db")
    _, note = store.seals.of("s")[-1]
    assert desk("seal --new-key other --key other")[0] == 0
    office = Office(store, "Dahl")
    false = str(office.seals.give("s", read_key(Path("other")), keep=False))
    signature = note.split("— ")[1].split()[1][:6]
    body, _, line = false.partition("\n\n")
    body = body.replace("other/s", "ebu.example/s")
    store.seals.put("s", 9, f"{body}\n\n— ebu.example {signature}{line.split()[2][6:]}\n")
    store.close()
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", "k")
    assert desk("seal --list")[1].count("FORGED") == 1
    listed = json.loads(desk("seal --list --json")[1])["seals"]
    assert [(each["signed_by"] is None, each["forged"]) for each in listed] == [(False, False), (True, True)]
    assert "signed by: FORGED" in desk("report register")[1]
    assert desk("verify")[0] == 3
    proved = json.loads(desk("receipt #4")[1])
    assert proved["as_of"] == 8  # by the seal that is signed, not by the longer one that says so
    monkeypatch.delenv("BRIDGE_LEDGER_KEY")
    assert desk("seal --list")[1].count("not checked; says ebu.example") == 2
    assert "not checked; says" in desk("report register")[1]
    assert desk("export -o false.zip")[0] == 0
    code, said = desk("--db new.db init")
    code, said = desk("--db new.db import false.zip --key k.pub")
    assert (code, "error[seal-forged]" in said) == (3, True)


@promise("T20")
def test_seals_of_a_stranger_are_left_out(desk):
    """Nothing new but a seal: it is not put among those of the office."""
    assert desk("seal --new-key mine --key mine")[0] == 0
    forged(seal="mine")
    code, said = desk("import forged.zip")
    assert (code, "Nothing new" in said, "seals of the bundle left out" in said or "1 seal of" in said) == (
        0,
        True,
        True,
    )
    assert len(json.loads(desk("seal --list --json")[1])["seals"]) == 1


def test_another_desk_that_records_meanwhile_is_not_overrun(desk, monkeypatch):
    forged(RULING, seal="k")
    from ledger.recording import taking_over

    real = taking_over.decide

    def slow(command, session, actor):
        other = Office.open("bridge-ledger.db", by="Dahl")
        other.submit("s", RecordResult(Where(2, "1", "1", "2"), Result("4SN=")))
        other.close()
        return real(command, session, actor)

    monkeypatch.setattr(taking_over, "decide", slow)
    code, said = desk("import forged.zip --key k.pub")
    assert (code, "error[conflict]" in said) == (4, True)


@pytest.mark.parametrize("line", ["import evening.csv --consent", "import evening.csv --key k.pub"])
def test_consent_is_for_bundles(desk, line):
    code, said = desk(line)
    assert (code, "are for bundles" in said) == (2, True)
