"""What stands before the line being typed: the session, and how many calls wait for an answer."""

from cli.screens.vocabulary import counted
from ledger.session import Session
from ledger.session.call_states import is_open

NO_SESSION = "bridge-ledger> "
_LONGEST = 20


def prompt_line(session: Session | None) -> str:
    """'thursday> ', 'thursday [2 open calls]> '."""
    if session is None:
        return NO_SESSION
    name = session.id if len(session.id) <= _LONGEST else f"{session.id[: _LONGEST - 1]}…"
    calls = sum(1 for call in session.calls.values() if is_open(session, call))
    return f"{name} [{counted(calls, 'open call')}]> " if calls else f"{name}> "
