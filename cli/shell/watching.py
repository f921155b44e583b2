"""watch: one screen that keeps itself up to date; q leaves it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from cli.shell import layout
from cli.shell.watched_session import WatchedSession, WatchedStream
from cli.terminal.screen import bold

if TYPE_CHECKING:
    from cli.desk.desk import Desk


def watch(desk: Desk, *, once: bool) -> int:
    """Show what a desk is about until somebody leaves, or once where there is no screen; the exit code."""
    watched = _watched(desk)
    if desk.settings.json:
        watched.say_as_json(desk)
    elif once or not _has_screen():
        for line in layout.lines(watched.seen, desk.width, None):
            desk.say(bold(line.text) if line.heading and desk.in_colour else line.text)
    else:
        from cli.shell.watch_screen import show  # with what reads keys: not for one look

        return show(watched, desk.settings)
    return 0


def _watched(desk: Desk) -> WatchedStream:
    name = desk.session_id
    if not desk.office.tournaments.is_one(name):
        return WatchedSession(desk.office, name)
    from cli.shell.watched_tournament import WatchedTournament  # with what tournaments are worked out by

    return WatchedTournament(desk.office, name)


def _has_screen() -> bool:
    """Whether there is a terminal that can be written over, and keys to leave it with."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
