"""The line that is typed on a terminal: what stands above it, what is read of it as it is typed, and the keys.

prompt_toolkit draws it, and is loaded here alone. What stands above a line goes when the line is done: what was
acknowledged is printed in its place, and scrolls up.
"""

from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import DummyHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import Output

from cli.entry.views import View
from cli.terminal.screen import shown


class SpecialKey(Enum):
    """What was pressed instead of Enter."""

    UP = "up"
    DOWN = "down"
    TAB = "tab"
    ABANDON = "c-c"
    END = "c-d"


class LinePrompt(Protocol):
    """Asks for a line: the text, or the key that was pressed instead."""

    def ask(self, view: View) -> str | SpecialKey:
        """Show a question, and wait for what is typed."""
        ...


class TerminalPrompt:
    """A line on a terminal; `input` and `output` are others where it is driven by a program."""

    def __init__(self, *, input: Input | None = None, output: Output | None = None) -> None:
        self._completed: Callable[[str], str] | None = None
        self._session: PromptSession[str | SpecialKey] = PromptSession(
            key_bindings=self._bindings(),
            history=DummyHistory(),
            reserve_space_for_menu=0,
            erase_when_done=True,
            input=input,
            output=output,
        )

    def ask(self, view: View) -> str | SpecialKey:
        """Show a question, and wait for what is typed."""
        self._completed = view.completed
        above, text = [*map(shown, view.above)], Document(view.text, 0 if view.from_start else None)
        reading = cache(lambda typed: "\n".join(view.reading(typed)))  # asked several times for one drawing

        def message() -> str:
            """All that stands before the line; what is read of it stands just above it, and changes as it does."""
            return "\n".join([*above, *filter(None, [reading(self._session.default_buffer.text)]), shown(view.prompt)])

        try:
            return self._session.prompt(message, default=text, pre_run=self._select if view.selected else None)
        except KeyboardInterrupt:
            return SpecialKey.ABANDON
        except EOFError:
            return SpecialKey.END

    def _select(self) -> None:
        """Select the whole line: a letter typed takes its place, an arrow leaves it to be mended."""
        buffer = self._session.default_buffer
        buffer.cursor_position = 0
        buffer.start_selection()
        if buffer.selection_state:
            buffer.selection_state.enter_shift_mode()
        buffer.cursor_position = len(buffer.text)

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        for key in (SpecialKey.UP, SpecialKey.DOWN):
            keys.add(key.value)(_leaving(key))
        keys.add(SpecialKey.TAB.value)(self._complete)
        # At once: with something selected, Ctrl-C would else wait for a second key (`c-c >` indents), and take it too.
        keys.add(SpecialKey.ABANDON.value, eager=True)(_leaving(SpecialKey.ABANDON))
        keys.add(SpecialKey.END.value, filter=Condition(_at_its_end))(_leaving(SpecialKey.END))
        return keys

    def _complete(self, event: KeyPressEvent) -> None:
        """Tab: what it makes of the line, or that it was pressed."""
        if self._completed is None:
            _leaving(SpecialKey.TAB)(event)
        else:
            event.current_buffer.text = self._completed(event.current_buffer.text)
            event.current_buffer.cursor_position = len(event.current_buffer.text)


def _at_its_end() -> bool:
    """Whether there is nothing to delete: what is recorded may stand in a line nobody has typed in."""
    return get_app().current_buffer.document.is_cursor_at_the_end


def _leaving(key: SpecialKey) -> Callable[[KeyPressEvent], None]:
    def leave(event: KeyPressEvent) -> None:
        if not event.app.is_done:
            event.app.exit(result=key)

    return leave
