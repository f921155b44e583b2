"""A case in full, from the call to the last instance: everything the log has about it, as one value.

A case is a chain of rulings, each replacing the one before, with the call they answer and the appeals against them; or
a penalty imposed by itself. Its name is that of its last ruling, whichever of its numbers is typed.

`case_file` reads the session alone. The scores after each step, and who moved, need the log: `case_steps`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ledger.bridge import Result, Side
from ledger.bridge.board import Deal
from ledger.kernel.at_table import PlayRecord
from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import is_gone
from ledger.labels import members
from ledger.labels.persons import name_parts
from ledger.laws.adjustment import Adjustment, matter_of
from ledger.laws.citation import Subject
from ledger.laws.edition import Edition
from ledger.projections.names import names_of
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.forms import FormName
from ledger.scoring.line import Seating
from ledger.session import (
    Appeal,
    Call,
    DecidedAppeal,
    Penalty,
    PenaltyInForce,
    Ruling,
    ScoreInForce,
    Session,
    Stream,
    TableBoard,
)
from ledger.session.case_numbers import no_such_case
from ledger.subjects import casebook
from ledger.subjects.appeals.state import AppealState, DepositState, appeal_state, deposit_state, further_deposit_states
from ledger.subjects.evolving import evolve
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.rulings.state import PenaltyState, RulingState, penalty_state, ruling_state, score_to_show
from ledger.subjects.tournaments.state import players_to_show


def related_cases(session: Session, case: str) -> set[str]:
    """Return the case and all cases related to it: call, rulings, appeals, and penalties given with them."""
    related, open_cases = set[str](), [case]
    while open_cases:
        name = open_cases.pop()
        if name not in related:
            related.add(name)
            open_cases.extend(_yield_directly_related(session, name))
    return related


def related_events(session: Session, log: Iterable[Envelope], case: str) -> list[Envelope]:
    """Return the events of a case and related cases in order, from the table result to the last instance."""
    cases, events = related_cases(session, case), []
    numbers = {number for name in cases for number in events_of(session, name)}
    for name in cases & set(session.rulings):
        ruling = session.rulings[name]
        if played := session.boards[ruling.board].get(ruling.seating):
            numbers |= {result.number for result in played.results} | {seats.number for seats in played.reseated}
    if cases & (set(session.rulings) | set(session.appeals)):
        numbers |= {publication.number for publication in session.publications[:1]}
    reopenings: dict[int, Envelope] = {}
    for envelope in log:
        if isinstance(envelope.event, BoardReopened):
            reopenings[envelope.number] = envelope
        if envelope.number in numbers:
            events += [reopenings[number] for number in envelope.because if number in reopenings]
            events.append(envelope)
    return events


def events_of(session: Session, case: str) -> tuple[int, ...]:
    """Return the event numbers of a case, with comments, reasons for differing rulings, signatures; () if unknown."""
    for cases in (session.rulings, session.appeals, session.calls, session.penalties):
        if case in cases:
            return with_signatures(session, (*cases[case].events, *casebook.casebook_events_of(session, case)))
    return ()


def with_signatures(stream: Stream, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of some events and of the events that sign them, in order."""
    return tuple(sorted({*numbers, *(stream.signed[number] for number in numbers if number in stream.signed)}))


def _yield_directly_related(session: Session, case: str) -> Iterator[str]:
    if ruling := session.rulings.get(case):
        yield from _skip_none(ruling.given.call, ruling.given.supersedes)
        yield from (each.case for each in session.rulings.values() if each.given.supersedes == case)
        yield from (appeal.case for appeal in session.appeals.values() if case in appeal.subjects)
    if call := session.calls.get(case):
        yield from call.rulings
    if appeal := session.appeals.get(case):
        yield from appeal.subjects
    if penalty := session.penalties.get(case):
        yield from _skip_none(penalty.imposed.beside)
        yield from (appeal.case for appeal in session.appeals_of(case))
    yield from (name for name, each in session.penalties.items() if each.imposed.beside == case)


def _skip_none(*cases: str | None) -> Iterable[str]:
    return (case for case in cases if case)


