"""What a careful scorer looks for before scores are given out, and what of it was worked off.

Each check is a function of the scoreboard in `_CHECKS`; a new one stands there, and its code in `CONCERNS`.

The same board ruled otherwise is looked for at two tables, in two rooms or sections, or at two sites, on like facts.
The same board is the same cards: in one session its number says so, in another the cards themselves, where both are
known. The facts are like where both rulings are about the same, and the same side offended; of claims, revokes and
whatever else goes by how each table played, they never are. Another score may be right all the same: a director says
why, and nobody is asked again.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, combinations
from typing import NamedTuple

from ledger.laws.adjustment import Adjustment, Artificial, Assigned, Awarded, SelfInflicted, Split, Stands
from ledger.laws.citation import JUDGED
from ledger.laws.rounding import decimal_text
from ledger.projections.casework import CaseFile, case_file, cases_in
from ledger.projections.concerns import CONCERNS, Concern, Tricks, concern_about, implausible_results, played_otherwise
from ledger.projections.finality import finality, not_queued, outdated_text, waiting_reasons
from ledger.projections.lone_results import lone_result_text, lone_results
from ledger.projections.movement import (
    NOBODY_SCORES,
    missing_sit_out_concerns,
    not_entered,
    other_rooms,
    twice_in_a_round,
    unscored,
)
from ledger.projections.planned import beyond_plan, missing_concerns, not_as_planned
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.session import Query, ScoreInForce, Session, TableBoard
from ledger.session.case_numbers import provisional_rulings
from ledger.session.settled import counts_for_nothing
from ledger.subjects.appeals.state import appeal_state
from ledger.subjects.calls.state import call_state, is_open
from ledger.subjects.casebook import WhyDifferent, why_different
from ledger.subjects.movement.state import plan_of
from ledger.subjects.participation.state import still_to_play
from ledger.subjects.queue.state import waiting
from ledger.subjects.rulings.state import together


class UnlikeRulings(NamedTuple):
    """Two cases on the same board with other scores, the earlier one `there`; why, and by which event, if one says."""

    here: CaseFile
    there: CaseFile
    stated: WhyDifferent | None

    @property
    def concern(self) -> Concern:
        """The same among what is to be looked at, both cases side by side."""
        here, elsewhere = self.here, self.there.session.id
        text = f"{_ruled(here)}; {_ruled(self.there, '' if elsewhere == here.session.id else elsewhere)}"
        return Concern("ruled-otherwise", text, here.board, here.seating, here.table or None, here.case)


def _ruled(case: CaseFile, elsewhere: str = "") -> str:
    """'table 3: weighted 60% 4SN=, …, offender EW (R-0002)'; with the session where it is another."""
    score = case.in_force
    assert score is not None
    where = f"table {case.table}" if case.table else str(case.seating)
    session = f"{elsewhere}/" if elsewhere else ""
    offender = f", offender {score.offender}" if score.offender != "none" else ""
    return f"{where}: {score.adjustment!r}{offender} ({session}{case.case})"


def unlike_in(session: Session) -> list[UnlikeRulings]:
    """The boards of a session that were ruled otherwise at two of its tables."""
    ruled = Counter(ruling.board for ruling in session.rulings.values())
    boards: dict[int, list[CaseFile]] = {}
    for case in _judged(session, {board for board, times in ruled.items() if times > 1}):
        boards.setdefault(case.board or 0, []).append(case)
    pairs = (pair for cases in boards.values() for pair in combinations(cases, 2))
    return [
        UnlikeRulings(later, earlier, _why(session, later, session, earlier))
        for earlier, later in pairs
        if _are_unlike(earlier, later)
    ]


def unlike_between(session: Session, others: Iterable[Session]) -> list[UnlikeRulings]:
    """The boards of a session that were ruled otherwise in others, where the same cards were played."""
    own = [case for case in _judged(session, session.deals) if case.deal] if session.deals else []
    return [
        UnlikeRulings(here, there, _why(session, here, other, there))
        for other in (others if own else ())
        for there in _judged(other, other.deals)
        for here in own
        if here.deal == there.deal and _are_unlike(there, here)
    ]


def _judged(session: Session, boards: Container[int]) -> Iterator[CaseFile]:
    for case in cases_in(session):
        if case in session.rulings and session.rulings[case].board in boards:
            file = case_file(session, case)
            if set(file.subjects) & JUDGED:
                yield file


def _are_unlike(one: CaseFile, other: CaseFile) -> bool:
    if one.in_force is None or other.in_force is None or not set(one.subjects) & set(other.subjects) & JUDGED:
        return False
    offenders = {one.in_force.offender, other.in_force.offender}
    return (len(offenders) == 1 or "none" in offenders) and _outcome(one, one.in_force) != _outcome(
        other, other.in_force
    )


def _outcome(case: CaseFile, score: ScoreInForce) -> Adjustment:
    if isinstance(score.adjustment, Stands) and case.table_result:
        return Assigned(case.table_result)
    return score.adjustment


def _why(session: Session, here: CaseFile, elsewhere: Session, there: CaseFile) -> WhyDifferent | None:
    if session.id == elsewhere.id:
        return why_different(session, here.case, there.case) or why_different(session, there.case, here.case)
    said = why_different(session, here.case, there.case, elsewhere.id)
    return said or why_different(elsewhere, there.case, here.case, session.id)


_UNBALANCED = Split | SelfInflicted | Artificial | Awarded


class SettledConcern(NamedTuple):
    """A concern that is settled: how, and by the event of which number."""

    concern: Concern
    how: str
    number: int


class CheckReport(NamedTuple):
    """What is open, in the order of `CONCERNS` and of the boards, and what was worked off."""

    open: tuple[Concern, ...]
    worked_off: tuple[SettledConcern, ...]


def check(
    scoreboard: Scoreboard,
    tricks: Mapping[int, Tricks] | None = None,
    beside: Iterable[Concern] = (),
    unlike: Iterable[UnlikeRulings] = (),
) -> CheckReport:
    """Everything there is to look at. What is about a result is settled while both sides confirm that result.

    `tricks`: what the deals of boards have at double dummy, where that was worked out. `beside`: what the tournament
    says of the session (`ledger.overall.before_a_draw`). `unlike`: rulings that other sessions have on the same cards.
    """
    ruled = [*unlike_in(scoreboard.session), *unlike]
    otherwise = (each.concern for each in ruled if each.stated is None)
    looks = (*(look(scoreboard) for look in _CHECKS), _implausible(scoreboard, tricks), beside, otherwise)
    found = sorted(chain.from_iterable(looks), key=lambda each: (CONCERNS.index(each.code), each.board or 0))
    settled = [(each, _confirmation(scoreboard.session, each)) for each in found]
    confirmed = [SettledConcern(each, *by) for each, by in settled if by]
    open_ = tuple(each for each, by in settled if not by)
    stated = (
        SettledConcern(each.concern, each.stated.said.reason, each.stated.number) for each in ruled if each.stated
    )
    answered: list[SettledConcern] = []
    for played in scoreboard.session.table_boards():
        for query in played.queries if played.results else ():
            now = played.results[-1]
            if query.of != played.what_is_said:
                agreed = f", agreed by {' and '.join(now.agreed)}" if now.agreed else ""
                how, last = f"corrected to {now.result}{agreed}", now.number
            elif played.confirmed:
                how = "both sides confirm the result"
                last = max([each.number for each in played.confirmations], default=now.number)
            else:
                continue
            answered.append(SettledConcern(_queried(played, query), how, last))
    return CheckReport(open_, (*confirmed, *answered, *stated))


def _implausible(scoreboard: Scoreboard, tricks: Mapping[int, Tricks] | None) -> Iterator[Concern]:
    session = scoreboard.session
    for each in chain(implausible_results(scoreboard, tricks), played_otherwise(scoreboard)):
        played = session.boards[each.board or 0].get(each.seating) if each.seating else None
        if played is None or not counts_for_nothing(session, played):
            yield each


def _confirmation(session: Session, concern: Concern) -> tuple[str, int] | None:
    """That both sides confirmed the result a concern is about, and by which event; None of what is about a case."""
    if concern.case:
        return None
    played = session.boards.get(concern.board or 0, {}).get(concern.seating) if concern.seating else None
    if played is None or not played.confirmed:
        return None
    last = played.confirmations[-1].number if played.confirmations else 0
    return "both sides confirm the result", max(last, played.results[-1].number)


def _queried(played: TableBoard, query: Query) -> Concern:
    return concern_about("queried", played, f'{query.of[0]}: "{query.question}" (#{query.number}, {query.by})')


def _queries(scoreboard: Scoreboard) -> Iterator[Concern]:
    for played in scoreboard.session.table_boards():
        yield from (_queried(played, query) for query in played.open_queries)


def _unbalanced(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Tables whose two scores do not add up to the top (to nothing in IMPs), where no director's ruling explains it.

    Nor does the form of scoring: few results may be worth 60% to both sides.
    """
    if not scoreboard.form.balanced:
        return
    unit = scoreboard.rounding.unit
    by_rounding = Fraction(0 if unit == "exact" else unit)
    for number, board in scoreboard.session.boards.items():
        explained = any(played.absent or _ruled_unevenly(scoreboard.session, played) for played in board.values())
        for played in () if explained else board.values():
            scores, whole = scoreboard.board(number), top_at(scoreboard, played) or Fraction(0)
            ns, ew = scores.pairs[played.seating].ns, scores.pairs[played.seating].ew
            if ns is None or ew is None or abs(ns + ew - whole) <= by_rounding:
                continue
            if scores.shared_out(played.seating):
                given = f"NS {decimal_text(ns)} and EW {decimal_text(ew)} {scoreboard.unit}"
                yield concern_about("sides-unbalanced", played, f"{given} do not make {decimal_text(whole)}")


