"""The texts beside the log: what is edited, lost, swapped or put there is named; what was erased is gone, and said."""

import os
import stat
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.bridge import Result
from ledger.digests import TEXT
from ledger.errors import Misuse, Refusal
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.office import Office
from ledger.recording import TRIAL, Submission
from ledger.store.setup import grant
from ledger.store.texts import Texts
from ledger.subjects.calls.facts import AddCall, StateFacts
from ledger.subjects.office.facts import AppointOfficial
from ledger.subjects.people.facts import NamePlayers, Player
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.trust.bundle.reader import read_bundle
from ledger.trust.keys import new_key
from tests.kept import moved, salts
from tests.promises import promise
from tests.store.unguarded import unguarded, unguarded_server

OPEN = OpenSession("Evening", "2026-03-05", (1, 2), 2, profile_loader.load_profile("default"))
FACTS = StateFacts("C-0001", "Jane Roe hesitated", False, (("N", "I was counting"), ("W", "she looked at me")))


@pytest.fixture
def evening(office):
    """A session in which #3 names two players, #4 is a call and #5 states facts."""
    return recorded(office)


def recorded(office):
    """That session, in an office."""
    office.submit("s", OPEN)
    office.submit("s", RecordResult(Where(1, "1", "1", "1"), Result("4SN=")))
    office.submit("s", NamePlayers((Player("1NS", 1, "Jane Roe", "K77"), Player("1EW", 1, "Sam Poe"))))
    office.submit("s", AddCall(Where(1, "1"), "slow", "W", "play"))
    office.submit("s", FACTS)
    return office


def number_of(office, name):
    return next(each.number for each in office.log("s") if each.name.startswith(name))


def text_at(office, field="facts", name="facts-stated"):
    (found,) = office.texts("s", number=number_of(office, name), field=field)
    return found


def tampered(office, statement, **values):
    """Something done past the program, and past the triggers, by who owns the database."""
    with past_the_triggers(office.store.connections) as connection:
        assert connection.execute(sa.text(statement), values).rowcount


@contextmanager
def past_the_triggers(connections):
    if not connections.is_sqlite:
        with unguarded_server(connections) as connection:
            yield connection
        return
    with connections.transaction() as connection, unguarded(connection.connection.driver_connection):
        yield connection


def findings(office):
    (audit,) = [each for each in office.verify("s") if each.session]  # of the file itself others speak
    assert not any(found for check, found in audit.checks.items() if check != "texts")
    return [(found.code, found.number, found.text) for found in audit.checks["texts"]]


@promise("T27")
def test_what_is_said_is_beside_the_log_and_never_in_it(evening):
    records = b"".join(record for record, _ in evening.store.log.stored("s"))
    for words in (b"Roe", b"Poe", b"K77", b"hesitated", b"counting", b"slow"):
        assert words not in records
    facts = next(each.event for each in evening.log("s") if each.name.startswith("facts"))
    assert facts.statements == FACTS.statements
    assert findings(evening) == []


def test_the_same_words_under_the_same_salts_have_the_same_digests(new_database, tmp_path, monkeypatch, ticking):
    """On every database; and under other salts others."""
    heads = []
    (tmp_path / "one").mkdir()
    for url, start in ((str(tmp_path / "one" / "x.db"), 0), (new_database(), 0), (str(tmp_path / "y.db"), 7)):
        salt, times = salts(), iter(range(1_770_000_000_000_000, 1_780_000_000_000_000, 1_000_000))
        for _ in range(start):
            salt()
        monkeypatch.setattr("ledger.recording.recorder.new_salt", salt)
        with Office.open(url, by="spec", new=True) as office:
            office.clock = lambda times=times: next(times)
            office.submit("s", OPEN, Submission("one"))
            office.submit("s", RecordResult(Where(1, "1", "1", "1"), Result("4SN=")), Submission("two"))
            office.submit("s", AddCall(Where(1, "1"), "slow", "W", "play"), Submission("three"))
            heads.append(office.session("s").digest)
    assert heads[0] == heads[1] != heads[2]


def facts_of(office):
    return next(each.event for each in office.log("s") if each.name.startswith("facts")).facts


