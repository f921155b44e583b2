"""A ruling's score that is out changes for a cause. A guard that every command passes."""

from ledger.errors import Refusal
from ledger.events import Event
from ledger.events.rulings import Judgement, RulingAmended, RulingWithdrawn
from ledger.session import Session


def _score(judgement: Judgement) -> tuple[object, ...]:
    return judgement.adjustment, judgement.offender, judgement.provisional


def check_cause(session: Session, event: Event) -> None:
    """Refuse a change that says no cause, once scores were given out or the ruling was appealed.

    With a cause a new ruling supersedes the old one; a withdrawal says its reason. What a result file states is
    somebody else's to explain.
    """
    if not isinstance(event, RulingAmended | RulingWithdrawn) or event.imported:
        return
    ruling = session.rulings[event.case]
    if ruling.judgement.provisional or not (session.given_out or session.appeals_of(ruling.case)):
        return
    if isinstance(event, RulingAmended) and _score(event) != _score(ruling.judgement):
        raise Refusal(
            "needs-cause",
            f"the score of {ruling.case} is out: why does it change?",
            f"`ruling amend {ruling.case} … --cause …`: second-thoughts, director-error (Law 82C), or order",
        )
    if isinstance(event, RulingWithdrawn) and not event.reason.strip():
        raise Refusal(
            "needs-cause", f"the score of {ruling.case} is out: why is it withdrawn?", '--reason "wrong table"'
        )
