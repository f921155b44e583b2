"""bridge-ledger: an event-sourced ruling ledger for duplicate bridge.

Every table result, ruling and correction is an immutable event; every score is derived from the log, and carries its
derivation.

The tour: an office on a file; a ruling; who moved; why; a tournament of that session; and whether anybody touched the
log since.

>>> from ledger import GiveRuling, Grounds, Office, OpenSession, RecordResult, Result, Side, Weighted, Where
>>> from ledger import load_profile, parse_weighting, standings
>>> from tempfile import TemporaryDirectory
>>> folder = TemporaryDirectory()
>>> office = Office.open(f"{folder.name}/club.db", by="Ahlborn", new=True)
>>> _ = office.submit("thursday", OpenSession("Thursday", None, (1,), 2, load_profile("default")))
>>> for pair, result in enumerate(("5HE-1", "4SN=", "4SN-1"), start=1):
...     where = Where(1, table=str(pair), ns=f"{pair}NS", ew=f"{pair}EW")
...     _ = office.submit("thursday", RecordResult(where, Result(result)))
>>> weighted = Weighted(parse_weighting("60% 4SN=, 40% 4SN-1"))
>>> ruled = office.submit("thursday", GiveRuling(Where(1, "1"), weighted, Grounds("EW", ("16B",))))
>>> [(change.contestant, str(change.before), str(change.after)) for change in ruled.ripple().changes[:2]]
[('1NS', '2', '11/5'), ('1EW', '2', '9/5')]
>>> played = ruled.after.boards[1][next(iter(ruled.after.boards[1]))]
>>> why = office.explain(ruled.after, played, Side.NS)
>>> str(why.derivation.value), why.derivation.text, why.derivation.law
('11/5', 'weighted', '12C1(c)')
>>> from ledger import case_file
>>> case_file(ruled.after, "R-0001").laws
('16B',)
>>> [row.contestant for row in standings(office.scoreboard("thursday"))[0].rows]
['2NS', '1NS', '3NS']
>>> from ledger.subjects.publications.facts import PublishStanding
>>> from ledger.subjects.tournaments.facts import AddSession, AddStage, OpenTournament
>>> from ledger.laws.regulations import StageRules
>>> pairs = AddStage("pairs", rules=StageRules(winners=2))
>>> congress = OpenTournament("Spring", load_profile("default")), pairs, AddSession("pairs", "thursday")
>>> for command in (*congress, PublishStanding("on the wall")):
...     _ = office.submit("spring", command)
>>> [(row.rank, row.entrant, str(row.total.value)) for row in office.tournaments.overall("spring")[0].rows[:2]]
[(1, '2NS', '85'), (1, '3EW', '90')]
>>> [audit.ok for audit in office.verify(strict=True)]
[True, True, True]
>>> office.close()
>>> folder.cleanup()

The map of the code, how to add to it, and a glossary: ledger/README.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ledger.version import __version__ as __version__

if TYPE_CHECKING:
    from ledger.bridge import Result as Result
    from ledger.bridge import Seat as Seat
    from ledger.bridge import Side as Side
    from ledger.bridge import Unreadable as Unreadable
    from ledger.bridge import dealer as dealer
    from ledger.bridge import vulnerability as vulnerability
    from ledger.errors import Conflict as Conflict
    from ledger.errors import Corrupt as Corrupt
    from ledger.errors import Misuse as Misuse
    from ledger.errors import Problem as Problem
    from ledger.errors import Refusal as Refusal
    from ledger.errors import Unavailable as Unavailable
    from ledger.kernel.at_table import Where as Where
    from ledger.kernel.fact import Envelope as Envelope
    from ledger.kernel.fact import Event as Event
    from ledger.labels import natural as natural
    from ledger.labels.persons import names_pattern as names_pattern
    from ledger.laws.adjustment import Artificial as Artificial
    from ledger.laws.adjustment import Assigned as Assigned
    from ledger.laws.adjustment import Awarded as Awarded
    from ledger.laws.adjustment import Claim as Claim
    from ledger.laws.adjustment import Rectified as Rectified
    from ledger.laws.adjustment import SelfInflicted as SelfInflicted
    from ledger.laws.adjustment import Split as Split
    from ledger.laws.adjustment import Stands as Stands
    from ledger.laws.adjustment import Weighted as Weighted
    from ledger.laws.adjustment import parse_weighting as parse_weighting
    from ledger.laws.citation import SUBJECTS as SUBJECTS
    from ledger.laws.citation import Subject as Subject
    from ledger.laws.edition import law_title as law_title
    from ledger.laws.profile_loader import load_profile as load_profile
    from ledger.laws.regulations import CarryRules as CarryRules
    from ledger.laws.regulations import StageRules as StageRules
    from ledger.laws.rounding import exact_text as exact_text
    from ledger.office import Office as Office
    from ledger.projections.case_search import CHANGED as CHANGED
    from ledger.projections.case_search import CaseFilter as CaseFilter
    from ledger.projections.case_search import CasePlace as CasePlace
    from ledger.projections.case_search import CaseQuery as CaseQuery
    from ledger.projections.case_search import CaseSummary as CaseSummary
    from ledger.projections.case_search import Likeness as Likeness
    from ledger.projections.case_search import ScoreKind as ScoreKind
    from ledger.projections.case_statistics import CaseAt as CaseAt
    from ledger.projections.case_statistics import CaseStatistics as CaseStatistics
    from ledger.projections.case_statistics import CaseTally as CaseTally
    from ledger.projections.case_statistics import Measured as Measured
    from ledger.projections.case_statistics import RecordedCases as RecordedCases
    from ledger.projections.case_statistics import case_statistics as case_statistics
    from ledger.projections.case_statistics import mean as mean
    from ledger.projections.case_statistics import median as median
    from ledger.projections.case_statistics import tallies_shown_by_name as tallies_shown_by_name
    from ledger.projections.casework import CaseFile as CaseFile
    from ledger.projections.casework import CaseStep as CaseStep
    from ledger.projections.casework import case_file as case_file
    from ledger.projections.casework import case_names as case_names
    from ledger.projections.casework import case_steps as case_steps
    from ledger.projections.casework import names_in_case as names_in_case
    from ledger.projections.casework import ruled_case_of as ruled_case_of
    from ledger.projections.casework import steps_by_number as steps_by_number
    from ledger.projections.names import names_first as names_first
    from ledger.projections.ripple import RankChange as RankChange
    from ledger.projections.scoreboard import Scoreboard as Scoreboard
    from ledger.projections.standings import standings as standings
    from ledger.recording import Submission as Submission
    from ledger.recording.case_archive import CasesFound as CasesFound
    from ledger.recording.effect import Effect as Effect
    from ledger.session import Session as Session
    from ledger.subjects.appeals.facts import Merit as Merit
    from ledger.subjects.appeals.facts import Verdict as Verdict
    from ledger.subjects.casebook import CaseClassified as CaseClassified
    from ledger.subjects.casebook import CaseCommented as CaseCommented
    from ledger.subjects.casebook import ClassifyCase as ClassifyCase
    from ledger.subjects.casebook import CommentCase as CommentCase
    from ledger.subjects.casebook import DifferenceStated as DifferenceStated
    from ledger.subjects.play.facts import OpenSession as OpenSession
    from ledger.subjects.play.facts import RecordResult as RecordResult
    from ledger.subjects.publications.facts import PublishScores as PublishScores
    from ledger.subjects.rulings.facts import GiveRuling as GiveRuling
    from ledger.subjects.rulings.facts import Grounds as Grounds
    from ledger.subjects.rulings.facts import Undo as Undo
    from ledger.subjects.tournaments.facts import Entrant as Entrant

_HOMES = {
    "ledger.bridge": "Result Seat Side Unreadable dealer vulnerability",
    "ledger.errors": "Conflict Corrupt Misuse Problem Refusal Unavailable",
    "ledger.kernel.at_table": "Where",
    "ledger.kernel.fact": "Envelope Event",
    "ledger.labels": "natural",
    "ledger.labels.persons": "names_pattern",
    "ledger.laws.adjustment": (
        "Artificial Assigned Awarded Claim Rectified SelfInflicted Split Stands Weighted parse_weighting"
    ),
    "ledger.laws.citation": "SUBJECTS Subject",
    "ledger.laws.edition": "law_title",
    "ledger.laws.profile_loader": "load_profile",
    "ledger.laws.regulations": "CarryRules StageRules",
    "ledger.laws.rounding": "exact_text",
    "ledger.office": "Office",
    "ledger.projections.case_search": "CHANGED CaseFilter CasePlace CaseQuery CaseSummary Likeness ScoreKind",
    "ledger.projections.case_statistics": (
        "CaseAt CaseStatistics CaseTally Measured RecordedCases case_statistics mean median tallies_shown_by_name"
    ),
    "ledger.projections.casework": (
        "CaseFile CaseStep case_file ruled_case_of case_steps case_names names_in_case steps_by_number"
    ),
    "ledger.projections.names": "names_first",
    "ledger.projections.ripple": "RankChange",
    "ledger.projections.scoreboard": "Scoreboard",
    "ledger.projections.standings": "standings",
    "ledger.recording": "Submission",
    "ledger.recording.case_archive": "CasesFound",
    "ledger.recording.effect": "Effect",
    "ledger.session": "Session",
    "ledger.subjects.appeals.facts": "Merit Verdict",
    "ledger.subjects.casebook": "CaseClassified CaseCommented ClassifyCase CommentCase DifferenceStated",
    "ledger.subjects.play.facts": "OpenSession RecordResult",
    "ledger.subjects.publications.facts": "PublishScores",
    "ledger.subjects.rulings.facts": "GiveRuling Grounds Undo",
    "ledger.subjects.tournaments.facts": "Entrant",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [*_HOME_OF]


def __getattr__(name: str) -> object:
    """Return a public name of the package, importing its module at first use: pure code loads without a database."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'ledger' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(_HOME_OF)