def _lone_results(scoreboard: Scoreboard) -> Iterator[Concern]:
    for played in lone_results(scoreboard):
        yield concern_about("nothing-to-compare", played, lone_result_text(scoreboard, played))


def _ruled_unevenly(session: Session, played: TableBoard) -> bool:
    given = [ruling for ruling in session.rulings_of(played) if not ruling.by_file]
    uneven = any(isinstance(session.in_force(ruling).adjustment, _UNBALANCED) for ruling in given)
    return uneven or (bool(given) and together(session, played).each_side)


def still_to_come(scoreboard: Scoreboard) -> Iterator[Concern]:
    """What somebody still has to play, or to hand in: while there is any, cards and results of boards tell him."""
    return chain(_missing(scoreboard), _late_plays(scoreboard))


def _late_plays(scoreboard: Scoreboard) -> Iterator[Concern]:
    for played in still_to_play(scoreboard.session):
        yield concern_about("to-play", played, "to be played later, and has no result yet")


def _provisional(scoreboard: Scoreboard) -> Iterator[Concern]:
    session = scoreboard.session
    for case in provisional_rulings(session):
        ruling = session.rulings[case]
        text = f"{ruling.judgement.adjustment!r}: the ruling is still to be given"
        yield Concern("provisional-ruling", text, ruling.board, ruling.seating, ruling.seating.table, case)


