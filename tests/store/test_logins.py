"""Officials tied to a login of the server: nobody records in their name from another, and `verify` says who did."""

import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.bridge import Result
from ledger.commands import AppointOfficial, RecordResult, Where
from ledger.errors import Refusal
from ledger.office import Office
from tests.store.conftest import administer
from tests.store.test_acknowledged import OPEN

ROLES = ("ahlborn", "scorer3")


@pytest.fixture
def ledger(postgresql, new_database, capsys):
    """A ledger on a server with two logins that may record, and a session in it."""
    url = new_database()
    for role in ROLES:
        administer(postgresql, f"CREATE ROLE {role} LOGIN")
    assert run(["--db", url, "init", *(f"--grant-writer={role}" for role in ROLES)]) == 0
    with Office.open(url) as office:
        office.submit("s", OPEN)
    capsys.readouterr()
    yield url
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for role in ROLES:
            connection.execute(sa.text(f"DROP OWNED BY {role}"))
    engine.dispose()
    for role in ROLES:
        administer(postgresql, f"DROP ROLE {role}")


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


def test_who_is_tied_records_from_his_login_alone(desk):
    add = "official add Ahlborn --as chief-director --login ahlborn --by Ahlborn"
    assert "this is the login scorer3" in desk("scorer3", add)[1]
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
