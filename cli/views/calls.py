"""Calls to tables, and their evidence."""

from typing import Any

from msgspec import Struct

from cli.views.answers import Answer, fill_row, microseconds
from cli.views.tables import AnswerColumn, AnswerTable
from cli.words.calls import KINDS, file_description, poll_result, size_text
from cli.words.times import clock
from cli.words.vocabulary import STAGES
from ledger.session import Call, Session
from ledger.session.cases import EvidencePiece
from ledger.session.moment import iso
from ledger.subjects.calls.facts import Caller, MediaKind, Stage
from ledger.subjects.calls.state import CallState, call_state, is_open


class PollRow(Struct, frozen=True):
    """A poll of players: the question, and how often each answer was given (`sum`)."""

    question: str
    sum: str


class CallRow(Struct, frozen=True, kw_only=True):
    """A call with its facts, polls and rulings; `on_device`: when the button was pressed, by the device's clock."""

    case: str
    at: str
    board: int | None
    table: str | None
    ns: str | None
    ew: str | None
    caller: Caller
    on_device: str | None
    stage: Stage
    trick: int | None
    alleged: str
    laws: tuple[str, ...]
    state: CallState
    open: bool
    facts: tuple[str, ...]
    polls: tuple[PollRow, ...]
    rulings: tuple[str, ...]
    events: tuple[int, ...]


class CallsAnswer(Answer, frozen=True):
    """The calls to tables in a session: all of them, or only the open ones."""

    calls: tuple[CallRow, ...]

    def table(self, without: str) -> AnswerTable:
        """Return the calls as a table; `without`: the text to show if there are no calls."""
        columns = (
            AnswerColumn("case"),
            AnswerColumn("time", say=lambda row: row.on_device or clock(microseconds(row.at))),
            *(AnswerColumn("board", number=True), AnswerColumn("table", say=lambda row: row.table or "–")),
            *(
                AnswerColumn("caller"),
                AnswerColumn("stage", say=lambda row: "–" if row.on_device else STAGES[row.stage]),
            ),
            *(AnswerColumn("state"), AnswerColumn("rulings", "ruling"), AnswerColumn("alleged")),
        )
        return AnswerTable(self.calls, columns, without=without)


def call_row(call: Call, session: Session) -> CallRow:
    """Return a call in its present state as a row."""
    return fill_row(
        CallRow,
        *(call, call.called),
        at=iso(call.at),
        on_device=call.called.on_device or None,
        state=call_state(session, call),
        open=is_open(session, call),
        facts=tuple(stated.facts for stated in call.facts),
        polls=tuple(PollRow(taken.question, poll_result(taken)) for taken in call.polls),
    )


class PieceRow(Struct, frozen=True):
    """A piece of evidence; `gone`: why its file is missing, null while the file is kept."""

    piece: int
    event: int
    at: str
    by: str
    kind: MediaKind
    size: int
    sha256: str
    what: str
    public: bool
    gone: str | None


class EvidenceAnswer(Answer, frozen=True):
    """The evidence filed with a call; --save prints another object: evidence-saved/1 (case, file, piece)."""

    case: str
    evidence: tuple[PieceRow, ...]

    @property
    def table(self) -> AnswerTable:
        """The evidence as a table."""
        columns = (
            AnswerColumn("piece", number=True),
            AnswerColumn("event", say=lambda row: f"#{row.event}"),
            AnswerColumn("time", say=lambda row: clock(microseconds(row.at))),
            *(AnswerColumn("by"), AnswerColumn("kind", say=lambda row: KINDS[row.kind])),
            AnswerColumn("size", say=lambda row: size_text(row.size), number=True),
            AnswerColumn("what", say=lambda row: file_description(row.what, row.gone or "")),
            AnswerColumn("public", say=lambda row: "public" if row.public else ""),
        )
        return AnswerTable(self.evidence, columns, without=f"no evidence is filed with {self.case}")


def piece_row(at: int, piece: EvidencePiece, gone: str) -> PieceRow:
    """Return a piece of evidence as row number `at`; `gone`: why its file is missing, '' for a file that is kept."""
    fields: dict[str, Any] = {"piece": at, "event": piece.number, "at": iso(piece.at), "sha256": str(piece.filed.file)}
    return fill_row(PieceRow, *(piece, piece.filed), **fields, gone=gone or None)
