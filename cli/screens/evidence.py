"""The evidence of a call: filed, listed, written to a file."""

from pathlib import Path

from cli.desk.desk import Desk
from cli.screens import effects
from cli.words.evidence import KINDS, size_text, what_text
from cli.words.times import clock
from ledger.exchange.evidence import read_evidence
from ledger.facts import FileEvidence
from ledger.session import Call
from ledger.session.case_numbers import require_open_call
from ledger.session.cases import Piece
from ledger.session.evidence import pieces
from ledger.session.moment import iso

_COLUMNS = (">piece", "event", "time", "by", "kind", ">size", "what", "public")


def file_evidence(desk: Desk, case: str, path: Path, what: str, *, public: bool) -> None:
    """File what is in a file; who it is of, and what is wrong with it, is told before anything is recorded."""
    require_open_call(desk.before(), case)
    file = read_evidence(path)
    command = FileEvidence(case, file.kind, file.size, file.sha256, what, public)
    effects.record(desk, command, file=file)


def list_evidence(desk: Desk, case: str) -> None:
    """The evidence of a call, and of what is not here any more why."""
    session = desk.session()
    call = require_open_call(session, case)
    gone = desk.office.evidence.states(session.id, call)
    if desk.settings.json:
        listed = [_json(at, each, gone[at]) for at, each in pieces(call)]
        desk.json_at("evidence/1", session, {"case": case, "evidence": listed})
        return
    rows = [_row(at, each, gone[at]) for at, each in pieces(call)]
    desk.table_or(f"no evidence is filed with {case}", _COLUMNS, rows)


def _row(at: int, piece: Piece, gone: str) -> list[str]:
    filed = piece.filed
    return [
        str(at),
        f"#{piece.number}",
        clock(piece.at),
        piece.by,
        KINDS[filed.kind],
        size_text(filed.size),
        what_text(filed, gone),
        "public" if filed.public else "",
    ]


def _json(at: int, piece: Piece, gone: str) -> dict[str, object]:
    filed = piece.filed
    return {
        "piece": at,
        "event": piece.number,
        "at": iso(piece.at),
        "by": piece.by,
        "kind": filed.kind,
        "size": filed.size,
        "sha256": str(filed.file),
        "what": filed.what,
        "public": filed.public,
        "gone": gone or None,
    }


def save_evidence(desk: Desk, case: str, number: int, path: Path) -> None:
    """Write a piece to a file."""
    session = desk.session()
    call: Call = require_open_call(session, case)
    piece = desk.office.evidence.save(session.id, call, number, path)
    if desk.settings.json:
        desk.json_at("evidence-saved/1", session, {"case": case, "file": str(path), **_json(number, piece, "")})
    else:
        kept = f"{KINDS[piece.filed.kind]}, {size_text(piece.filed.size)}, as it was recorded (#{piece.number})"
        desk.say(f"{path}: piece {number} of {case}, {kept}")
