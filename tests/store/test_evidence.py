"""Evidence beside the log: kept whole or not at all; what is edited, lost, put there or back is named; what was erased
is gone, and comes back by nobody.
"""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import psycopg
import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.bounds.files import EVIDENCE_PART, PIECES
from ledger.errors import Corrupt, Misuse, Refusal, Unavailable
from ledger.exchange.evidence import read_evidence
from ledger.kernel.free_text import KeptText
from ledger.office import Office
from ledger.recording import Submission
from ledger.recording.backups import restore_backup, write_backup
from ledger.store.setup import grant
from ledger.store.tables import EVIDENCE_FILE
from ledger.subjects.calls.facts import FileEvidence
from ledger.subjects.rulings.facts import Undo
from ledger.trust.bundle.reader import read_bundle
from ledger.trust.keys import new_key
from tests.promises import promise
from tests.store.conftest import logins
from tests.store.test_texts import asked_of, recorded, tampered

PHOTO = b"\xff\xd8\xff" + bytes(range(256)) * (EVIDENCE_PART.most // 256 * 2) + b"and its end"
"""In three parts."""


@pytest.fixture
def file_it(tmp_path):
    """A function that files bytes in an office, as evidence of the call of its session."""

    def file(office, content=PHOTO, what="the cards", **how):
        path = tmp_path / f"{sha256(content).hexdigest()}.jpg"
        path.write_bytes(content)
        read = read_evidence(path)
        command = FileEvidence("C-0001", read.kind, read.size, read.sha256, what)
        return office.submit("s", command, Submission(file=read, **how))

    return file


@pytest.fixture
def filed(office, file_it):
    """An evening with a call of which #7 is evidence."""
    file_it(recorded(office))
    return office


def bytes_of(office, number=7):
    file = office.event("s", number).event.file
    return b"".join(office.store.files.parts("s", file.commitment))


def rows(office):
    with office.store.connections.reading() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(EVIDENCE_FILE)).scalar()


def findings(office):
    """What is wrong, by check, where it is of evidence or of texts."""
    (audit,) = [each for each in office.verify("s") if each.session]
    assert not any(found for check, found in audit.checks.items() if check not in ("texts", "evidence"))
    return [(each.code, each.number) for check in ("texts", "evidence") for each in audit.checks.get(check, ())]


@promise("T39")
def test_a_file_is_kept_beside_the_log_and_its_digest_stands_in_it_as_a_commitment(filed):
    event = filed.event("s", 7).event
    assert (event.kind, event.size, str(event.file)) == ("jpeg", len(PHOTO), sha256(PHOTO).hexdigest())
    assert (bytes_of(filed), rows(filed), findings(filed)) == (PHOTO, 3, [])
    stored = b"".join(record for record, _ in filed.store.log.stored("s"))
    assert event.file.commitment.encode() in stored
    assert sha256(PHOTO).hexdigest().encode() not in stored


EDITS = {
    "another byte": ("UPDATE evidence SET bytes = :x WHERE part = 2", "evidence-broken"),
    "a part less": ("DELETE FROM evidence WHERE part = 2", "evidence-broken"),
    "the last part less": ("DELETE FROM evidence WHERE part = 3", "evidence-broken"),
    "a part more": (
        "INSERT INTO evidence SELECT session, commitment, 4, bytes FROM evidence WHERE part = 3",
        "evidence-broken",
    ),
    "turned": ("UPDATE evidence SET part = 9 WHERE part = 1", "evidence-broken"),
    "all of it": ("DELETE FROM evidence", "evidence-lost"),
    "under another event": ("UPDATE evidence SET commitment = 'x'", "evidence-lost"),
}


