"""What the Laws refuse in a judgement, whoever gives it, and what they and their commentators warn of: then the ruling
is recorded, and the office is told.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain, product
from typing import NamedTuple, TypeVar

from msgspec import structs

from ledger.bridge import Side
from ledger.errors import Refusal
from ledger.facts.rulings import Judgement, Offender, RulingAmended, RulingGiven, offending_sides
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    rests_on_result,
    stated_weightings,
    without_infraction,
)
from ledger.laws.advice import SPLIT_LAWS, fits, of_misleading, says_severity, transfers_tricks
from ledger.laws.disallowed import contains_call, disallowed_call
from ledger.laws.rounding import short_text
from ledger.projections.scored_session import scores_if
from ledger.scoring.forms import FORMS, forms_of
from ledger.session import Ruling, Session, SupposedRuling, TableBoard
from ledger.session.rulings import CLAIM_LAWS, is_claim

_MOST_OUTCOMES = 4

_PLUS, _MINUS = Grade("A+").flat, Grade("A-").flat


class JudgedBoard(NamedTuple):
    """A judgement on a table's board; `offender_said`: that nobody offended was said, not only left unsaid."""

    judgement: RulingAmended | RulingGiven
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


def advise(judged: JudgedBoard) -> tuple[str, ...]:
    """The codes of the advice a judgement draws."""
    return tuple(code for code, draws in _ADVICE.items() if draws(judged))


def _unusually_split(judged: JudgedBoard) -> bool:
    """A split without a cause for one."""
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
    changed = not isinstance(said.adjustment, Stands | Claim | Awarded)
    return said.damage is False and changed and bool(judged.played and judged.played.result)


def _as_at_table(judged: JudgedBoard) -> bool:
    """The table result, assigned."""
    score, played = judged.judgement.adjustment, judged.played
    return isinstance(score, Assigned) and played is not None and score.result == played.result


def _rectified(judged: JudgedBoard) -> bool:
    """A result assigned for what Law 64A gives by itself."""
    said = judged.judgement
    return isinstance(said.adjustment, Assigned) and any(map(transfers_tricks, said.laws))


def _unknown_percent(judged: JudgedBoard) -> bool:
    """A percentage that is neither 60, 50 nor 40."""
    grades = [judged.artificial.of(side) for side in Side] if judged.artificial else []
    return not all(grade.letter or grade.nobody for grade in grades)


def _obtainable(judged: JudgedBoard) -> bool:
    """An artificial score on a board that was played, and could be compared (Laws 86B2, 87: boards that cannot)."""
    incomparable = any(law.startswith(("86B2", "87")) for law in judged.judgement.laws)
    return judged.artificial is not None and bool(judged.played and judged.played.result) and not incomparable


def _not_checked(judged: JudgedBoard) -> bool:
    """Something is disallowed in which no call was found: a play, or other words."""
    return any(disallowed_call(text) is None for text in judged.judgement.disallowed)


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


def _too_many(judged: JudgedBoard) -> bool:
    return any(len(each) > _MOST_OUTCOMES for each in stated_weightings(judged.judgement.adjustment).values())


def _severity(judged: JudgedBoard) -> bool:
    """An adjustment because a rectification was too hard or too soft (Law 12B2)."""
    said = judged.judgement
    return not isinstance(said.adjustment, Stands) and ("12B2" in said.laws or says_severity(said.reason))


def _misfit(judged: JudgedBoard) -> bool:
    return any(not fits(law, judged.judgement.adjustment) for law in judged.judgement.laws)


def _offender_gains(judged: JudgedBoard) -> bool:
    """Whether an offending side would have more than for the table result, or for what was ruled on a claim."""
    played = judged.played
    if not (judged.offenders and played and played.result):
        return False
    ruled, table_result = (_scores_if(judged, played, each) for each in (judged.judgement.adjustment, Stands()))
    return any(ruled[side] > table_result[side] for side in judged.offenders)


def _scores_if(judged: JudgedBoard, played: TableBoard, adjustment: Adjustment) -> dict[Side, Fraction]:
    """What both sides would have if the ruling gave this score; the other rulings on the board stay in force."""
    said = judged.judgement
    case = (isinstance(said, RulingGiven) and said.supersedes) or said.case
    laws = (*said.laws, "70") if isinstance(said.adjustment, Claim) else said.laws
    return scores_if(judged.session, played, SupposedRuling(case, adjustment, said.offender, laws))


_ADVICE: dict[str, Callable[[JudgedBoard], bool]] = {
    "SPLIT_UNUSUAL": _unusually_split,
    "OVER_100_NEEDS_OUTSIDE_AGENCY": _over_100,
    "FAULT_REVERSED": _fault_reversed,
    "MINUS_WITHOUT_FAULT": _minus_without_fault,
    "OFFENDER_UNDER_82C": _offender_under_82c,
    "NO_DAMAGE_NO_ADJUSTMENT": _without_damage,
    "SAME_AS_AT_TABLE": _as_at_table,
    "RECTIFICATION_NOT_ADJUSTMENT": _rectified,
    "PERCENT_NOT_IN_THE_LAWS": _unknown_percent,
    "ARTIFICIAL_BUT_RESULT_OBTAINABLE": _obtainable,
    "LAW_AND_SCORE": _misfit,
    "SEVERITY_NO_GROUND": _severity,
    "DISALLOWED_NOT_CHECKED": _not_checked,
    "TAINTED_RESULT": _tainted,
    "CONSIDER_ARTIFICIAL_12C1D": _too_many,
    "OS_GAINS": _offender_gains,
}
"""What draws each advice, in the order it is given."""

