"""What is said of a backup: what is in it, and what is not."""

from __future__ import annotations

import sys

from cli.desk.output import Output
from cli.screens.vocabulary import counted
from ledger.recording.backups import BackedUp


def say(out: Output, schema: str, beginning: str, made: BackedUp) -> None:
    """The sessions of a backup, and how far each goes."""
    if out.settings.json:
        sessions = [{"session": session, "as_of": number} for session, number in made.heads.items()]
        out.json(
            schema,
            {
                "file": str(made.path),
                "bytes": made.size,
                "sessions": sessions,
                "verified": True,
                "lost": list(made.lost),
            },
        )
        return
    events = counted(sum(made.heads.values()), "event")
    out.say(f"{beginning}{counted(len(made.heads), 'session')}, {events}, verified")
    if out.settings.verbose:
        out.say(*(f"  {session} up to #{number}" for session, number in made.heads.items()))
    for lost in made.lost:
        print(f"note: {lost}", file=sys.stderr)