@dataclass(frozen=True, slots=True)
class AppealFile:
    """An appeal of a case: its state, its deposits, and the penalties in force given with the appeal."""

    appeal: Appeal
    state: AppealState
    deposit: DepositState
    further_deposits: tuple[DepositState, ...]
    sanctions: tuple[PenaltyInForce, ...]

    @property
    def until_decided(self) -> int | None:
        """The time from lodging to the first decision (µs); None while undecided."""
        return self.appeal.decisions[0].at - self.appeal.at if self.appeal.decisions else None


class CaseSession(NamedTuple):
    """The session of a case. `tournament`: the name of its tournament, '' if it has none."""

    id: str
    tournament: str
    title: str
    date: str
    scoring: FormName
    regulations: str
    edition: Edition


@dataclass(frozen=True, slots=True)
class CaseFile:
    """Everything recorded about one case. `case` is its name, `cases` every number that belongs to the case.

    `rulings` are oldest first; a penalty has none, and neither board nor table. `table_result` is the result now
    recorded at the table, `in_force` the score that counts. `laws` are those of rulings, penalty and decisions, each
    once. `names`: the players of the contestants, as far as known and not erased.
    """

    session: CaseSession
    case: str
    cases: tuple[str, ...]
    board: int | None
    seating: Seating | None
    table: str
    round: int | None
    names: Mapping[str, str]
    deal: Deal | None
    record: PlayRecord
    table_result: Result | None
    lead: str
    call: Call | None
    rulings: tuple[Ruling, ...]
    penalty: Penalty | None
    beside: tuple[Penalty, ...]
    appeals: tuple[AppealFile, ...]
    state: RulingState | PenaltyState
    in_force: ScoreInForce | None
    penalty_in_force: PenaltyInForce | None
    subjects: tuple[Subject, ...]
    laws: tuple[str, ...]
    comments: tuple[casebook.Comment, ...]
    differences: tuple[casebook.DifferenceStated, ...]

    @property
    def laws_now(self) -> tuple[str, ...]:
        """The Laws of the case, as the newest edition has them."""
        return self.session.edition.all_now(self.laws, ())

    @property
    def laws_found(self) -> tuple[str, ...]:
        """The Laws by which the case is found: those cited, and those that allow its scores."""
        scores = [self.in_force.adjustment if self.in_force else None, self.ruled]
        return self.session.edition.all_now(self.laws, [matter_of(each) for each in scores if each])

    @property
    def ruling(self) -> Ruling | None:
        """The last ruling of the case; None for a penalty."""
        return self.rulings[-1] if self.rulings else None

    @property
    def directors(self) -> tuple[str, ...]:
        """The directors who ruled or penalised, each once."""
        by = [version.by for ruling in self.rulings for version in ruling.versions]
        return tuple(dict.fromkeys([*by, *([self.penalty.by] if self.penalty else [])]))

    @property
    def committee(self) -> tuple[str, ...]:
        """The members of the committees that heard the case's appeals, each once."""
        heard = (each.appeal.heard for each in self.appeals)
        return tuple(dict.fromkeys(name for each in heard if each for name in each.committee))

    @property
    def decisions(self) -> tuple[DecidedAppeal, ...]:
        """The decisions on the case's appeals, oldest first; a decision on several appeals once."""
        decisions = {each.number: each for file in self.appeals for each in file.appeal.decisions}
        return tuple(decisions[number] for number in sorted(decisions))

    @property
    def given_at(self) -> int:
        """The time of the first ruling or of the penalty (µs UTC)."""
        if self.rulings:
            return self.rulings[0].versions[0].at
        return self.penalty.since if self.penalty else 0

    @property
    def until_ruled(self) -> int | None:
        """The time from the call to the first ruling (µs); None without a recorded call."""
        return self.given_at - self.call.at if self.call else None

    @property
    def withdrawn(self) -> bool:
        """True if the ruling or penalty was withdrawn."""
        return self.state == "withdrawn"

    @property
    def ruled(self) -> Adjustment | None:
        """The score of the director's last ruling; None for a penalty."""
        return self.ruling.judgement.adjustment if self.ruling else None

    @property
    def scored_by(self) -> tuple[int, ...]:
        """The numbers of the events that gave the case a score: its rulings, penalty and decisions."""
        ruled = (ruling.scored.number for ruling in self.rulings)
        imposed = [self.penalty.number] if self.penalty else []
        return tuple(sorted({*ruled, *imposed, *(each.number for each in self.decisions)}))


