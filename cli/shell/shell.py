"""A desk that stays, on a terminal: a line, its answer, the next; Tab, earlier lines, and what others record."""

import os
import shlex
from collections.abc import Iterable
from contextlib import suppress
from copy import copy
from pathlib import Path
from threading import Lock

from click.shell_completion import CompletionItem, ShellComplete
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter, get_common_complete_suffix
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.utils import is_dumb_terminal

from cli.desk.commands import root
from cli.screens import mistakes
from cli.shell.answering import DeskClosed, answer, complete_words
from cli.shell.background import Background
from cli.shell.news import News
from cli.terminal import screen
from cli.terminal.overview import COMPLETE, PROGRAM
from cli.terminal.prompts import EndedBySignal, told_to_end
from cli.terminal.settings import Settings, state_folder
from cli.words.vocabulary import counted
from ledger.errors import Problem
from ledger.files import part_of
from ledger.session import Session, Stream
from ledger.subjects.calls.state import is_open

LINES_KEPT = 2_000
_NAME = "desk-history"


def history_path() -> Path | None:
    """The file of the lines; None for who has no state folder."""
    folder = state_folder()
    return folder / _NAME if folder else None


def history() -> History:
    """The lines typed so far; where they cannot be kept in a file, those of this evening only."""
    path = history_path()
    if path is None:
        return InMemoryHistory()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make(path)
        path.chmod(0o600)
        return KeptHistory(path)
    except OSError:
        return InMemoryHistory()


def forget() -> Path | None:
    """Remove the file of the lines; where it was, None where there is none."""
    path = history_path()
    if path is None or not path.exists():
        return None
    path.unlink()
    return path


def _make(path: Path) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


class KeptHistory(FileHistory):
    """The lines in a file; a line that begins with a blank is not kept there."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self._path = path
        # Only the last lines are kept, once there are many more; whatever stops it, all of them are.
        lines = list(self.load_history_strings())
        if len(lines) > 2 * LINES_KEPT:
            fewer = part_of(path)
            try:
                _make(fewer)
                for line in reversed(lines[:LINES_KEPT]):
                    FileHistory(str(fewer)).store_string(line)
                fewer.replace(path)
            finally:
                fewer.unlink(missing_ok=True)

    def store_string(self, string: str) -> None:
        """Keep a line; that it cannot be kept stops nobody."""
        if not string.startswith(" "):
            with suppress(OSError):
                _make(self._path)  # anew, where it was forgotten at another desk
                super().store_string(string)


class DeskCompleter(Completer):
    """Commands, options and arguments, as any shell completes them; files by their folders."""

    def __init__(self, asked: Settings) -> None:
        self._asked = asked
        self._paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What may stand where the cursor is."""
        before, typed, width = complete_words(document.text_before_cursor)
        if typed.startswith("--") and "=" in typed:
            option, _, typed = typed.partition("=")
            before, width = [*before, option], len(typed)
        for item in self.items(before, typed):
            if item.type in ("file", "dir"):
                yield from self._paths.get_completions(Document(typed), complete_event)
            else:
                yield Completion(_as_typed(item.value), -width, display=item.value, display_meta=item.help or "")

    def items(self, before: list[str], typed: str) -> list[CompletionItem[str]]:
        """What there is to offer; nothing where a value cannot be looked up now."""
        try:
            answering = ShellComplete(root, {"obj": copy(self._asked)}, PROGRAM, COMPLETE)
            return answering.get_completions(before, typed)
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


NO_SESSION = "bridge-ledger> "

_LONGEST = 20


def prompt_line(stream: Stream | None) -> str:
    """'thursday> ', 'thursday [2 open calls]> '."""
    if stream is None:
        return NO_SESSION
    name = stream.id if len(stream.id) <= _LONGEST else f"{stream.id[: _LONGEST - 1]}…"
    calls = len([call for call in stream.calls.values() if is_open(stream, call)]) if isinstance(stream, Session) else 0
    return f"{name} [{counted(calls, 'open call')}]> " if calls else f"{name}> "


WELCOME = "Type commands without `bridge-ledger`. Tab completes, quit leaves: `help desk`"

_MENU_LINES = 6


class Shell:
    """Who sits at the desk: what is asked of all his commands, and the session his prompt shows."""

    def __init__(self, asked: Settings) -> None:
        self.asked = asked
        self.prompt = NO_SESSION
        self.idle = Lock()
        """Held while a command is answered: what others do is told before or after it, never into it."""
        self.session_id: str | None = None
        self.came_at = 0
        self._typing: PromptSession[str] | None = None

    def stay(self) -> int:
        """Answer lines until he leaves; the exit code."""
        screen.put(WELCOME)
        screen.flush()
        self._typing = _typing(history(), DeskCompleter(self.asked))
        try:
            with told_to_end():
                news = News(self)
                others = Background(self.asked.database, news.look, news.say)
                self._look(tell=True)
                others.start()
                try:
                    while not self._is_last():
                        pass
                finally:
                    others.end()
        except EndedBySignal as ended:
            return ended.exit_code
        return 0

    def _is_last(self) -> bool:
        assert self._typing
        try:
            try:
                with patch_stdout(raw=True):
                    line = self._typing.prompt(lambda: self.prompt)
            except EOFError:
                return True
            with self.idle:
                return self._is_left_with(line)
        except KeyboardInterrupt:
            return False

    def _is_left_with(self, line: str) -> bool:
        if line.strip() == "forget":
            gone = forget()
            assert self._typing
            self._typing = _typing(history(), DeskCompleter(self.asked))
            screen.put(f"the lines typed here are forgotten: {gone}" if gone else "no lines are kept")
            return False
        try:
            answer(line, self.asked)
        except DeskClosed:
            return True
        self._look()
        return False

    # The session the prompt shows

    def _look(self, *, tell: bool = False) -> None:
        """See which session is meant now, and what waits in it; what is in the way is told at the beginning only."""
        session = None
        asked = self.asked
        assert asked.offices
        try:
            office = asked.offices.office(
                asked.database, by=asked.official, key=None, state=state_folder(), signer=None
            )
            session = office.stream(office.the_session(asked.session_id))
        except Problem as problem:
            if tell and problem.code not in ("which-session", "no-such-session"):
                mistakes.report(problem, self.asked.flags, self.asked)
        self.show(session)

    def show(self, session: Stream | None) -> None:
        """Show a session, as it is now, in the prompt."""
        if session is None:
            self.session_id = None
        elif session.id != self.session_id:
            self.session_id, self.came_at = session.id, session.number
        before, self.prompt = self.prompt, prompt_line(session)
        if self._typing and before != self.prompt:
            self._typing.app.invalidate()

    def tell(self, *lines: str) -> None:
        """Print lines above the one being typed; a dumb terminal, which cannot, has them below it."""
        screen.put(*([""] if lines and is_dumb_terminal() else []), *lines)
        screen.flush()

    @property
    def recorded_here(self) -> set[tuple[str, int]]:
        """The sessions and numbers of the events recorded at this desk."""
        return self.asked.offices.recorded_here(self.asked.database) if self.asked.offices else set()


def _typing(history: History, completer: Completer) -> PromptSession[str]:
    return PromptSession(
        history=history,
        completer=completer,
        complete_while_typing=False,
        complete_style=CompleteStyle.COLUMN,
        reserve_space_for_menu=_MENU_LINES,
        enable_suspend=True,
        key_bindings=tab_key(),
    )
