"""What a careful scorer looks for before scores are given out, and what of it was worked off.

Each check is a function of the scoreboard in `_CHECKS`; a new one stands there, and its code in `concerns`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from ledger.laws.adjustment import Artificial, Awarded, SelfInflicted, Split
from ledger.laws.rounding import decimal_text
from ledger.projections.concerns import CONCERNS, Concern, concern_about
from ledger.projections.doubts import Tricks, doubts, played_otherwise
from ledger.projections.like_rulings import UnlikeRulings, unlike_in
from ledger.projections.movement import NOBODY_SCORES, not_entered, other_rooms, twice_in_a_round, unscored
from ledger.projections.overtaken import overtaken_text, waiting_reasons
from ledger.projections.planned import beyond_plan, missing_concerns, not_as_planned
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.session import Query, Session, TableBoard, together
from ledger.session.appeals import appeal_state
from ledger.session.calls import call_state, is_open
from ledger.session.case_numbers import provisional_rulings
from ledger.session.movement import plan_of
from ledger.session.overtaken import not_queued
from ledger.session.participation import still_to_play
from ledger.session.queue import waiting

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
    says of the session (`ledger.overall.undrawn`). `unlike`: rulings that other sessions have on the same cards.
    """
    ruled = [*unlike_in(scoreboard.session), *unlike]
    otherwise = (each.concern for each in ruled if each.stated is None)
    looks = (*(look(scoreboard) for look in _CHECKS), doubts(scoreboard, tricks), beside, otherwise)
    found = sorted(chain.from_iterable(looks), key=_order)
    settled = [(each, _confirmation(scoreboard.session, each)) for each in found]
    confirmed = [SettledConcern(each, *how) for each, how in settled if how]
    open_ = tuple(each for each, how in settled if not how)
    stated = (
        SettledConcern(each.concern, each.stated.said.reason, each.stated.number) for each in ruled if each.stated
    )
    return CheckReport(open_, (*confirmed, *_answered(scoreboard.session), *stated))


def _order(concern: Concern) -> tuple[int, int]:
    return CONCERNS.index(concern.code), concern.board or 0


def _confirmation(session: Session, concern: Concern) -> tuple[str, int] | None:
    """That both sides confirmed the result a concern is about, and by which event; None where they did not.

    What is about a case is settled by nothing that the sides say.
    """
    if concern.case:
        return None
    played = session.boards.get(concern.board or 0, {}).get(concern.seating) if concern.seating else None
    if played is None or not played.confirmed:
        return None
    last = played.confirmations[-1].number if played.confirmations else 0
    return "both sides confirm the result", max(last, played.results[-1].number)


def _answered(session: Session) -> Iterator[SettledConcern]:
    """Queries that are closed: the result was corrected, or both sides confirm it."""
    for played in session.table_boards():
        for query in played.queries:
            if not played.results:
                continue
            now = played.results[-1]
            if query.of != played.what_is_said:
                agreed = f", agreed by {' and '.join(now.agreed)}" if now.agreed else ""
                yield SettledConcern(_queried(played, query), f"corrected to {now.result}{agreed}", now.number)
            elif played.confirmed:
                last = max([each.number for each in played.confirmations], default=now.number)
                yield SettledConcern(_queried(played, query), "both sides confirm the result", last)


def _queried(played: TableBoard, query: Query) -> Concern:
    return concern_about("queried", played, f'{query.of[0]}: "{query.question}" (#{query.number}, {query.by})')


def _queries(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Results that were queried, and that nobody has answered for yet."""
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


def _ruled_unevenly(session: Session, played: TableBoard) -> bool:
    """Whether a director gave the two sides of a table scores that need not add up."""
    given = [ruling for ruling in session.rulings_of(played) if not ruling.by_file]
    uneven = any(isinstance(session.in_force(ruling).adjustment, _UNBALANCED) for ruling in given)
    return uneven or (bool(given) and together(session, played).each_side)


def still_to_come(scoreboard: Scoreboard) -> Iterator[Concern]:
    """What somebody still has to play, or to hand in: while there is any, cards and results of boards tell him."""
    return chain(_missing(scoreboard), _late_plays(scoreboard))


def _late_plays(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Boards that are still to be played."""
    for played in still_to_play(scoreboard.session):
        yield concern_about("to-play", played, "to be played later, and has no result yet")


def _provisional(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Rulings that are for now: the ruling is still to be given."""
    session = scoreboard.session
    for case in provisional_rulings(session):
        ruling = session.rulings[case]
        text = f"{ruling.judgement.adjustment!r}: the ruling is still to be given"
        yield Concern("provisional-ruling", text, ruling.board, ruling.seating, ruling.seating.table, case)


def _overtaken(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Rulings on what was corrected since, but for those that the queue puts to somebody."""
    for each in not_queued(scoreboard.session):
        ruling = each.ruling
        text = f"{overtaken_text(scoreboard, each)} (#{each.number})"
        yield Concern("other-result", text, ruling.board, ruling.seating, ruling.seating.table, ruling.case)


def _calls(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Calls that the director still owes an answer."""
    session = scoreboard.session
    for case, call in session.calls.items():
        if is_open(session, call):
            called = call.called
            text = f'{call_state(session, call)}: "{called.alleged}"'
            yield Concern("open-call", text, called.board, None, called.table, case)


def _appeals(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Appeals that nobody has decided yet."""
    session = scoreboard.session
    for case, appeal in session.appeals.items():
        if appeal.open:
            heard = "" if appeal.heard else ", not heard"
            text = f"against {appeal.against}: {appeal_state(session, appeal)}{heard}"
            ruling = session.rulings.get(appeal.against)
            yield Concern("open-appeal", text, ruling.board if ruling else None, case=case)


def _set_aside(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Lines of devices' files that nobody has seen to yet."""
    lines = waiting(scoreboard.session)
    for each, why in zip(lines, waiting_reasons(scoreboard, lines), strict=True):
        text, seats = f"#{each.number}: {each.line.place}: {why.text}", each.line.seats
        case = why.found.ruling.case if why.found else None
        yield Concern("set-aside", text, each.line.board, table=seats.table if seats else None, case=case)


def _missing(scoreboard: Scoreboard) -> Iterator[Concern]:
    """What has no score and should have one: by the movement, and where there is none by what others played."""
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
    """Who sat elsewhere than planned; and without a movement who is at two tables in one round."""
    planned = plan_of(scoreboard.session)
    yield from not_as_planned(scoreboard) if planned else twice_in_a_round(scoreboard)
    if planned and (others := beyond_plan(scoreboard)):
        yield from twice_in_a_round(others)


_CHECKS: tuple[Callable[[Scoreboard], Iterator[Concern]], ...] = (
    _missing,
    _late_plays,
    _seats,
    _unbalanced,
    played_otherwise,
    _queries,
    _provisional,
    _overtaken,
    _calls,
    _appeals,
    _set_aside,
)
"""Whoever has something else to look for before scores are given out puts it here."""
