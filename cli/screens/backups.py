"""What is said of a backup: what is in it, and what is not."""

from __future__ import annotations

from pathlib import Path

from cli.desk.output import Output
from cli.terminal.screen import put_aside
from cli.words.vocabulary import counted
from ledger.recording.backups import BackedUp
from ledger.recording.ledgers import ledger_name


def say(out: Output, schema: str, beginning: str, made: BackedUp) -> None:
    """The sessions of a backup, and how far each goes."""
    if out.settings.json:
        sessions = [{"session": session, "as_of": number} for session, number in made.heads.items()]
        copied = {"file": str(made.path), "bytes": made.size, "sessions": sessions, "verified": True}
        out.json(schema, {**copied, "lost": list(made.lost), "mended": made.mended})
        return
    events = counted(sum(made.heads.values()), "event")
    out.say(f"{beginning}{counted(len(made.heads), 'session')}, {events}, verified")
    if out.settings.verbose:
        out.say(*(f"  {session} up to #{number}" for session, number in made.heads.items()))
    for lost in made.lost:
        put_aside(f"note: {lost}")


def say_restored(out: Output, path: Path, made: BackedUp | None) -> None:
    """What was restored into the ledger meant; None: it had everything."""
    name = ledger_name(out.settings.database)
    if made:
        mended = f"{made.mended} of its texts and seals had gone and came back; " if made.mended else ""
        say(out, "restore/1", f"{name} restored from {path}: {mended}", made)
        if made.ungranted and not out.settings.json:
            put_aside("note: nobody but its owner may do anything there yet: `init --grant-writer ROLE`, …")
    elif out.settings.json:
        out.json("restore/1", {"file": str(path), "sessions": [], "verified": True, "lost": [], "mended": 0})
    else:
        out.say(f"Nothing to restore: {name} has every event, text and seal of {path}")
