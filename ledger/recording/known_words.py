"""What a ledger knows that is typed again: its sessions, boards, tables, contestants, officials and cases.

`WordsOfFile` reads them at a glance, for a Tab; `WordsOfSession` has them from a session that is there already.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from ledger.labels import table_order
from ledger.store import glance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ledger.session import Stream

_Line = tuple[object, object, object, object]
"""Of a result, what tells it from others: board, North–South, East–West, round."""


class KnownWords(Protocol):
    """What may be typed of a ledger. Cases: 'R' rulings, 'A' appeals, 'C' calls, 'P' penalties, the newest first."""

    @property
    def session_id(self) -> str:
        """The session they are of; '' where it is to be named first."""

    def sessions(self) -> Sequence[str]:
        """The sessions of the ledger."""

    def boards(self) -> Sequence[int]:
        """The boards of the session."""

    def tables(self, board: int, with_result: bool | None = None) -> Sequence[str]:
        """The tables by name: those of a board with a result, those of the session without one there, or all."""

    def contestants(self) -> Sequence[str]:
        """Who takes part."""

    def officials(self) -> Sequence[str]:
        """Who holds an office."""

    def cases(self, kinds: str = "RACP") -> Mapping[str, str]:
        """The cases, each with what it is about."""


class WordsOfFile:
    """The words of a ledger in a file, each asked for once; nothing where it is none, or a server."""

    def __init__(self, where: str, session: str | None) -> None:
        self._where = where
        self._named = session

    def sessions(self) -> list[str]:
        """The sessions of the ledger."""
        return glance.sessions(self._where)

    def boards(self) -> list[int]:
        """The boards of the session."""
        found = dict[int, None]()
        for _, kind, body in self._events('"boards":['):
            numbers = [each for each in _list(body, "boards") if isinstance(each, int)]
            if kind in ("session-opened", "boards-added"):
                found |= dict.fromkeys(numbers)
            elif kind == "boards-removed":
                found = {each: None for each in found if each not in numbers}
        return sorted(found)

    def tables(self, board: int, with_result: bool | None = None) -> list[str]:
        """The tables by name: those of a board with a result, those of the session without one there, or all."""
        here = {table for line, table in self._lines.items() if line[0] == board}
        every = list(dict.fromkeys(self._lines.values()))
        found = every if with_result is None else [each for each in every if (each in here) == with_result]
        return sorted(found, key=table_order)

    def contestants(self) -> list[str]:
        """Who takes part: whoever was entered, and in a session that is open to all, whoever has a result."""
        entered = list[str]()
        for _, kind, body in self._events('"contestants-'):
            named = [str(each) for each in _list(body, "contestants")]
            entered = [each for each in entered if each not in named] + (named if kind == "contestants-entered" else [])
        if any(kind == "session-opened" for _, kind, _ in self._events('"entry":"open"')):
            entered += [str(body[side]) for _, _, body in self._events('"result-recorded/') for side in ("ns", "ew")]
        return list(dict.fromkeys(entered))

    def officials(self) -> list[str]:
        """Who holds an office."""
        names = (str(body["name"]) for _, _, body in self._events('"official-appointed/'))
        return list(dict.fromkeys(names))

    def cases(self, kinds: str = "RACP") -> dict[str, str]:
        """The cases, each with what it is about."""
        found = dict[str, str]()
        for _, _, body in self._events('"case":"'):
            case = str(body["case"])
            if case not in found:
                found[case] = _about(body)
        return _newest_first(found, kinds)

    @cached_property
    def _lines(self) -> dict[_Line, str]:
        """The results that stand, at tables that have a name, and the name."""
        found = dict[_Line, str]()
        for _, kind, body in self._events('"table":"'):
            if kind in ("result-recorded", "result-corrected"):
                found[_line(body)] = str(body["table"])
            elif kind == "result-voided":
                found.pop(_line(body), None)
            elif kind == "seating-corrected":
                _reseat(found, body)
        return found

    def _events(self, holding: str) -> list[glance.RawEvent]:
        return glance.events(self._where, self.session_id, holding) if self.session_id else []

    @cached_property
    def session_id(self) -> str:
        """The session meant: the one named, or the only one; '' where it is to be named first."""
        if self._named:
            return self._named
        there = self.sessions()
        if len(there) > 1:
            tournaments = glance.tournaments(self._where)
            there = [each for each in there if each not in tournaments]
        return there[0] if len(there) == 1 else ""


def _list(body: Mapping[str, object], name: str) -> list[object]:
    found = body.get(name)
    return found if isinstance(found, list) else []


def _line(body: Mapping[str, object]) -> _Line:
    return body.get("board"), body.get("ns"), body.get("ew"), body.get("round")


def _reseat(lines: dict[_Line, str], body: Mapping[str, object]) -> None:
    """Move the lines whose seats were corrected."""
    moved = [(each["was"], each["now"]) for each in _list(body, "tables") if isinstance(each, dict)]
    board = body.get("board")
    named = {_line({"board": board, **now}): lines.pop(_line({"board": board, **was}), "") for was, now in moved}
    for _, now in moved:
        line = _line({"board": board, **now})
        if table := str(now.get("table") or named[line]):
            lines[line] = table


def _about(body: Mapping[str, object]) -> str:
    """What a case is about, as far as the event says that began it."""
    if "board" in body:
        return _of_board(body["board"], body.get("table"), body.get("ns"), body.get("ew"))
    return str(body.get("against") or body.get("ruling") or body.get("contestant") or "")


def _of_board(board: object, table: object, ns: object, ew: object) -> str:
    """'board 23 table 1', 'board 23 1NS v 14EW'."""
    return f"board {board} table {table}" if table else f"board {board} {ns} v {ew}"


def _newest_first(cases: dict[str, str], kinds: str) -> dict[str, str]:
    """The cases of these kinds, kind by kind, with what they are about."""
    return {case: cases[case] for kind in kinds for case in reversed(cases) if case[0] == kind}


class WordsOfSession:
    """The words of a session that is there already, and of the ledger it is in; a tournament has few of its own."""

    def __init__(self, stream: Stream, sessions: Sequence[str]) -> None:
        from ledger.session import Session  # with the log: a Tab does not wait for it

        self.session_id = stream.id
        self._stream = stream
        self._session = stream if isinstance(stream, Session) else Session(stream.id)
        self._sessions = sessions

    def sessions(self) -> Sequence[str]:
        """The sessions of the ledger."""
        return self._sessions

    def boards(self) -> list[int]:
        """The boards of the session."""
        return sorted(self._session.boards)

    def tables(self, board: int, with_result: bool | None = None) -> list[str]:
        """The tables by name: those of a board with a result, those of the session without one there, or all."""
        every = {table for number in self._session.boards for table in self._tables(number)}
        here = set(self._tables(board))
        return sorted((each for each in every if with_result is None or (each in here) == with_result), key=table_order)

    def _tables(self, board: int) -> Iterator[str]:
        """The tables of a board that have a name and a result."""
        played = self._session.boards.get(board, {}).values()
        return (each.table for each in played if each.table and each.results)

    def contestants(self) -> list[str]:
        """Who takes part."""
        return list(self._session.contestants)

    def officials(self) -> list[str]:
        """Who holds an office."""
        return list(self._stream.officials.names.values())

    def cases(self, kinds: str = "RACP") -> dict[str, str]:
        """The cases, each with what it is about."""
        session = self._session
        called = {case: call.called for case, call in session.calls.items()}
        return _newest_first(
            {
                case: _of_board(each.board, each.seating.table, *each.seating.pair)
                for case, each in session.rulings.items()
            }
            | {case: each.lodged.against for case, each in session.appeals.items()}
            | {case: _of_board(each.board, each.table, each.ns, each.ew) for case, each in called.items()}
            | {case: each.imposed.contestant for case, each in session.penalties.items()},
            kinds,
        )
