"""How a ruling is said: what was given or amended, on what grounds, the score that is awarded, a penalty.

A score has a line for the register and the headline; where it is weighted or split, a line for each outcome.
"""

from fractions import Fraction
from functools import singledispatch

from cli.words.event_text import event_text
from cli.words.language import Wording, say
from cli.words.notation import result_text, side_text
from cli.words.numbers import grade_text, short_text, weight_text
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
)
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.session import Ruling, Session, TableBoard, together


@event_text.register
def _(event: RulingGiven) -> str:
    where = say("%(case)s board %(board)s, %(who)s", case=event.case, board=event.board, who=seated(event.ns, event.ew))
    superseding = f", {text}" if (text := instead(event)) else ""
    return f"{where}: {_for_now(event)}{adjustment_text(event.adjustment)}{superseding}" + because(event.reason)


@event_text.register
def _(event: RulingAmended) -> str:
    return say(
        "%(case)s amended: %(for_now)s%(adjustment)s",
        case=event.case,
        for_now=_for_now(event),
        adjustment=adjustment_text(event.adjustment),
    ) + because(event.reason)


def _for_now(event: RulingGiven | RulingAmended) -> str:
    return say("provisionally ") if event.provisional else ""


def instead(event: RulingGiven) -> str:
    """'instead of R-0001 (second thoughts)': what a ruling supersedes, and why; '' where it supersedes none."""
    if not (event.supersedes and event.cause):
        return ""
    return say("instead of %(superseded)s", superseded=superseded_text(event))


def superseded_text(event: RulingGiven) -> str:
    """'R-0001 (second thoughts)': what a ruling supersedes, and why."""
    cause = CAUSES[event.cause] if event.cause else ""
    order = say(" of %(order)s", order=event.order) if event.order else ""
    return f"{event.supersedes} ({cause}{order})"


@event_text.register
def _(event: RulingWithdrawn | PenaltyWithdrawn) -> str:
    return say("%(case)s withdrawn", case=event.case) + because(event.reason)


@event_text.register
def _(event: RulingReinstated | PenaltyReinstated) -> str:
    return say("%(case)s in force again", case=event.case) + because(event.reason)


@event_text.register
def _(event: SidesNotified) -> str:
    return say("%(case)s both sides told", case=event.case) + (
        say(", and of the right to appeal") if event.right_to_appeal else ""
    )


@event_text.register
def _(event: NotificationRecalled) -> str:
    return say("%(case)s that both sides were told is taken back", case=event.case) + because(event.reason)


@event_text.register
def _(event: RulingConfirmed) -> str:
    return say("%(case)s confirmed: it holds on what is beneath it now", case=event.case) + because(event.reason)


@event_text.register
def _(event: RulingConfirmationRecalled) -> str:
    return say("%(case)s to be looked at again: that it was confirmed is taken back", case=event.case) + because(
        event.reason
    )


@event_text.register
def _(event: BoardReopened) -> str:
    return say(
        "%(what_is_reopened)s: reopened, %(reopening)s: %(authority)s",
        what_is_reopened=_what_is_reopened(event),
        reopening=REOPENINGS[event.cause],
        authority=event.authority,
    )


def _what_is_reopened(event: BoardReopened) -> str:
    """A table's board, a board at every table, or the session as a whole."""
    if event.board is None:
        return say("the session")
    return say("board %(board)s", board=event.board) + (f", {event.at}" if event.at else "")


@event_text.register
def _(event: PenaltyImposed) -> str:
    match = say(" in the match against %(opponent)s", opponent=event.opponent) if event.opponent else ""
    return f"{event.case} {event.contestant}: {penalty_text(event.amount, event.unit, event.named)}{match}" + because(
        event.reason
    )


def penalty_text(amount: Fraction, unit: PenaltyUnit, named: str | None = None) -> str:
    """'a warning', 'a penalty of 25% of a top', 'the standard penalty of 6 IMP'."""
    if not amount:
        return say("a warning")
    size = (
        say("%(amount)s%% of a top", amount=short_text(amount)) if unit == "%" else f"{short_text(amount)} {say(unit)}"
    )
    return (
        say("the %(named)s penalty of %(size)s", named=named, size=size)
        if named
        else say("a penalty of %(size)s", size=size)
    )


_KINDS = Wording({"Assigned": "assigned", "Weighted": "weighted", "Split": "split"})


def adjustment_text(adjustment: Adjustment) -> str:
    """A score as it is typed, in the words of the page: 'weighted 60% 4SN=, 40% 4SN-1'."""
    match adjustment:
        case Assigned(result):
            return say("assigned %(result)s", result=result_text(result, False))
        case Weighted(outcomes):
            return say("weighted %(outcomes)s", outcomes=weighting_text(outcomes))
        case Split(ns, ew):
            return say("split NS: %(ns)s; EW: %(ew)s", ns=weighting_text(ns), ew=weighting_text(ew))
        case Artificial(ns, ew, unless):
            if not unless:
                return say("artificial %(ns)s/%(ew)s", ns=grade_text(ns), ew=grade_text(ew))
            return say(
                "artificial %(ns)s/%(ew)s unless %(other)s is better",
                ns=grade_text(ns),
                ew=grade_text(ew),
                other=weighting_text(unless),
            )
        case Awarded(ns, ew):
            given = f"{short_text(ns)}/{short_text(ew)}"
            kept = adjustment.field == "keep"
            return (
                say("awarded %(given)s, in the field", given=given)
                if kept
                else say("awarded %(given)s, out of the field", given=given)
            )
        case SelfInflicted(nos, b, c):
            return say(
                "self-inflicted by %(nos)s, B: %(b)s; C: %(c)s",
                nos=side_text(nos),
                b=weighting_text(b),
                c=weighting_text(c),
            )
        case Claim(result):
            return say("claim %(result)s", result=result_text(result, False))
        case Stands():
            return say("the table result stands")