@promise("A35", "T40")
@pytest.mark.parametrize("edit", EDITS)
def test_a_file_that_is_edited_or_lost_is_named_and_everything_else_goes_on(filed, edit, tmp_path, file_it):
    statement, code = EDITS[edit]
    tampered(filed, statement, **({"x": b"x" * EVIDENCE_PART.most} if ":x" in statement else {}))
    stranger = [("evidence-broken", None)] if edit == "under another event" else []
    assert findings(filed) == [(code, 7), *stranger]
    with pytest.raises((Refusal, Corrupt)) as caught:
        filed.evidence.save("s", filed.session("s").calls["C-0001"], 1, tmp_path / "copy.jpg")
    assert caught.value.code in ("no-such-evidence", "evidence-broken")
    assert not (tmp_path / "copy.jpg").exists()
    file_it(filed, b"GIF89a and on it goes")
    assert bytes_of(filed, 8) == b"GIF89a and on it goes"


def test_many_files_that_are_lost_are_looked_up_together(filed, file_it):
    """Who deletes all of a congress's photos must not have `verify` read its log once for each."""
    for number in range(6):
        file_it(filed, b"GIF89a" + bytes([number]))
    before = asked_of(filed, lambda: filed.verify("s"))
    tampered(filed, "DELETE FROM evidence")
    assert asked_of(filed, lambda: filed.verify("s")) <= before
    assert [code for code, _ in findings(filed)] == ["evidence-lost"] * 7


def test_an_edited_file_comes_back_with_a_bundle_that_has_it_and_with_no_other(filed, tmp_path):
    for name, files in (("with.zip", True), ("without.zip", False)):
        filed.export("s", tmp_path / name, files=files)
    tampered(filed, "DELETE FROM evidence WHERE part = 2")
    (none,), broken = filed.restore(read_bundle(tmp_path / "without.zip")), findings(filed)
    (restored,) = filed.restore(read_bundle(tmp_path / "with.zip"))
    assert (none.files, broken, restored.files, findings(filed)) == (0, [("evidence-broken", 7)], 1, [])
    assert filed.restore(read_bundle(tmp_path / "with.zip"))[0].files == 0


def test_what_is_edited_goes_into_no_bundle(filed, tmp_path):
    tampered(filed, "DELETE FROM evidence WHERE part = 2")
    made = filed.export("s", tmp_path / "s.zip", files=True)
    assert (made.files, made.files_left) == (0, 1)
    assert read_bundle(tmp_path / "s.zip").notes == ("evidence that was left out of the bundle: 1",)


@promise("T41")
@pytest.mark.parametrize("now", [b"\xff\xd8\xff another", b""])
def test_what_changes_while_it_is_filed_is_recorded_neither_half_nor_whole(office, tmp_path, now):
    recorded(office)
    path = tmp_path / "cards.jpg"
    path.write_bytes(PHOTO)
    read = read_evidence(path)
    path.write_bytes(now)
    with pytest.raises(Misuse, match="changed while it was read"):
        office.submit("s", FileEvidence("C-0001", read.kind, read.size, read.sha256), Submission(file=read))
    assert (office.session("s").number, rows(office), findings(office)) == (6, 0, [])


@promise("T41")
def test_no_event_is_recorded_without_its_bytes_nor_with_those_of_another_file(office, tmp_path):
    recorded(office)
    (tmp_path / "one").write_bytes(b"one")
    (tmp_path / "two").write_bytes(b"two")
    one, two = read_evidence(tmp_path / "one"), read_evidence(tmp_path / "two")
    for file in (None, two):
        with pytest.raises(Misuse, match="the bytes of the evidence of C-0001 are not here"):
            office.submit("s", FileEvidence("C-0001", one.kind, one.size, one.sha256), Submission(file=file))
    assert (office.session("s").number, rows(office)) == (6, 0)


def test_a_trial_keeps_nothing_and_the_same_command_again_keeps_nothing_more(office, file_it):
    recorded(office)
    file_it(office, dry_run=True)
    assert (rows(office), office.session("s").number) == (0, 6)
    first, again = (file_it(office, command_id="once") for _ in range(2))
    assert (first.repeated, again.repeated, rows(office), office.session("s").number) == (False, True, 3, 7)


