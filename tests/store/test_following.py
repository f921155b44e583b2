"""Following the log while many desks write: every event once, in order, none missed; on a file and on PostgreSQL."""

import json
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager, suppress
from itertools import count, islice
from queue import Empty, Queue

import pytest

from cli.main import run
from ledger.bridge import Result
from ledger.errors import Corrupt, Misuse
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.office import Office
from ledger.recording.machine_state import FollowerPositions
from ledger.store.setup import migrate
from ledger.store.store import Store, Subscription
from ledger.subjects.play.facts import OpenSession, RecordResult
from tests.promises import promise

OPEN = OpenSession("Evening", None, (1,), 1, profile_loader.load_profile("default"))
PATIENCE_SECONDS = 180
PROGRAM = "import sys; from cli.main import run; sys.exit(run(sys.argv[1:]))"


@pytest.fixture(params=["sqlite-file", "postgresql"])
def url(request, tmp_path):
    """A ledger that several desks can open."""
    if request.param == "postgresql":
        return request.getfixturevalue("new_database")()
    made = f"sqlite:///{tmp_path / 'ledger.db'}"
    store = Store(made)
    migrate(store)
    store.close()
    return made


@pytest.fixture
def store(url):
    store = Store(url)
    yield store
    store.close()


def write(url, session, desk, results):
    """One desk, with a connection of its own."""
    store = Store(url)
    office = Office(store, f"desk {desk}")
    for at in range(results):
        pair = 1 + 2 * (desk * results + at)
        office.submit(session, RecordResult(Where(1, None, str(pair), str(pair + 1)), Result("PASS")))
    store.close()


@promise("P15")
@pytest.mark.parametrize("sessions", [8, 1])
def test_no_event_is_missed_doubled_or_out_of_order(url, store, sessions):
    """Eight desks on eight sessions, or all on one, and one who follows them all."""
    results, names = 4, [f"s{number}" for number in range(sessions)]
    for name in names:
        Office(store, "chief").submit(name, OPEN)
    desks = [
        threading.Thread(target=write, args=(url, names[desk % sessions], desk, results), daemon=True)
        for desk in range(8)
    ]
    for desk in desks:
        desk.start()
    follower, seen = Subscription(store), []
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(desk.is_alive() for desk in desks) and time.monotonic() < deadline:
        seen += follower.new()
    for desk in desks:
        desk.join(max(0, deadline - time.monotonic()))
        assert not desk.is_alive(), "a desk did not come to an end"
    seen += follower.new()
    for name in names:
        numbers = [envelope.number for envelope in seen if envelope.session == name]
        assert numbers == list(range(1, len(numbers) + 1))
        assert [envelope for envelope in seen if envelope.session == name] == list(store.log.read(name))
    envelope = [event.event.ns for event in seen if event.name == "result-recorded/1"]
    assert len(envelope) == len(set(envelope)) == 8 * results


@promise("P15")
def test_from_any_starting_point(store):
    office = Office(store, "desk")
    office.submit("s", OPEN)
    for pair in (1, 3, 5):
        office.submit("s", RecordResult(Where(1, None, str(pair), str(pair + 1)), Result("PASS")))
    last = store.log.heads()["s"]
    for start in range(last + 1):
        numbers = [envelope.number for envelope in Subscription(store, "s", {"s": start}).new()]
        assert numbers == list(range(start + 1, last + 1))
    with pytest.raises(Misuse, match=f"no event #{last + 1}"):
        store.log.digest_at("s", last + 1)


def test_who_stops_half_way_is_given_the_rest(store):
    office = Office(store, "desk")
    office.submit("s", OPEN)
    for pair in (1, 3, 5):
        office.submit("s", RecordResult(Where(1, None, str(pair), str(pair + 1)), Result("PASS")))
    follower = Subscription(store)
    seen = list(islice(follower.new(), 2))
    office.submit("t", OPEN)
    seen += follower.new()
    assert [(envelope.session, envelope.number) for envelope in seen] == [("s", number) for number in range(1, 8)] + [
        ("t", 1)
    ]
    assert list(follower.new()) == []


def test_a_changed_event_stops_the_follower_and_is_named(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'ledger.db'}")
    migrate(store)
    office = Office(store, "desk")
    office.submit("s", OPEN)
    follower = Subscription(store)
    assert len(list(follower.new())) == 1
    office.submit("s", RecordResult(Where(1, None, "1", "2"), Result("PASS")))
    with sqlite3.connect(tmp_path / "ledger.db") as connection:
        connection.execute("DROP TRIGGER event_no_update")
        connection.execute("UPDATE event SET record = CAST(replace(record, 'desk', 'else') AS BLOB) WHERE number = 3")
    with pytest.raises(Corrupt) as caught:
        list(follower.new())
    assert caught.value.number == 3
    store.close()


