"""What was decided on is what is recorded on: desks that overtake one another between looking and recording.

Wherever a desk has looked and has not recorded yet, the others may do whatever a lot says, and may be overtaken at it
themselves. What all of them have recorded by then is recorded a second time, one command after the other as they were
recorded: every log has to be the same, to the byte. So each cut, draw, bracket, lot and publication is what it would be
had nobody been beside it, and the heads it names are those that stood when it was recorded.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from graphlib import TopologicalSorter
from itertools import count, pairwise
from multiprocessing import get_context
from random import Random

import pytest

from ledger.errors import Conflict, Misuse, Refusal
from ledger.kernel.fact import Command, DecidedAcrossStreams, Envelope, heads_of
from ledger.office import Office
from ledger.overall.history import logs_at
from ledger.recording import Submission, recorder
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.publications.facts import StandingPublished
from ledger.subjects.rulings.facts import Undo
from tests.kept import UNSALTED
from tests.recording.racing import NOW, Recorded, begin, desk, logs, wished
from tests.store.conftest import new_database, postgresql, template  # noqa: F401

INTERLEAVINGS, AN_EVENING = 1_000, 40


@pytest.fixture(scope="module")
def evening():
    """A ledger with an evening played, to be copied."""
    with closing(Store("sqlite://")) as store:
        migrate(store)
        with Office(store, "chief", lambda: NOW) as office, pytest.MonkeyPatch.context() as patched:
            patched.setattr(recorder, "new_salt", lambda: UNSALTED)
            begin(office)
            yield store


@contextmanager
def copy_of(evening: Store) -> Iterator[Store]:
    with closing(Store("sqlite://")) as store:
        with evening.connections.reading() as there, store.connections.engine.connect() as here:
            there.connection.driver_connection.backup(here.connection.driver_connection)
        yield store


class Desks:
    """Three desks on one ledger, and what was recorded, in the order in which it was.

    `overtaken`: how often somebody recorded a command while another had looked for his, and not recorded it yet.
    """

    def __init__(self, store: Store, lots: Random, commands: int) -> None:
        self.store, self.lots, self.left = store, lots, commands
        self.desks = [Office(store, f"desk {number}", lambda: NOW) for number in range(3)]
        self.asked: dict[str, tuple[str, str, Command]] = {}
        self.order: list[str] = []
        self.deep = self.outdated_rulings = 0
        self._append, self._last = store.append, store.log.last
        store.append, store.log.last = self.append, self.last

    def last(self):
        """A desk looks; it has read the log that it records in."""
        self.others(0.3)
        return self._last()

    def append(self, events, **how):
        """A desk records; it has decided."""
        self.others(0.9)
        appended = self._append(events, **how)
        self.order.append(events[0].command_id)
        return appended

    def others(self, chance: float) -> None:
        """Whatever the others do meanwhile."""
        recorded = len(self.order)
        while 0 < self.deep < 4 and self.lots.random() < chance / self.deep:
            self.something()
            chance /= 2
        self.outdated_rulings += len(self.order) - recorded

    def something(self) -> None:
        if not self.left:
            return
        self.left -= 1
        office, command_id = self.desks[(self.deep + self.lots.randrange(2)) % 3], f"c{self.left}"
        stream, command = wished(self.lots, office, f"for {command_id}")
        self.asked[command_id] = stream, office.by, command
        self.deep += 1
        try:
            office.submit(stream, command, Submission(command_id))
        except (Conflict, Refusal, Misuse):
            assert command_id not in self.order
        finally:
            self.deep -= 1


def raced(evening: Store, seed: int) -> tuple[Desks, dict[str, list[Envelope]]]:
    """What came of an evening of three desks that overtake one another."""
    with copy_of(evening) as store:
        desks = Desks(store, Random(seed), AN_EVENING)
        while desks.left:
            desks.something()
        return desks, logs(store)


def one_by_one(
    evening: Store, order: Sequence[str], asked: Mapping[str, tuple[str, str, Command]]
) -> dict[str, list[Envelope]]:
    """What comes of the same commands where nobody is beside them."""
    with copy_of(evening) as store, Office(store, clock=lambda: NOW) as office:
        for command_id in order:
            stream, office.by, command = asked[command_id]
            office.submit(stream, command, Submission(command_id))
        return logs(store)


@pytest.mark.parametrize("quarter", range(4))
def test_whatever_was_recorded_meanwhile_it_is_as_one_command_after_the_other(evening, monkeypatch, quarter):
    monkeypatch.setattr(recorder, "new_salt", lambda: UNSALTED)
    monkeypatch.setattr(recorder.time, "sleep", lambda _: None)
    interleaved, kinds, seeds = 0, set(), count(1000 * quarter)
    while interleaved < INTERLEAVINGS / 4:
        desks, found = raced(evening, seed := next(seeds))
        assert one_by_one(evening, desks.order, desks.asked) == found, f"evening {seed}"
        interleaved += desks.outdated_rulings
        kinds |= {type(each.event) for log in found.values() for each in log if heads_of(each.event)}
    assert kinds == {*DecidedAcrossStreams.__subclasses__(), StandingPublished}


def test_as_of_each_of_them_there_is_what_it_rests_on_though_no_clock_moved(evening, monkeypatch):
    monkeypatch.setattr(recorder, "new_salt", lambda: UNSALTED)
    monkeypatch.setattr(recorder.time, "sleep", lambda _: None)
    asked = 0
    for seed in range(4):
        _, found = raced(evening, seed)
        for each in (each for log in found.values() for each in log if heads_of(each.event)):
            moment = f"{each.number}-" if each.session == "spring" else f"{each.session}/{each.number}-"
            then = logs_at(found, "spring", moment)
            assert {head.session: head.number for head in heads_of(each.event)}.items() <= {
                name: len(log) for name, log in then.items()
            }.items(), f"evening {seed}, {moment}"
            asked += 1
    assert asked > 30


DESKS, COMMANDS = 8, 10


@pytest.mark.filterwarnings(
    "ignore:This process:DeprecationWarning"
)  # of forking beside threads, which do nothing here
@pytest.mark.parametrize("kept_in", ["file", "server"])
def test_eight_desks_of_a_congress_come_to_what_they_do_in_some_order(evening, kept_in, request, tmp_path, monkeypatch):
    """Processes of their own, each with a pause between looking and recording; the order is that of the heads named."""
    monkeypatch.setattr(recorder, "new_salt", lambda: UNSALTED)
    url = request.getfixturevalue("new_database")() if kept_in == "server" else str(tmp_path / "congress.db")
    with Office.open(url, by="chief", new=True) as office:
        office.clock = lambda: NOW
        begin(office)
    asked = at_once(url)
    with Office.open(url) as office:
        found = logs(office.store)
    order = [each for each in in_order(found) if not each.startswith("base-")]
    assert {*order} == {each for each, *_ in asked}
    taken_back = {
        each: Undo(found["spring"][number - 1], command.reason) for each, _, _, command, number in asked if number
    }
    said = {each: (stream, by, taken_back.get(each, command)) for each, stream, by, command, _ in asked}
    assert one_by_one(evening, order, said) == found


def at_once(url: str) -> list[Recorded]:
    """What eight desks have recorded that began together."""
    forking = get_context("fork")  # none of them loads the ledger again
    begin_together, pipes = forking.Barrier(DESKS), [forking.Pipe(duplex=False) for _ in range(DESKS)]
    desks = [
        forking.Process(target=desk, args=(url, number, COMMANDS, begin_together, told), daemon=True)
        for number, (_, told) in enumerate(pipes)
    ]
    for each in desks:
        each.start()
    for _, told in pipes:
        told.close()
    found = [recorded for heard, _ in pipes for recorded in heard.recv()]
    for each in desks:
        each.join()
    return found


def in_order(found: Mapping[str, Sequence[Envelope]]) -> list[str]:
    """The ids of commands: as each log has them; what one rests on before it, and what came there next after it."""
    order = TopologicalSorter[str]()
    for log in found.values():
        for each, following in pairwise(log):
            _after(order, following, each)
        for each in log:
            for head in heads_of(each.event):
                if head.session != each.session:
                    beside = found[head.session]
                    _after(order, each, beside[head.number - 1])
                    for later in beside[head.number : head.number + 1]:
                        _after(order, later, each)
    return list(order.static_order())


def _after(order: TopologicalSorter[str], later: Envelope, earlier: Envelope) -> None:
    if later.command_id != earlier.command_id:
        order.add(later.command_id, earlier.command_id)
