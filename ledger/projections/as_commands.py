"""What holds of a session besides the results, as the commands that say it at the desk: penalties, who took part,
findings, fouled boards, carry-over.

Each is the command that says it again. So a file can hold it, and another office can record it as its own.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import structs

from ledger.facts import (
    Command,
    DeclarePhantom,
    DisqualifyContestant,
    ExpectResults,
    FindMismatch,
    FoulBoard,
    GiveRuling,
    Grounds,
    ImposePenalty,
    LeaveUnplayed,
    PostponePlay,
    ScoreMatch,
    SeatSubstitute,
    SetCarryOver,
    ShortenMatch,
    SitOut,
    VoidMatch,
    Where,
    WithdrawContestant,
    WithholdStanding,
)
from ledger.facts.matches import Finding, MatchScored, MatchShortened, MismatchFound, OfMatch
from ledger.facts.participation import (
    AtTableFact,
    BoardNotPlayed,
    ContestantDisqualified,
    ContestantWithdrew,
    OfContestant,
    PhantomDeclared,
    PlayPostponed,
    SatOut,
    StandingWithheld,
    SubstituteSeated,
    TakingPart,
)
from ledger.facts.rulings import PenaltyImposed
from ledger.session import Ruling, Session, TableBoard

_OF_CONTESTANT: dict[type[OfContestant], type[Command]] = {
    SatOut: SitOut,
    PhantomDeclared: DeclarePhantom,
    StandingWithheld: WithholdStanding,
    ContestantWithdrew: WithdrawContestant,
    ContestantDisqualified: DisqualifyContestant,
}
"""What says each again, by what was said: their fields have the same names."""


def besides(session: Session) -> Iterator[Command]:
    """What holds, in an order in which it can be said again after the results."""
    yield from _fouled(session)
    yield from _more_rulings(session)
    yield from _taking_part(session, _standing_facts(session))
    yield from (_finding(finding) for finding in session.findings.facts.values())
    yield from (_penalty(each.imposed) for each in session.penalties_in_force())
    for contestant in session.carry_over:
        if carried := session.carried(contestant):
            yield SetCarryOver(contestant, carried.imps)
    if session.results_expected:
        yield ExpectResults(session.results_expected)


def ever_said(session: Session) -> list[Command]:
    """All that was ever said of these, each `bare`: also what was taken back since."""
    found = [
        *_fouled(session),
        *(_ruling(session, ruling) for ruling in session.rulings.values()),
        *_taking_part(session, session.participation.ever.values()),
        *map(_finding, session.findings.ever.values()),
        *(_penalty(penalty.imposed) for penalty in session.penalties.values()),
        *besides(session),
    ]
    carried = [SetCarryOver(team, imps) for team, said in session.carry_over.items() for imps in said.ever.values()]
    expected = [ExpectResults(results) for results in session.expecting.ever.values()]
    return [bare(command) for command in (*found, *carried, *expected)]


def bare(command: Command) -> Command:
    """A command without the words that go with it: these may have been left out of a file."""
    if isinstance(command, GiveRuling):
        return structs.replace(command, grounds=Grounds(command.grounds.offender), provisional=False)
    return structs.replace(command, reason="") if "reason" in command.__struct_fields__ else command


def grounds_of(session: Session, ruling: Ruling) -> Grounds:
    """What a ruling in force rests on: offender and Laws as decided last, the rest as it was stated."""
    said, now = ruling.judgement, session.in_force(ruling)
    stated = {name: getattr(said, name) for name in Grounds.__struct_fields__}
    return Grounds(**(stated | {"offender": now.offender, "laws": now.laws}))


def first_ruling(session: Session, played: TableBoard) -> Ruling | None:
    """The ruling that stands on the line itself, where there are two sides; any others stand beside it."""
    return session.rulings[played.cases[0]] if played.cases and all(played.seating.pair) else None


def _more_rulings(session: Session) -> Iterator[Command]:
    for played in session.table_boards():
        first = first_ruling(session, played)
        yield from (_ruling(session, each) for each in session.rulings_of(played) if each is not first)


def _ruling(session: Session, ruling: Ruling) -> Command:
    at = ruling.seating
    where = Where(ruling.board, at.table, at.ns or None, at.ew or None, at.round)
    now, provisional = session.in_force(ruling), ruling.judgement.provisional
    return GiveRuling(where, now.adjustment, grounds_of(session, ruling), provisional=provisional)


def _fouled(session: Session) -> Iterator[Command]:
    tables: dict[tuple[int, str, int | None], list[str]] = defaultdict(list)
    for played in session.table_boards():
        if played.version and played.table:
            tables[played.board, played.version, played.round].append(played.table)
    for (board, version, round_), found in tables.items():
        yield FoulBoard(board, version, tuple(found), round=round_)


def _standing_facts(session: Session) -> Iterator[TakingPart]:
    """What was stated of who takes part, but for what play or a ruling has made good since."""
    for fact in session.participation.facts.values():
        if isinstance(fact, AtTableFact):
            played = session.line(fact.board, fact.seating)
            if played is None or played.absent != fact:
                continue
        yield fact


def _taking_part(session: Session, facts: Iterable[TakingPart]) -> Iterator[Command]:
    """Who is not there is said before who sat out for want of him."""
    for fact in sorted(facts, key=lambda each: isinstance(each, SatOut | BoardNotPlayed)):
        yield _statement(fact)


def _statement(fact: TakingPart) -> Command:
    match fact:
        case BoardNotPlayed() | PlayPostponed():
            where = Where(fact.board, fact.table, fact.ns, fact.ew, fact.round)
            if isinstance(fact, PlayPostponed):
                return PostponePlay(where, fact.reason)
            return LeaveUnplayed(where, fact.fault, fact.partly, fact.scored, fact.reason)
        case SubstituteSeated():
            return SeatSubstitute(fact.contestant, fact.seat, fact.player, fact.rounds, reason=fact.reason)
    return _OF_CONTESTANT[type(fact)](**structs.asdict(fact))


def _finding(finding: Finding) -> Command:
    if isinstance(finding, MismatchFound):
        said = structs.asdict(finding)
        return FindMismatch(opponent=said.pop("met"), **said)
    about: dict[str, Any] = {"fault": _fault(finding), "round": finding.round, "reason": finding.reason}
    if isinstance(finding, MatchShortened):
        return ShortenMatch(finding.teams, finding.boards, removed=finding.removed, **about)
    if isinstance(finding, MatchScored):
        return ScoreMatch(finding.teams, finding.boards, scores=finding.scores, in_points=finding.unit == "VP", **about)
    return VoidMatch(finding.teams, finding.boards, wrong_seating=finding.wrong_seating, **about)


def _fault(finding: OfMatch) -> str:
    if len(finding.at_fault) > 1:
        return "both"
    return next(iter(finding.at_fault), "director" if finding.director else "none")


def _penalty(imposed: PenaltyImposed) -> Command:
    """Without the case it was given beside, whose number is another's elsewhere."""
    said = {name: value for name, value in structs.asdict(imposed).items() if name not in ("case", "beside")}
    return ImposePenalty(**said)
