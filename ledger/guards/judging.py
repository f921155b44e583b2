"""What the Laws refuse in a judgement, and what draws advice: then the ruling is recorded, and the office is told."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain, product
from typing import NamedTuple, TypeVar

from msgspec import structs

from ledger.bridge import Side
from ledger.errors import Refusal
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    Rectified,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    rests_on_result,
    stated_weightings,
    without_infraction,
)
from ledger.laws.advice import (
    SPLIT_LAWS,
    contains_call,
    disallowed_call,
    fits,
    of_misleading,
    says_severity,
    transfers_tricks,
)
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.laws.rounding import short_text
from ledger.projections.lone_results import cannot_be_compared, lacks_comparison, silenced
from ledger.projections.scored_session import ScoredSession, scores_if
from ledger.scoring.forms import FORMS, forms_of
from ledger.session.cases import Ruling
from ledger.session.places import converted, sits_once
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.evolving import SupposedRuling, if_ruled
from ledger.subjects.rulings.facts import Judgement, Offender, RulingAmended, RulingGiven, offending_sides
from ledger.subjects.rulings.state import CLAIM_LAWS, is_claim

_MOST_OUTCOMES = 4

_PLUS, _MINUS = Grade("A+").flat, Grade("A-").flat


class JudgedBoard(NamedTuple):
    """A judgement on a table's board, and the ruling it is of.

    `offender_said`: that nobody offended was said, not only left unsaid.
    """

    judgement: RulingAmended | RulingGiven
    given: RulingGiven
    played: TableBoard | None
    session: Session
    offender_said: bool = True

    @property
    def offenders(self) -> frozenset[Side]:
        """The sides that offended."""
        return offending_sides(self.judgement.offender)

    @property
    def artificial(self) -> Artificial | None:
        """The score, where it is artificial."""
        return self.judgement.adjustment if isinstance(self.judgement.adjustment, Artificial) else None


def _unusually_split(judged: JudgedBoard) -> bool:
    said = judged.judgement
    return isinstance(said.adjustment, Split) and said.offender != "both" and not set(said.laws) & set(SPLIT_LAWS)


def _over_100(judged: JudgedBoard) -> bool:
    """More than 100% between two sides of which one is at fault, or neither was said not to be."""
    score, said = judged.artificial, judged.judgement
    innocent = said.offender == "outside" or (said.offender == "none" and judged.offender_said) or "82C" in said.laws
    return score is not None and score.ns.flat + score.ew.flat > 1 and not innocent


def _fault_reversed(judged: JudgedBoard) -> bool:
    """Average plus to a side at fault, or average minus to one that is not (Law 12C2(a))."""
    score = judged.artificial
    if score is None or judged.judgement.offender == "none":
        return False
    return any(
        score.of(side).flat >= _PLUS if side in judged.offenders else _is_minus(score.of(side))
        for side in Side
        if not score.of(side).nobody
    )


def _minus_without_fault(judged: JudgedBoard) -> bool:
    """Average minus, and it was said that nobody is at fault, or that there was no infraction (Law 12C2(a))."""
    score, said = judged.artificial, judged.judgement
    faultless = said.offender == "none" and (judged.offender_said or said.infraction is False)
    return score is not None and faultless and any(_is_minus(score.of(side)) for side in Side)


def _is_minus(grade: Grade) -> bool:
    return not grade.nobody and grade.flat <= _MINUS


def _offender_under_82c(judged: JudgedBoard) -> bool:
    """A side that offended, in an adjustment that puts a director's error right (Law 82C)."""
    said = judged.judgement
    return bool(judged.offenders) and "82C" in said.laws and not isinstance(said.adjustment, Stands)


def _without_damage(judged: JudgedBoard) -> bool:
    """A result that is changed though no damage was found (Law 12B1); what cannot be played is not about damage."""
    said = judged.judgement
    changed = not isinstance(said.adjustment, Stands | Claim | Awarded | Rectified)  # 64A asks for no damage
    return said.damage is False and changed and bool(judged.played and judged.played.result)


def _nothing_to_compare(judged: JudgedBoard) -> bool:
    """An assigned score where no other result of the board is left to be compared with it (Law 87)."""
    played, score = judged.played, judged.judgement.adjustment
    if played is None or isinstance(score, Artificial | Awarded | Stands):
        return False
    supposed = if_ruled(judged.session, played.board, played.seating, _supposed(judged, score))
    return cannot_be_compared(ScoredSession(supposed), supposed.boards[played.board][played.seating])


