"""A case in full, from the call to the last instance: everything the log says of it, as one value.

What a case is: rulings of which each took the place of the one before, with the call they answer, and the appeals
against them; or a penalty that was given by itself. It is called by its last ruling, whichever of its numbers is typed.

`related_cases` finds the numbers that belong to a case. `case_file` asks the session alone. What each step came to
(the score then, how, and who moved) needs the log, and is worked out only where it is wanted: `case_steps`.
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
from ledger.laws.adjustment import Adjustment
from ledger.laws.citation import Subject
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
from ledger.subjects.appeals.state import AppealState, DepositState, appeal_state, deposit_state, further_deposit_states
from ledger.subjects.casebook import Comment, DifferenceStated, beside_case, comments_on, differences_of, subjects
from ledger.subjects.evolving import evolve
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.rulings.state import PenaltyState, RulingState, penalty_state, ruling_state, score_to_show
from ledger.subjects.tournaments.state import players_told


def related_cases(session: Session, case: str) -> set[str]:
    """All cases that belong to a case, and itself: its call, rulings before and after, appeals, penalties beside."""
    found, left = set[str](), [case]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left.extend(_neighbours(session, name))
    return found


def related_events(session: Session, log: Iterable[Envelope], case: str) -> list[Envelope]:
    """The events of a case and all that belong to it, from the table result to the last instance, in order."""
    cases, found = related_cases(session, case), []
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
            found += [reopenings[number] for number in envelope.because if number in reopenings]
            found.append(envelope)
    return found


def events_of(session: Session, case: str) -> tuple[int, ...]:
    """The numbers of a case's own events, of what is said of it beside it, and of what signed them."""
    for cases in (session.rulings, session.appeals, session.calls, session.penalties):
        if case in cases:
            return with_signatures(session, (*cases[case].events, *beside_case(session, case)))
    return ()


