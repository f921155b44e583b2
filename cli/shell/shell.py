"""A desk that stays, on a terminal: a line, its answer, the next line; and between them what other desks record."""

from contextlib import suppress
from threading import Lock

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer
from prompt_toolkit.history import History
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.utils import is_dumb_terminal

from cli.screens import mistakes
from cli.shell import histories
from cli.shell.answering import DeskClosed, answer
from cli.shell.background import Background
from cli.shell.completing import DeskCompleter, tab_key
from cli.shell.news import News
from cli.terminal import screen
from cli.terminal.prompts import EndedBySignal, told_to_end
from cli.terminal.settings import Settings, state_folder
from cli.words.vocabulary import counted
from ledger.errors import Problem, WorkerAway
from ledger.recording.known_words import WordsOfSession
from ledger.session import Session, Stream
from ledger.session.calls import is_open

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
        self._sessions: list[str] = []
        self._typing: PromptSession[str] | None = None

    def stay(self) -> int:
        """Answer lines until he leaves; the exit code."""
        screen.put(WELCOME)
        screen.flush()
        self._typing = _typing(histories.history(), DeskCompleter(self.asked))
        try:
            with told_to_end():
                self._answer_lines()
        except EndedBySignal as ended:
            return ended.exit_code
        return 0

    def _answer_lines(self) -> None:
        """Answer line after line, while what others do is looked for."""
        news = News(self)
        others = Background(self.asked.database, news.look, news.say)
        self._look(tell=True)
        others.start()
        try:
            while not self._is_last():
                pass
        finally:
            others.end()

    def _is_last(self) -> bool:
        """Wait for a line and answer it; Ctrl-C, wherever it comes, goes on to the next."""
        try:
            return self._answer_line()
        except KeyboardInterrupt:
            return False

    def _answer_line(self) -> bool:
        """Wait for a line and answer it; whether that was the last."""
        try:
            line = self._next_line()
        except EOFError:
            return True
        with self.idle:
            return self._is_left_with(line)

    def _is_left_with(self, line: str) -> bool:
        """Answer a line; whether it was to leave."""
        if line.strip() == "forget":
            self._forget()
            return False
        try:
            answer(line, self.asked)
        except DeskClosed:
            return True
        self._look()
        return False

    def _next_line(self) -> str:
        """The next line, waited for; meanwhile what others do is told above it."""
        assert self._typing
        with patch_stdout(raw=True):
            return self._typing.prompt(lambda: self.prompt)

    def _forget(self) -> None:
        gone = histories.forget()
        assert self._typing
        self._typing = _typing(histories.history(), DeskCompleter(self.asked))
        screen.put(f"the lines typed here are forgotten: {gone}" if gone else "no lines are kept")

    # The session the prompt shows

    def _look(self, *, tell: bool = False) -> None:
        """See which session is meant now, and what waits in it; what is in the way is told at the beginning only."""
        session = None
        try:
            session = self._session()
        except Problem as problem:
            if tell and problem.code not in ("which-session", "no-such-session"):
                mistakes.report(problem, self.asked.flags, self.asked)
        self.show(session)

    def _session(self) -> Stream:
        assert self.asked.offices
        office = self.asked.offices.office(
            self.asked.database, by=self.asked.official, key=None, state=state_folder(), signer=None
        )
        with suppress(WorkerAway):  # they are offered to who types; the session itself may lie where somebody answers
            self._sessions = office.sessions()
        return office.stream(office.the_session(self.asked.session_id))

    def show(self, session: Stream | None) -> None:
        """Show a session, as it is now, in the prompt."""
        if session is None:
            self.session_id = None
        elif session.id != self.session_id:
            self.session_id, self.came_at = session.id, session.number
        self.asked.known_words = WordsOfSession(session, self._sessions) if session else None
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
