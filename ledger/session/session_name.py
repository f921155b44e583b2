"""What a session may be called: its name stands in seals, in the names of files, and in commands."""

import re

from ledger.errors import Misuse

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def require_session_name(text: str) -> str:
    """A name as it may stand in a ledger; Misuse (usage) where it may not.

    >>> require_session_name("thursday-2026-03-05")
    'thursday-2026-03-05'
    """
    if not _NAME.fullmatch(text):
        raise Misuse(
            "usage", f"{text!r} is no name for a session", "letters, digits, dots and dashes: thursday-2026-03-05"
        )
    return text