def with_signatures(stream: Stream, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of events, and of what signed them, in order."""
    return tuple(sorted({*numbers, *(stream.signed[number] for number in numbers if number in stream.signed)}))


def _neighbours(session: Session, case: str) -> Iterator[str]:
    if ruling := session.rulings.get(case):
        yield from _named(ruling.given.call, ruling.given.supersedes)
        yield from (each.case for each in session.rulings.values() if each.given.supersedes == case)
        yield from (appeal.case for appeal in session.appeals.values() if case in appeal.subjects)
    if call := session.calls.get(case):
        yield from call.rulings
    if appeal := session.appeals.get(case):
        yield from appeal.subjects
    if penalty := session.penalties.get(case):
        yield from _named(penalty.imposed.beside)
        yield from (appeal.case for appeal in session.appeals_of(case))
    yield from (name for name, each in session.penalties.items() if each.imposed.beside == case)


def _named(*cases: str | None) -> Iterable[str]:
    return (case for case in cases if case)


@dataclass(frozen=True, slots=True)
class AppealFile:
    """An appeal of a case: how far it has come, what became of the money, and what a lack of merit cost beside it."""

    appeal: Appeal
    state: AppealState
    deposit: DepositState
    further_deposits: tuple[DepositState, ...]
    sanctions: tuple[PenaltyInForce, ...]

    @property
    def until_decided(self) -> int | None:
        """From lodging it to the first decision on it (µs); None where there is none."""
        return self.appeal.decisions[0].at - self.appeal.at if self.appeal.decisions else None


class CaseSession(NamedTuple):
    """Of which event and session a case is. `tournament`: the name of the one the session belongs to; '' for none."""

    id: str
    tournament: str
    title: str
    date: str
    scoring: FormName
    regulations: str


@dataclass(frozen=True, slots=True)
class CaseFile:
    """Everything there is of one case. `case` is what it is called, `cases` every number that belongs to it.

    `rulings` are oldest first; of a penalty there are none, and neither board nor table. `table_result` is what is
    recorded of the table now, `in_force` the score that counts. `laws` are those of the rulings, of the penalty and of
    the decisions, each once. `names`: the players of the contestants, as far as they are known and not erased.
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
    comments: tuple[Comment, ...]
    differences: tuple[DifferenceStated, ...]

    @property
    def ruling(self) -> Ruling | None:
        """The last ruling of it."""
        return self.rulings[-1] if self.rulings else None

    @property
    def directors(self) -> tuple[str, ...]:
        """Who ruled or penalised, each once."""
        by = [version.by for ruling in self.rulings for version in ruling.versions]
        return tuple(dict.fromkeys([*by, *([self.penalty.by] if self.penalty else [])]))

    @property
    def committee(self) -> tuple[str, ...]:
        """Who heard an appeal of it, each once."""
        heard = (each.appeal.heard for each in self.appeals)
        return tuple(dict.fromkeys(name for each in heard if each for name in each.committee))

    @property
    def decisions(self) -> tuple[DecidedAppeal, ...]:
        """The decisions on it, oldest first; what decided several appeals, once."""
        found = {each.number: each for file in self.appeals for each in file.appeal.decisions}
        return tuple(found[number] for number in sorted(found))

    @property
    def given_at(self) -> int:
        """When it was first ruled on, or the penalty imposed (µs UTC)."""
        if self.rulings:
            return self.rulings[0].versions[0].at
        return self.penalty.since if self.penalty else 0

    @property
    def until_ruled(self) -> int | None:
        """From the call to the first ruling (µs); None where nobody recorded a call."""
        return self.given_at - self.call.at if self.call else None

    @property
    def withdrawn(self) -> bool:
        """Whether it was taken back."""
        return self.state == "withdrawn"

    @property
    def ruled(self) -> Adjustment | None:
        """The score that the director gave last."""
        return self.ruling.judgement.adjustment if self.ruling else None

    @property
    def scored_by(self) -> tuple[int, ...]:
        """The numbers of the events that gave it a score: of the rulings, of the penalty, of the decisions."""
        ruled = (ruling.scored.number for ruling in self.rulings)
        imposed = [self.penalty.number] if self.penalty else []
        return tuple(sorted({*ruled, *imposed, *(each.number for each in self.decisions)}))


def case_of(session: Session, case: str) -> str:
    """What the case is called that a number belongs to; Refusal (no-such-case): none, or a call nobody ruled on."""
    if appeal := session.appeals.get(case):
        return case_of(session, appeal.against)
    if ruling := session.rulings.get(case):
        return session.latest(ruling).case
    if (call := session.calls.get(case)) and call.rulings:
        return case_of(session, call.rulings[-1])
    if penalty := session.penalties.get(case):
        beside = penalty.imposed.beside
        return case_of(session, beside) if beside and not session.appeals_of(case) else case
    raise no_such_case(session, case, "R", "A", "P")


def cases_in(session: Session, *, withdrawn: bool = False) -> list[str]:
    """Every case of a session in the order of its rulings and penalties; those that were `withdrawn` too, if asked."""
    found = [case_of(session, case) for case in (*session.rulings, *session.penalties)]
    gone = {case for case, ruling in session.rulings.items() if ruling.withdrawn}
    gone |= {case for case, penalty in session.penalties.items() if penalty.withdrawn}
    return [case for case in dict.fromkeys(found) if withdrawn or case not in gone]


def case_file(session: Session, case: str, tournament: str = "") -> CaseFile:
    """The case in full that a number belongs to; Refusal (no-such-case) where there is none."""
    named = case_of(session, case)
    if named in session.penalties:
        return _penalised(session, session.penalties[named], tournament)
    found = [session.rulings[named]]
    while earlier := found[0].given.supersedes:
        found.insert(0, session.rulings[earlier])
    rulings = tuple(found)
    last, own = rulings[-1], tuple(ruling.case for ruling in rulings)
    played = session.line(last.board, last.seating)
    appeals = _appeals(session, own)
    numbers = (*own, *(each.appeal.case for each in appeals))
    beside = tuple(each for each in session.penalties.values() if each.imposed.beside in numbers)
    decided = (law for each in session.decisions_on(last.case) for law in each.decision.laws)
    calls = [ruling.given.call for ruling in rulings if ruling.given.call]
    said = (law for ruling in rulings for law in ruling.judgement.laws)
    return CaseFile(
        session=_session(session, tournament),
        case=last.case,
        cases=_all(calls[-1:], numbers, (each.imposed.case for each in beside)),
        board=last.board,
        seating=last.seating,
        table=(played.table if played else last.given.table) or "",
        round=played.round if played else last.given.round,
        names=_names(session, last.seating.everyone),
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
        subjects=subjects(session, last.case),
        laws=tuple(dict.fromkeys((*said, *decided))),
        comments=tuple(comments_on(session, *numbers, *(each.imposed.case for each in beside))),
        differences=tuple(each.said for each in differences_of(session, last.case)),
    )


def _penalised(session: Session, penalty: Penalty, tournament: str) -> CaseFile:
    case = penalty.imposed.case
    appeals = _appeals(session, (case,))
    numbers = (case, *(each.appeal.case for each in appeals))
    beside = tuple(each for each in session.penalties.values() if each.imposed.beside in numbers)
    decided = (law for each in session.decisions_on(case) for law in each.decision.laws)
    return CaseFile(
        session=_session(session, tournament),
        case=case,
        cases=_all(numbers, (each.imposed.case for each in beside)),
        board=None,
        seating=None,
        table="",
        round=penalty.imposed.round,
        names=_names(session, (penalty.imposed.contestant,)),
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
        subjects=subjects(session, case),
        laws=tuple(dict.fromkeys((*penalty.imposed.laws, *decided))),
        comments=tuple(comments_on(session, *numbers)),
        differences=(),
    )


def _session(session: Session, tournament: str) -> CaseSession:
    opening, regulations = session.opening, session.regulations.title
    return CaseSession(
        session.id, tournament, opening.title or session.id, opening.date or "", opening.scoring, regulations
    )


def _all(*numbers: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for some in numbers for each in some))