def weighting_text(weighting: Weighting, *, symbols: bool = False) -> str:
    """Outcomes with their weights, '60% 4SN=, 40% 4SN-1'; what is certain without its weight."""
    if len(weighting) == 1:
        return result_text(weighting[0].result, symbols)
    return ", ".join(f"{weight_text(part.weight)} {result_text(part.result, symbols)}" for part in weighting)


@singledispatch
def kind_text(adjustment: Adjustment) -> str:
    """'weighted under 12C1(c)', 'the table result stands'."""
    return say("%(kind)s under %(law)s", kind=_KINDS[type(adjustment).__name__], law=law_of(adjustment))


@kind_text.register
def _(_adjustment: Stands) -> str:
    return say("the table result stands")


@kind_text.register
def _(adjustment: Artificial) -> str:
    return say("%(kind)s under %(law)s", kind=adjustment_text(adjustment), law=law_of(adjustment))


@kind_text.register
def _(adjustment: Awarded) -> str:
    return adjustment_text(adjustment)


@kind_text.register
def _(adjustment: SelfInflicted) -> str:
    return say("self-inflicted damage of %(nos)s under 12C1(e)", nos=side_text(adjustment.nos))


@kind_text.register
def _(_adjustment: Claim) -> str:
    return say("contested claim under 70")


def protocol_text(adjustment: Adjustment, board: int) -> str:
    """A score in a line, what is weighted as the Maastricht protocol has it: in descending North–South score, 'plus'.

    'weighted 60% of +620 (4SN=) plus 40% of -100 (4SN-1)'.
    """
    match adjustment:
        case Weighted(outcomes):
            return say("weighted %(outcomes)s", outcomes=_plus(outcomes, board))
        case Split(ns, ew):
            return say("split NS: %(ns)s; EW: %(ew)s", ns=_plus(ns, board), ew=_plus(ew, board))
        case SelfInflicted(nos, b, c):
            return say(
                "self-inflicted by %(nos)s, B: %(b)s; C: %(c)s",
                nos=side_text(nos),
                b=_plus(b, board),
                c=_plus(c, board),
            )
        case Artificial(ns, ew, unless) if unless:
            other = _plus(unless, board)
            return say(
                "artificial %(ns)s/%(ew)s unless %(other)s is better", ns=grade_text(ns), ew=grade_text(ew), other=other
            )
        case _:
            return adjustment_text(adjustment)


def _plus(weighting: Weighting, board: int) -> str:
    if len(weighting) == 1:
        return result_text(weighting[0].result, False)
    return say(" plus ").join(
        say("%(weight)s of %(score)s", weight=weight_text(part.weight), score=f"{ns_score(part.result, board):+d}")
        + (f" ({result_text(part.result, False)})" if part.result.played else "")
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
    return _under(
        {
            say("for %(side)s", side=side_text("NS")): adjustment.ns,
            say("for %(side)s", side=side_text("EW")): adjustment.ew,
        },
        board,
        symbols,
    )


def _under(weightings: dict[str, Weighting], board: int, symbols: bool) -> list[str]:
    return [
        line
        for heading, weighting in weightings.items()
        for line in (f"  {heading}:", *_weighting_lines(weighting, board, symbols))
    ]


def _weighting_lines(weighting: Weighting, board: int, symbols: bool) -> list[str]:
    """One line an outcome, in descending North–South score (the Maastricht protocol)."""
    return [
        f"  {weight_text(part.weight):>6}  {result_text(part.result, symbols):<9} {_ns(part.result, board)}"
        for part in in_protocol_order(weighting, board)
    ]


def _result_line(result: Result, board: int, symbols: bool) -> str:
    return f"  {result_text(result, symbols)}   {_ns(result, board)}"


def _ns(result: Result, board: int) -> str:
    """'NS +620': a result as a score of North–South."""
    return f"{side_text('NS')} {ns_score(result, board):+d}"


def own_award(adjustment: Adjustment, side: Side) -> str:
    """'artificial A-': what an award gives to one side."""
    if isinstance(adjustment, Artificial):
        return say("artificial %(grade)s", grade=grade_text(adjustment.of(side)))
    if isinstance(adjustment, Awarded):
        return say("awarded %(points)s", points=short_text(adjustment.ns if side is Side.NS else adjustment.ew))
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
        found.append((claim.adjustment.result, f"{claim.case} #{claim.number}", say("ruled on the claim: ")))
    return "; ".join(
        f"{what}{result_text(result, symbols)}, {_ns(result, ruling.board)} ({source})"
        for result, source, what in found
    )


def offender_text(offender: str) -> str:
    """', offender EW', to stand after a kind of score; '' where nobody offended."""
    return f", {OFFENDERS[offender]}" if OFFENDERS[offender] else ""
