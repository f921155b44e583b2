"""Officials tied to a login of the server: nobody records in their name from another, and `verify` says who did."""

import time
from contextlib import closing

import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.bridge import Result
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope
from ledger.office import Office
from ledger.recording import Submission
from ledger.store import chain
from ledger.store.backup import RestorePlan, restore
from ledger.store.record import name_of
from ledger.store.setup import grant
from ledger.store.store import Store
from ledger.subjects.office.facts import AppointOfficial, BundleImported, OfficialAppointed
from ledger.subjects.play.facts import RecordResult
from ledger.trust.bundle.reader import read_bundle
from ledger.trust.keys import notes
from ledger.trust.seal import Seal, Signature, checkpoint, parse_public_key
from tests.promises import promise
from tests.store.conftest import logins
from tests.store.test_acknowledged import OPEN
from tests.store.unguarded import unguarded_server

ROLES = ("ahlborn", "scorer3")


@pytest.fixture
def ledger(postgresql, new_database, capsys):
    """A ledger on a server with two logins that may record, and a session in it."""
    url = new_database()
    with logins(postgresql, url, *ROLES):
        assert run(["--db", url, "init", *(f"--grant-writer={role}" for role in ROLES)]) == 0
        with Office.open(url) as office:
            office.submit("s", OPEN, Submission(occurred_at=office.clock() - 2 * 86_400 * 1_000_000))
        capsys.readouterr()
        yield url


def at(ledger, role):
    return sa.make_url(ledger).set(username=role).render_as_string(hide_password=False)


@pytest.fixture
def desk(ledger, capsys):
    """A function that types a command from a login: exit code and all that was said."""

    def typed(role, words):
        code = run(["--db", at(ledger, role), *words.split()])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return typed


@promise("A11", "P5", "S9")
def test_who_is_tied_records_from_his_login_alone(desk):
    add = "official add Ahlborn --as chief-director --login ahlborn --by Ahlborn"
    assert "you are logged in as scorer3" in desk("scorer3", add)[1]
    assert desk("ahlborn", add)[0] == 0
    assert desk("ahlborn", "official add Dahl --as scorer --by Ahlborn")[0] == 0
    code, said = desk("scorer3", "result add 1/1 4SN= --ns 1 --ew 2 --by AHLBORN")
    assert (code, "error[not-your-login]" in said, "log in as ahlborn" in said) == (1, True, True)
    assert desk("scorer3", "result add 1/1 4SN= --ns 1 --ew 2 --by Dahl")[0] == 0
    assert desk("ahlborn", "ruling add 1/1 --stands --by Ahlborn")[0] == 0
    code, said = desk("ahlborn", "verify")
    assert (code, "ok      logins" in said) == (0, True)
    assert "ahlborn" in desk("ahlborn", "official list")[1]
    assert "by Dahl, from the login scorer3" in desk("ahlborn", "show 4")[1]


@promise("A11", "P5", "S9")
def test_an_event_in_his_name_from_another_login_is_named(desk, ledger):
    assert desk("ahlborn", "official add Ahlborn --as chief-director --login ahlborn --by Ahlborn")[0] == 0
    forged(at(ledger, "scorer3"))
    code, said = desk("ahlborn", "verify")
    assert (code, "error[logins]" in said) == (3, True)
    assert "#3 (contestants-entered/1) by Ahlborn came from the login scorer3, and Ahlborn has ahlborn" in said


def forged(url):
    """An event in the chief director's name, past the program: by a writer's own hands."""
    with Office.open(url, by="Berg") as office:
        session = office.session("s")
        before = office.store.login
        office.store.login = "ahlborn"
        office.by = "Ahlborn"
        assert before == "scorer3"
        office.submit(session.id, RecordResult(Where(1, "1", "1", "2"), Result("4SN=")))


@promise("S12")
def test_a_session_that_was_restored_leaves_it_open(desk, ledger, tmp_path, capsys):
    assert desk("ahlborn", "official add Ahlborn --as chief-director --login ahlborn --by Ahlborn")[0] == 0
    assert desk("ahlborn", "result add 1/1 4SN= --ns 1 --ew 2 --by Ahlborn")[0] == 0
    bundle, file = str(tmp_path / "s.zip"), str(tmp_path / "copy.db")
    assert desk("ahlborn", f"export -o {bundle}")[0] == 0
    assert run(["--db", file, "init"]) == 0
    assert run(["--db", file, "import", bundle]) == 0
    assert run(["--db", file, "result", "add", "1/2", "4SN=", "--ns", "3", "--ew", "4", "--by", "Ahlborn"]) == 0
    capsys.readouterr()
    assert run(["--db", file, "verify"]) == 0
    assert "cannot be checked in a file" in capsys.readouterr().out


