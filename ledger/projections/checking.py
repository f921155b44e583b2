"""Checks before scores are published: the concerns that are open, and those already settled.

Each check is a function of the scoreboard in `_CHECKS`; a new check is added there, and its code to `CONCERNS`.

Different rulings on the same board are compared between tables, rooms, sections and sites, if their facts are alike. In
one session the board number identifies the cards, between sessions the cards themselves, if both are known. Facts are
alike if both rulings are about the same subject and the same side offended; claims, revokes and whatever depends on the
play at one table are never compared. A different score may be right: once a director states why, it is settled.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, combinations
from typing import NamedTuple

from ledger.bridge.double_dummy import Tricks
from ledger.laws.adjustment import Adjustment, Artificial, Assigned, Awarded, SelfInflicted, Split, Stands
from ledger.laws.citation import JUDGED
from ledger.laws.rounding import decimal_text
from ledger.projections import movement
from ledger.projections.casework import CaseFile, case_file, case_names
from ledger.projections.concerns import CONCERNS, Concern, concern_about, impossible_scores, played_otherwise
from ledger.projections.doubts import doubtful_results
from ledger.projections.finality import finality, not_queued, outdated_text, waiting_reasons
from ledger.projections.lone_results import lone_result_text, lone_results
from ledger.projections.planned import group_missing_slips, without_planned_sections
from ledger.projections.planned import played_otherwise as not_as_planned
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.session import Query, ScoreInForce, Session, TableBoard
from ledger.session.case_numbers import provisional_rulings
from ledger.session.settled import counts_for_nothing
from ledger.subjects.appeals.state import appeal_state
from ledger.subjects.calls.state import call_state, is_open
from ledger.subjects.casebook import WhyDifferent, why_different
from ledger.subjects.movement.state import plan_of, seats
from ledger.subjects.participation.state import postponed_boards
from ledger.subjects.queue.state import waiting_lines
from ledger.subjects.rulings.state import combine_rulings


class DifferingRulings(NamedTuple):
    """Two cases on one board with different scores; `there`: the earlier; `stated`: a director's reason why."""

    here: CaseFile
    there: CaseFile
    stated: WhyDifferent | None

    @property
    def concern(self) -> Concern:
        """The concern that puts both cases side by side."""
        case, elsewhere = self.here, self.there.session.id
        text = f"{_format_ruled(case)}; {_format_ruled(self.there, '' if elsewhere == case.session.id else elsewhere)}"
        return Concern("ruled-otherwise", text, case.board, case.seating, case.table or None, case.case)


def _format_ruled(case: CaseFile, elsewhere: str = "") -> str:
    """Format "table 3: weighted 60% 4SN=, …, offender EW (R-0002)", with the session if it is another one."""
    score = case.in_force
    assert score is not None
    where = f"table {case.table}" if case.table else str(case.seating)
    session = f"{elsewhere}/" if elsewhere else ""
    offender = f", offender {score.offender}" if score.offender != "none" else ""
    return f"{where}: {score.adjustment!r}{offender} ({session}{case.case})"


def unlike_rulings_within(session: Session) -> list[DifferingRulings]:
    """Return pairs of rulings with different scores on one board, at two tables of a session."""
    ruled = Counter(ruling.board for ruling in session.rulings.values())
    boards: dict[int, list[CaseFile]] = {}
    for case in _yield_judgement_cases(session, {board for board, times in ruled.items() if times > 1}):
        boards.setdefault(case.board or 0, []).append(case)
    pairs = (pair for cases in boards.values() for pair in combinations(cases, 2))
    return [
        DifferingRulings(later, earlier, _find_stated_difference(session, later, session, earlier))
        for earlier, later in pairs
        if _are_unlike(earlier, later)
    ]


