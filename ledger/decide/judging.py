"""What the Laws refuse in a judgement, whoever gives it, and what they advise against."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, product
from typing import TypeVar

from msgspec import structs

from ledger.bridge import Side
from ledger.decide.advice import Judged, advise
from ledger.errors import Refusal
from ledger.events.rulings import Judgement, Offender, RulingAmended, RulingGiven
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    SelfInflicted,
    Split,
    Weighted,
    rests_on_result,
    stated_weightings,
)
from ledger.laws.advice import SPLIT_LAWS
from ledger.laws.disallowed import contains_call, disallowed_call
from ledger.laws.rounding import short_text
from ledger.scoring.forms import FORMS, forms_of
from ledger.session import Ruling, Session, TableBoard
from ledger.session.board_rulings import CLAIM_LAWS, is_claim

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
    return structs.replace(event, advice=advise(Judged(event, played, session, offender_said)))


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
    weighted = chain.from_iterable(stated_weightings(judgement.adjustment).values())
    for component, words in product(weighted, judgement.disallowed):
        if (call := disallowed_call(words)) and contains_call(component.result, call):
            of = "" if words == call.notation else f" of {words!r}"
            message = f"{component.result} contains the disallowed call {call.notation}{of} (Law 12C1(c))"
            hint = 'leave it out of the weighting, or say how it is reached without the infraction: --legal-route "…"'
            raise Refusal("disallowed-outcome", message, hint)


def _check_awarded(adjustment: Adjustment, session: Session) -> None:
    """Refuse a score that is none in the form of scoring."""
    form = FORMS[session.opening.scoring]
    if isinstance(adjustment, Artificial) and form.top(session.expected, session.regulations) is None:
        _check_letters(adjustment)
    if isinstance(adjustment, Awarded):
        low, high = form.awardable(session.expected, session.regulations)
        _check_within(adjustment, low, high, form.unit)


def _check_letters(adjustment: Artificial) -> None:
    """Where there is no top, an artificial score is an average, plus or minus."""
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