def test_another_desk_was_first_and_the_file_is_recorded_after_it(office, file_it, monkeypatch):
    """Decided anew, under another salt: nothing is left of the first attempt."""
    recorded(office)
    other, before = Office(office.store, "other", office.clock), office.store.append

    def late(events, **how):
        monkeypatch.setattr(office.store, "append", before)
        file_it(other, b"GIF89a of the other desk")
        return before(events, **how)

    office.session("s")
    monkeypatch.setattr(office.store, "append", late)
    assert file_it(office).events[0].number == 8
    assert (rows(office), bytes_of(office, 8), findings(office)) == (4, PHOTO, [])


def test_the_same_file_and_one_too_many_are_refused(filed, file_it):
    with pytest.raises(Refusal) as caught:
        file_it(filed)
    assert caught.value.code == "nothing-to-change"
    for number in range(1, PIECES.most):
        file_it(filed, f"log {number}".encode())
    with pytest.raises(Refusal) as caught:
        file_it(filed, b"one more")
    assert caught.value.code == "too-large"


def test_what_was_withdrawn_is_filed_anew_under_another_number(filed, file_it):
    filed.submit("s", Undo(filed.event("s", 7), "of another table"))
    call = filed.session("s").calls["C-0001"]
    assert filed.evidence.states("s", call) == {}
    file_it(filed)
    assert filed.evidence.states("s", filed.session("s").calls["C-0001"]) == {2: ""}
    assert findings(filed) == []


def erased(office, number=7):
    """The file of an event, erased."""
    found = office.texts("s", number=number)
    office.erase({"s": [each.erasing for each in found]})
    return found


@promise("T42")
def test_what_was_erased_is_gone_with_its_bytes_and_no_bundle_or_backup_brings_it_back(filed, tmp_path):
    filed.export("s", tmp_path / "s.zip", files=True)
    erased(filed)
    assert (rows(filed), findings(filed)) == (0, [])
    assert not any(b"and its end" in file.read_bytes() for file in tmp_path.glob("ledger.db*"))
    (restored,) = filed.restore(read_bundle(tmp_path / "s.zip"))
    assert (restored.files, rows(filed), findings(filed)) == (0, 0, [])
    with pytest.raises(Refusal, match=r"piece 1 of C-0001 is not here: \(erased at "):
        filed.evidence.save("s", filed.session("s").calls["C-0001"], 1, tmp_path / "copy.jpg")


def test_what_was_erased_and_is_here_again_is_named_and_goes_with_no_bundle(filed, tmp_path):
    commitment = filed.event("s", 7).event.file.commitment
    erased(filed)
    tampered(filed, "INSERT INTO evidence VALUES ('s', :commitment, 1, :x)", commitment=commitment, x=PHOTO[:10])
    assert findings(filed) == [("text-erased", 7)]
    assert filed.export("s", tmp_path / "s.zip", files=True).files == 0


def test_a_file_of_no_event_or_no_session_is_named(filed):
    tampered(filed, "INSERT INTO evidence VALUES ('s', 'x', 1, :x)", x=b"x")
    assert findings(filed) == [("evidence-broken", None)]
    tampered(filed, "INSERT INTO evidence VALUES ('nowhere', 'x', 1, :x)", x=b"x")
    (stray,) = [each for each in filed.verify() if each.session == "nowhere"]
    assert [each.code for each in stray.checks["evidence"]] == ["evidence-broken"]


def test_a_bundle_without_what_was_said_is_without_the_files_too(filed, tmp_path):
    """They would be without the digests that say what they are of, and are said no less than words."""
    report = filed.export("s", tmp_path / "wordless.zip", texts=False, files=True)
    assert report.files == 0
    with ZipFile(tmp_path / "wordless.zip") as bundle:
        assert bundle.read("evidence.jsonl") == b""


@promise("T43")
def test_a_bundle_has_the_files_only_where_they_are_wanted(filed, tmp_path, office):
    assert filed.export("s", tmp_path / "without.zip").files_left == 1
    assert filed.export("s", tmp_path / "with.zip", files=True).files == 1
    assert PHOTO[:20] not in (tmp_path / "without.zip").read_bytes()
    with Office.open(str(tmp_path / "other.db"), new=True) as other:
        (first,) = other.restore(read_bundle(tmp_path / "without.zip"))
        (_, audit) = other.verify("s")
        assert (first.files, audit.ok, [each.code for each in audit.warnings]) == (0, True, ["text-left-out"])
        (then,) = other.restore(read_bundle(tmp_path / "with.zip"))
        assert (then.files, bytes_of(other), other.verify("s")[1].warnings) == (1, PHOTO, [])


