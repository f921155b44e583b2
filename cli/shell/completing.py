"""Tab at a desk that stays: what click would complete on the command line, with the office that is open already."""

import shlex
from collections.abc import Iterable
from copy import copy

from click.shell_completion import CompletionItem, ShellComplete
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document

from cli import main
from cli.desk.program import PROGRAM
from cli.desk.settings import Settings
from cli.shell.lines import complete_words


class DeskCompleter(Completer):
    """Commands, options and arguments, as click completes them; files by their folders."""

    def __init__(self, asked: Settings) -> None:
        self._asked = asked
        self._paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What may stand where the cursor is."""
        before, typed, width = complete_words(document.text_before_cursor)
        for item in self.items(before, typed):
            if item.type in ("file", "dir"):
                yield from self._paths.get_completions(Document(typed), complete_event)
            else:
                yield Completion(_as_typed(item.value), -width, display=item.value, display_meta=item.help or "")

    def items(self, before: list[str], typed: str) -> list[CompletionItem]:
        """What click has to offer; nothing where a value cannot be looked up now."""
        asked = copy(self._asked)
        if {"--session", "--db"} & set(before):
            asked.known_words = None  # another session than the one that is at hand
        complete = ShellComplete(main.root, {"obj": asked}, PROGRAM, "")
        try:
            return complete.get_completions(before, typed)
        except Exception:  # whatever is wrong is told once the line is entered, not while it is typed
            return []


def _as_typed(value: str) -> str:
    """A value as a word of a line; what needs no quotes has none.

    >>> _as_typed("C-0001"), _as_typed("von Arnim")
    ('C-0001', "'von Arnim'")
    """
    plain = value.replace("#", "").replace("+", "")
    return value if shlex.quote(plain) == plain else shlex.quote(value)