def _untold(scoreboard: Scoreboard) -> Iterator[Concern]:
    session = scoreboard.session
    for case in finality(session).untold:
        ruling, minutes = session.rulings[case], session.regulations.periods.appeal_minutes
        text = f"both sides are still to be told: from then on an appeal is possible for {minutes} minutes"
        yield Concern("untold-ruling", text, ruling.board, ruling.seating, ruling.seating.table, case)


def _outdated(scoreboard: Scoreboard) -> Iterator[Concern]:
    for each in not_queued(scoreboard.session):
        ruling = each.ruling
        text = f"{outdated_text(scoreboard, each)} (#{each.number})"
        yield Concern("other-result", text, ruling.board, ruling.seating, ruling.seating.table, ruling.case)


def _calls(scoreboard: Scoreboard) -> Iterator[Concern]:
    session = scoreboard.session
    for case, call in session.calls.items():
        if is_open(session, call):
            called = call.called
            text = f'{call_state(session, call)}: "{called.alleged}"'
            yield Concern("open-call", text, called.board, None, called.table, case)


def _appeals(scoreboard: Scoreboard) -> Iterator[Concern]:
    session = scoreboard.session
    for case, appeal in session.appeals.items():
        if appeal.open:
            heard = "" if appeal.heard else ", not heard"
            text = f"against {appeal.against}: {appeal_state(session, appeal)}{heard}"
            ruling = session.rulings.get(appeal.against)
            yield Concern("open-appeal", text, ruling.board if ruling else None, case=case)


def _set_aside(scoreboard: Scoreboard) -> Iterator[Concern]:
    lines = waiting(scoreboard.session)
    for each, why in zip(lines, waiting_reasons(scoreboard, lines), strict=True):
        text, seats = f"#{each.number}: {each.line.place}: {why.text}", each.line.seats
        case = why.found.ruling.case if why.found else None
        yield Concern("set-aside", text, each.line.board, table=seats.table if seats else None, case=case)


def _missing(scoreboard: Scoreboard) -> Iterator[Concern]:
    if not plan_of(scoreboard.session):
        yield from chain(unscored(scoreboard), not_entered(scoreboard))
        return
    if scoreboard.teams:
        yield from (each for each in other_rooms(scoreboard) if each.text != NOBODY_SCORES)
    if not scoreboard.form.one_match:
        yield from missing_concerns(scoreboard)
    if others := beyond_plan(scoreboard):
        yield from chain(unscored(others), not_entered(others))


def _seats(scoreboard: Scoreboard) -> Iterator[Concern]:
    planned = plan_of(scoreboard.session)
    yield from not_as_planned(scoreboard) if planned else twice_in_a_round(scoreboard)
    if planned and (others := beyond_plan(scoreboard)):
        yield from twice_in_a_round(others)


_CHECKS: tuple[Callable[[Scoreboard], Iterator[Concern]], ...] = (
    _missing,
    missing_sit_out_concerns,
    _late_plays,
    _seats,
    _unbalanced,
    _lone_results,
    _queries,
    _provisional,
    _untold,
    _outdated,
    _calls,
    _appeals,
    _set_aside,
)
"""Whoever has something else to look for before scores are given out puts it here."""