def test_nobody_reads_the_bytes_but_who_asks_for_them(filed, monkeypatch):
    """Neither what looks at the session nor what records in it: a desk is as fast as it was."""
    monkeypatch.setattr("ledger.store.texts._part_after", None)
    desk = Office(filed.store, "other", filed.clock)
    assert desk.session("s").calls["C-0001"].evidence[0].filed.size == len(PHOTO)
    assert desk.evidence.states("s", desk.session("s").calls["C-0001"]) == {1: ""}
    assert len(desk.texts("s", number=7)) == 2
    desk.submit("s", Undo(desk.event("s", 7)))


def test_a_receipt_has_the_digest_of_the_file_and_nothing_else_of_it(filed, tmp_path):
    filed.seals.give("s", new_key(tmp_path / "k", "ebu.example"))
    receipt = filed.seals.receipt(filed.stream("s"), "C-0001").text
    assert sha256(PHOTO).hexdigest() in receipt
    assert len(receipt) < len(PHOTO) // 10


# What a server makes sure of

KEEP = "SELECT keep_evidence(%s, %s, %s, %s)"


@pytest.fixture
def server(postgresql, new_database, file_it, ticking):
    """A ledger on a server with evidence in it, and a desk's role and a scorer's, which are gone afterwards."""
    url = new_database()
    with logins(postgresql, url, "filing", "asking"), Office.open(url, by="spec") as office:
        office.clock = ticking
        file_it(recorded(office))
        grant(url, writers=["filing", "asking"], names=["asking"])
        yield office


def as_role(office, role):
    return sa.make_url(office.store.url).set(username=role)


@pytest.fixture
def connected(server):
    """A connection of the driver's own as a scorer, who may file and not read."""
    plain = as_role(server, "filing").set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        yield connection


@promise("P30")
def test_a_scorer_files_what_he_may_not_read(server, file_it, tmp_path):
    with Office.open(as_role(server, "filing").render_as_string(hide_password=False), by="scorer") as desk:
        desk.clock = server.clock
        file_it(desk, b"GIF89a of a scorer")
        call = desk.session("s").calls["C-0001"]
        assert set(desk.evidence.states("s", call).values()) == {"(not told)"}
        with pytest.raises(Unavailable):
            desk.evidence.save("s", call, 1, tmp_path / "copy.jpg")
        assert "not checked" in desk.verify("s")[-1].notes[0]
    with Office.open(as_role(server, "asking").render_as_string(hide_password=False), by="Ahlborn") as desk:
        assert bytes_of(desk, 8) == b"GIF89a of a scorer"
        assert findings(desk) == []


SECOND = PHOTO[EVIDENCE_PART.most : 2 * EVIDENCE_PART.most]
LIES = {
    "a part more": [(4, b"more")],
    "a part more after a gap": [(9, b"more")],
    "other bytes in its place": [(1, b"other")],
    "the first part alone": [(1, PHOTO[: EVIDENCE_PART.most])],
    "the second part again": [(2, SECOND)],
    "left out": [(0, None)],
    "part 0 with bytes": [(0, b"x")],
    "an empty part": [(1, b"")],
    "no bytes": [(1, None)],
    "a part too long": [(1, PHOTO[: EVIDENCE_PART.most + 1])],
    "a part below nothing": [(-1, b"x")],
    "in parts of another size": [
        (at, PHOTO[begin : begin + 100_000]) for at, begin in enumerate(range(0, len(PHOTO), 100_000), start=1)
    ],
}


def put(connection, parts, *, at_once):
    """Parts of files in one transaction, which may ask for its checks at once."""
    with connection.transaction():
        if at_once:
            connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for part in parts:
            connection.execute(KEEP, part)


