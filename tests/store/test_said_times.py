"""Through every database: the periods go by when something is recorded, by whatever clocks the desks have."""

from hypothesis import HealthCheck, given, settings

from ledger.office import Office
from ledger.recording import Submission
from ledger.trust.said_in_time import said_in_time
from tests.core.said_times import Attempt, Play, evenings, late, scorers_late, stated_before_the_opening

AFTER_THE_PERIOD = [
    Attempt(5, 0, None, "Sara", "publish"),
    Attempt(31, 0, 20, "Sara", "correct"),
    Attempt(1, 0, 20, "Dan", "correct"),
    Attempt(1, -45, None, "Sara", "correct"),
    Attempt(1, -600, None, "Sara", "correct"),
]


class Desks:
    """Desks of one database, whose clocks are what they are told to be."""

    def __init__(self, store, name):
        self.name, self.at = name, 0
        self.offices = {by: Office(store, by, lambda: self.at) for by in ("Chief", "Dan", "Sara")}

    def submit(self, command, by, clock, said):
        self.at = clock
        self.offices[by].submit(self.name, command, Submission(occurred_at=said))

    def log(self):
        return list(self.offices["Chief"].log(self.name))

    def session(self):
        return self.offices["Chief"].session(self.name)

    def holds_after(self, evening):
        play = Play(self.submit, self.session, self.log)
        recorded = [play.tries(attempt) for attempt in evening]
        log = self.log()
        assert scorers_late(log) == []
        assert stated_before_the_opening(log) == []
        told = {int(each.text.split()[0].removeprefix("#")) for each in said_in_time(log, self.session())}
        then, now = ({each.number for each in late(log, as_known_then=known)} for known in (True, False))
        assert then & now <= told
        *_, audit = self.offices["Chief"].verify(self.name)
        assert audit.ok
        return recorded, told


def test_what_a_scorer_may_not_a_director_may_and_check_tells_it(store):
    recorded, told = Desks(store, "friday").holds_after(AFTER_THE_PERIOD)
    assert (recorded, len(told)) == ([True, False, True, False, False], 1)


def test_a_stated_time_that_is_the_clocks_permits_nothing_that_the_log_could_not_show(store):
    """In the log nobody stated it: `verify` would call what it permitted a fault."""
    ahead, stated = Attempt(1, 45, None, "Dan", "call"), Attempt(1, 0, 0, "Dan", "correct")
    recorded, told = Desks(store, "friday").holds_after([AFTER_THE_PERIOD[0], ahead, stated])
    assert (recorded, told) == ([True, True, False], set())


def test_so_it_is_after_any_commands_by_any_clocks(store):
    names = iter(range(10**6))

    @settings(deadline=None, max_examples=4, suppress_health_check=list(HealthCheck))
    @given(evenings)
    def holds(evening):
        Desks(store, f"s{next(names)}").holds_after(evening)

    holds()
