"""The sessions of a ledger, and one of them: its office, its regulations, and how far it has got."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from cli.views.answers import Answer
from cli.views.finality import ScoresFinality, finality_value
from cli.views.tables import AnswerColumn, AnswerTable, Part
from cli.words.office import officials
from ledger.errors.visible import called
from ledger.projections.finality import finality, outdated_rulings
from ledger.session import Session


class SessionRow(Struct, frozen=True):
    """A session in a list of them; `meant`: the commands typed in this folder are about it."""

    session: str
    title: str
    date: str | None
    events: int
    closed: bool
    meant: bool

    @property
    def name(self) -> str:
        """Its name."""
        return self.session

    @property
    def state(self) -> str:
        """'open', 'closed, meant in this folder'."""
        return ("closed" if self.closed else "open") + (", meant in this folder" if self.meant else "")


class DamagedSession(Struct, frozen=True):
    """A session whose log cannot be read, and why."""

    session: str
    why: str

    title = events = date = "–"

    @property
    def name(self) -> str:
        """Its name, which may be anything."""
        return called(self.session)

    @property
    def state(self) -> str:
        """'damaged: event #88 was changed'."""
        return f"damaged: {self.why}"


class SessionsAnswer(Answer, frozen=True):
    """The sessions of the ledger; one whose log is damaged is listed with what is wrong."""

    schema: ClassVar = "sessions/1"

    sessions: tuple[SessionRow, ...]
    damaged: tuple[DamagedSession, ...]

    def parts(self) -> Iterator[Part]:
        """All of them in one table."""
        columns = (
            AnswerColumn(
                "session", say=lambda row: called(row.session) if isinstance(row, DamagedSession) else row.session
            ),
            AnswerColumn("title"),
            AnswerColumn("date", say=lambda row: row.date or "–"),
            AnswerColumn("events", number=True),
            AnswerColumn("state"),
        )
        yield AnswerTable((*self.sessions, *self.damaged), columns)


def session_row(session: Session, meant: str | None) -> SessionRow:
    """A session; `meant` is the name of the one that commands are about."""
    opened = session.opening
    return SessionRow(session.id, opened.title, opened.date, session.number, session.closed, session.id == meant)


class SignedProfile(Struct, frozen=True):
    """Regulations that a chief director signed, and whether they are those in force."""

    event: int
    by: str
    digest: str
    in_force: bool


class SessionAnswer(Answer, frozen=True, kw_only=True):
    """A session: its boards and contestants, its officials and periods, and the regulations it is scored by."""

    schema: ClassVar = "session/1"

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
    """A session at a time (µs UTC)."""
    opened, signed = session.opening, session.signed_regulations
    return SessionAnswer(
        title=opened.title,
        date=opened.date,
        scoring=opened.scoring,
        winners=opened.winners,
        boards=tuple(session.boards),
        contestants=tuple(session.contestants),
        results=results_in(session),
        rulings=len(session.rulings),
        look_again=tuple(each.ruling.case for each in outdated_rulings(session)),
        closed=session.closed,
        officials={name: tuple(offices) for name, offices in officials(session)},
        published=tuple(each.number for each in session.publications),
        finality=finality_value(finality(session), now),
        regulations=msgspec.to_builtins(session.regulations),
        regulations_signed=tuple(
            SignedProfile(each.number, each.by, each.regulations.digest, each.regulations == session.regulations)
            for each in signed
        ),
    )


def results_in(session: Session) -> int:
    """How many results a session has."""
    return sum(1 for played in session.table_boards() if played.result)
