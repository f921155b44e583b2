"""Appeals as they are lodged: against a ruling or a penalty, in time, with everybody's concurrence (Law 92)."""

from ledger.commands import LodgeAppeal
from ledger.decide.concurrence import check_concurrence
from ledger.decide.judging import check_claim
from ledger.decide.response import Actor, Handlers, Uncommitted
from ledger.decide.steps import check_not_appealed, check_not_decided, check_order, ended, last_word
from ledger.errors import Refusal
from ledger.events.appeals import AppealLodged, LateAppealAccepted
from ledger.laws.adjustment import Adjustment
from ledger.laws.periods import in_time
from ledger.session import Penalty, Ruling, Session
from ledger.session.case_numbers import require_appealable
from ledger.session.ruling_states import contestable_until, ruling_state


def lodge_appeal(command: LodgeAppeal, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """An appeal in time, through the director, with the concurrence Law 92D asks for."""
    against = _appealable(command, session, actor)
    check_concurrence(command, against, session)
    if command.claim is not None:
        _check_claim(command.claim, against, session)
    _check_in_time(command, against, session, actor)
    event = AppealLodged(
        f"A-{len(session.appeals) + 1:04d}",
        command.against,
        command.appellant,
        command.grounds,
        command.signed,
        command.captain,
        command.claim,
        command.deposit,
        command.through,
    )
    lodged = Uncommitted(event, (last_word(against),))
    if command.accept_late:
        return lodged, Uncommitted(LateAppealAccepted(event.case, command.accept_late))
    return (lodged,)


def _appealable(command: LodgeAppeal, session: Session, actor: Actor) -> Ruling | Penalty:
    """The ruling or the penalty that is appealed, which stands, and which nobody has decided on yet."""
    against = require_appealable(session, command.against)
    check_order(actor, _stated_at(against), f"{command.against} was given")
    if isinstance(against, Ruling) and ruling_state(session, against, actor.at) == "provisional":
        raise Refusal(
            "ruling-provisional",
            f"{against.case} is provisional: the ruling is still to come",
            f"`ruling amend {against.case} …` gives it; then it can be appealed",
        )
    check_not_appealed(command.appellant, command.signed, against, session)
    check_not_decided(command.against, session)
    return against


def _stated_at(against: Ruling | Penalty) -> int:
    return against.since if isinstance(against, Penalty) else against.versions[-1].at


def _check_claim(claim: Adjustment, against: Ruling | Penalty, session: Session) -> None:
    if isinstance(against, Penalty):
        raise Refusal("one-kind", "a penalty gives no score that could be asked for", "say it in --grounds")
    check_claim(claim, against, session)


def _check_in_time(command: LodgeAppeal, against: Ruling | Penalty, session: Session, actor: Actor) -> None:
    """Refuse an appeal after its time (Law 92B) that nobody accepts, and one accepted as late that is not."""
    over = contestable_until(session, against)
    late = not in_time(actor.at, over)
    if late and not command.accept_late:
        raise Refusal(
            "appeal-late",
            f"the time to appeal {command.against} is over (Law 92B)",
            'if the director accepts it all the same: --accept-late "why"',
            ended(over, actor.at),
        )
    if command.accept_late and not late:
        raise Refusal("nothing-to-change", "the appeal is in time", "leave --accept-late out")


HANDLERS: Handlers = {LodgeAppeal: lodge_appeal}
