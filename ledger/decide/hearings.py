"""Who heard an appeal, and so decides it: what a committee heard is not for others to decide."""

from collections.abc import Sequence

from ledger.commands import DecideAppeal
from ledger.decide.offices import typed
from ledger.decide.response import Actor
from ledger.errors import Refusal
from ledger.events.appeals import Body, Point
from ledger.session import Appeal, Session


def check_sat(
    command: DecideAppeal, appeals: Sequence[Appeal], body: Body, point: Point, session: Session, actor: Actor
) -> None:
    """Who sat is said once, and is not the chief director, who decides alone; who decides was among them."""
    heard = any(appeal.heard for appeal in appeals)
    if command.committee and (heard or body == "chief-director"):
        case, names = command.case, ", ".join(command.committee)
        why = "it was heard" if heard else "the chief director decides alone"
        otherwise = (
            f'where others sat: `appeal hear {case} --committee "{names}"`' if heard else _appoint(command.committee)
        )
        raise Refusal(
            "heard-already",
            f"--committee says who sat where no hearing was recorded, and {why}",
            f"leave it out; {otherwise}",
        )
    if body != "chief-director":
        check_among(appeals, command.committee, session, actor)
    elif point == "judgement":
        _check_alone(appeals, session, actor)


def check_among(appeals: Sequence[Appeal], named: tuple[str, ...], session: Session, actor: Actor) -> None:
    """Refuse a decision by one who did not hear the appeal, where it is known who did."""
    for appeal in appeals if session.officials else ():
        sat = appeal.heard.committee if appeal.heard else named
        if sat and actor.by.casefold() not in {name.casefold() for name in sat}:
            raise _heard_by(sat, appeal, session, actor)


def _check_alone(appeals: Sequence[Appeal], session: Session, actor: Actor) -> None:
    """Law 93A is for where there is no committee: what one has heard is for it to decide, not for the chief alone."""
    for appeal in appeals if session.officials else ():
        sat = appeal.heard.committee if appeal.heard else ()
        if [name for name in sat if name.casefold() != actor.by.casefold()]:
            raise _heard_by(sat, appeal, session, actor)


def _heard_by(sat: tuple[str, ...], appeal: Appeal, session: Session, actor: Actor) -> Refusal:
    judges = {name.casefold() for name in session.officials.holders("committee", "reviewer")}
    deciding = [name for name in sat if name.casefold() in judges]
    how = f"--by {' or '.join(deciding)}, who heard it" if deciding else _appoint(sat)
    return Refusal(
        "heard-by-others",
        f"{' and '.join(sat)} heard {appeal.case}, not {actor.by}: what a committee heard is for it to decide",
        f"{how}; recorded wrongly: `appeal hear {appeal.case} --committee …` records it anew",
    )


def _appoint(sat: tuple[str, ...]) -> str:
    """How one who sat comes to decide where officials were appointed: he is appointed too."""
    return f"those who sat decide: `official add {typed(sat[0])} --as committee`, then --by {typed(sat[0])}"
