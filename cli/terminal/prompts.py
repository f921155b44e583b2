"""What is asked on a terminal: yes or no, a text, a key; and what happens when the program is told to end meanwhile."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import click

from cli.terminal import screen
from cli.terminal.settings import Settings
from cli.terminal.tables import folded_aside
from ledger.bridge.notation import Unreadable
from ledger.errors import Problem, Refusal

Answer = TypeVar("Answer")


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


def ask(question: str, read: Callable[[str], Answer], *, needed: bool = False) -> Answer | None:
    """Ask until an answer can be read; None where nothing is typed and nothing is needed. Ctrl-C is Abort."""

    def answer(text: str) -> Answer | None:
        if needed and not text.strip():
            raise click.UsageError("this has to be said")
        try:
            return read(text.strip()) if text.strip() else None
        except (Problem, Unreadable) as error:
            hint = f"; {error.hint}" if error.hint else ""
            raise click.UsageError(screen.shown(f"{error.message}{hint}")) from error

    with suppress(ImportError):
        import readline  # noqa: F401  (lines can be edited once it is loaded; Windows' own console does without)
    *before, last = folded_aside([f"{question}:"])
    screen.put_aside(*before)
    aside = not sys.stdout.isatty()  # only on stdout is a line edited
    with told_to_end():
        return click.prompt(
            screen.shown(last),
            default=None if needed else "",
            value_proc=answer,
            prompt_suffix=" ",
            show_default=False,
            err=aside,
        )


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
