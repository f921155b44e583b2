"""Rulings and penalties in words: the score awarded, in a line or an outcome a line, and the grounds."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

from cli.words.language import Wording, say, say_of, tell
from cli.words.notation import grade_text, result_text, short_text, side_text, weight_text
from cli.words.vocabulary import CAUSES, OFFENDERS, REOPENINGS, name_seated
from ledger.bridge import Result, Side, ns_score
from ledger.kernel.fact import Event
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Rectified,
    RectifiedResult,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    Weighting,
    sort_by_ns_score,
)
from ledger.laws.edition import Edition
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.session import Ruling, Session, TableBoard
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.rulings.facts import PenaltyImposed, RulingAmended, RulingGiven, SidesNotified
from ledger.subjects.rulings.state import combine_rulings


def event_text(event: Event) -> str | None:
    """Format an event of a ruling or penalty in a line, without its reason; None for other events."""
    match event:
        case RulingGiven():
            where = say_of(event, "%(case)s board %(board)s, %(who)s", who=name_seated(event.ns, event.ew))
            superseding = f", {text}" if (text := superseding_text(event)) else ""
            return f"{where}: {_for_now(event)}{adjustment_text(event.adjustment)}{superseding}"
        case RulingAmended():
            score = adjustment_text(event.adjustment)
            return say_of(
                event, "%(case)s amended: %(for_now)s%(adjustment)s", for_now=_for_now(event), adjustment=score
            )
        case SidesNotified():
            return say_of(event, "%(case)s both sides told") + (
                say(", and of the right to appeal") if event.right_to_appeal else ""
            )
        case BoardReopened():
            what = say("the session")
            if event.board is not None:
                what = say("board %(board)s", board=event.board) + (f", {event.at}" if event.at else "")
            return say_of(
                event,
                "%(what_is_reopened)s: reopened, %(reopening)s: %(authority)s",
                what_is_reopened=what,
                reopening=REOPENINGS[event.cause],
            )
        case PenaltyImposed():
            match = say_of(event, " in the match against %(opponent)s") if event.opponent else ""
            return f"{event.case} {event.contestant}: {penalty_text(event.amount, event.unit, event.named)}{match}"
    return None


def _for_now(event: RulingGiven | RulingAmended) -> str:
    return say("provisionally ") if event.provisional else ""


def superseding_text(event: RulingGiven) -> str:
    """Name the ruling that this one supersedes, and why: 'instead of R-0001 (second thoughts)'; '' for none."""
    if not (event.supersedes and event.cause):
        return ""
    return say("instead of %(superseded)s", superseded=superseded_text(event))


def superseded_text(event: RulingGiven) -> str:
    """Name the ruling that this one supersedes, and why: 'R-0001 (second thoughts)'."""
    cause = CAUSES[event.cause] if event.cause else ""
    order = say(" of %(order)s", order=event.order) if event.order else ""
    return f"{event.supersedes} ({cause}{order})"


def penalty_text(amount: Fraction, unit: PenaltyUnit, named: str | None = None) -> str:
    """Format a penalty: 'a warning', 'a penalty of 25% of a top', 'the standard penalty of 6 IMP'."""
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


def adjustment_text(
    adjustment: Adjustment, outcomes_text: Callable[[Weighting], str] | None = None, *, symbols: bool = False
) -> str:
    """Format an awarded score as typed, 'weighted 60% 4SN=, 40% 4SN-1'; `outcomes_text` formats its outcomes."""
    outcomes_text = outcomes_text or partial(weighting_text, symbols=symbols)
    match adjustment:
        case RectifiedResult(result, tricks):
            return f"{_transferred(tricks)}: {result_text(result, symbols)}"
        case Rectified(tricks):
            return _transferred(tricks)
        case Assigned(result):
            return say("assigned %(result)s", result=result_text(result, symbols))
        case Weighted(outcomes):
            return say("weighted %(outcomes)s", outcomes=outcomes_text(outcomes))
        case Split(ns, ew):
            return say("split NS: %(ns)s; EW: %(ew)s", ns=outcomes_text(ns), ew=outcomes_text(ew))
        case Artificial(ns, ew, unless):
            if not unless:
                return say("artificial %(ns)s/%(ew)s", ns=grade_text(ns), ew=grade_text(ew))
            claimed = outcomes_text(unless)
            return say(
                "artificial %(ns)s/%(ew)s unless %(other)s is better",
                ns=grade_text(ns),
                ew=grade_text(ew),
                other=claimed,
            )
        case Awarded(ns, ew):
            given = f"{short_text(ns)}/{short_text(ew)}"
            if adjustment.field == "keep":
                return say("awarded %(given)s, in the field", given=given)
            return say("awarded %(given)s, out of the field", given=given)
        case SelfInflicted(nos, b, c):
            return say(
                "self-inflicted by %(nos)s, B: %(b)s; C: %(c)s",
                nos=side_text(nos),
                b=outcomes_text(b),
                c=outcomes_text(c),
            )
        case Claim(result):
            return say("claim %(result)s", result=result_text(result, symbols))
        case Stands():
            return say("the table result stands")


def _transferred(tricks: int) -> str:
    if tricks == 1:
        return say("1 trick transferred")
    return say("%(tricks)s tricks transferred", tricks=tricks)


def weighting_text(weighting: Weighting, *, symbols: bool = False) -> str:
    """Format outcomes with their weights: '60% 4SN=, 40% 4SN-1'; a single outcome without its weight."""
    if len(weighting) == 1:
        return result_text(weighting[0].result, symbols)
    return ", ".join(f"{weight_text(part.weight)} {result_text(part.result, symbols)}" for part in weighting)


def kind_text(adjustment: Adjustment, edition: Edition) -> str:
    """Format the kind of an awarded score and its Law: 'weighted under 12C1(c)', 'the table result stands'."""
    match adjustment:
        case Rectified() | RectifiedResult() | Awarded() | Stands():
            return adjustment_text(adjustment)
        case SelfInflicted(nos):
            kind = say("self-inflicted damage of %(nos)s", nos=side_text(nos))
        case Claim():
            kind = say("contested claim")
        case Artificial():
            kind = adjustment_text(adjustment)
        case _:
            kind = _KINDS[type(adjustment).__name__]
    return _under_law(kind, adjustment, edition)


def in_force_text(adjustment: Adjustment, board: int, edition: Edition, symbols: bool) -> str:
    """Format an awarded score with its outcomes and its Law: 'weighted 60% 4SN=, 40% 4SN-1 under 12C1(c)'."""

    def best_first(weighting: Weighting) -> str:
        return weighting_text(tuple(sort_by_ns_score(weighting, board)), symbols=symbols)

    return _under_law(adjustment_text(adjustment, best_first, symbols=symbols), adjustment, edition)


def _under_law(text: str, adjustment: Adjustment, edition: Edition) -> str:
    law = edition.law_of(adjustment)
    return say("%(kind)s under %(law)s", kind=text, law=law) if law else text


def cite_laws(laws: Iterable[str], edition: Edition) -> list[str]:
    """Return Laws as they are printed: '16B', or '16B of 2007' of an edition that is not the newest."""
    return [tell(edition.cite(law)) for law in laws]


def protocol_text(adjustment: Adjustment, board: int) -> str:
    """Format an awarded score in a line: 'weighted 60% of +620 (4SN=) plus 40% of -100 (4SN-1)'.

    Outcomes are in descending North–South score, joined by 'plus' (the Maastricht protocol).
    """

    def in_a_line(weighting: Weighting) -> str:
        if len(weighting) == 1:
            return result_text(weighting[0].result, False)
        return say(" plus ").join(
            say("%(weight)s of %(score)s", weight=weight_text(part.weight), score=f"{ns_score(part.result, board):+d}")
            + (f" ({result_text(part.result, False)})" if part.result.played else "")
            for part in sort_by_ns_score(weighting, board)
        )

    return adjustment_text(adjustment, in_a_line)


def outcome_lines(adjustment: Adjustment, board: int, symbols: bool) -> list[str]:
    """Return an assigned, claimed, weighted, split or self-inflicted score, an outcome a line; [] for other kinds."""
    match adjustment:
        case Assigned(result) | Claim(result):
            return [f"  {result_text(result, symbols)}   {_ns_text(result, board)}"]
        case Weighted(outcomes):
            return _weighting_lines(outcomes, board, symbols)
        case SelfInflicted():
            weightings = {"B": adjustment.b, "C": adjustment.c}
        case Split():
            sides = {"NS": adjustment.ns, "EW": adjustment.ew}
            weightings = {say("for %(side)s", side=side_text(side)): each for side, each in sides.items()}
        case _:
            return []
    return [
        line
        for heading, weighting in weightings.items()
        for line in (f"  {heading}:", *_weighting_lines(weighting, board, symbols))
    ]


def _weighting_lines(weighting: Weighting, board: int, symbols: bool) -> list[str]:
    return [
        f"  {weight_text(part.weight):>6}  {result_text(part.result, symbols):<9} {_ns_text(part.result, board)}"
        for part in sort_by_ns_score(weighting, board)
    ]


def _ns_text(result: Result, board: int) -> str:
    return f"{side_text('NS')} {ns_score(result, board):+d}"


def side_award_text(adjustment: Adjustment, side: Side, edition: Edition) -> str:
    """Format the artificial score of one side: 'artificial A-', 'awarded 7.5'; another score by its kind."""
    if isinstance(adjustment, Artificial):
        return say("artificial %(grade)s", grade=grade_text(adjustment.of(side)))
    if isinstance(adjustment, Awarded):
        return say("awarded %(points)s", points=short_text(adjustment.ns if side is Side.NS else adjustment.ew))
    return kind_text(adjustment, edition)


def latest_ruling(played: TableBoard) -> str | None:
    """Return the case number of the latest ruling in force at a table; None if there is none."""
    return played.cases[-1] if played.cases else None


def played_line(session: Session, ruling: Ruling, symbols: bool) -> str:
    """Format a ruled table's result and a result ruled on a claim: '5♣E-1, NS +100 (#300)'; '' for neither."""
    played = session.boards[ruling.board].get(ruling.seating)
    if not played:
        return ""
    results = [(played.result, f"#{played.results[-1].number}", "")] if played.result else []
    claim = combine_rulings(session, played).claim
    if claim and claim.case != ruling.case and isinstance(claim.adjustment, Claim | Assigned):
        results.append((claim.adjustment.result, f"{claim.case} #{claim.number}", say("ruled on the claim: ")))
    return "; ".join(
        f"{claimed}{result_text(result, symbols)}, {_ns_text(result, ruling.board)} ({source})"
        for result, source, claimed in results
    )


def offender_text(offender: str) -> str:
    """Name the offending side after a kind of score: ', offender EW'; '' if nobody offended."""
    return f", {OFFENDERS[offender]}" if OFFENDERS[offender] else ""