ODD = ("salt = 7", "salt = CAST(salt || 'x' AS BLOB)", "salt = CAST(salt AS TEXT)", "text = CAST(x'ff' AS TEXT)")
SALTS = ("salt = commitment", "salt = NULL", "salt = ''", "salt = substr(salt, 2)")
EDITS = ("text = 'all was well'", "text = 7", "text = NULL", *SALTS, *ODD)


@promise("A26", "T28", "T29")
@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_text_is_named_and_everything_else_goes_on(evening, edit):
    """Nobody reads what was not recorded; the rest of the session is as good as before."""
    if not evening.store.connections.is_sqlite:
        edit = {"salt = commitment": "salt = '\\x00'"}.get(edit, edit)
        if edit in ODD:
            pytest.skip("a server keeps nothing of another type")
    number = number_of(evening, "facts")
    tampered(evening, f"UPDATE text SET {edit} WHERE text = 'Jane Roe hesitated'")
    facts = facts_of(evening)
    assert (facts.gone, str(facts)) == ("changed", "(changed: `verify` says more)")
    assert findings(evening) == [
        ("text-broken", number, f"facts of event #{number} of session s is not what was recorded")
    ]
    evening.submit("s", StateFacts("C-0001", "he did not", True))


LATER = RecordResult(Where(2, "1", "1", "1"), Result("3NTN="))


def discrepancies(office):
    """What is found in a session whose log does not hold: by check, codes and numbers."""
    (audit,) = [each for each in office.verify("s") if each.session]
    return {check: [(each.code, each.number) for each in found] for check, found in audit.checks.items() if found}


@promise("A26", "A27", "T28")
@pytest.mark.parametrize(
    ("edit", "code"),
    [
        ("UPDATE text SET salt = ''", "text-broken"),
        ("UPDATE text SET text = 'x'", "text-broken"),
        ("DELETE FROM text", "text-lost"),
    ],
)
@pytest.mark.parametrize("value", ["record", "digest"])
def test_an_edited_text_is_named_also_where_a_later_event_was_changed(evening, edit, code, value):
    """The events before that one are said to be intact: who reads that has to hear what became of their words."""
    facts, later = number_of(evening, "facts"), evening.submit("s", LATER).events[0].number
    tampered(evening, f"UPDATE event SET {value} = :x WHERE session = 's' AND number = {later}", x=b"x" * 32)
    changed = {"chain": [("chain-broken", later)]}
    assert discrepancies(evening) == changed
    tampered(evening, f"{edit} WHERE text = 'Jane Roe hesitated'")
    assert discrepancies(evening) == {**changed, "texts": [(code, facts)]}


def test_a_text_is_not_called_lost_where_what_erased_it_cannot_be_reached(evening):
    """A changed event stands before it: nobody can say that nobody erased it."""
    found, later = text_at(evening), evening.submit("s", LATER).events[0].number
    evening.erase({"s": [found.erasing]})
    assert discrepancies(evening) == {}
    tampered(evening, f"UPDATE event SET digest = :x WHERE session = 's' AND number = {later}", x=b"x" * 32)
    assert discrepancies(evening) == {"chain": [("chain-broken", later)]}


@promise("A26", "T28")
@pytest.mark.parametrize("by", [1, 5, 9, 18, -1, -16])
def test_words_cut_from_the_front_are_not_what_was_recorded(office, monkeypatch, by):
    """Though the salt with what was cut, and the rest after it, are the very bytes that were committed to.

    The salt has bytes that every database takes as the letters of a text: a server keeps no NUL, and no half character.
    """
    monkeypatch.setattr("ledger.recording.recorder.new_salt", lambda: b"16 plain letters")
    evening = recorded(office)
    kept = text_at(evening).text
    salt, words = moved(kept.salt, str(kept), by)
    assert sha256(TEXT.beginning + salt + words.encode()).hexdigest() == kept.commitment
    tampered(
        evening,
        "UPDATE text SET text = :text, salt = :salt WHERE commitment = :commitment",
        text=words,
        salt=salt,
        commitment=kept.commitment,
    )
    assert facts_of(evening).gone == "changed"
    assert [code for code, _, _ in findings(evening)] == ["text-broken"]


@promise("A26", "T29")
def test_an_edited_text_comes_back_with_a_bundle(evening, tmp_path):
    evening.export("s", tmp_path / "s.zip")
    tampered(evening, "UPDATE text SET text = 'all was well' WHERE text = 'Jane Roe hesitated'")
    (restored,) = evening.restore(read_bundle(tmp_path / "s.zip"))
    assert (restored.texts, facts_of(evening), findings(evening)) == (1, FACTS.facts, [])


