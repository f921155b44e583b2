"""How a ruling is said: what was given or amended, on what grounds, the score that is awarded, a penalty.

A score has a line for the register and the headline; where it is weighted or split, a line for each outcome.
"""

from fractions import Fraction
from functools import singledispatch

from cli.words.event_text import event_text
from cli.words.vocabulary import CAUSES, OFFENDERS, REOPENINGS, because, seated
from ledger.bridge import Result, Side, ns_score
from ledger.facts.reopening import BoardReopened
from ledger.facts.rulings import (
    NotificationRecalled,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    RulingAmended,
    RulingConfirmationRecalled,
    RulingConfirmed,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SidesNotified,
)
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    Weighting,
    in_protocol_order,
    law_of,
    weight_text,
    weighting_text,
)
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.laws.rounding import short_text
from ledger.session import Ruling, Session, TableBoard, together


@event_text.register
def _(event: RulingGiven) -> str:
    where = f"{event.case} board {event.board}, {seated(event.ns, event.ew)}"
    superseding = f", {text}" if (text := instead(event)) else ""
    return f"{where}: {_for_now(event)}{event.adjustment!r}{superseding}" + because(event.reason)


@event_text.register
def _(event: RulingAmended) -> str:
    return f"{event.case} amended: {_for_now(event)}{event.adjustment!r}" + because(event.reason)


def _for_now(event: RulingGiven | RulingAmended) -> str:
    return "provisionally " if event.provisional else ""


def instead(event: RulingGiven) -> str:
    """'instead of R-0001 (second thoughts)': what a ruling supersedes, and why; '' where it supersedes none."""
    if not (event.supersedes and event.cause):
        return ""
    order = f" of {event.order}" if event.order else ""
    return f"instead of {event.supersedes} ({CAUSES[event.cause]}{order})"


@event_text.register
def _(event: RulingWithdrawn | PenaltyWithdrawn) -> str:
    return f"{event.case} withdrawn" + because(event.reason)


@event_text.register
def _(event: RulingReinstated | PenaltyReinstated) -> str:
    return f"{event.case} in force again" + because(event.reason)


@event_text.register
def _(event: SidesNotified) -> str:
    return f"{event.case} both sides told" + (", and of the right to appeal" if event.right_to_appeal else "")


@event_text.register
def _(event: NotificationRecalled) -> str:
    return f"{event.case} that both sides were told is taken back" + because(event.reason)


@event_text.register
def _(event: RulingConfirmed) -> str:
    return f"{event.case} confirmed: it holds on what is beneath it now" + because(event.reason)


@event_text.register
def _(event: RulingConfirmationRecalled) -> str:
    return f"{event.case} to be looked at again: that it was confirmed is taken back" + because(event.reason)


@event_text.register
def _(event: BoardReopened) -> str:
    return f"{_what_is_reopened(event)}: reopened, {REOPENINGS[event.cause]}: {event.authority}"


def _what_is_reopened(event: BoardReopened) -> str:
    """A table's board, a board at every table, or the session as a whole."""
    if event.board is None:
        return "the session"
    return f"board {event.board}" + (f", {event.at}" if event.at else "")


@event_text.register
def _(event: PenaltyImposed) -> str:
    match = f" in the match against {event.opponent}" if event.opponent else ""
    return f"{event.case} {event.contestant}: {penalty_text(event.amount, event.unit, event.named)}{match}" + because(
        event.reason
    )


def penalty_text(amount: Fraction, unit: PenaltyUnit, named: str | None = None) -> str:
    """'a warning', 'a penalty of 25% of a top', 'the standard penalty of 6 IMP'."""
    if not amount:
        return "a warning"
    name = f"the {named}" if named else "a"
    return f"{name} penalty of {short_text(amount)}" + ("% of a top" if unit == "%" else f" {unit}")


@singledispatch
def kind_text(adjustment: Adjustment) -> str:
    """'weighted under 12C1(c)', 'the table result stands'."""
    return f"{type(adjustment).__name__.lower()} under {law_of(adjustment)}"


@kind_text.register
def _(_adjustment: Stands) -> str:
    return "the table result stands"


@kind_text.register
def _(adjustment: Artificial) -> str:
    unless = f" unless {weighting_text(adjustment.unless)} is better" if adjustment.unless else ""
    return f"artificial {adjustment.ns}/{adjustment.ew}{unless} under {law_of(adjustment)}"


@kind_text.register
def _(adjustment: Awarded) -> str:
    return repr(adjustment)


@kind_text.register
def _(adjustment: SelfInflicted) -> str:
    return f"self-inflicted damage of {adjustment.nos} under 12C1(e)"


@kind_text.register
def _(_adjustment: Claim) -> str:
    return "contested claim under 70"