def ruled_case_of(session: Session, case: str) -> str:
    """Return the name of the case a number belongs to; Refusal for an unknown number, or a call without a ruling."""
    if appeal := session.appeals.get(case):
        return ruled_case_of(session, appeal.against)
    if ruling := session.rulings.get(case):
        return session.latest(ruling).case
    if (call := session.calls.get(case)) and call.rulings:
        return ruled_case_of(session, call.rulings[-1])
    if penalty := session.penalties.get(case):
        beside = penalty.imposed.beside
        return ruled_case_of(session, beside) if beside and not session.appeals_of(case) else case
    raise no_such_case(session, case, "R", "A", "P")


def case_names(session: Session, *, withdrawn: bool = False) -> list[str]:
    """Return the names of a session's cases, rulings before penalties; withdrawn cases only if wanted."""
    names = [ruled_case_of(session, case) for case in (*session.rulings, *session.penalties)]
    gone = {case for case, ruling in session.rulings.items() if ruling.withdrawn}
    gone |= {case for case, penalty in session.penalties.items() if penalty.withdrawn}
    return [case for case in dict.fromkeys(names) if withdrawn or case not in gone]


def case_file(session: Session, case: str, tournament: str = "") -> CaseFile:
    """Return everything about the case of a number; Refusal for an unknown number, or a call without a ruling."""
    named = ruled_case_of(session, case)
    if named in session.penalties:
        return _make_penalty_file(session, session.penalties[named], tournament)
    chain = [session.rulings[named]]
    while earlier := chain[0].given.supersedes:
        chain.insert(0, session.rulings[earlier])
    rulings = tuple(chain)
    last, ruling_cases = rulings[-1], tuple(ruling.case for ruling in rulings)
    played = session.line(last.board, last.seating)
    appeals = _make_appeal_files(session, ruling_cases)
    numbers = (*ruling_cases, *(each.appeal.case for each in appeals))
    beside = tuple(each for each in session.penalties.values() if each.imposed.beside in numbers)
    decided = (law for each in session.decisions_on(last.case) for law in each.decision.laws)
    calls = [ruling.given.call for ruling in rulings if ruling.given.call]
    cited = (law for ruling in rulings for law in ruling.judgement.laws)
    return CaseFile(
        session=_make_case_session(session, tournament),
        case=last.case,
        cases=_list_once(calls[-1:], numbers, (each.imposed.case for each in beside)),
        board=last.board,
        seating=last.seating,
        table=(played.table if played else last.given.table) or "",
        round=played.round if played else last.given.round,
        names=_find_names(session, last.seating.everyone),
        deal=session.deal(last.board),
        record=played.record if played else PlayRecord(),
        table_result=played.result if played else None,
        lead=(played.lead if played else "") or "",
        call=session.calls[calls[-1]] if calls else None,
        rulings=rulings,
        penalty=None,
        beside=beside,
        appeals=appeals,
        state=ruling_state(session, last, session.recorded_at),
        in_force=score_to_show(session, last),
        penalty_in_force=None,
        subjects=casebook.subjects(session, last.case),
        laws=tuple(dict.fromkeys((*cited, *decided))),
        comments=tuple(casebook.comments_on(session, *numbers, *(each.imposed.case for each in beside))),
        differences=tuple(each.said for each in casebook.differences_of(session, last.case)),
    )


def _make_penalty_file(session: Session, penalty: Penalty, tournament: str) -> CaseFile:
    case = penalty.imposed.case
    appeals = _make_appeal_files(session, (case,))
    numbers = (case, *(each.appeal.case for each in appeals))
    beside = tuple(each for each in session.penalties.values() if each.imposed.beside in numbers)
    decided = (law for each in session.decisions_on(case) for law in each.decision.laws)
    return CaseFile(
        session=_make_case_session(session, tournament),
        case=case,
        cases=_list_once(numbers, (each.imposed.case for each in beside)),
        board=None,
        seating=None,
        table="",
        round=penalty.imposed.round,
        names=_find_names(session, (penalty.imposed.contestant,)),
        deal=None,
        record=PlayRecord(),
        table_result=None,
        lead="",
        call=None,
        rulings=(),
        penalty=penalty,
        beside=beside,
        appeals=appeals,
        state=penalty_state(session, penalty, session.recorded_at),
        in_force=None,
        penalty_in_force=session.penalty_in_force(case),
        subjects=casebook.subjects(session, case),
        laws=tuple(dict.fromkeys((*penalty.imposed.laws, *decided))),
        comments=tuple(casebook.comments_on(session, *numbers)),
        differences=(),
    )


