"""Rulings: given, amended, withdrawn; what the Laws refuse, and what they advise against."""

from fractions import Fraction
from typing import Any, TypeVar

from msgspec import structs

from ledger.bridge import Side
from ledger.commands import AmendRuling, GiveRuling, Grounds, WithdrawRuling
from ledger.decide.advice import SPLIT_LAWS, advise
from ledger.decide.disallowed import contains_call
from ledger.decide.opening import enter
from ledger.decide.proposal import Proposal
from ledger.decide.seats import find, new_seating, unentered
from ledger.events import Judgement, RulingAmended, RulingGiven, RulingWithdrawn
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Awarded,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    stated_weightings,
)
from ledger.projections.scoreboard import Scoreboard
from ledger.refusal import Refusal
from ledger.rounding import short_text
from ledger.scoring.forms import TEAM_FORMS, FormName
from ledger.scoring.line import Seating
from ledger.session import Ruling, Session, TableBoard

J = TypeVar("J", bound=Judgement)
_AWARDS = (Artificial, Awarded, SelfInflicted)
_CLAIMS = ("68", "69", "70", "71")
_LAWS_OF_FORMS: dict[str, tuple[FormName, ...]] = {
    "12C4": ("knockout",),
    "86": TEAM_FORMS,
    "12C2(b)": ("butler", "cross-imps", "teams", "knockout"),
}
_MOST_IMPS = Fraction(24)


def give_ruling(command: GiveRuling, session: Session) -> tuple[Proposal, ...]:
    """A ruling on a table's board that has none in force; nothing need have been played there."""
    played = find(session, command.where)
    if played and played.case:
        raise Refusal(
            "already-ruled", f"{played.name} already has {played.case} (#{session.rulings[played.case].given_at})",
            f"`ruling amend {played.case} …`, or `ruling withdraw {played.case}`",
        )  # fmt: skip
    seating = played.seating if played else new_seating(session, command.where)
    case = f"R-{len(session.rulings) + 1:04d}"
    table = played.table if played else command.where.table
    event = RulingGiven(
        case=case, board=command.where.board, ns=seating.ns, ew=seating.ew, table=table,
        **_grounds(command.grounds, None), adjustment=command.adjustment,
    )  # fmt: skip
    entering = () if played else enter(unentered(session, seating), session.opening)
    return *entering, Proposal(_checked(event, event, played, session), _because(played))


def amend_ruling(command: AmendRuling, session: Session) -> tuple[Proposal, ...]:
    """Replace what a ruling says; what the command leaves out stays as it was."""
    ruling = require_case(session, command.case)
    if ruling.withdrawn:
        raise Refusal(
            "case-withdrawn",
            f"{ruling.case} was withdrawn (#{ruling.events[-1]})",
            "`undo` the withdrawal, or give a new ruling",
        )
    old = ruling.judgement
    event = RulingAmended(
        case=ruling.case, adjustment=command.adjustment or old.adjustment, **_grounds(command.grounds, old)
    )
    given = ruling.versions[0][1]
    assert isinstance(given, RulingGiven)
    played = session.boards[ruling.board][ruling.seating]
    checked = _checked(event, given, played, session)
    if _said(checked) == _said(old):
        raise Refusal("nothing-to-change", f"{ruling.case} already says so", f"`show {ruling.case}`")
    return (Proposal(checked, (ruling.versions[-1][0],)),)


def withdraw_ruling(command: WithdrawRuling, session: Session) -> tuple[Proposal, ...]:
    """Take a ruling back; the table result is in force again."""
    ruling = require_case(session, command.case)
    if ruling.withdrawn:
        raise Refusal(
            "case-withdrawn",
            f"{ruling.case} was withdrawn already (#{ruling.events[-1]})",
            f"`show {ruling.case}`",
        )
    return (Proposal(RulingWithdrawn(ruling.case, command.reason), (ruling.versions[-1][0],)),)


def require_case(session: Session, case: str) -> Ruling:
    """The ruling of that number."""
    if case in session.rulings:
        return session.rulings[case]
    last = f"the last is {list(session.rulings)[-1]}" if session.rulings else "there are no rulings yet"
    raise Refusal("no-such-case", f"there is no ruling {case}", f"{last}; `ruling list`")


def _grounds(grounds: Grounds, old: Judgement | None) -> dict[str, Any]:
    before = structs.asdict(old) if old else {}
    return {
        name: value if value is not None else before[name]
        for name in ("offender", "laws", "disallowed", "legal_route", "facts", "reason")
        if (value := getattr(grounds, name)) is not None or old
    }


def _said(judgement: Judgement) -> tuple[object, ...]:
    return tuple(getattr(judgement, name) for name in Judgement.__struct_fields__)


def _because(played: TableBoard | None) -> tuple[int, ...]:
    return (played.results[-1].number,) if played and played.results else ()


