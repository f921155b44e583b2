"""The evidence of a call: what is kept of each piece, and a way out for one."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ledger.digests import noting
from ledger.errors import Corrupt, Misuse, Refusal
from ledger.facts.free_text import KeptText, is_gone
from ledger.session import Call
from ledger.session.cases import Piece
from ledger.session.evidence import pieces
from ledger.store.evidence import FileRow
from ledger.store.own_files import own_file
from ledger.store.store import Store

_BRING_BACK = "a bundle that has it, of `export --evidence`, brings it back when it is imported"


class Evidence:
    """The files that were filed with the calls of all sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def states(self, session: str, call: Call) -> dict[int, str]:
        """Of each piece of a call, by its number: '' where it is here, else why it is not."""
        if not self._store.texts.may_be_read():
            return {at: "(not told)" for at, _ in pieces(call)}
        rows = self._store.files.of(session)
        return {at: _why_gone(each, rows) for at, each in pieces(call)}

    def save(self, session: str, call: Call, number: int, path: Path) -> Piece:
        """Write a piece to a new file, for its owner alone. Refusal where it is not here, Corrupt where changed."""
        piece = dict(pieces(call)).get(number)
        if piece is None:
            has = f"{call.case} has no piece of evidence {number}"
            raise Refusal("no-such-evidence", has, f"`call evidence {call.case}` lists what it has")
        self._store.texts.require_readable("what was filed as evidence")
        if gone := self.states(session, call)[number]:
            hint = "what was erased is gone" if is_gone(piece.filed.file) else _BRING_BACK
            raise Refusal("no-such-evidence", f"piece {number} of {call.case} is not here: {gone}", hint)
        file, found = piece.filed.file, list[str]()
        assert isinstance(file, KeptText)
        with _new_file(path, f"`call evidence {call.case} --save {number} ANOTHER`") as written:
            written.writelines(noting(self._store.files.parts(session, file.commitment), found.append))
            if found != [file]:
                changed = f"the bytes of piece {number} of {call.case} (#{piece.number}) are not what was recorded"
                raise Corrupt("evidence-broken", changed, _BRING_BACK, piece.number)
        return piece


@contextmanager
def _new_file(path: Path, another: str) -> Iterator[BinaryIO]:
    """A file that was not there, for its owner alone; nothing of it is left where it does not become whole."""
    try:
        file = own_file(path)
    except FileExistsError:
        raise Refusal("file-exists", f"{path} is there already", f"another name: {another}") from None
    except OSError as error:
        raise Misuse("bad-file", f"{path} cannot be written: {error.strerror}", "another place") from error
    try:
        with file:
            yield file
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise Misuse("bad-file", f"{path} cannot be written: {error.strerror}", "another place") from error
        raise


def _why_gone(piece: Piece, rows: Mapping[str, FileRow]) -> str:
    """Why the bytes of a piece are not here; '' where they are."""
    file = piece.filed.file
    if not isinstance(file, KeptText) or file.gone:
        return str(file)
    if not (row := rows.get(file.commitment)):
        return "(lost: `verify` says more)"
    if row.left_out:
        return "(left out of the bundle it came in)"
    return "" if row.size == piece.filed.size else "(changed: `verify` says more)"