@promise("T29")
def test_an_edited_text_can_be_erased(evening, tmp_path):
    tampered(evening, "UPDATE text SET text = 'all was well' WHERE text = 'Jane Roe hesitated'")
    evening.export("s", tmp_path / "s.zip")
    assert read_bundle(tmp_path / "s.zip").notes == ("texts about people that were left out of the bundle: 1",)
    evening.erase({"s": [text_at(evening).erasing]})
    assert (facts_of(evening).gone, findings(evening)) == ("erased", [])
    assert "all was well" not in [row.text for row in evening.store.texts.of("s")]


def test_a_lie_in_the_place_of_what_was_erased_is_not_read(evening):
    commitment = text_at(evening).text.commitment
    evening.erase({"s": [text_at(evening).erasing]})
    lie = "INSERT INTO text (session, commitment, salt, text) VALUES ('s', :commitment, NULL, 'all was well')"
    tampered(evening, lie, commitment=commitment)
    assert facts_of(evening).gone == "erased"
    assert {code for code, _, _ in findings(evening)} == {"text-broken", "text-erased"}


@promise("A26", "T28")
def test_names_that_are_swapped_are_named(evening):
    number = number_of(evening, "players")
    jane, sam = (text_at(evening, f"players.{at}.name", "players").text for at in (1, 2))
    for text, other in ((jane, sam), (sam, jane)):
        tampered(
            evening,
            "UPDATE text SET text = :text, salt = :salt WHERE commitment = :commitment",
            text=str(other),
            salt=other.salt,
            commitment=text.commitment,
        )
    assert [(code, at) for code, at, _ in findings(evening)] == [("text-broken", number)] * 2


@promise("A27", "T28")
def test_a_lost_text_is_named_and_everything_else_goes_on(evening):
    number = number_of(evening, "facts")
    tampered(evening, "DELETE FROM text WHERE text = 'Jane Roe hesitated'")
    facts = next(each.event for each in evening.log("s") if each.number == number).facts
    assert (facts.gone, "lost" in facts) == ("lost", True)
    lost = f"facts of event #{number} of session s is lost: nobody erased it"
    assert findings(evening) == [("text-lost", number, lost)]


def named(number):
    """Players of a pair, more than are ever looked up one by one."""
    return NamePlayers(tuple(Player("1NS", seat, f"Jane Roe {number} {seat}") for seat in range(1, 41)))


def asked_of(office, question):
    """How often the database is asked something while a question is answered."""
    asked = []

    def note(*_):
        asked.append(1)

    engine = office.store.connections.engine
    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        question()
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)
    return len(asked)


@pytest.mark.parametrize("question", ["verify", "log"])
def test_many_texts_that_are_lost_are_looked_up_together(evening, question):
    """A server is a journey away; who deletes all of a congress's names must not make a minute of each look."""
    evening.submit("s", named(1))
    ask = {"verify": lambda: evening.verify("s"), "log": lambda: list(evening.store.log.read("s"))}[question]
    before = asked_of(evening, ask)
    tampered(evening, "DELETE FROM text WHERE text LIKE 'Jane Roe 1 %'")
    assert asked_of(evening, ask) <= before + 1


def test_a_text_that_is_recorded_while_verify_reads_is_not_lost(evening, monkeypatch):
    looked_up = Texts.all_of

    def slow(texts, session):
        found = looked_up(texts, session)
        monkeypatch.setattr(Texts, "all_of", looked_up)
        Office(evening.store, "other", evening.clock).submit("s", named(2))
        return found

    monkeypatch.setattr(Texts, "all_of", slow)
    assert findings(evening) == []
    assert Texts.all_of is looked_up


@promise("T28")
def test_a_text_of_no_event_is_named(evening):
    tampered(evening, "INSERT INTO text (session, commitment, salt, text) VALUES ('s', 'x', NULL, 'odd')")
    assert [(code, "1 of the texts" in text) for code, _, text in findings(evening)] == [("text-broken", True)]


