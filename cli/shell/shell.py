"""A desk that stays, on a terminal: lines and answers, Tab completion, history, and news from other desks."""

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
from cli.terminal.prompts import EndedBySignal, ending_on_signal
from cli.terminal.settings import Settings, state_folder
from cli.words.vocabulary import counted
from ledger.errors import Problem
from ledger.files import temporary_path
from ledger.session import Session, Stream
from ledger.subjects.calls.state import is_open

LINES_KEPT = 2_000
_NAME = "desk-history"


def history_path() -> Path | None:
    """Return the file that keeps the lines typed; None if the user has no state folder."""
    folder = state_folder()
    return folder / _NAME if folder else None


def history() -> History:
    """Return the history of lines typed, from the file if one can be kept."""
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
    """Delete the file of lines typed; return its path, None if there was no file."""
    path = history_path()
    if path is None or not path.exists():
        return None
    path.unlink()
    return path


def _make(path: Path) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


class KeptHistory(FileHistory):
    """A history of lines typed, kept in a file; lines that begin with a blank are not kept."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self._path = path
        # Trim a long file to its last lines; an error on the way leaves the file whole.
        lines = list(self.load_history_strings())
        if len(lines) > 2 * LINES_KEPT:
            fewer = temporary_path(path)
            try:
                _make(fewer)
                for line in reversed(lines[:LINES_KEPT]):
                    FileHistory(str(fewer)).store_string(line)
                fewer.replace(path)
            finally:
                fewer.unlink(missing_ok=True)

    def store_string(self, string: str) -> None:
        """Keep a line in the file; an error in writing is ignored."""
        if not string.startswith(" "):
            with suppress(OSError):
                _make(self._path)  # again, if another desk removed the file
                super().store_string(string)


class DeskCompleter(Completer):
    """The completion of commands, options, arguments and file paths at the prompt."""

    def __init__(self, asked: Settings) -> None:
        self._asked = asked
        self._paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield the completions at the cursor."""
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
        """Return the completions of a word; [] if looking them up fails."""
        try:
            answering = ShellComplete(root, {"obj": copy(self._asked)}, PROGRAM, COMPLETE)
            return answering.get_completions(before, typed)
        except Exception:  # errors are reported when the line is entered, not while it is typed
            return []


def tab_key() -> KeyBindings:
    """Return the key binding of Tab, which inserts the certain part of a completion before the next key is read."""
    keys = KeyBindings()

    @keys.add("tab")
    def complete(event: KeyPressEvent) -> None:
        line = event.current_buffer
        if line.complete_state or line.completer is None:
            line.complete_next()
            return
        request = CompleteEvent(completion_requested=True)
        completions = list(line.completer.get_completions(line.document, request))
        if len(completions) == 1:
            line.apply_completion(completions[0])
        elif completions:
            line.insert_text(get_common_complete_suffix(line.document, completions))
            line.start_completion()

    return keys


def _as_typed(value: str) -> str:
    """Return a value as typed in a line: quoted if necessary."""
    plain = value.replace("#", "").replace("+", "")
    return value if shlex.quote(plain) == plain else shlex.quote(value)


NO_SESSION = "bridge-ledger> "

_LONGEST = 20


def prompt_line(stream: Stream | None) -> str:
    """Return the prompt: 'thursday> ', 'thursday [2 open calls]> '."""
    if stream is None:
        return NO_SESSION
    name = stream.id if len(stream.id) <= _LONGEST else f"{stream.id[: _LONGEST - 1]}…"
    calls = len([call for call in stream.calls.values() if is_open(stream, call)]) if isinstance(stream, Session) else 0
    return f"{name} [{counted(calls, 'open call')}]> " if calls else f"{name}> "


WELCOME = "Type commands without `bridge-ledger`. Tab completes, quit leaves: `help desk`"

_MENU_LINES = 6


class Shell:
    """A desk that stays open: the settings for its commands, and the session that the prompt shows."""

    def __init__(self, asked: Settings) -> None:
        self.asked = asked
        self.prompt = NO_SESSION
        self.idle = Lock()
        """Held while a command is answered, so that news is printed before or after its output, never within."""
        self.session_id: str | None = None
        self.number_on_entry = 0
        self._typing: PromptSession[str] | None = None

    def stay(self) -> int:
        """Answer line after line until the user leaves; return the exit code."""
        screen.put(WELCOME)
        screen.flush()
        self._typing = _typing(history(), DeskCompleter(self.asked))
        try:
            with ending_on_signal():
                news = News(self)
                background = Background(self.asked.database, news.look, news.say)
                self._look(tell=True)
                background.start()
                try:
                    while not self._answer_next():
                        pass
                finally:
                    background.end()
        except EndedBySignal as ended:
            return ended.exit_code
        return 0

    def _answer_next(self) -> bool:
        """Read and answer one line; return True if the user leaves."""
        assert self._typing
        try:
            try:
                with patch_stdout(raw=True):
                    line = self._typing.prompt(lambda: self.prompt)
            except EOFError:
                return True
            with self.idle:
                if line.strip() == "forget":
                    removed = forget()
                    assert self._typing
                    self._typing = _typing(history(), DeskCompleter(self.asked))
                    screen.put(f"the lines typed here are forgotten: {removed}" if removed else "no lines are kept")
                    return False
                try:
                    answer(line, self.asked)
                except DeskClosed:
                    return True
                self._look()
                return False
        except KeyboardInterrupt:
            return False

    # The session in the prompt

    def _look(self, *, tell: bool = False) -> None:
        """Read the session in use and show it in the prompt; `tell`: report an error, as when the desk opens."""
        session = None
        settings = self.asked
        assert settings.offices
        try:
            office = settings.offices.office(
                settings.database, by=settings.official, key=None, state=state_folder(), signer=None
            )
            session = office.stream(office.resolve_session(settings.session_id))
        except Problem as problem:
            if tell and problem.code not in ("which-session", "no-such-session"):
                mistakes.report(problem, self.asked.flags, self.asked)
        self.show(session)

    def show(self, session: Stream | None) -> None:
        """Show a session's present state in the prompt."""
        if session is None:
            self.session_id = None
        elif session.id != self.session_id:
            self.session_id, self.number_on_entry = session.id, session.number
        before, self.prompt = self.prompt, prompt_line(session)
        if self._typing and before != self.prompt:
            self._typing.app.invalidate()

    def tell(self, *lines: str) -> None:
        """Print lines above the line that the user is typing; on a dumb terminal, below."""
        screen.put(*([""] if lines and is_dumb_terminal() else []), *lines)
        screen.flush()

    @property
    def recorded_here(self) -> set[tuple[str, int]]:
        """The events recorded at this desk, each as (session, number)."""
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
