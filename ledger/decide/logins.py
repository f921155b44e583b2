"""Officials tied to a login of the database server: whatever they record comes from it. A guard of every command.

Only the server knows who logged in, and notes it beside every event (`help postgresql`). In a file nobody logs in, so
nobody is refused: what was recorded there comes back to the server under a seal, or by the chief director's consent.
"""

from ledger.commands import AppointOfficial
from ledger.decide.response import Actor
from ledger.errors import Refusal
from ledger.session import Stream


def check_login(stream: Stream, actor: Actor) -> None:
    """Refusal (not-your-login) where somebody records from another login than he is tied to."""
    tied = stream.officials.login_of(actor.by)
    if tied and actor.login not in ("", tied):
        raise Refusal(
            "not-your-login",
            f"{actor.by} is tied to the login {tied} of the server, and this is the login {actor.login}",
            f"log in as {tied} (--db), or record in your own name (--by)",
        )


def check_may_tie(command: AppointOfficial, actor: Actor) -> None:
    """Refusal (no-logins) in a file; (not-your-login) where somebody ties himself to a login he is not logged in with.

    He would lock himself out, and where he is the only chief director, the office with him.
    """
    if command.login and not actor.login:
        why = f"{command.name} cannot be tied to a login: nobody logs in to a file"
        raise Refusal("no-logins", why, "--key ties an official to a key of his own (`help signing`)")
    if command.login not in ("", actor.login) and command.name.casefold() == actor.by.casefold():
        raise Refusal(
            "not-your-login",
            f"{command.name} would be tied to the login {command.login}, and this is the login {actor.login}",
            f"log in as {command.login} (--db) and tie yourself there",
        )
