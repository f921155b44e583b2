"""What is asked on a terminal: yes or no, a line, a key; and what happens when the program is told to end meanwhile."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click

from cli.terminal import screen
from cli.terminal.settings import Settings
from cli.terminal.tables import folded_aside
from ledger.errors import Refusal


def can_ask(settings: Settings) -> bool:
    """Whether there is a terminal, and somebody who has not forbidden to be asked."""
    return sys.stdin.isatty() and not (settings.no_input or settings.yes or settings.dry_run)


def confirm(settings: Settings, question: str, *, default: bool = False) -> None:
    """Ask on a terminal; elsewhere, or with --no-input, --yes is needed.

    A no ends the command with exit code 0; Ctrl-C and Ctrl-D end it as interrupted.
    """
    if settings.yes or settings.dry_run:
        return
    if not can_ask(settings):
        raise Refusal("needs-yes", f"{question} This was not asked, as there is no terminal", "add --yes")
    _agreed(question, default=default)


def confirm_clock(settings: Settings, question: str) -> None:
    """Ask on a terminal whether the clock is right, also of who says yes to all else; elsewhere it has to be said."""
    if settings.no_input or settings.yes or not sys.stdin.isatty():
        hint = "set it right; where it is: --clock-is-right"
        raise Refusal("clock-doubted", f"{question} This was not asked; nothing was recorded", hint)
    _agreed(question, default=False)


def _agreed(question: str, *, default: bool) -> None:
    screen.let_go()
    *before, last = folded_aside([f"{question} "])
    screen.put_aside(*before)
    with told_to_end():
        yes = click.confirm(screen.shown(last.rstrip()), default=default, err=True)
    if not yes:
        screen.put_aside("nothing was recorded")
        raise click.exceptions.Exit(0)


def can_ask_facts(settings: Settings) -> bool:
    """Whether missing facts may be asked: also of who has not asked for an object, which is for a program."""
    return can_ask(settings) and not settings.json


def line(prompt: str, typed_before: str = "") -> str:
    """A line that is typed and can be edited, beginning with what was typed before; Abort at Ctrl-C and Ctrl-D."""
    if not sys.stdout.isatty():
        screen.put_aside(prompt, end="")
        prompt = ""
    _begin_with(typed_before)
    try:
        with told_to_end():
            return input(screen.shown(prompt)).strip()
    except (EOFError, KeyboardInterrupt):
        screen.put_aside("")
        raise click.Abort from None
    finally:
        _begin_with("")


def _begin_with(text: str) -> None:
    """Have the next line begin with a text, and `input` edit lines at all; Windows' own console does without."""
    with suppress(ImportError):
        import readline

        readline.set_startup_hook((lambda: readline.insert_text(text)) if text else None)


def key_pressed() -> str:
    """One key at a step of a replay; interrupted as Ctrl-C is."""
    screen.let_go()
    screen.put_aside("[Enter next, b back, q quit] ", end="")
    with told_to_end():
        key = click.getchar()
    screen.put_aside("")
    if key in ("\x03", "\x04"):
        raise click.Abort
    return key


_BY = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class EndedBySignal(SystemExit):
    """The program was told to end, by a signal of this number; an event loop lets it pass, as every SystemExit."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.exit_code = 128 + number


@contextmanager
def told_to_end() -> Iterator[None]:
    """While it stays, these signals raise Ended, so that everything is let go of in order."""

    def end(number: int, _: object) -> None:
        raise EndedBySignal(number)

    before = {number: signal.signal(number, end) for number in _BY}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
