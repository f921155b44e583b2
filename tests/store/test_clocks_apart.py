"""Two desks whose clocks differ: what came before a publication its heads say, and never the time."""

import pytest
from msgspec import structs

from cli.pages.tournaments.changes import OverallHistory
from ledger.bridge import Result
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.laws.profile_loader import load_profile
from ledger.laws.regulations import StageRules
from ledger.office import Office
from ledger.overall.aspects import moved_since
from ledger.overall.history import merge_events
from ledger.overall.stage_standing import Overall
from ledger.overall.standing import overall
from ledger.recording import Submission
from ledger.session.moment import iso
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.subjects.publications.facts import PublishStanding
from ledger.subjects.qualifying.facts import Qualify
from ledger.subjects.tournaments.facts import AddSession, AddStage, OpenTournament

SECOND = 1_000_000
ID = "01890a5d-ac96-774b-bcce-b302099a8057"


class TwoDesks:
    """A tournament at one desk, its session at another whose clock is so many seconds ahead."""

    def __init__(self, url: str, ahead: int) -> None:
        self.now = 1_700_000_000 * SECOND
        self.desk, self.other = Office.open(url, by="spec", new=True), Office.open(url, by="else")
        self.desk.clock = self._later
        self.other.clock = lambda: self._later() + ahead * SECOND
        profile = load_profile("default")
        self.desk.submit("friday", OpenSession("Friday", None, (1,), 2, profile))
        self.desk.submit("spring", OpenTournament("Spring", profile))
        for stage in ("only", "final"):
            self.desk.submit("spring", AddStage(stage, "sessions", StageRules()))
        self.desk.submit("spring", AddSession("only", "friday"))
        for table, result in enumerate(("4SN=", "4SN-1"), start=1):
            self.play(self.desk, table, result)
        self.now += 60 * SECOND

    def _later(self) -> int:
        self.now += 1000
        return self.now

    def play(self, office: Office, table: int, result: str) -> None:
        """One more result."""
        office.submit("friday", RecordResult(Where(1, str(table), f"{table}NS", f"{table}EW"), Result(result)))

    def publish(self) -> int:
        """Give the standing out; the number of the event."""
        return self.desk.submit("spring", PublishStanding()).events[-1].number

    def rows(self, moment: str | None = None) -> list[tuple[str, str]]:
        """The standing, as it is or was."""
        return places(self.desk.tournaments.overall("spring", "only", moment=moment)[0])


def places(found: Overall) -> list[tuple[str, str]]:
    """Who has what."""
    return [(row.entrant, str(row.total.value)) for row in found.rows]


@pytest.fixture(params=[2, -2], ids=["ahead", "behind"])
def desks(request, tmp_path):
    """The other desk two seconds ahead, or behind."""
    found = TwoDesks(str(tmp_path / "ledger.db"), request.param)
    yield found
    found.desk.close()
    found.other.close()


def given_out(desks: TwoDesks) -> tuple[int, list[tuple[str, str]]]:
    """A result of the other desk, a publication at once, and at once a further result: what was published."""
    desks.play(desks.other, 3, "2SN=")
    number, then = desks.publish(), desks.rows()
    desks.play(desks.other, 4, "3NTN=")
    assert desks.rows() != then
    return number, then


def test_what_was_published_is_what_there_was_as_of_the_publication(desks):
    number, then = given_out(desks)
    at = {moment: desks.desk.tournaments.at("spring", moment) for moment in (str(number), f"{number}-")}
    assert {moment: desks.rows(moment) for moment in at} == dict.fromkeys(at, then)
    assert not any(map(moved_since, at.values()))
    assert moved_since(desks.desk.tournaments.scores("spring")) == {"only": number}


def test_a_time_by_which_it_was_published_has_all_that_it_was_published_over(desks):
    number, _ = given_out(desks)
    envelope = list(desks.desk.store.log.read("spring"))[number - 1]
    found = desks.desk.tournaments.at("spring", iso(envelope.recorded_at))
    assert {"3NS", "3EW"} <= {*found.scoreboards["friday"].session.contestants}
    assert found.tournament.published.keys() == {number}


def test_the_site_has_what_was_published_and_what_was_settled_afterwards(desks):
    number, then = given_out(desks)
    history = OverallHistory("spring", merge_events(desks.desk.tournaments.logs("spring")))
    given = history.published[number]
    assert (given.missing, given.results) == ((), 3)
    assert given.scores is not None
    stage = given.scores.tournament.stages["only"]
    assert places(overall(given.scores, stage)) == then


def test_the_same_cut_again_is_the_same_whatever_was_recorded_at_about_that_time(desks):
    desks.play(desks.other, 3, "2SN=")
    once = Qualify("only", "final", 2, despite=True, reason="late", barred=("3NS",))
    first = desks.desk.submit("spring", once, Submission(ID))
    desks.play(desks.other, 4, "3NTN=")
    again = desks.desk.submit("spring", once, Submission(ID))
    assert again.repeated
    assert [each.number for each in again.events] == [each.number for each in first.events]
    for another in ({"best": 1}, {"barred": ()}, {"reason": "later"}):
        with pytest.raises(Refusal) as refused:
            desks.desk.submit("spring", structs.replace(once, **another), Submission(ID))
        assert refused.value.code == "command-id-reused"
