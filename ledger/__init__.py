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
>>> [row.contestant for row in standings(office.scoreboard("thursday"))[0].rows]
['2NS', '1NS', '3NS']
>>> from ledger.facts import AddSession, AddStage, OpenTournament, PublishStanding
>>> from ledger.laws.stage_rules import StageRules
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
    from ledger import facts as facts
    from ledger.bridge import Result as Result
    from ledger.bridge import Seat as Seat
    from ledger.bridge import Side as Side
    from ledger.bridge import Unreadable as Unreadable
    from ledger.errors import Conflict as Conflict
    from ledger.errors import Corrupt as Corrupt
    from ledger.errors import Misuse as Misuse
    from ledger.errors import Problem as Problem
    from ledger.errors import Refusal as Refusal
    from ledger.errors import Unavailable as Unavailable
    from ledger.facts import GiveRuling as GiveRuling
    from ledger.facts import Grounds as Grounds
    from ledger.facts import OpenSession as OpenSession
    from ledger.facts import PublishScores as PublishScores
    from ledger.facts import RecordResult as RecordResult
    from ledger.facts import Undo as Undo
    from ledger.facts import Where as Where
    from ledger.facts.tournaments import Entrant as Entrant
    from ledger.laws.adjustment import Artificial as Artificial
    from ledger.laws.adjustment import Assigned as Assigned
    from ledger.laws.adjustment import Awarded as Awarded
    from ledger.laws.adjustment import Claim as Claim
    from ledger.laws.adjustment import SelfInflicted as SelfInflicted
    from ledger.laws.adjustment import Split as Split
    from ledger.laws.adjustment import Stands as Stands
    from ledger.laws.adjustment import Weighted as Weighted
    from ledger.laws.adjustment import parse_weighting as parse_weighting
    from ledger.laws.profile_loader import load_profile as load_profile
    from ledger.laws.stage_rules import CarryRules as CarryRules
    from ledger.laws.stage_rules import StageRules as StageRules
    from ledger.office import Office as Office
    from ledger.projections.scoreboard import Scoreboard as Scoreboard
    from ledger.projections.standings import standings as standings
    from ledger.recording.effect import Effect as Effect

_HOMES = {
    "ledger.bridge": "Result Seat Side Unreadable",
    "ledger.errors": "Conflict Corrupt Misuse Problem Refusal Unavailable",
    "ledger.facts": "GiveRuling Grounds OpenSession PublishScores RecordResult Undo Where",
    "ledger.facts.tournaments": "Entrant",
    "ledger.laws.adjustment": "Artificial Assigned Awarded Claim SelfInflicted Split Stands Weighted parse_weighting",
    "ledger.laws.profile_loader": "load_profile",
    "ledger.laws.stage_rules": "CarryRules StageRules",
    "ledger.office": "Office",
    "ledger.projections.scoreboard": "Scoreboard",
    "ledger.projections.standings": "standings",
    "ledger.recording.effect": "Effect",
}
_HOME_OF = {"facts": "ledger.facts"} | {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [*_HOME_OF]


def __getattr__(name: str) -> object:
    """The public names, each taken from its home when it is first asked for: what is pure loads without a database."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'ledger' has no attribute {name!r}")
    home = import_module(_HOME_OF[name])
    return home if name == "facts" else getattr(home, name)


def __dir__() -> list[str]:
    return sorted(_HOME_OF)