def _rectified(judged: JudgedBoard) -> bool:
    said = judged.judgement
    return isinstance(said.adjustment, Assigned) and any(map(transfers_tricks, said.laws))


def _unknown_percent(judged: JudgedBoard) -> bool:
    grades = [judged.artificial.of(side) for side in Side] if judged.artificial else []
    return not all(grade.letter or grade.nobody for grade in grades)


def _obtainable(judged: JudgedBoard) -> bool:
    """An artificial score on a board that was played, and could be compared (Laws 86B2, 87: boards that cannot)."""
    incomparable = any(law.startswith(("86B2", "87")) for law in judged.judgement.laws)
    return judged.artificial is not None and bool(judged.played and judged.played.result) and not incomparable


def _without_other_room(judged: JudgedBoard) -> bool:
    """An artificial score where another table of the match has a result that the Laws compare it with."""
    said, given = judged.judgement, judged.given
    lacking = lacks_comparison(judged.session, given.board, given.seating, said.adjustment, said.laws)
    return lacking and not _obtainable(judged)


def _tainted(judged: JudgedBoard) -> bool:
    """The table result weighs in what should have happened without the infraction, and no legal route is stated.

    Opponents who were misinformed or deceived may often reach it all the same: then it is usual.
    """
    said = judged.judgement
    if not judged.offenders or said.legal_route or any(map(of_misleading, said.laws)):
        return False
    weighed = without_infraction(said.adjustment)
    result = judged.played.result if judged.played else None
    return any(len(each) > 1 and result in [component.result for component in each] for each in weighed)


def _severity(judged: JudgedBoard) -> bool:
    """An adjustment because a rectification was too hard or too soft (Law 12B2)."""
    said = judged.judgement
    return not isinstance(said.adjustment, Stands) and ("12B2" in said.laws or says_severity(said.reason))


def _offender_gains(judged: JudgedBoard) -> bool:
    """Whether an offending side would have more than for the table result, or for what was ruled on a claim."""
    played = judged.played
    if not (judged.offenders and played and played.result):
        return False
    # The other rulings on the board stay in force
    ruled, table_result = (
        scores_if(judged.session, played, _supposed(judged, each)) for each in (judged.judgement.adjustment, Stands())
    )
    return any(ruled[side] > table_result[side] for side in judged.offenders)


def _supposed(judged: JudgedBoard, adjustment: Adjustment) -> SupposedRuling:
    said = judged.judgement
    case = (isinstance(said, RulingGiven) and said.supersedes) or said.case
    laws = (*said.laws, "70") if isinstance(said.adjustment, Claim) else said.laws
    return SupposedRuling(case, adjustment, said.offender, laws)


_ADVICE: dict[str, Callable[[JudgedBoard], bool]] = {
    "SPLIT_UNUSUAL": _unusually_split,
    "OVER_100_NEEDS_OUTSIDE_AGENCY": _over_100,
    "FAULT_REVERSED": _fault_reversed,
    "MINUS_WITHOUT_FAULT": _minus_without_fault,
    "OFFENDER_UNDER_82C": _offender_under_82c,
    "NO_DAMAGE_NO_ADJUSTMENT": _without_damage,
    "SAME_AS_AT_TABLE": lambda judged: (
        isinstance(score := judged.judgement.adjustment, Assigned)
        and judged.played is not None
        and score.result == judged.played.result
    ),
    "NOTHING_TO_COMPARE": _nothing_to_compare,
    "RECTIFICATION_NOT_ADJUSTMENT": _rectified,
    "PERCENT_NOT_IN_THE_LAWS": _unknown_percent,
    "ARTIFICIAL_BUT_RESULT_OBTAINABLE": _obtainable,
    "OTHER_ROOM_HAS_RESULT": _without_other_room,
    "RULING_WITHOUT_EFFECT": lambda judged: bool(
        silenced(judged.session, judged.given.board, judged.given.seating, judged.judgement.adjustment)
    ),
    "LAW_AND_SCORE": lambda judged: any(not fits(law, judged.judgement.adjustment) for law in judged.judgement.laws),
    "SEVERITY_NO_GROUND": _severity,
    "DISALLOWED_NOT_CHECKED": lambda judged: None in map(disallowed_call, judged.judgement.disallowed),
    "TAINTED_RESULT": _tainted,
    "CONSIDER_ARTIFICIAL_12C1D": lambda judged: any(
        len(each) > _MOST_OUTCOMES for each in stated_weightings(judged.judgement.adjustment).values()
    ),
    "OS_GAINS": _offender_gains,
}
"""What draws each advice, in the order it is given."""

