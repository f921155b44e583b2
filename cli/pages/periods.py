"""Until when the scores of a session may still change: what a player asks who wants to go home."""

from __future__ import annotations

from cli.words.language import say
from cli.words.times import moment_text
from ledger.session import Session
from ledger.session.rulings import correction_deadline, request_deadline


def periods_view(session: Session) -> list[str]:
    """When corrections, rulings and appeals end (Laws 79C, 92B), and what is still to be decided; none before play.

    Moments, not states: no time runs on a page.
    """
    open_appeals = [case for case, appeal in session.appeals.items() if appeal.open]
    waits = [say("Still to be decided: %(cases)s.", cases=", ".join(open_appeals))] if open_appeals else []
    corrections, requests = correction_deadline(session), request_deadline(session)
    if corrections is None or requests is None:
        return waits
    if corrections == requests:
        said = say("Corrections, rulings and appeals are possible until %(time)s.", time=moment_text(requests, 0))
        return [said, *waits]
    return [
        say("Rulings and appeals may be asked for until %(time)s.", time=moment_text(requests, 0)),
        say("A wrong score can be corrected until %(time)s.", time=moment_text(corrections, 0)),
        *waits,
    ]
