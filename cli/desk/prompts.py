"""Asking on a terminal."""

import sys

import click

from cli.desk import screen
from cli.desk.settings import Settings
from ledger.errors import Refusal


def can_ask(settings: Settings) -> bool:
    """Whether there is a terminal, and somebody who has not forbidden to be asked."""
    return sys.stdin.isatty() and not (settings.no_input or settings.yes or settings.dry_run)


def confirm(settings: Settings, question: str) -> None:
    """Ask on a terminal; elsewhere, or with --no-input, --yes is needed."""
    if settings.yes or settings.dry_run:
        return
    if not can_ask(settings):
        raise Refusal("needs-yes", f"{question} This was not asked, as there is no terminal", "add --yes")
    click.confirm(screen.shown(question), abort=True, err=True)


def key_pressed() -> str:
    """One key at a step of a replay; interrupted as Ctrl-C is."""
    screen.put_aside("[Enter next, b back, q quit] ", end="")
    key = click.getchar()
    screen.put_aside("")
    if key in ("\x03", "\x04"):
        raise click.Abort
    return key