J = TypeVar("J", RulingGiven, RulingAmended)


def checked(
    event: J, given: RulingGiven, played: TableBoard | None, session: Session, *, offender_said: bool = True
) -> J:
    """The judgement with the advice it draws; refused where the Laws do not allow it."""
    check_needs_result(event.adjustment, given, played, session)
    _check_alone(event.adjustment, given)
    _check_begun(event, given, played)
    _check_laws(event, session)
    _check_disallowed(event)
    check_artificial(event.adjustment, session)
    if isinstance(event.adjustment, Awarded):
        form = FORMS[session.opening.scoring]
        low, high = form.awardable(session.expected, session.regulations)
        for side, score in ((Side.NS, event.adjustment.ns), (Side.EW, event.adjustment.ew)):
            if not low <= score <= high:
                awarded = f"{short_text(score)} {form.unit} for {side.value}"
                message = f"{awarded} are not between {short_text(low)} and {short_text(high)}"
                hint = "scores are in the session's own unit; for per cent of the top: --artificial 60/40"
                raise Refusal("awarded-too-much", message, hint)
    judged = JudgedBoard(event, given, played, session, offender_said)
    return structs.replace(event, advice=tuple(code for code, draws in _ADVICE.items() if draws(judged)))


def offender_of(laws: Iterable[str], said: Offender | None, before: Offender) -> Offender:
    """Who offended, by a judgement in the place of another: as said, else as before.

    By Law 82C nobody did: both sides are taken to be non-offending where the error was the director's.
    """
    return said or ("none" if "82C" in laws else before)


def _check_alone(adjustment: Adjustment, given: RulingGiven) -> None:
    alone = adjustment.alone if isinstance(adjustment, Artificial) else None
    whose = None if given.ns and given.ew else Side.NS if given.ns else Side.EW
    nobody = isinstance(adjustment, Artificial) and adjustment.ns.nobody and adjustment.ew.nobody
    if alone is whose and not nobody:
        return
    if whose:
        one = given.seating.contestant(whose)
        hint = "--artificial A+/-" if whose is Side.NS else "--artificial -/A+"
        raise Refusal("bad-artificial", f"{one} has an award alone: nobody sat at the other side", hint)
    message = f"board {given.board}, {given.seating}, has two sides: each has its score"
    hint = "--artificial A+/A-; an award alone is for one who sat at no table of the board (Law 15B)"
    raise Refusal("bad-artificial", message, hint)


def check_claim(claim: Adjustment, ruling: Ruling, session: Session) -> None:
    """Refuse a score an appellant asks for that nobody could award."""
    judged = RulingAmended(
        case=ruling.case, adjustment=claim, offender=ruling.judgement.offender, laws=ruling.judgement.laws
    )
    checked(judged, ruling.given, session.boards[ruling.board].get(ruling.seating), session)


def check_needs_result(adjustment: Adjustment, given: RulingGiven, played: TableBoard | None, session: Session) -> None:
    """Refuse a score that rests on a table result where nothing was played, nor ruled to be the result of a claim."""
    rulings = [] if played is None else session.rulings_of(played)
    others = [each for each in rulings if each.case not in (given.case, given.supersedes)]
    result = (played and played.result) or any(is_claim(session, each) for each in others)
    if rests_on_result(adjustment) and not result:
        raise Refusal(
            "no-result",
            f"board {given.board}, {given.ns} v {given.ew}, has no result to stand, stay in the field or be rectified",
            "record it first: `result add`; or award --field out",
        )


def _check_begun(judgement: Judgement, given: RulingGiven, played: TableBoard | None) -> None:
    """Refuse an assigned score where nobody has begun to play: it replaces a score obtained in play (Law 12C1(a))."""
    assigned = isinstance(judgement.adjustment, Assigned | Weighted | Split)
    begun = played and (played.result or played.cases)
    if assigned and not (begun or given.call or any(law.startswith("86") for law in judgement.laws)):
        raise Refusal(
            "not-played",
            f"board {given.board}, {given.ns} v {given.ew}, has not been played",
            "an artificial score: --artificial A+/A- (Law 12C2); play begun: record the call and give --call C-0001; "
            "a team's missing room: --law 86B1",
        )


