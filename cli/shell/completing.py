"""Tab at a desk that stays: what a shell is answered on the command line, with the office that is open already."""

import shlex
from collections.abc import Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter, get_common_complete_suffix
from prompt_toolkit.document import Document
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from cli.completion.answering import OfferedWord, answer
from cli.shell.answering import complete_words
from cli.terminal.settings import Settings


class DeskCompleter(Completer):
    """Commands, options and arguments, as any shell completes them; files by their folders."""

    def __init__(self, asked: Settings) -> None:
        self._asked = asked
        self._paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What may stand where the cursor is."""
        before, typed, width = complete_words(document.text_before_cursor)
        for item in self.items(before, typed):
            if item.kind in ("file", "dir"):
                yield from self._paths.get_completions(Document(typed), complete_event)
            else:
                yield Completion(_as_typed(item.value), -width, display=item.value, display_meta=item.about)

    def items(self, before: list[str], typed: str) -> list[OfferedWord]:
        """What there is to offer; nothing where a value cannot be looked up now."""
        try:
            return answer(before, typed, self._asked)
        except Exception:  # whatever is wrong is told once the line is entered, not while it is typed
            return []


def tab_key() -> KeyBindings:
    """Tab, which writes at once what is certain: an Enter typed right after it enters the line that stands there."""
    keys = KeyBindings()

    @keys.add("tab")
    def complete(event: KeyPressEvent) -> None:
        line = event.current_buffer
        if line.complete_state or line.completer is None:
            line.complete_next()
            return
        asked = CompleteEvent(completion_requested=True)
        found = list(line.completer.get_completions(line.document, asked))
        if len(found) == 1:
            line.apply_completion(found[0])
        elif found:
            line.insert_text(get_common_complete_suffix(line.document, found))
            line.start_completion()

    return keys


def _as_typed(value: str) -> str:
    """A value as a word of a line; what needs no quotes has none.

    >>> _as_typed("C-0001"), _as_typed("von Arnim")
    ('C-0001', "'von Arnim'")
    """
    plain = value.replace("#", "").replace("+", "")
    return value if shlex.quote(plain) == plain else shlex.quote(value)