def _checked(event: J, given: RulingGiven, played: TableBoard | None, session: Session) -> J:
    """The judgement with the advice it draws; refused where the Laws do not allow it."""
    check_needs_result(event.adjustment, given, played)
    _check_laws(event, session)
    check_other_room(event.adjustment, given, session)
    _check_disallowed(event)
    _check_awarded(event.adjustment, session)
    return structs.replace(event, advice=advise(event, given, played, session))


def check_needs_result(adjustment: Adjustment, given: RulingGiven, played: TableBoard | None) -> None:
    """Refuse a score that rests on a table result where nothing was played."""
    rests_on_it = isinstance(adjustment, Stands | SelfInflicted) or (
        isinstance(adjustment, Awarded) and adjustment.field == "keep"
    )
    if rests_on_it and (played is None or played.result is None):
        raise Refusal(
            "no-result",
            f"board {given.board}, {given.ns} v {given.ew}, has no result to stand or stay in the field",
            "record it first: `result add`; or award --field out",
        )


def _check_laws(judgement: Judgement, session: Session) -> None:
    """Refuse a score the laws cited do not know, or a law that fits no session of this form."""
    scoring, adjustment = session.opening.scoring, judgement.adjustment
    for law in judgement.laws:
        forms = next((forms for prefix, forms in _LAWS_OF_FORMS.items() if law.startswith(prefix)), None)
        if forms and scoring not in forms:
            raise Refusal(
                "wrong-form",
                f"Law {law} is for {', '.join(forms)}, and this is {scoring}",
                "leave the law out, or look at `session show`",
            )
        if law.startswith(_CLAIMS) and isinstance(adjustment, Weighted | Split | Artificial):
            raise Refusal(
                "claim-single-result",
                f"a claim (Law {law}) has one result for both sides",
                "--claim 4SN=; a separate infraction is a ruling without the claim's law",
            )
    if isinstance(adjustment, Split) and _skewed(judgement, adjustment) and not session.regulations.rulings.skewed:
        told = "a weighting for the non-offenders and one result in full for the offenders is no longer in the Laws"
        raise Refusal(
            "skewed-not-allowed", told, "the same weighting for both: --weighted; or cite what splits them: --law 82C"
        )
    if isinstance(adjustment, SelfInflicted) and judgement.offender != Side(adjustment.nos).other.value:
        raise Refusal(
            "no-offender",
            f"{adjustment.nos} hurt itself, so {Side(adjustment.nos).other.value} must have offended",
            "--offender NS or EW, the side that committed the infraction",
        )


def check_other_room(adjustment: Adjustment, given: RulingGiven, session: Session) -> None:
    """Refuse a second award on a team's board: one says what the board is worth, whichever room it is given in."""
    other = session.boards[given.board].get(Seating(given.ew, given.ns))
    ruling = session.ruling_of(other) if other else None
    if ruling and isinstance(adjustment, _AWARDS) and isinstance(ruling.judgement.adjustment, _AWARDS):
        raise Refusal(
            "already-ruled",
            f"{ruling.case} says what the board is worth, in the other room",
            f"`ruling amend {ruling.case} …`",
        )


def _skewed(judgement: Judgement, split: Split) -> bool:
    of = {"NS": (split.ew, split.ns), "EW": (split.ns, split.ew)}
    if judgement.offender not in of or set(judgement.laws) & set(SPLIT_LAWS):
        return False
    non_offenders, offenders = of[judgement.offender]
    return len(non_offenders) > 1 and len(offenders) == 1


def _check_disallowed(judgement: Judgement) -> None:
    if judgement.legal_route:
        return
    for weighting in stated_weightings(judgement.adjustment).values():
        for component in weighting:
            for call in judgement.disallowed:
                if contains_call(component.result, call):
                    raise Refusal(
                        "disallowed-outcome",
                        f"{component.result} contains the disallowed call {call} (Law 12C1(c))",
                        'leave it out of the weighting, or say how it is reached without the infraction: --legal-route "…"',
                    )


def _check_awarded(adjustment: Adjustment, session: Session) -> None:
    scoreboard = Scoreboard(session)
    if (
        isinstance(adjustment, Artificial)
        and scoreboard.top is None
        and not (adjustment.ns.letter and adjustment.ew.letter)
    ):
        raise Refusal(
            "bad-artificial",
            f"{adjustment.ns}/{adjustment.ew} is no artificial score in IMPs",
            "A+, A, A-, or 60, 50, 40",
        )
    if not isinstance(adjustment, Awarded):
        return
    low, high = (Fraction(0), scoreboard.top) if scoreboard.top is not None else (-_MOST_IMPS, _MOST_IMPS)
    for side, score in ((Side.NS, adjustment.ns), (Side.EW, adjustment.ew)):
        if not low <= score <= high:
            told = f"{short_text(score)} {scoreboard.unit} for {side.value} are not between {short_text(low)} and {short_text(high)}"
            raise Refusal(
                "awarded-too-much",
                told,
                "scores are in the session's own unit; for per cent of the top: --artificial 60/40",
            )
