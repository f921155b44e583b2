"""Questions on a terminal (yes or no, a text, a key), and ending in order when the program is told to end meanwhile."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import click

from cli.terminal import screen
from cli.terminal.settings import Settings
from cli.terminal.tables import fold_for_stderr
from ledger.bridge.notation import Unreadable
from ledger.errors import Problem, Refusal

Answer = TypeVar("Answer")


def can_ask(settings: Settings) -> bool:
    """Return True if a question can be answered: at a terminal, without --yes, --no-input or --dry-run."""
    return sys.stdin.isatty() and not (settings.no_input or settings.yes or settings.dry_run)


def confirm(settings: Settings, question: str, *, default: bool = False) -> None:
    """Ask a yes-or-no question, unless --yes or --dry-run is given; Refusal (needs-yes) if it cannot be asked.

    A no ends the command with exit code 0; Ctrl-C and Ctrl-D end it as interrupted.
    """
    if settings.yes or settings.dry_run:
        return
    if not can_ask(settings):
        raise Refusal("needs-yes", f"{question} This was not asked, as there is no terminal", "add --yes")
    screen.release_output()
    *before, last = fold_for_stderr([f"{question} "])
    screen.put_on_stderr(*before)
    with ending_on_signal():
        yes = click.confirm(screen.make_safe(last.rstrip()), default=default, err=True)
    if not yes:
        screen.put_on_stderr("nothing was recorded")
        raise click.exceptions.Exit(0)


def can_ask_facts(settings: Settings) -> bool:
    """Return True if the program may ask for missing facts: it can ask, and --json is not given."""
    return can_ask(settings) and not settings.json


def ask(question: str, read: Callable[[str], Answer], *, needed: bool = False) -> Answer | None:
    """Ask a question until the answer can be read; None if nothing is typed and no answer is needed."""

    def answer(text: str) -> Answer | None:
        if needed and not text.strip():
            raise click.UsageError("an answer is needed here")
        try:
            return read(text.strip()) if text.strip() else None
        except (Problem, Unreadable) as error:
            hint = f"; {error.hint}" if error.hint else ""
            raise click.UsageError(screen.make_safe(f"{error.message}{hint}")) from error

    with suppress(ImportError):
        import readline  # noqa: F401  (lines can be edited once it is loaded; Windows' own console does without)
    *before, last = fold_for_stderr([f"{question}:"])
    screen.put_on_stderr(*before)
    on_stderr = not sys.stdout.isatty()  # readline edits lines on stdout only
    with ending_on_signal():
        return click.prompt(
            screen.make_safe(last),
            default=None if needed else "",
            value_proc=answer,
            prompt_suffix=" ",
            show_default=False,
            err=on_stderr,
        )


def key_pressed() -> str:
    """Return the key pressed at a step of a replay; Ctrl-C and Ctrl-D raise Abort."""
    screen.release_output()
    screen.put_on_stderr("[Enter next, b back, q quit] ", end="")
    with ending_on_signal():
        key = click.getchar()
    screen.put_on_stderr("")
    if key in ("\x03", "\x04"):
        raise click.Abort
    return key


_ENDING_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class EndedBySignal(SystemExit):
    """The exit of the program by the signal `number`; as a SystemExit it passes through event loops."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.exit_code = 128 + number


@contextmanager
def ending_on_signal() -> Iterator[None]:
    """Raise EndedBySignal within this context when a signal says to end, so that resources are released in order."""

    def end(number: int, _: object) -> None:
        raise EndedBySignal(number)

    before = {number: signal.signal(number, end) for number in _ENDING_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