def unlike_rulings_between(session: Session, others: Iterable[Session]) -> list[DifferingRulings]:
    """Return pairs of rulings with different scores on the same cards, in a session and in one of the `others`."""
    judged = [case for case in _yield_judgement_cases(session, session.deals) if case.deal] if session.deals else []
    return [
        DifferingRulings(case, earlier, _find_stated_difference(session, case, session_compared, earlier))
        for session_compared in (others if judged else ())
        for earlier in _yield_judgement_cases(session_compared, session_compared.deals)
        for case in judged
        if case.deal == earlier.deal and _are_unlike(earlier, case)
    ]


def _yield_judgement_cases(session: Session, boards: Container[int]) -> Iterator[CaseFile]:
    for case in case_names(session):
        if case in session.rulings and session.rulings[case].board in boards:
            file = case_file(session, case)
            if set(file.subjects) & JUDGED:
                yield file


def _are_unlike(one: CaseFile, other: CaseFile) -> bool:
    if one.in_force is None or other.in_force is None or not set(one.subjects) & set(other.subjects) & JUDGED:
        return False
    offenders = {one.in_force.offender, other.in_force.offender}
    return (len(offenders) == 1 or "none" in offenders) and _find_outcome(one, one.in_force) != _find_outcome(
        other, other.in_force
    )


def _find_outcome(case: CaseFile, score: ScoreInForce) -> Adjustment:
    if isinstance(score.adjustment, Stands) and case.table_result:
        return Assigned(case.table_result)
    return score.adjustment


def _find_stated_difference(session: Session, case: CaseFile, other: Session, earlier: CaseFile) -> WhyDifferent | None:
    if session.id == other.id:
        return why_different(session, case.case, earlier.case) or why_different(session, earlier.case, case.case)
    reason = why_different(session, case.case, earlier.case, other.id)
    return reason or why_different(other, earlier.case, case.case, session.id)


_UNBALANCED = Split | SelfInflicted | Artificial | Awarded


class SettledConcern(NamedTuple):
    """A concern that is settled: how a person settled it, and the number of the event that did."""

    concern: Concern
    how: str
    number: int


class CheckReport(NamedTuple):
    """The open concerns, in the order of `CONCERNS` and of the boards, and the settled ones."""

    open: tuple[Concern, ...]
    worked_off: tuple[SettledConcern, ...]


def check(
    scoreboard: Scoreboard,
    tricks: Mapping[int, Tricks] | None = None,
    beside: Iterable[Concern] = (),
    unlike: Iterable[DifferingRulings] = (),
) -> CheckReport:
    """Return the open and the settled concerns; a concern about a result is settled once both sides confirm the result.

    `tricks`: double-dummy tricks of the boards' deals, as far as computed. `beside`: the tournament's concerns about
    the session (`ledger.overall.before_a_draw`). `unlike`: different rulings of other sessions on the same cards.
    """
    ruled = [*unlike_rulings_within(scoreboard.session), *unlike]
    otherwise = (each.concern for each in ruled if each.stated is None)
    looks = (*(look(scoreboard) for look in _CHECKS), _check_results(scoreboard, tricks), beside, otherwise)
    concerns = sorted(chain.from_iterable(looks), key=_order)
    settled = [(each, _settle(scoreboard.session, each)) for each in concerns]
    confirmed = [SettledConcern(each, *by) for each, by in settled if by]
    open_ = tuple(each for each, by in settled if not by)
    stated = (
        SettledConcern(each.concern, each.stated.said.reason, each.stated.number) for each in ruled if each.stated
    )
    answered: list[SettledConcern] = []
    for played in scoreboard.session.table_boards():
        for query in played.queries if played.results else ():
            current = played.results[-1]
            if query.of != played.result_and_lead:
                agreed = f", agreed by {' and '.join(current.agreed)}" if current.agreed else ""
                how, last = f"corrected to {current.result}{agreed}", current.number
            elif played.confirmed:
                how, last = _find_confirmation(played)
            else:
                continue
            answered.append(SettledConcern(_make_query_concern(played, query), how, last))
    return CheckReport(open_, (*confirmed, *answered, *stated))


