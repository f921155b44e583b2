"""How a session stands: how far play has come, and until when its scores may still change.

What a player asks who looks in during play, or who wants to go home.
"""

from __future__ import annotations

from cli.words.language import say
from cli.words.times import moment_text
from ledger.session import Session
from ledger.session.rulings import correction_deadline, request_deadline


def state_view(session: Session, *, published: bool) -> list[str]:
    """How far play has come, whether the scores were given out, and until when they may change."""
    played = sum(1 for lines in session.boards.values() if any(each.results for each in lines.values()))
    said = []
    if not played:
        said.append(say("Play has not begun."))
    elif played < len(session.boards):
        said.append(say("Results are in of %(played)s of %(of)s boards.", played=played, of=len(session.boards)))
    if not published:
        said.append(say("These scores have not been published yet, and may change."))
    return [" ".join(said), *periods_view(session)] if said else periods_view(session)


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
        said = say(
            "Corrections, rulings and appeals are possible until %(time)s; then the scores are final.",
            time=moment_text(requests, 0),
        )
        return [said, *waits]
    return [
        say("Rulings and appeals may be asked for until %(time)s.", time=moment_text(requests, 0)),
        say("A wrong score can be corrected until %(time)s.", time=moment_text(corrections, 0)),
        *waits,
    ]