def _names(session: Session, contestants: Sequence[str]) -> dict[str, str]:
    names = names_of(session)
    return {each: names[each] for each in contestants if each in names}


def _appeals(session: Session, cases: Sequence[str]) -> tuple[AppealFile, ...]:
    found = (each for each in session.appeals.values() if set(each.subjects) & set(cases))
    return tuple(
        AppealFile(
            each,
            appeal_state(session, each),
            deposit_state(each),
            further_deposit_states(each),
            tuple(now for now in session.penalties_in_force() if now.imposed.beside == each.case),
        )
        for each in found
    )


class CaseStep(NamedTuple):
    """A ruling, a decision or a penalty, with the scores just after it, and who moved by it."""

    envelope: Envelope
    scoreboard: Scoreboard
    moved: Ripple

    def played(self, case: CaseFile) -> TableBoard | None:
        """The table's board of the case, as it was then."""
        if case.board is None or case.seating is None:
            return None
        return self.scoreboard.session.line(case.board, case.seating)


def case_steps(log: Iterable[Envelope], session_id: str, cases: Iterable[CaseFile]) -> dict[int, CaseStep]:
    """What gave cases of one session their scores, by number of event; untouched boards are worked out once for all."""
    return steps_at(log, session_id, (number for case in cases for number in case.scored_by))


def steps_at(log: Iterable[Envelope], session_id: str, numbers: Iterable[int]) -> dict[int, CaseStep]:
    """The same for events by their numbers, as for decisions alone. Of none no log is read."""
    wanted = set(numbers)
    steps: dict[int, CaseStep] = {}
    session, passing, last = Session(session_id), list[Envelope](), None
    for envelope in log if wanted else ():
        if envelope.number in wanted:
            session = evolve(session, *passing)
            before = Scoreboard(session, last)
            session, passing = evolve(session, envelope), []
            last = Scoreboard(session, before.completed())
            steps[envelope.number] = CaseStep(envelope, last.completed(), ripple(before, last))
        else:
            passing.append(envelope)
    return steps


CasePart = Literal["contestant", "player", "NS", "EW", "official", "committee", "director"]
"""What somebody is in a case."""


def names_in_case(session: Session, case: CaseFile) -> Iterator[tuple[str, CasePart]]:
    """Yield every name the session knows, as a text may write it, with its part in a case; the last part counts."""
    for contestant in session.contestants:
        if not contestant.isdigit():
            yield contestant, "contestant"
    for each in players_told(session).values():
        if each.name and not is_gone(each.name):
            yield from ((name, "player") for name in name_parts(each.name))
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