J = TypeVar("J", RulingGiven, RulingAmended)


def checked(
    event: J, given: RulingGiven, played: TableBoard | None, session: Session, *, offender_said: bool = True
) -> J:
    """The judgement with the advice it draws; refused where the Laws do not allow it.

    `offender_said`: that nobody offended was said, not only left unsaid.
    """
    check_needs_result(event.adjustment, given, played, session)
    _check_alone(event.adjustment, given)
    _check_begun(event, given, played)
    _check_laws(event, session)
    _check_disallowed(event)
    _check_awarded(event.adjustment, session)
    return structs.replace(event, advice=advise(JudgedBoard(event, played, session, offender_said)))


def offender_of(laws: Iterable[str], said: Offender | None, before: Offender) -> Offender:
    """Who offended, by a judgement in the place of another: as said, else as before.

    By Law 82C nobody did: both sides are taken to be non-offending where the error was the director's.
    """
    return said or ("none" if "82C" in laws else before)


def _check_alone(adjustment: Adjustment, given: RulingGiven) -> None:
    """Refuse one side's award at a table of two, and any other where one contestant sat alone."""
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
    others = [] if played is None else [each for each in session.rulings_of(played) if not _is_of(each, given)]
    result = (played and played.result) or any(is_claim(session, each) for each in others)
    if rests_on_result(adjustment) and not result:
        raise Refusal(
            "no-result",
            f"board {given.board}, {given.ns} v {given.ew}, has no result to stand or stay in the field",
            "record it first: `result add`; or award --field out",
        )


def _is_of(ruling: Ruling, given: RulingGiven) -> bool:
    """Whether a ruling is the one in question, or the one it takes the place of."""
    return ruling.case in (given.case, given.supersedes)


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
    """Refuse a score the laws cited do not know, or a law that fits no session of this form."""
    scoring, adjustment = session.opening.scoring, judgement.adjustment
    for law in judgement.laws:
        if (forms := forms_of(law)) and scoring not in forms:
            raise Refusal(
                "wrong-form",
                f"Law {law} is for {', '.join(forms)}, and this is {scoring}",
                "leave the law out, or look at `session show`",
            )
        if law.startswith(CLAIM_LAWS) and isinstance(adjustment, Weighted | Split | Artificial):
            raise Refusal(
                "claim-single-result",
                f"a claim (Law {law}) has one result for both sides",
                "--claim 4SN=; a separate infraction is a ruling of its own beside it, without the claim's law",
            )
    if isinstance(adjustment, Split) and _skewed(judgement, adjustment) and not session.regulations.rulings.skewed:
        message = "a weighting for the non-offenders and one result in full for the offenders is no longer in the Laws"
        raise Refusal(
            "skewed-not-allowed",
            message,
            "the same weighting for both: --weighted; or cite what splits them: --law 82C",
        )
    if isinstance(adjustment, SelfInflicted) and judgement.offender != Side(adjustment.nos).other.value:
        raise Refusal(
            "no-offender",
            f"{adjustment.nos} hurt itself, so {Side(adjustment.nos).other.value} must have offended",
            "--offender NS or EW, the side that committed the infraction",
        )


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


def _check_awarded(adjustment: Adjustment, session: Session) -> None:
    """Refuse a score that is none in the form of scoring."""
    check_artificial(adjustment, session)
    if isinstance(adjustment, Awarded):
        form = FORMS[session.opening.scoring]
        low, high = form.awardable(session.expected, session.regulations)
        _check_within(adjustment, low, high, form.unit)


def check_artificial(adjustment: Adjustment, session: Session) -> None:
    """Where there is no top, an artificial score is an average, plus or minus: no per cent, which are of a top."""
    top = FORMS[session.opening.scoring].top(session.expected, session.regulations)
    if not isinstance(adjustment, Artificial) or top is not None:
        return
    if not all(grade.letter or grade.nobody for grade in (adjustment.ns, adjustment.ew)):
        message = f"{adjustment.ns}/{adjustment.ew} is no artificial score in IMPs"
        raise Refusal("bad-artificial", message, "A+, A, A-, or 60, 50, 40")


def _check_within(adjustment: Awarded, low: Fraction, high: Fraction, unit: str) -> None:
    for side, score in ((Side.NS, adjustment.ns), (Side.EW, adjustment.ew)):
        if not low <= score <= high:
            given = f"{short_text(score)} {unit} for {side.value}"
            message = f"{given} are not between {short_text(low)} and {short_text(high)}"
            hint = "scores are in the session's own unit; for per cent of the top: --artificial 60/40"
            raise Refusal("awarded-too-much", message, hint)