@promise("P31")
@pytest.mark.parametrize("checked", ["at the end", "at once"])
@pytest.mark.parametrize("lie", LIES)
def test_no_bytes_are_kept_but_those_an_event_committed_to(server, connected, lie, checked):
    """By who may record, whatever he puts in the place of what is there, or adds to it, in one transaction or many."""
    file = server.event("s", 7).event.file
    with pytest.raises(psycopg.Error):
        put(connected, [("s", file.commitment, *part) for part in LIES[lie]], at_once=checked == "at once")
    assert (bytes_of(server), findings(server)) == (PHOTO, [])


@promise("P31")
@pytest.mark.parametrize("part", [(1, b"planted"), (0, None)])
def test_no_bytes_are_kept_under_what_no_event_says_or_was_erased(server, connected, part):
    file = server.event("s", 7).event.file
    erased(server)
    for session, commitment in (("s", "0" * 64), ("s", file.commitment), ("nowhere", file.commitment)):
        with pytest.raises(psycopg.DataError):
            connected.execute(KEEP, (session, commitment, *part))
    assert (rows(server), findings(server)) == (0, [])


@promise("P31")
def test_nobody_but_the_owner_writes_or_reads_them_beside_the_functions(server, connected):
    for statement in (
        "SELECT * FROM evidence",
        "DELETE FROM evidence",
        "UPDATE evidence SET part = 9",
        "INSERT INTO evidence VALUES ('s', 'x', 1, 'x')",
        "TRUNCATE evidence",
        "SELECT erase_texts('s', 7)",
        "ALTER TABLE evidence DISABLE TRIGGER ALL",
        "DROP FUNCTION evidence_whole",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connected.execute(statement)
    with suppress(psycopg.Error):
        connected.execute("SELECT evidence_whole()")
    assert (bytes_of(server), findings(server)) == (PHOTO, [])


@pytest.mark.parametrize("role", ["filing"])
def test_the_commands_say_who_may_not_read_them(server, role, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    url = as_role(server, role).render_as_string(hide_password=False)
    assert run(["--db", url, "call", "evidence", "C-0001", "--save", "1", "copy.jpg"]) == 5
    assert "error[database-denied]" in capsys.readouterr().err
    assert isinstance(server.event("s", 7).event.file, KeptText)


def test_what_is_there_already_stays_as_it_is(filed, tmp_path):
    """Also a link that leads nowhere."""
    call = filed.session("s").calls["C-0001"]
    (tmp_path / "copy.jpg").write_text("mine")
    (tmp_path / "link.jpg").symlink_to("nowhere")
    for name in ("copy.jpg", "link.jpg"):
        with pytest.raises(Refusal) as caught:
            filed.evidence.save("s", call, 1, tmp_path / name)
        assert caught.value.code == "file-exists"
    with pytest.raises(Misuse):
        filed.evidence.save("s", call, 1, tmp_path / "no folder" / "copy.jpg")
    assert ((tmp_path / "copy.jpg").read_text(), (tmp_path / "link.jpg").is_symlink()) == ("mine", True)
    assert filed.evidence.save("s", call, 1, tmp_path / "saved.jpg").number == 7
    assert ((tmp_path / "saved.jpg").read_bytes(), (tmp_path / "saved.jpg").stat().st_mode & 0o777) == (PHOTO, 0o600)


@promise("B8")
def test_evidence_that_is_gone_comes_back_from_a_backup_and_is_in_what_is_restored(file_it, tmp_path, ticking):
    where, copy, anew = (str(tmp_path / name) for name in ("a.db", "b.db", "c.db"))
    with Office.open(where, new=True) as office:
        office.clock = ticking
        file_it(recorded(office))
        write_backup(where, Path(copy))
        tampered(office, "DELETE FROM evidence WHERE part = 2")
        assert findings(office) == [("evidence-broken", 7)]
    assert restore_backup(where, Path(copy)).mended == 1
    restore_backup(anew, Path(copy))
    for each in (where, anew):
        with Office.open(each) as office:
            assert (bytes_of(office), findings(office)) == (PHOTO, [])
