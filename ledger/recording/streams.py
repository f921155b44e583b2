"""Which of the streams of a ledger is meant."""

from ledger.errors import Misuse
from ledger.store.log import Log


def the_session(log: Log, named: str | None) -> str:
    """The session meant: the one named, or the only one there is.

    What is named may be a tournament: its stream is asked as a session's. Misuse (no-such-session, which-session).
    """
    sessions = log.sessions()
    if named:
        if named not in sessions and named not in log.tournaments():
            known = ", ".join(sessions[-5:]) or "none yet"
            raise Misuse("no-such-session", f"there is no session {named}", f"sessions here: {known}")
        return named
    if len(sessions) == 1:
        return sessions[0]
    if not sessions:
        hint = "`session open NAME --boards 1-24`, or `import FILE`"
        raise Misuse("no-such-session", "there is no session yet", hint)
    raise Misuse(
        "which-session",
        f"there are {len(sessions)} sessions: {', '.join(sessions[-5:])}",
        " or ".join(f"--session {name}" for name in sessions[-5:]) + f"; once for this folder: `use {sessions[-1]}`",
    )
