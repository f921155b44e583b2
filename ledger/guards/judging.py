"""The Laws' limits of a judgement, and advice on unusual ones: these are recorded, and the office is warned."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain, product
from typing import NamedTuple, TypeVar, get_args

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
    list_weightings,
    needs_table_result,
    outcomes_without_infraction,
)
from ledger.laws.advice import contains_call, disallowed_call, mentions_severity
from ledger.laws.citation import Matter
from ledger.laws.edition import Edition
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.laws.rounding import short_text
from ledger.projections.lone_results import has_no_comparison, leaves_out_result, rulings_without_effect
from ledger.projections.scored_session import ScoredSession, scores_under
from ledger.scoring.forms import FORMS, forms_of
from ledger.session.cases import Ruling
from ledger.session.places import converts_matches, sits_at_one_table
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.evolving import SupposedRuling, suppose_ruled
from ledger.subjects.rulings.facts import GiveRuling, Judgement, Offender, RulingAmended, RulingGiven, offending_sides
from ledger.subjects.rulings.state import is_claim

_PLUS, _MINUS = Grade("A+").flat, Grade("A-").flat


class JudgedBoard(NamedTuple):
    """A judgement, the ruling it belongs to, and the play of the board it is about.

    `offender_said`: somebody stated that nobody offended; False: the offender was left open.
    """

    judgement: RulingAmended | RulingGiven
    given: RulingGiven
    played: TableBoard | None
    session: Session
    offender_said: bool = True

    @property
    def offenders(self) -> frozenset[Side]:
        """The sides that offended, by the judgement."""
        return offending_sides(self.judgement.offender)

    @property
    def edition(self) -> Edition:
        """The edition of the Laws by which it is judged."""
        return self.session.regulations.edition

    def cites(self, matter: str) -> bool:
        """Return whether a cited Law is about a matter."""
        return self.edition.cites(self.judgement.laws, matter)

    @property
    def artificial(self) -> Artificial | None:
        """The adjustment if it is an artificial score; else None."""
        return self.judgement.adjustment if isinstance(self.judgement.adjustment, Artificial) else None


def _is_over_100(judged: JudgedBoard) -> bool:
    """Return whether both sides together get more than 100% without a statement that both are without fault."""
    score, judgement = judged.artificial, judged.judgement
    innocent = (
        judgement.offender == "outside"
        or (judgement.offender == "none" and judged.offender_said)
        or judged.cites("director-error")
    )
    return score is not None and score.ns.flat + score.ew.flat > 1 and not innocent


def _has_fault_reversed(judged: JudgedBoard) -> bool:
    """Return whether a side at fault gets average plus, or a faultless side gets average minus (Law 12C2(a))."""
    score = judged.artificial
    if score is None or judged.judgement.offender == "none":
        return False
    return any(
        score.of(side).flat >= _PLUS if side in judged.offenders else _is_minus(score.of(side))
        for side in Side
        if not score.of(side).nobody
    )


def _has_minus_without_fault(judged: JudgedBoard) -> bool:
    """Return whether a side gets average minus though nobody is at fault or there was no infraction (Law 12C2(a))."""
    score, judgement = judged.artificial, judged.judgement
    faultless = judgement.offender == "none" and (judged.offender_said or judgement.infraction is False)
    return score is not None and faultless and any(_is_minus(score.of(side)) for side in Side)


def _is_minus(grade: Grade) -> bool:
    return not grade.nobody and grade.flat <= _MINUS


def _changes_without_damage(judged: JudgedBoard) -> bool:
    """Return whether a judgement changes a result although no damage was found (Law 12B1)."""
    judgement = judged.judgement
    changed = not isinstance(judgement.adjustment, Stands | Claim | Awarded | Rectified)  # 64A asks for no damage
    return judgement.damage is False and changed and bool(judged.played and judged.played.result)


def _has_nothing_to_compare(judged: JudgedBoard) -> bool:
    """Return whether no other table has a result with which an assigned score can be compared (Law 87)."""
    played, score = judged.played, judged.judgement.adjustment
    if played is None or isinstance(score, Artificial | Awarded | Stands):
        return False
    supposed = suppose_ruled(judged.session, played.board, played.seating, _supposed_ruling(judged, score))
    return has_no_comparison(ScoredSession(supposed), supposed.boards[played.board][played.seating])


def _has_unknown_percent(judged: JudgedBoard) -> bool:
    grades = [judged.artificial.of(side) for side in Side] if judged.artificial else []
    return not all(grade.letter or grade.nobody for grade in grades)


def _has_obtainable_result(judged: JudgedBoard) -> bool:
    """Return whether an artificial score was given though the board was played and can be compared (Laws 86B2, 87)."""
    incomparable = judged.cites("result-incomparable")
    return judged.artificial is not None and bool(judged.played and judged.played.result) and not incomparable


def _ignores_other_room(judged: JudgedBoard) -> bool:
    """Return whether an artificial score was given though the second room has a result to compare with."""
    judgement, given = judged.judgement, judged.given
    lacking = leaves_out_result(judged.session, given.board, given.seating, judgement.adjustment, judgement.matters)
    return lacking and not _has_obtainable_result(judged)


def _is_tainted(judged: JudgedBoard) -> bool:
    """Return whether a weighting contains the table result, reached by the infraction, without a stated legal route."""
    judgement = judged.judgement
    if not judged.offenders or judgement.legal_route or judged.cites("misleading"):
        return False
    weighed = outcomes_without_infraction(judgement.adjustment)
    result = judged.played.result if judged.played else None
    return any(len(each) > 1 and result in [component.result for component in each] for each in weighed)


def _offender_gains(judged: JudgedBoard) -> bool:
    """Return whether an offending side would score more than if the table result stood."""
    played = judged.played
    if not (judged.offenders and played and played.result):
        return False
    # The other rulings on the board stay in force
    ruled, table_result = (
        scores_under(judged.session, played, _supposed_ruling(judged, each))
        for each in (judged.judgement.adjustment, Stands())
    )
    return any(ruled[side] > table_result[side] for side in judged.offenders)


def _supposed_ruling(judged: JudgedBoard, adjustment: Adjustment) -> SupposedRuling:
    judgement = judged.judgement
    case = (isinstance(judgement, RulingGiven) and judgement.supersedes) or judgement.case
    claim: tuple[Matter, ...] = ("claim",) if isinstance(judgement.adjustment, Claim) else ()
    return SupposedRuling(case, adjustment, judgement.offender, (*judgement.matters, *claim))


_ADVICE: dict[str, Callable[[JudgedBoard], bool]] = {
    "SPLIT_UNUSUAL": lambda judged: (
        isinstance(judged.judgement.adjustment, Split)
        and judged.judgement.offender != "both"
        and not judged.cites("split-scores")
    ),
    "OVER_100_NEEDS_OUTSIDE_AGENCY": _is_over_100,
    "FAULT_REVERSED": _has_fault_reversed,
    "MINUS_WITHOUT_FAULT": _has_minus_without_fault,
    # after a director's error both sides are non-offending
    "OFFENDER_UNDER_DIRECTOR_ERROR": lambda judged: (
        bool(judged.offenders)
        and judged.cites("director-error")
        and not isinstance(judged.judgement.adjustment, Stands)
    ),
    "NO_DAMAGE_NO_ADJUSTMENT": _changes_without_damage,
    "SAME_AS_AT_TABLE": lambda judged: (
        isinstance(score := judged.judgement.adjustment, Assigned)
        and judged.played is not None
        and score.result == judged.played.result
    ),
    "NOTHING_TO_COMPARE": _has_nothing_to_compare,
    "RECTIFICATION_NOT_ADJUSTMENT": lambda judged: (
        isinstance(judged.judgement.adjustment, Assigned) and judged.cites("tricks-transferred")
    ),
    "PERCENT_NOT_IN_THE_LAWS": _has_unknown_percent,
    "ARTIFICIAL_BUT_RESULT_OBTAINABLE": _has_obtainable_result,
    "OTHER_ROOM_HAS_RESULT": _ignores_other_room,
    "RULING_WITHOUT_EFFECT": lambda judged: bool(
        rulings_without_effect(judged.session, judged.given.board, judged.given.seating, judged.judgement.adjustment)
    ),
    "LAW_AND_SCORE": lambda judged: (
        not all(judged.edition.fits(law, judged.judgement.adjustment) for law in judged.judgement.laws)
    ),
    # a severe or lenient rectification is no ground to adjust
    "SEVERITY_NO_GROUND": lambda judged: (
        not isinstance(judged.judgement.adjustment, Stands)
        and (judged.cites("severity") or mentions_severity(judged.judgement.reason))
    ),
    "DISALLOWED_NOT_CHECKED": lambda judged: None in map(disallowed_call, judged.judgement.disallowed),
    "TAINTED_RESULT": _is_tainted,
    "CONSIDER_ARTIFICIAL": lambda judged: any(
        len(each) > judged.edition.thresholds["most-outcomes"]
        for each in list_weightings(judged.judgement.adjustment).values()
    ),
    "OS_GAINS": _offender_gains,
}
"""The condition of each advice, in the order of printing."""

J = TypeVar("J", RulingGiven, RulingAmended)


def advised_judgement(
    event: J, given: RulingGiven, played: TableBoard | None, session: Session, *, offender_said: bool = True
) -> J:
    """Return the judgement with its matters, and advice on what is unusual. Refusal: the Laws do not allow it."""
    event = structs.replace(event, matters=recorded_matters(event.laws, session.regulations.edition))
    check_needs_result(event.adjustment, given, played, session)
    _check_sides(event.adjustment, given)
    if not (played and (played.result or played.cases)):
        where = f"board {given.board}, {given.ns} v {given.ew},"
        _check_begun(event.adjustment, event.laws, given.call, where, session.regulations.edition)
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


def recorded_matters(laws: Iterable[str], edition: Edition) -> tuple[Matter, ...]:
    """Return the matters of cited Laws that their event records, so that no later score asks for the edition."""
    return tuple(each for each in get_args(Matter) if edition.cites(laws, each))


def offender_of(laws: Iterable[str], stated: Offender | None, before: Offender, edition: Edition) -> Offender:
    """Return the offender of a judgement that replaces another: as stated, else none (Law 82C), else as before."""
    # Law 82C: after a director's error both sides are treated as non-offending
    return stated or ("none" if edition.cites(laws, "director-error") else before)


def _check_sides(adjustment: Adjustment, given: RulingGiven) -> None:
    side_with_award = adjustment.alone if isinstance(adjustment, Artificial) else None
    whose = None if given.ns and given.ew else Side.NS if given.ns else Side.EW
    nobody = isinstance(adjustment, Artificial) and adjustment.ns.nobody and adjustment.ew.nobody
    if side_with_award is whose and not nobody:
        return
    if whose:
        contestant = given.seating.contestant(whose)
        hint = "--artificial A+/-" if whose is Side.NS else "--artificial -/A+"
        raise Refusal("bad-artificial", f"{contestant} has an award alone: nobody sat at the other side", hint)
    message = f"board {given.board}, {given.seating}, has two sides: each has its score"
    hint = "--artificial A+/A-; an award alone is for one who sat at no table of the board"
    raise Refusal("bad-artificial", message, hint)


def check_claim(claim: Adjustment, ruling: Ruling, session: Session) -> None:
    """Refuse the score that an appellant claims if nobody could award it."""
    judged = RulingAmended(
        case=ruling.case, adjustment=claim, offender=ruling.judgement.offender, laws=ruling.judgement.laws
    )
    advised_judgement(judged, ruling.given, session.boards[ruling.board].get(ruling.seating), session)


def check_unplayed(command: GiveRuling, session: Session) -> None:
    """Refuse to rule on a table without a play, if the score needs one: before anybody is asked who sat there."""
    score, place = command.adjustment, str(command.where)
    if needs_table_result(score):
        raise _no_result(place, f"{command.where.board}/{command.where.table or 'TABLE'}")
    _check_begun(score, command.grounds.laws or (), command.call, place, session.regulations.edition)


def _check_begun(adjustment: Adjustment, laws: Iterable[str], call: str | None, place: str, edition: Edition) -> None:
    # An assigned score replaces a score obtained in play (Law 12C1(a)): somebody has begun to play
    begun = call or edition.cites(laws, "team-play")
    if isinstance(adjustment, Assigned | Weighted | Split) and not begun:
        raise Refusal(
            "not-played",
            f"{place} has not been played",
            f"an artificial score: --artificial A+/A-{edition.law('artificial-score')}; play begun: record the "
            "call and give --call C-0001" + edition.option("missing-result", "; a team's missing room: "),
        )


def check_needs_result(adjustment: Adjustment, given: RulingGiven, played: TableBoard | None, session: Session) -> None:
    """Refuse a score that depends on the table result if the table has neither a result nor a ruling on a claim."""
    rulings = [] if played is None else session.rulings_of(played)
    other_rulings = [each for each in rulings if each.case not in (given.case, given.supersedes)]
    result = (played and played.result) or any(is_claim(session, each) for each in other_rulings)
    if needs_table_result(adjustment) and not result:
        raise _no_result(f"board {given.board}, {given.ns} v {given.ew},", f"{given.board}/{given.table or 'TABLE'}")


def _no_result(place: str, typed: str) -> Refusal:
    hint = f"first `result add {typed} RESULT`; without a result: --artificial A+/A-, or --awarded 23/11 --field out"
    return Refusal("no-result", f"{place} has no result, and this score rests on one", hint)


def _check_laws(judgement: Judgement, session: Session) -> None:
    scoring, adjustment, edition = session.opening.scoring, judgement.adjustment, session.regulations.edition
    for law in judgement.laws:
        if (forms := forms_of(law, edition)) and scoring not in forms:
            message = f"Law {law} is for {', '.join(forms)}, and this is {scoring}"
            raise Refusal("wrong-form", message, "leave the law out, or look at `session show`")
        if edition.deals_with(law, "claim") and isinstance(adjustment, Weighted | Split | Artificial):
            hint = "--claim 4SN=; a separate infraction is a ruling of its own beside it, without the claim's law"
            raise Refusal("claim-single-result", f"a claim (Law {law}) has one result for both sides", hint)
    if (
        isinstance(adjustment, Split)
        and _is_skewed(judgement, adjustment, edition)
        and not session.regulations.rulings.skewed
    ):
        message = "a weighting for the non-offenders and one result in full for the offenders is no longer in the Laws"
        cited = edition.option("director-error", ": ")
        hint = f"the same weighting for both: --weighted; or cite what splits them{cited}"
        raise Refusal("skewed-not-allowed", message, hint)
    if isinstance(adjustment, SelfInflicted) and judgement.offender != Side(adjustment.nos).other.value:
        message = f"{adjustment.nos} hurt itself, so {Side(adjustment.nos).other.value} must have offended"
        raise Refusal("no-offender", message, "--offender NS or EW, the side that committed the infraction")


def _is_skewed(judgement: Judgement, split: Split, edition: Edition) -> bool:
    scores_by_offender = {"NS": (split.ew, split.ns), "EW": (split.ns, split.ew)}
    if judgement.offender not in scores_by_offender or edition.cites(judgement.laws, "split-scores"):
        return False
    non_offenders, offenders = scores_by_offender[judgement.offender]
    return len(non_offenders) > 1 and len(offenders) == 1


def _check_disallowed(judgement: Judgement) -> None:
    """Refuse a weighting with the disallowed call unless a legal route is stated (Law 12C1(c))."""
    if judgement.legal_route:
        return
    weighted = chain.from_iterable(outcomes_without_infraction(judgement.adjustment))
    for component, words in product(weighted, judgement.disallowed):
        if (call := disallowed_call(words)) and contains_call(component.result, call):
            in_words = "" if words == call.notation else f" of {words!r}"
            message = f"{component.result} contains the disallowed call {call.notation}{in_words}"
            hint = "leave it out of the weighting, or say how it is reached without the infraction: --legal-route TEXT"
            raise Refusal("disallowed-outcome", message, hint)


def check_artificial(adjustment: Adjustment, session: Session) -> None:
    """Refuse an artificial score other than A+, A and A− (60, 50, 40) in IMPs."""
    top = FORMS[session.opening.scoring].top(session.expected, session.regulations)
    if not isinstance(adjustment, Artificial) or top is not None:
        return
    if not all(grade.letter or grade.nobody for grade in (adjustment.ns, adjustment.ew)):
        message = f"{adjustment.ns}/{adjustment.ew} is no artificial score in IMPs"
        raise Refusal("bad-artificial", message, "A+, A, A-, or 60, 50, 40")


def check_amount(session: Session, unit: PenaltyUnit, amount: Fraction, opponent: str | None) -> None:
    """Refuse a penalty that is negative, in a unit the form of scoring lacks, or without the match its unit requires.

    Where matches are converted into VPs, a penalty in another unit is taken before conversion, in the match against an
    `opponent`.
    """
    units = FORMS[session.opening.scoring].units_of_penalties(session.regulations)
    if unit not in units and amount:
        message = f"{unit} is no unit of {session.opening.scoring}"
        raise Refusal("wrong-unit", message, f"penalties here are in {' or '.join(units)}")
    if amount < 0:
        hint = "write the amount that is taken: 25%, 3MP, 6IMP, 1VP"
        raise Refusal("wrong-unit", "a penalty cannot be negative", hint)
    if unit == "VP" and unit in units and not converts_matches(session):
        message = "matches are not converted into victory points here"
        raise Refusal("wrong-unit", message, "take IMPs: 3IMP --against TEAM")
    if opponent is None and "VP" in units and unit != "VP" and amount:
        what = {"IMP": "IMPs", "%": "per cent of a top"}.get(unit, unit)
        whom = "TEAM" if unit == "IMP" and not sits_at_one_table(session) else "PAIR"
        message = f"{what} are taken in a match, before its victory points"
        raise Refusal("wrong-unit", message, f"name it: --against {whom}; or take VPs: 1VP")