@contextmanager
def followed_on_a_screen(url, *more):
    """The program that follows the log; Ctrl-C ends it."""
    command = [sys.executable, "-u", "-c", PROGRAM, "--db", url, "log", "--follow", "--json", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as following:
        try:
            yield following
            assert ended_by_ctrl_c(following) == 130
        finally:
            following.kill()


SLIP = ["result", "add", "1/1", "PASS", "--ns", "1", "--ew", "2"]


@pytest.mark.parametrize("more", [[], ["--all"]])
def test_the_log_followed_on_a_screen(url, more):
    """What is recorded appears."""
    for command in (["session", "open", "s", "--boards", "1-2"], SLIP):
        assert run(["--db", url, *command]) == 0
    with followed_on_a_screen(url, *more) as following:
        lines = Queue()
        threading.Thread(target=lambda: [lines.put(line) for line in following.stdout], daemon=True).start()
        for line in until_followed(lines, url):
            assert json.loads(line)["event"]["name"] in ("ruling-given/1", "ruling-withdrawn/1")


@promise("P15")
@pytest.mark.parametrize("more", [[], ["--all"]])
def test_from_the_beginning_on_a_screen(url, more):
    """After 0: what was recorded before anybody looked comes first, of one session or of all."""
    assert run(["--db", url, "session", "open", "s", "--boards", "1-2"]) == 0
    with followed_on_a_screen(url, "--after", "0", *more) as following:
        event = json.loads(following.stdout.readline())["event"]
        assert (event["number"], event["name"]) == (1, "session-opened/1")
        assert run(["--db", url, *SLIP]) == 0
        assert json.loads(following.stdout.readline())["event"]["number"] == 2


def ended_by_ctrl_c(process):
    """Its exit code. Where the first falls into a finaliser, which Python lets nothing out of, the next is heard."""
    for _ in range(PATIENCE_SECONDS // 15):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.wait(15)
    return None


def until_followed(lines, url):
    """Rule and withdraw again until the follower, whenever it came to listen, has shown something; its lines."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    for at in count(1):
        assert time.monotonic() < deadline, "nothing of what was recorded appeared"
        assert run(["--db", url, "ruling", "add", "1/1", "--stands"]) == 0
        assert run(["--db", url, "ruling", "withdraw", f"R-{at:04}"]) == 0
        with suppress(Empty):
            yield lines.get(timeout=1)
            return


def test_what_goes_with_following(url, capsys):
    run(["--db", url, "session", "open", "s", "--boards", "1-2"])
    for words in (["--after", "3"], ["--all"], ["--follow", "--all", "--after", "3"], ["--follow", "--as-of", "1"]):
        assert run(["--db", url, "log", *words]) == 2
    assert "an earlier moment" in capsys.readouterr().err
    assert run(["--db", url, "log", "--follow", "--after", "99"]) == 2
    assert "no event #99" in capsys.readouterr().err


# Positions that last


def seen_by(follower):
    return [(envelope.session, envelope.number) for envelope in follower.new()]


def play(store, results, session="s"):
    office = Office(store, "desk")
    if session not in office.sessions():
        office.submit(session, OPEN)
    first = office.session(session).number
    for at in range(results):
        office.submit(session, RecordResult(Where(1, None, str(first + 2 * at), str(first + 2 * at + 1)), PASS))


PASS = Result("PASS")


@promise("P16")
def test_who_starts_again_goes_on_from_his_position(store, tmp_path):
    play(store, 3)
    kept = FollowerPositions(tmp_path / "seen.json")
    follower = Subscription(store, after=kept.positions)
    first = list(islice(follower.new(), 4))
    kept.keep(follower, now=True)
    assert (tmp_path / "seen.json").stat().st_mode & 0o777 == 0o600
    play(store, 2)
    play(store, 1, "t")
    again = FollowerPositions(tmp_path / "seen.json")
    rest = seen_by(Subscription(store, after=again.positions))
    everything = seen_by(Subscription(store))
    assert [(each.session, each.number) for each in first] + rest == everything
    assert list(tmp_path.glob("*.part")) == []


@promise("A22", "P16")
@pytest.mark.parametrize("how", ["rewritten", "cut", "gone"])
def test_a_history_that_changed_is_noticed_by_who_starts_again(tmp_path, how):
    """Where only the number was kept, nothing would be: the log is as long as it was, or longer."""
    store = Store(f"sqlite:///{tmp_path / 'ledger.db'}")
    migrate(store)
    play(store, 3)
    follower = Subscription(store)
    seen = len(seen_by(follower))
    positions = follower.positions
    other = Store(f"sqlite:///{tmp_path / 'other.db'}")
    migrate(other)
    play(other, {"rewritten": 5, "cut": 1, "gone": 1}[how], "t" if how == "gone" else "s")
    with pytest.raises(Corrupt) as caught:
        seen_by(Subscription(other, after=positions))
    assert caught.value.code == "history-changed"
    assert caught.value.number == {"rewritten": seen, "cut": other.log.heads("s")["s"] + 1, "gone": 1}[how]
    assert ("has another history" if how == "rewritten" else "gone") in caught.value.message
    store.close()
    other.close()


@promise("A23")
def test_a_log_that_is_cut_while_it_is_followed_is_noticed(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'ledger.db'}")
    migrate(store)
    play(store, 3)
    follower = Subscription(store)
    assert len(seen_by(follower)) > 3
    with sqlite3.connect(tmp_path / "ledger.db") as connection:
        connection.execute("DROP TRIGGER event_no_delete")
        connection.execute("DELETE FROM event WHERE number > 3")
    with pytest.raises(Corrupt, match="ends at #3"):
        seen_by(follower)
    store.close()


@promise("P16")
def test_a_follower_that_is_killed_again_and_again_loses_nothing(tmp_path):
    """kill -9 at any moment between an event that is printed and its number that is kept: repeated at most."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    store = Store(url)
    migrate(store)
    play(store, 1)
    command = [sys.executable, "-u", "-c", PROGRAM, "--db", url, "log", "--follow", "--all", "--json"]
    printed, place = [], tmp_path / "seen.json"
    follower = Subscription(store)
    printed.append(next(follower.new()).number)
    FollowerPositions(place).keep(follower, now=True)
    for _ in range(3):
        following = subprocess.Popen(
            [*command, "--position", str(place)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        for at, line in enumerate(islice(following.stdout, 2)):  # the second only once the first is kept
            printed.append(json.loads(line)["event"]["number"])
            if at == 0:
                play(store, 3)
        following.kill()
        printed += [json.loads(line)["event"]["number"] for line in following.stdout if line.endswith("\n")]
        following.wait()
        following.stdout.close()
    rest = seen_by(Subscription(store, after=FollowerPositions(place).positions))
    last = store.log.heads("s")["s"]
    assert sorted(set(printed) | {number for _, number in rest}) == list(range(1, last + 1))
    assert max(printed, default=0) >= 4
    store.close()


def test_what_is_no_file_of_positions_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(["init"])
    run(["session", "open", "s", "--boards", "1-2"])
    for text in ("[]", '{"s": 3}', '{"s": {"number": 1, "digest": "xyz"}}', "[" * 100_000):
        (tmp_path / "seen.json").write_text(text)
        assert run(["log", "--follow", "--position", "seen.json"]) == 2
        assert "error[bad-file]" in capsys.readouterr().err
    (tmp_path / "seen.json").write_text('{"s": {"number": 1, "digest": "%s"}}' % ("00" * 32))
    assert run(["log", "--follow", "--position", "seen.json", "--after", "1"]) == 2
    assert run(["log", "--follow", "--position", "seen.json"]) == 3
    assert "error[history-changed]" in capsys.readouterr().err
    assert run(["log", "--position", "seen.json"]) == 2
    assert run(["log", "--follow", "--position", "no/such/seen.json"]) == 2
    assert "cannot be written" in capsys.readouterr().err


@promise("A28")
@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open is not moved there")
def test_a_follower_is_told_when_another_file_takes_the_place_of_the_one_he_follows(tmp_path):
    """Also where it is a copy of the same: he would wait for ever for what is recorded in it."""
    path = tmp_path / "a.db"
    with Office.open(str(path), new=True) as office:
        office.submit("s", OPEN)
        follower = Subscription(office.store)
        assert len(list(follower.new())) == 1
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(tmp_path / "b.db")) as copy:
            source.backup(copy)
        (tmp_path / "b.db").replace(path)
        with pytest.raises(Corrupt, match="another was put in its place") as error:
            list(follower.new())
        assert error.value.code == "history-changed"
        with pytest.raises(Corrupt, match="another was put in its place"):
            office.submit("s", RecordResult(Where(1, None, "1", "2"), Result("PASS")))


@promise("A23")
def test_nothing_is_acknowledged_once_the_file_was_cut_off_in_its_place(tmp_path):
    """It is the same file by its number, and what SQLite remembers of it would go on for a while."""
    path = tmp_path / "a.db"
    with Office.open(str(path), new=True) as office:
        office.submit("s", OPEN)
        office.store.connections.write_back()
        office.submit("s", RecordResult(Where(1, None, "1", "2"), Result("PASS")))
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size // 2)
        with pytest.raises(Corrupt, match="is shorter than it was") as error:
            office.submit("s", RecordResult(Where(1, None, "3", "4"), Result("PASS")))
        assert error.value.code == "history-changed"


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open is not moved there")
def test_a_follower_is_told_when_the_file_is_gone(tmp_path):
    with Office.open(str(tmp_path / "a.db"), new=True) as office:
        follower = Subscription(office.store)
        list(follower.new())
        (tmp_path / "a.db").rename(tmp_path / "b.db")
        with pytest.raises(Corrupt, match="moved away"):
            list(follower.new())