def _order(concern: Concern) -> tuple[int, int]:
    # likely slips come with the worst first
    return CONCERNS.index(concern.code), 0 if concern.code == "likely-slip" else concern.board or 0


def _check_results(scoreboard: Scoreboard, tricks: Mapping[int, Tricks] | None) -> Iterator[Concern]:
    session = scoreboard.session
    doubts = doubtful_results(scoreboard, tricks)
    for concern in chain(impossible_scores(session), doubts, played_otherwise(scoreboard)):
        played = session.boards[concern.board or 0].get(concern.seating) if concern.seating else None
        if played is None or not counts_for_nothing(session, played):
            yield concern


def _settle(session: Session, concern: Concern) -> tuple[str, int] | None:
    """Return text and event number of the confirmation of the result a concern is about, or None."""
    played = session.boards.get(concern.board or 0, {}).get(concern.seating) if concern.seating else None
    return None if concern.case or played is None or not played.confirmed else _find_confirmation(played)


def _find_confirmation(played: TableBoard) -> tuple[str, int]:
    of_present = [each for each in played.confirmations if each.of == played.result_and_lead]
    last = of_present[-1] if of_present else None
    number = max(last.number if last else 0, played.results[-1].number)
    if last and not last.sides:
        return f"{last.by} looked: {last.reason}", number
    return "both sides confirm the result", number


def _make_query_concern(played: TableBoard, query: Query) -> Concern:
    return concern_about("queried", played, f'{query.of[0]}: "{query.question}" (#{query.number}, {query.by})')


def _check_queries(scoreboard: Scoreboard) -> Iterator[Concern]:
    for played in scoreboard.session.table_boards():
        yield from (_make_query_concern(played, query) for query in played.open_queries)