@pytest.fixture
def restored(desk, ledger, tmp_path):
    """The session of one who is tied, with a result from another login, deleted by the owner and restored by him."""
    assert desk("ahlborn", "official add Ahlborn --as chief-director --login ahlborn --by Ahlborn")[0] == 0
    assert desk("ahlborn", "official add Dahl --as scorer --by Ahlborn")[0] == 0
    assert desk("ahlborn", "result add 1/1 4SN= --ns 1 --ew 2 --by Ahlborn")[0] == 0
    assert desk("ahlborn", "seal --new-key ebu.example --key " + str(tmp_path / "k"))[0] == 0
    assert desk("ahlborn", "seal --key " + str(tmp_path / "k"))[0] == 0
    assert desk("ahlborn", "export -o " + str(tmp_path / "s.zip"))[0] == 0
    with closing(Store(ledger)) as store, unguarded_server(store.connections) as connection:
        connection.execute(sa.text("DELETE FROM event; DELETE FROM seal"))
    grant(ledger, names=["scorer3"])
    with Office.open(at(ledger, "scorer3")) as office:
        restore(office.store, contents(tmp_path / "s.zip"))
    return ledger


def contents(path):
    (log,) = read_bundle(path).logs
    return RestorePlan("s", list(log.rows()), notes(log.seals), log.texts)


APPOINTED = ("Ahlborn", OfficialAppointed("Mallory", "director"))


@promise("S11")
def test_what_was_restored_is_told_from_what_was_forged_after(desk, restored):
    """Also where all of it came from the one login, which forges."""
    code, said = desk("ahlborn", "verify")
    assert (code, "ok      logins" in said, "#3, #4, #5: recorded elsewhere" in said) == (0, True, True)
    append_past_the_program(at(restored, "scorer3"), APPOINTED)
    code, said = desk("ahlborn", "verify")
    assert (code, "error[logins]: #6" in said, "error[logins]: #3" in said) == (3, True, False)


def append_past_the_program(url, *said):
    """Events by the names of who says them, in one transaction, as no desk records."""
    with closing(Store(url)) as store:
        last, now = list(store.log.read("s"))[-1], time.time_ns() // 1000
        made, previous = [], last.digest
        for number, (by, event) in enumerate(said, start=last.number + 1):
            event = event(previous.hex()) if callable(event) else event
            envelope = Envelope("s", number, name_of(event), event, f"f{number}", 0, now, now, by, ())
            made.append(envelope)
            previous = next(chain.with_digests([envelope], previous))[0].digest
        store.append(made, previous=last.digest)


@promise("A12")
@pytest.mark.parametrize(
    "imported",
    [
        lambda digest: BundleImported("x.zip", 1, digest, "ebu.example+86357c68"),
        lambda digest: BundleImported("x.zip", 1, "00" * 32, ""),
        lambda digest: BundleImported("x.zip", 99, digest, ""),
    ],
)
def test_an_import_that_nobody_vouches_for_excuses_nothing(desk, restored, imported):
    append_past_the_program(at(restored, "scorer3"), APPOINTED, ("Dahl", imported))
    code, said = desk("ahlborn", "verify")
    assert (code, "error[logins]: #6" in said, "error[imports]: #7" in said) == (3, True, True)


@promise("A12")
def test_a_seal_that_only_says_so_excuses_nothing_where_the_key_is_known(desk, restored, tmp_path):
    public = parse_public_key((tmp_path / "k.pub").read_text())
    imported = lambda digest: BundleImported("x.zip", 1, digest, public.short)  # noqa: E731
    append_past_the_program(at(restored, "scorer3"), APPOINTED, ("Dahl", imported))
    with closing(Store(at(restored, "scorer3"))) as store:
        forgery = checkpoint("ebu.example", "s", store.log.digests("s")[:6])
        store.seals.put("s", 6, str(Seal(forgery, (Signature("ebu.example", public.id, bytes(64)),))))
    code, said = desk("ahlborn", "verify")
    assert (code, f"seal of {public.short}, whose signature was not checked" in said) == (0, True)
    code, said = desk("ahlborn", f"verify --key {tmp_path / 'k.pub'}")
    assert (code, "error[seal-forged]" in said) == (3, True)


def test_who_consents_to_an_import_does_so_from_his_login(desk, restored):
    consents = ("Ahlborn", lambda digest: BundleImported("x.zip", 1, digest))
    append_past_the_program(at(restored, "scorer3"), APPOINTED, consents)
    code, said = desk("ahlborn", "verify")
    assert (code, "error[logins]: #7" in said, "error[logins]: #6" in said, "#6: recorded elsewhere" in said) == (
        3,
        True,
        True,
        False,
    )


def test_nobody_is_tied_to_a_login_in_a_file(tmp_path):
    with Office.open(str(tmp_path / "a.db"), new=True) as office:
        office.submit("s", OPEN)
        with pytest.raises(Refusal, match="nobody logs in to a file") as caught:
            office.submit("s", AppointOfficial("Ahlborn", "chief-director", login="ahlborn"))
    assert caught.value.code == "no-logins"


def test_who_holds_no_office_any_more_is_tied_to_nothing(desk):
    for typed in (
        "official add Ahlborn --as chief-director --login ahlborn --by Ahlborn",
        "official add Berg --as director --login scorer3 --by Ahlborn",
        "official withdraw Berg --as director --by Ahlborn",
        "undo 4 --by Ahlborn --yes",
    ):
        code, said = desk("ahlborn", typed)
        assert code == 0, said
    listed = desk("ahlborn", "official list")[1]
    assert "scorer3" in listed
