"""The list of a ledger's sessions; and one session with its officials, its regulations and its state."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from cli.views.answers import Answer, fill_row
from cli.views.finality import ScoresFinality, finality_value
from cli.views.tables import AnswerColumn, AnswerTable, Part
from cli.words.office import officials
from ledger.errors.visible import show_name
from ledger.projections.finality import finality, outdated_rulings
from ledger.session import Session


class SessionRow(Struct, frozen=True):
    """A session in the list of sessions; `meant`: commands in this folder use it if they name no session."""

    session: str
    title: str
    date: str | None
    events: int
    closed: bool
    meant: bool

    @property
    def state(self) -> str:
        """The state in words: 'open', or 'closed, meant in this folder'."""
        return ("closed" if self.closed else "open") + (", meant in this folder" if self.meant else "")


class DamagedSession(Struct, frozen=True):
    """A session whose log cannot be read, and why."""

    session: str
    why: str

    title = events = date = "–"

    @property
    def state(self) -> str:
        """The damage in words: 'damaged: event #88 was changed'."""
        return f"damaged: {self.why}"


class SessionsAnswer(Answer, frozen=True):
    """All sessions of the ledger; `damaged`: the sessions with an unreadable log."""

    sessions: tuple[SessionRow, ...]
    damaged: tuple[DamagedSession, ...]

    def parts(self) -> Iterator[Part]:
        """Yield one table of all sessions, the damaged ones last."""
        columns = (
            AnswerColumn(
                # A damaged name may hold control characters: `show_name` shows them escaped.
                "session",
                say=lambda row: show_name(row.session) if isinstance(row, DamagedSession) else row.session,
            ),
            AnswerColumn("title"),
            AnswerColumn("date", say=lambda row: row.date or "–"),
            AnswerColumn("events", number=True),
            AnswerColumn("state"),
        )
        yield AnswerTable((*self.sessions, *self.damaged), columns)


def session_row(session: Session, meant: str | None) -> SessionRow:
    """Return a session as a row; `meant`: the name of the session that commands in this folder use."""
    opened = session.opening
    return SessionRow(session.id, opened.title, opened.date, session.number, session.closed, session.id == meant)


class SignedProfile(Struct, frozen=True):
    """Regulations as signed by a chief director; `in_force`: the session's regulations are unchanged since."""

    event: int
    by: str
    digest: str
    in_force: bool


class SessionAnswer(Answer, frozen=True, kw_only=True):
    """A session: its boards and contestants, its officials and periods, and its regulations."""

    title: str
    date: str | None
    scoring: str
    winners: int
    boards: tuple[int, ...]
    contestants: tuple[str, ...]
    results: int
    rulings: int
    look_again: tuple[str, ...]
    closed: bool
    officials: dict[str, tuple[str, ...]]
    published: tuple[int, ...]
    finality: ScoresFinality
    regulations: dict[str, Any]
    regulations_signed: tuple[SignedProfile, ...]


def session_value(session: Session, now: int) -> SessionAnswer:
    """Return the answer about a session, with its finality at the time `now` (µs UTC)."""
    return fill_row(
        SessionAnswer,
        *(session, session.opening),
        results=results_in(session),
        rulings=len(session.rulings),
        look_again=tuple(each.ruling.case for each in outdated_rulings(session)),
        officials=dict(officials(session)),
        published=tuple(each.number for each in session.publications),
        finality=finality_value(finality(session), now),
        regulations=msgspec.to_builtins(session.regulations),
        regulations_signed=tuple(
            SignedProfile(each.number, each.by, each.regulations.digest, each.regulations == session.regulations)
            for each in session.signed_regulations
        ),
    )


def results_in(session: Session) -> int:
    """Return the number of results in a session, counting each table on each board."""
    return sum(1 for played in session.table_boards() if played.result)