def _check_balance(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Yield concerns about tables whose two scores do not add up to the top (0 in IMPs) and no ruling explains why."""
    if not scoreboard.form.balanced:  # few results may be worth 60% to both sides
        return
    unit = scoreboard.rounding.unit
    by_rounding = Fraction(0 if unit == "exact" else unit)
    for number, board in scoreboard.session.boards.items():
        explained = any(played.absent or _is_ruled_unevenly(scoreboard.session, played) for played in board.values())
        for played in () if explained else board.values():
            scores, top = scoreboard.board(number), top_at(scoreboard, played) or Fraction(0)
            ns, ew = scores.pairs[played.seating].ns, scores.pairs[played.seating].ew
            if ns is None or ew is None or abs(ns + ew - top) <= by_rounding:
                continue
            if scores.shares_fixed_total(played.seating):
                given = f"NS {decimal_text(ns)} and EW {decimal_text(ew)} {scoreboard.unit}"
                yield concern_about("sides-unbalanced", played, f"{given} do not make {decimal_text(top)}")


def _check_lone_results(scoreboard: Scoreboard) -> Iterator[Concern]:
    for played in lone_results(scoreboard):
        yield concern_about("nothing-to-compare", played, lone_result_text(scoreboard, played))


def _is_ruled_unevenly(session: Session, played: TableBoard) -> bool:
    given = [ruling for ruling in session.rulings_of(played) if not ruling.by_file]
    uneven = any(isinstance(session.in_force(ruling).adjustment, _UNBALANCED) for ruling in given)
    return uneven or (bool(given) and combine_rulings(session, played).each_side)


def results_to_come(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Yield concerns about results still to come; while there are any, players see no cards or results."""
    return chain(_check_missing_results(scoreboard), _check_late_plays(scoreboard))


def _check_late_plays(scoreboard: Scoreboard) -> Iterator[Concern]:
    for played in postponed_boards(scoreboard.session):
        yield concern_about("to-play", played, "to be played later, and has no result yet")


def _check_provisional_rulings(scoreboard: Scoreboard) -> Iterator[Concern]:
    session = scoreboard.session
    for case in provisional_rulings(session):
        ruling = session.rulings[case]
        text = f"{ruling.judgement.adjustment!r}: the ruling is still to be given"
        yield Concern("provisional-ruling", text, ruling.board, ruling.seating, ruling.seating.table, case)


def _check_rulings_to_tell(scoreboard: Scoreboard) -> Iterator[Concern]:
    session = scoreboard.session
    for case in finality(session).untold:
        ruling, minutes = session.rulings[case], session.regulations.periods.appeal_minutes
        text = f"both sides must still be told the ruling: then they have {minutes} minutes to appeal"
        yield Concern("untold-ruling", text, ruling.board, ruling.seating, ruling.seating.table, case)


def _check_outdated_rulings(scoreboard: Scoreboard) -> Iterator[Concern]:
    for outdated in not_queued(scoreboard.session):
        ruling = outdated.ruling
        text = f"{outdated_text(scoreboard, outdated)} (#{outdated.number})"
        yield Concern("other-result", text, ruling.board, ruling.seating, ruling.seating.table, ruling.case)


def _check_calls(scoreboard: Scoreboard) -> Iterator[Concern]:
    session = scoreboard.session
    for case, call in session.calls.items():
        if is_open(session, call):
            called = call.called
            text = f'{call_state(session, call)}: "{called.alleged}"'
            yield Concern("open-call", text, called.board, None, called.table, case)


def _check_appeals(scoreboard: Scoreboard) -> Iterator[Concern]:
    session = scoreboard.session
    for case, appeal in session.appeals.items():
        if appeal.open:
            heard = "" if appeal.heard else ", not heard"
            text = f"against {appeal.against}: {appeal_state(session, appeal)}{heard}"
            ruling = session.rulings.get(appeal.against)
            yield Concern("open-appeal", text, ruling.board if ruling else None, case=case)


def _check_queue(scoreboard: Scoreboard) -> Iterator[Concern]:
    lines = waiting_lines(scoreboard.session)
    for line, reason in zip(lines, waiting_reasons(scoreboard, lines), strict=True):
        text, seats = f"#{line.number}: {line.line.place}: {reason.text}", line.line.seats
        case = reason.found.ruling.case if reason.found else None
        yield Concern("set-aside", text, line.line.board, table=seats.table if seats else None, case=case)


def _check_missing_results(scoreboard: Scoreboard) -> Iterator[Concern]:
    if not plan_of(scoreboard.session):
        yield from chain(movement.find_unscored_boards(scoreboard), movement.find_boards_without_entry(scoreboard))
        return
    if scoreboard.teams:
        yield from (
            each for each in movement.find_incomparable_rooms(scoreboard) if each.text != movement.NOBODY_SCORES
        )
    if not scoreboard.form.one_match:
        for group in group_missing_slips(scoreboard.session):  # whole rounds, tables of a round, boards of a table
            slip = group.slips[0].planned if len(group.slips) == 1 else None
            yield Concern("no-score", group.text, None, seats(slip) if slip else None, slip.table if slip else None)
    if beyond := without_planned_sections(scoreboard):
        yield from chain(movement.find_unscored_boards(beyond), movement.find_boards_without_entry(beyond))


def _check_seats(scoreboard: Scoreboard) -> Iterator[Concern]:
    if not plan_of(scoreboard.session):
        yield from movement.double_seatings(scoreboard)
        return
    for played, deviation in not_as_planned(scoreboard.session):
        yield concern_about("not-as-planned", played, str(deviation))
    if beyond := without_planned_sections(scoreboard):
        yield from movement.double_seatings(beyond)


_CHECKS: tuple[Callable[[Scoreboard], Iterator[Concern]], ...] = (
    _check_missing_results,
    movement.missing_sit_out_concerns,
    _check_late_plays,
    _check_seats,
    _check_balance,
    _check_lone_results,
    _check_queries,
    _check_provisional_rulings,
    _check_rulings_to_tell,
    _check_outdated_rulings,
    _check_calls,
    _check_appeals,
    _check_queue,
)
"""The checks before scores are published; a new one is added here."""