@promise("T31")
def test_what_was_erased_is_gone_and_said(evening, tmp_path):
    found = text_at(evening)
    (effect,) = evening.erase({"s": [found.erasing]}, "mistaken")
    facts = next(each.event for each in evening.log("s") if each.number == found.number).facts
    assert (facts.gone, facts.commitment) == ("erased", found.text.commitment)
    assert f"by spec: #{effect.events[0].number}" in facts
    assert evening.session("s").calls["C-0001"].facts[-1].facts == facts
    assert findings(evening) == []
    assert not any(b"hesitated" in file.read_bytes() for file in tmp_path.glob("ledger.db*"))


def put_back(office, found):
    """A text that was erased, as it was recorded, past the program."""
    tampered(
        office,
        "INSERT INTO text (session, commitment, salt, text) VALUES ('s', :commitment, :salt, :text)",
        commitment=found.text.commitment,
        salt=found.text.salt,
        text=str(found.text),
    )


def test_what_was_erased_and_is_here_again_is_named(evening):
    found = text_at(evening)
    evening.erase({"s": [found.erasing]})
    put_back(evening, found)
    assert [(code, at) for code, at, _ in findings(evening)] == [("text-erased", found.number)]


@promise("A33")
@promise("T31")
def test_what_was_erased_and_is_here_again_is_told_nowhere(evening, tmp_path):
    """However a log is read: whole, its end, one of many; and nothing that leaves the office has it."""
    found = text_at(evening)
    evening.erase({"s": [found.erasing]})
    put_back(evening, found)
    evening.submit("t", OPEN)
    log, number = evening.store.log, found.number
    before = evening.event("s", number - 1)
    many = {name: list(events) for name, events in log.read_many({"s": number, "t": 1})}
    (after,) = log.read_after("s", before.number, before.digest, number)
    told = [*log.read("s", number)][-1], after, many["s"][-1]
    desk = Office(evening.store, "another", evening.clock)
    said = desk.session("s").calls["C-0001"].facts[-1].facts
    assert [each.event.facts for each in told] == [said] * 3
    assert (said.gone, "(erased at " in said) == ("erased", True)
    assert [each.text for each in desk.texts("s", number=number)] == ["I was counting", "she looked at me"]
    desk.export("s", tmp_path / "s.zip")
    assert "Jane Roe hesitated" not in [row.text for log in read_bundle(tmp_path / "s.zip").logs for row in log.texts]
    desk.seals.give("s", new_key(tmp_path / "k", "ebu.example"))
    receipt = desk.seals.receipt(desk.stream("s"), "C-0001").text
    assert ("Jane Roe hesitated" in receipt, "I was counting" in receipt) == (False, True)


def test_an_erasure_names_what_it_erased(evening):
    """A program of one's own could say it erased something else."""
    one, other = text_at(evening), text_at(evening, "statements.1")
    (effect,) = evening.erase({"s": [type(one.erasing)(one.number, other.field, one.text.commitment)]})
    ((code, at, _),) = findings(evening)
    assert (code, at) == ("text-erased", effect.events[0].number)


def test_nothing_is_erased_anywhere_where_it_may_not_be_erased_everywhere(evening):
    evening.submit("t", OPEN)
    evening.submit("t", RecordResult(Where(1, "1", "1", "1"), Result("4SN=")))
    evening.submit("t", NamePlayers((Player("1NS", 1, "jane roe"),)))
    evening.submit("t", AppointOfficial("Ahlborn", "chief-director"))
    found = evening.people.find(name="Jane Roe")
    texts = [each for each in found.held if each.field == "players.1.name"]
    assert [each.session for each in texts] == ["s", "t"]
    with pytest.raises(Refusal) as caught:
        evening.erase({each.session: [each.erasing] for each in texts})
    assert caught.value.code == "not-your-office"
    assert evening.people.find(name="jane roe").held == found.held


def test_the_same_command_again_is_the_same_whatever_its_salts(evening):
    first = evening.submit("s", FACTS, Submission("again"))
    assert evening.submit("s", FACTS, Submission("again")).events == first.events
    with pytest.raises(Refusal):
        evening.submit("s", StateFacts("C-0001", "another", True), Submission("again"))
    (text,) = evening.texts("s", number=first.events[0].number, field="facts")
    evening.erase({"s": [text.erasing]})
    assert evening.submit("s", FACTS, Submission("again")).repeated