def _check_laws(judgement: Judgement, session: Session) -> None:
    scoring, adjustment = session.opening.scoring, judgement.adjustment
    for law in judgement.laws:
        if (forms := forms_of(law)) and scoring not in forms:
            message = f"Law {law} is for {', '.join(forms)}, and this is {scoring}"
            raise Refusal("wrong-form", message, "leave the law out, or look at `session show`")
        if law.startswith(CLAIM_LAWS) and isinstance(adjustment, Weighted | Split | Artificial):
            hint = "--claim 4SN=; a separate infraction is a ruling of its own beside it, without the claim's law"
            raise Refusal("claim-single-result", f"a claim (Law {law}) has one result for both sides", hint)
    if isinstance(adjustment, Split) and _skewed(judgement, adjustment) and not session.regulations.rulings.skewed:
        message = "a weighting for the non-offenders and one result in full for the offenders is no longer in the Laws"
        hint = "the same weighting for both: --weighted; or cite what splits them: --law 82C"
        raise Refusal("skewed-not-allowed", message, hint)
    if isinstance(adjustment, SelfInflicted) and judgement.offender != Side(adjustment.nos).other.value:
        message = f"{adjustment.nos} hurt itself, so {Side(adjustment.nos).other.value} must have offended"
        raise Refusal("no-offender", message, "--offender NS or EW, the side that committed the infraction")


def _skewed(judgement: Judgement, split: Split) -> bool:
    of = {"NS": (split.ew, split.ns), "EW": (split.ns, split.ew)}
    if judgement.offender not in of or set(judgement.laws) & set(SPLIT_LAWS):
        return False
    non_offenders, offenders = of[judgement.offender]
    return len(non_offenders) > 1 and len(offenders) == 1


def _check_disallowed(judgement: Judgement) -> None:
    """Refuse a weighting with what the infraction made illegal, unless there is a legal route to it (Law 12C1(c))."""
    if judgement.legal_route:
        return
    weighted = chain.from_iterable(without_infraction(judgement.adjustment))
    for component, words in product(weighted, judgement.disallowed):
        if (call := disallowed_call(words)) and contains_call(component.result, call):
            of = "" if words == call.notation else f" of {words!r}"
            message = f"{component.result} contains the disallowed call {call.notation}{of} (Law 12C1(c))"
            hint = 'leave it out of the weighting, or say how it is reached without the infraction: --legal-route "…"'
            raise Refusal("disallowed-outcome", message, hint)


def check_artificial(adjustment: Adjustment, session: Session) -> None:
    """Where there is no top, an artificial score is an average, plus or minus: no per cent, which are of a top."""
    top = FORMS[session.opening.scoring].top(session.expected, session.regulations)
    if not isinstance(adjustment, Artificial) or top is not None:
        return
    if not all(grade.letter or grade.nobody for grade in (adjustment.ns, adjustment.ew)):
        message = f"{adjustment.ns}/{adjustment.ew} is no artificial score in IMPs"
        raise Refusal("bad-artificial", message, "A+, A, A-, or 60, 50, 40")


def check_amount(session: Session, unit: PenaltyUnit, amount: Fraction, opponent: str | None) -> None:
    """Refuse a unit the form of scoring does not know, and a penalty that would give, or fall on no match.

    VPs are taken where there are any; what is taken before them in the match against an `opponent`.
    """
    units = FORMS[session.opening.scoring].units_of_penalties(session.regulations)
    if unit not in units and amount:
        message = f"{unit} is no unit of {session.opening.scoring}"
        raise Refusal("wrong-unit", message, f"penalties here are in {' or '.join(units)}")
    if amount < 0:
        hint = "write the amount that is taken: 25%, 3MP, 6IMP, 1VP"
        raise Refusal("wrong-unit", "a penalty is not less than nothing", hint)
    if unit == "VP" and unit in units and not converted(session):
        message = "matches are not converted into victory points here"
        raise Refusal("wrong-unit", message, "take IMPs: 3IMP --against TEAM")
    if opponent is None and "VP" in units and unit != "VP" and amount:
        what = {"IMP": "IMPs", "%": "per cent of a top"}.get(unit, unit)
        whom = "TEAM" if unit == "IMP" and not sits_once(session) else "PAIR"
        message = f"{what} are taken in a match, before its victory points"
        raise Refusal("wrong-unit", message, f"name it: --against {whom}; or take VPs: 1VP")