def _make_case_session(session: Session, tournament: str) -> CaseSession:
    opening, regulations = session.opening, session.regulations.title
    return CaseSession(
        session.id,
        tournament,
        opening.title or session.id,
        opening.date or "",
        opening.scoring,
        regulations,
        session.regulations.edition,
    )


def _list_once(*numbers: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(case for group in numbers for case in group))


def _find_names(session: Session, contestants: Sequence[str]) -> dict[str, str]:
    names = names_of(session)
    return {each: names[each] for each in contestants if each in names}


def _make_appeal_files(session: Session, cases: Sequence[str]) -> tuple[AppealFile, ...]:
    appeals = (each for each in session.appeals.values() if set(each.subjects) & set(cases))
    return tuple(
        AppealFile(
            each,
            appeal_state(session, each),
            deposit_state(each),
            further_deposit_states(each),
            tuple(penalty for penalty in session.penalties_in_force() if penalty.imposed.beside == each.case),
        )
        for each in appeals
    )


class CaseStep(NamedTuple):
    """A ruling, decision or penalty, with the scoreboard just after it and the score changes it caused."""

    envelope: Envelope
    scoreboard: Scoreboard
    moved: Ripple

    def played(self, case: CaseFile) -> TableBoard | None:
        """Return the play of the board that the case is about, just after the step; None for a penalty."""
        if case.board is None or case.seating is None:
            return None
        return self.scoreboard.session.line(case.board, case.seating)


def case_steps(log: Iterable[Envelope], session_id: str, cases: Iterable[CaseFile]) -> dict[int, CaseStep]:
    """Return the steps in which some cases of a session got their scores, by event number."""
    return steps_by_number(log, session_id, (number for case in cases for number in case.scored_by))


def steps_by_number(log: Iterable[Envelope], session_id: str, numbers: Iterable[int]) -> dict[int, CaseStep]:
    """Return the steps of some events by event number; without numbers the log is not read."""
    wanted = set(numbers)
    steps: dict[int, CaseStep] = {}
    session, passing, last = Session(session_id), list[Envelope](), None
    for envelope in log if wanted else ():
        if envelope.number in wanted:
            session = evolve(session, *passing)
            before = Scoreboard(session, last)
            session, passing = evolve(session, envelope), []
            last = Scoreboard(session, before.completed())  # untouched boards are taken over, not computed again
            steps[envelope.number] = CaseStep(envelope, last.completed(), ripple(before, last))
        else:
            passing.append(envelope)
    return steps


CasePart = Literal["contestant", "player", "NS", "EW", "official", "committee", "director"]
"""The part of a person in a case."""


def names_in_case(session: Session, case: CaseFile) -> Iterator[tuple[str, CasePart]]:
    """Yield the names that texts of a case may contain, with each person's part; of several parts the last counts."""
    for contestant in session.contestants:
        if not contestant.isdigit():
            yield contestant, "contestant"
    for player in players_to_show(session).values():
        if player.name and not is_gone(player.name):
            yield from ((name, "player") for name in name_parts(player.name))
    sides: tuple[tuple[Side, CasePart], ...] = ((Side.NS, "NS"), (Side.EW, "EW"))
    for side, part in sides if case.seating else ():
        whose = case.seating.contestant(side) if case.seating else ""
        yield from ((label, part) for label in (whose, *members(whose)) if label and not label.isdigit())
    office = [*session.officials.names.values(), *(penalty.by for penalty in case.beside)]
    office += [name for ruling in case.rulings for name in ruling.judgement.consulted]
    for appeal in (file.appeal for file in case.appeals):
        office += [appeal.lodged.through, appeal.heard.scribe if appeal.heard else ""]
        office += [appeal.withdrawn.leave if appeal.withdrawn else "", *(each.by for each in appeal.decisions)]
    yield from ((text, "official") for name in office for text in name_parts(name))
    yield from ((text, "committee") for name in case.committee for text in name_parts(name))
    yield from ((text, "director") for name in case.directors for text in name_parts(name))
