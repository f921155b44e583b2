"""What stands before the line being typed: the session, and how many calls wait for an answer."""

from cli.screens.vocabulary import counted
from ledger.session import Session, Stream
from ledger.session.call_states import is_open

NO_SESSION = "bridge-ledger> "
_LONGEST = 20


def prompt_line(stream: Stream | None) -> str:
    """'thursday> ', 'thursday [2 open calls]> '."""
    if stream is None:
        return NO_SESSION
    name = stream.id if len(stream.id) <= _LONGEST else f"{stream.id[: _LONGEST - 1]}…"
    calls = len([call for call in stream.calls.values() if is_open(stream, call)]) if isinstance(stream, Session) else 0
    return f"{name} [{counted(calls, 'open call')}]> " if calls else f"{name}> "