def protocol_text(adjustment: Adjustment, board: int) -> str:
    """A score in a line, what is weighted as the Maastricht protocol has it: in descending North–South score, 'plus'.

    'weighted 60% of +620 (4SN=) plus 40% of -100 (4SN-1)'.
    """
    match adjustment:
        case Weighted(outcomes):
            return f"weighted {_plus(outcomes, board)}"
        case Split(ns, ew):
            return f"split NS: {_plus(ns, board)}; EW: {_plus(ew, board)}"
        case SelfInflicted(nos, b, c):
            return f"self-inflicted by {nos}, B: {_plus(b, board)}; C: {_plus(c, board)}"
        case Artificial(ns, ew, unless) if unless:
            return f"artificial {ns}/{ew} unless {_plus(unless, board)} is better"
        case _:
            return repr(adjustment)


def _plus(weighting: Weighting, board: int) -> str:
    if len(weighting) == 1:
        return str(weighting[0].result)
    return " plus ".join(
        f"{weight_text(part.weight)} of {ns_score(part.result, board):+d}"
        + (f" ({part.result})" if part.result.played else "")
        for part in in_protocol_order(weighting, board)
    )


@singledispatch
def outcome_lines(adjustment: Adjustment, board: int, symbols: bool) -> list[str]:
    """The outcomes an adjusted score assigns, one a line; nothing where it assigns none."""
    return []


@outcome_lines.register
def _(adjustment: Assigned, board: int, symbols: bool) -> list[str]:
    return [_result_line(adjustment.result, board, symbols)]


@outcome_lines.register
def _(adjustment: Claim, board: int, symbols: bool) -> list[str]:
    return [_result_line(adjustment.result, board, symbols)]


@outcome_lines.register
def _(adjustment: Weighted, board: int, symbols: bool) -> list[str]:
    return _weighting_lines(adjustment.outcomes, board, symbols)


@outcome_lines.register
def _(adjustment: SelfInflicted, board: int, symbols: bool) -> list[str]:
    return _under({"B": adjustment.b, "C": adjustment.c}, board, symbols)


@outcome_lines.register
def _(adjustment: Split, board: int, symbols: bool) -> list[str]:
    return _under({"for NS": adjustment.ns, "for EW": adjustment.ew}, board, symbols)


def _under(weightings: dict[str, Weighting], board: int, symbols: bool) -> list[str]:
    return [
        line
        for heading, weighting in weightings.items()
        for line in (f"  {heading}:", *_weighting_lines(weighting, board, symbols))
    ]


def _weighting_lines(weighting: Weighting, board: int, symbols: bool) -> list[str]:
    """One line an outcome, in descending North–South score (the Maastricht protocol)."""
    return [
        f"  {weight_text(part.weight):>6}  {result_text(part.result, symbols):<9} NS {ns_score(part.result, board):+d}"
        for part in in_protocol_order(weighting, board)
    ]


def _result_line(result: Result, board: int, symbols: bool) -> str:
    return f"  {result_text(result, symbols)}   NS {ns_score(result, board):+d}"


def result_text(result: Result, symbols: bool) -> str:
    """A result in notation, with suit symbols where the screen has them."""
    return result.pretty if symbols else str(result)


def own_award(adjustment: Adjustment, side: Side) -> str:
    """'artificial A-': what an award gives to one side."""
    if isinstance(adjustment, Artificial):
        return f"artificial {adjustment.ns if side is Side.NS else adjustment.ew}"
    if isinstance(adjustment, Awarded):
        return f"awarded {short_text(adjustment.ns if side is Side.NS else adjustment.ew)}"
    return kind_text(adjustment)


def cases_json(played: TableBoard) -> dict[str, object]:
    """The rulings in force on a table's board; `ruling` is the only one, or that with the highest number."""
    return {"ruling": played.cases[-1] if played.cases else None, "cases": list(played.cases)}


def played_line(session: Session, ruling: Ruling, symbols: bool) -> str:
    """'5♣E-1, NS +100 (#300)': what was played at a ruled table, and what was ruled on a claim; '' for nothing."""
    played = session.boards[ruling.board].get(ruling.seating)
    if not played:
        return ""
    found = [(played.result, f"#{played.results[-1].number}", "")] if played.result else []
    claim = together(session, played).claim
    if claim and claim.case != ruling.case and isinstance(claim.adjustment, Claim | Assigned):
        found.append((claim.adjustment.result, f"{claim.case} #{claim.number}", "ruled on the claim: "))
    return "; ".join(
        f"{what}{result_text(result, symbols)}, NS {ns_score(result, ruling.board):+d} ({source})"
        for result, source, what in found
    )


def offender_text(offender: str) -> str:
    """', offender EW', to stand after a kind of score; '' where nobody offended."""
    return f", {OFFENDERS[offender]}" if OFFENDERS[offender] else ""