@pytest.mark.parametrize("words", ["NUL \0", "half \udc80 a character", 7])
def test_what_is_no_text_is_refused_and_nothing_recorded(evening, words):
    before = evening.session("s").number
    with pytest.raises(Misuse) as caught:
        evening.submit("s", StateFacts("C-0001", words, True))
    assert caught.value.code == "bad-value"
    assert evening.session("s").number == before


def test_a_trial_keeps_nothing(evening):
    before = sorted(evening.store.texts.of("s"))
    evening.submit("s", FACTS, TRIAL)
    evening.erase({"s": [text_at(evening).erasing]}, how=TRIAL)
    assert sorted(evening.store.texts.of("s")) == before


# Whose the files are


@promise("T35")
@pytest.mark.parametrize("umask", [0o000, 0o077, 0o777])
def test_databases_and_bundles_are_their_owners_alone(tmp_path, monkeypatch, umask):
    monkeypatch.chdir(tmp_path)
    before = os.umask(umask)
    try:
        for line in ("init", "session open s --boards 1-2", "export -o s.zip"):
            assert run(line.split()) == 0
    finally:
        os.umask(before)
    for name in ("bridge-ledger.db", "s.zip"):
        assert stat.S_IMODE(Path(name).stat().st_mode) == 0o600


# A grant of their own


@pytest.fixture
def web(new_database):
    """A ledger on PostgreSQL with some texts, and a role that may look, but not read them."""
    owner = new_database()
    with Office.open(owner, by="spec") as office:
        office.submit("s", OPEN)
        office.submit("s", RecordResult(Where(1, "1", "1", "1"), Result("4SN=")))
        office.submit("s", NamePlayers((Player("1NS", 1, "Jane Roe"),)))
        office.submit("s", AddCall(Where(1, "1"), "slow", "W", "play"))
    engine = sa.create_engine(owner, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text("CREATE ROLE onlooker LOGIN"))
    grant(owner, readers=["onlooker"])
    yield owner, sa.make_url(owner).set(username="onlooker").render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(sa.text("DROP OWNED BY onlooker"))
        connection.execute(sa.text("DROP ROLE onlooker"))
    engine.dispose()


@promise("P3")
def test_who_may_not_read_texts_sees_that_there_are_some(web, capsys):
    owner, reader = web
    with Office.open(reader) as office:
        assert {str(text) for each in office.log("s") for text in said(each.event)} == {"(not told)"}
        assert office.people.of("s") == []
        (_, audit) = office.verify("s")
        assert audit.ok
        assert "texts" not in audit.checks
        assert "your role may not read them" in audit.notes[0]
    capsys.readouterr()
    assert run(["--db", reader, "person", "erase", "Jane Roe", "--yes"]) == 5
    assert "error[database-denied]" in capsys.readouterr().err
    assert run(["--db", reader, "person", "list"]) == 5
    assert capsys.readouterr().err == (
        "error[database-denied]: the login of this desk may not read the names of players\n"
        "hint: the owner of the ledger grants that right with --grant-names ROLE (`bridge-ledger help postgresql`)\n"
    )
    grant(owner, names=["onlooker"])
    with Office.open(reader) as office:
        assert [player.name for player in office.people.of("s")] == ["Jane Roe"]
        assert office.verify("s")[1].checks["texts"] == []


@promise("P2")
@pytest.mark.parametrize(("first", "second"), [("writers", "names"), ("names", "writers")])
def test_who_erases_needs_both_grants(web, capsys, first, second):
    """An erasure is recorded, and takes the text away; with one of the grants neither is done."""
    owner, role = web
    erase = ["--db", role, "person", "erase", "Jane Roe", "--yes"]
    grant(owner, **{first: ["onlooker"]})
    with Office.open(owner) as office:
        before = office.session("s").digest
        assert run(erase) == 5
        assert "error[database-denied]" in capsys.readouterr().err
        assert [player.name for player in office.people.of("s")] == ["Jane Roe"]
        assert office.session("s").digest == before
    grant(owner, **{second: ["onlooker"]})
    assert run(erase) == 0
    with Office.open(role) as office:
        assert office.people.of("s") == []
        assert office.verify("s")[1].ok


def said(event):
    return [event.alleged] if hasattr(event, "alleged") else [each.name for each in getattr(event, "players", ())]
