"""What this machine knows by itself, outside the database: its clock, the last event of every session it has
acknowledged, when it last made a backup of a ledger, and how far somebody who follows the log has come.

A copy of a database that is short, or a backup that was restored, is sound in itself: its chain holds. That there was
more only somebody knows who was told so. So every desk keeps, in its user's own state folder, the number and digest of
the last event it acknowledged, by ledger and session, and `verify` holds the log against that. It proves nothing to
anybody else, and whoever may write there can change it: it is for accidents, as seals are for fraud.

What comes by phone of polls that are open, until they are closed: kept on this machine, outside the log.

Each link is good once; only digests of the links are kept, of those that were not used. The answers stand in the order
of the alphabet and without a time, so that nothing here tells who gave which; no more does the log
(`ledger.subjects.calls.facts`). Whoever may read this computer's files while a poll is open can still look over its
shoulder, answer by answer.
"""

import json
import secrets
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from ledger.bounds.files import CONSIDERED, POLL_ANSWER
from ledger.digests import of_bytes
from ledger.errors import Corrupt, Misuse, Problem, Refusal
from ledger.errors.visible import is_plain
from ledger.store.log import Log
from ledger.store.own_files import alone, free_name, identity, write_whole
from ledger.store.store import Position, Subscription, parted, read_positions, write_positions
from ledger.subjects.calls.facts import PollAnswer


def now() -> int:
    """This moment: microseconds since 1970, UTC."""
    return time.time_ns() // 1000


class Acknowledged:
    """The heads of one ledger's sessions, in a file of the user's state folder, read when they are asked for."""

    def __init__(self, folder: Path, url: str) -> None:
        self.path = _file(folder, url, "heads")
        self.trouble = ""

    def note(self, log: Log, session: str, last: Position) -> None:
        """Keep the last event of a session that was acknowledged, unless a later one is kept, or the log lost that.

        Whoever goes on recording in a copy that is short does not hide what is gone by it. That it cannot be kept stops
        nobody from recording: `trouble` says why.
        """
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with alone(self.path):
                kept = read_positions(self.path)
                if error := self._parted(log, session, kept):
                    self.trouble = f"{error.message}; `verify`"
                elif session not in kept or kept[session].number < last.number:
                    write_positions(self.path, {**kept, session: last})
        except (OSError, Problem) as error:  # it is recorded, whatever becomes of this
            self.trouble = f"what was acknowledged is not kept on this machine: {error}"

    def begin_anew(self) -> Path | None:
        """Set aside what was acknowledged of an earlier ledger at the same place: where to, if there was anything.

        Whoever makes a new ledger where one was knows that it is gone; it is not forgotten, for he may be mistaken.
        """
        aside = free_name(self.path, "before")
        try:
            self.path.replace(aside)
        except FileNotFoundError:
            return None
        return aside

    def heads(self) -> dict[str, Position]:
        """The last event of every session that was acknowledged; Misuse (bad-file) where the file holds none."""
        try:
            return read_positions(self.path)
        except Misuse as error:
            error.hint = f"it was damaged, or somebody wrote to it; once that is looked into, remove {self.path}"
            raise

    def parted(self, log: Log, session: str) -> Corrupt | None:
        """How a session is not what this machine has acknowledged; None where it is."""
        error = self._parted(log, session, self.heads())
        if error:
            error.hint += f"; where it is known and meant, remove {self.path}"
        return error

    def _parted(self, log: Log, session: str, kept: Mapping[str, Position]) -> Corrupt | None:
        return parted(log, session, kept.get(session, Position(0, b"")), "acknowledged on this machine")


class LastBackup(NamedTuple):
    """Where a backup was written, when (µs UTC), and the last event of every session in it."""

    file: str
    at: int
    heads: Mapping[str, int]

    def behind(self, heads: Mapping[str, int]) -> int:
        """How many events of a ledger it has not."""
        return sum(max(0, number - self.heads.get(session, 0)) for session, number in heads.items())


def note_backup(folder: Path, url: str, made: LastBackup) -> None:
    """Keep what was backed up; where it cannot be kept, the backup is there all the same."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(_file(folder, url, "backup"), json.dumps(made._asdict()))


def last_backup(folder: Path, url: str) -> LastBackup | None:
    """What was backed up last from here; None for nothing, or nothing that can be read."""
    try:
        said = json.loads(_file(folder, url, "backup").read_text())
        heads = {str(session): int(number) for session, number in said["heads"].items()}
        return LastBackup(str(said["file"]), int(said["at"]), heads)
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        return None


def where_it_went(folder: Path, url: str) -> str:
    """What to do about a ledger that is gone, though it was recorded in from here; '' where it was not."""
    try:
        heads = Acknowledged(folder, url).heads()
    except Misuse:
        return ""
    if not heads:
        return ""
    backup = last_backup(folder, url)
    copy = f"`restore {backup.file}`, the last backup" if backup else "`restore` a backup"
    events = sum(head.number for head in heads.values())
    return f"it had {events} events when this machine recorded last: is its disk there, was it moved? Else {copy}"


def note_served(acknowledged: Acknowledged, address: str) -> None:
    """Keep where the pages of a ledger are served from this machine; where it cannot be kept, links lead elsewhere."""
    with suppress(OSError):
        acknowledged.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(_served(acknowledged), json.dumps(address))


def served_at(acknowledged: Acknowledged) -> str:
    """Where phones found the pages of a ledger last; '' where none were served from here."""
    try:
        return str(json.loads(_served(acknowledged).read_text()))
    except (OSError, ValueError):
        return ""


def _served(acknowledged: Acknowledged) -> Path:
    return acknowledged.path.with_name(f"{acknowledged.path.name.partition('.')[0]}.served.json")


def _file(folder: Path, url: str, what: str) -> Path:
    """Where something of a ledger is kept, by a name without whatever its URL has that no name of a file may have."""
    return folder / f"{of_bytes(identity(url).encode()).hex()[:16]}.{what}.json"


_TIMES_A_SECOND = 4


class KeptPlace:
    """A file of positions, read once; `keep` after what was handed out was dealt with, so that nothing is lost.

    What was dealt with since the last time it was kept is handed out again to who was killed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.positions: dict[str, Position] = read_positions(path)
        self._written = dict(self.positions)
        self._due = 0

    def keep(self, subscription: Subscription, *, now: bool = False) -> None:
        """Keep how far a subscription has come, a few times a second, or in any case. Misuse where it cannot be."""
        clock = time.monotonic_ns()
        if clock < self._due and not now:
            return
        self.positions |= subscription.positions
        if self._written == self.positions:
            return
        try:
            write_positions(self._path, self.positions)
        except OSError as error:
            raise Misuse("bad-file", f"{self._path} cannot be written: {error.strerror}", "another file") from None
        self._written, self._due = dict(self.positions), clock + 10**9 // _TIMES_A_SECOND


_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 16
_MEANT = str.maketrans("OIL", "011")


class OpenTo(NamedTuple):
    """A poll that is open to phones: of which session, by which event, and how many have answered and may still."""

    session: str
    number: int
    answered: int
    waiting: int


class _Kept(msgspec.Struct):
    session: str
    number: int
    codes: list[str]
    answers: list[tuple[str, tuple[str, ...]]] = []

    @property
    def open_to(self) -> OpenTo:
        return OpenTo(self.session, self.number, len(self.answers), len(self.codes))


class PhonePolls:
    """The polls of one ledger that are open to phones on this machine: beside what it has acknowledged."""

    def __init__(self, acknowledged: Acknowledged) -> None:
        self._folder = acknowledged.path.parent
        self._of = f"{acknowledged.path.name.partition('.')[0]}.poll"

    def open(self, session: str, number: int, links: int) -> list[str]:
        """So many codes for the links of a poll that was opened by this event; they are told once, here."""
        codes = ["".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(links)]
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._write(self._path(session, number), _Kept(session, number, sorted(map(_digest, codes))))
        return ["-".join(code[at : at + 4] for at in range(0, _LENGTH, 4)) for code in codes]

    def of(self, session: str, number: int) -> OpenTo | None:
        """How far a poll has come; None where its links were not handed out on this machine."""
        kept = _read(self._path(session, number))
        return kept.open_to if kept else None

    def reached_by(self, code: str) -> OpenTo:
        """The poll a code is good for. Refusal (bad-link) where it is good for none, or was used."""
        return self._find(code)[1].open_to

    def answer(self, code: str, answer: PollAnswer) -> None:
        """What one player says, by a code that is then used up. Refusal (bad-link, bad-answer), and nothing is kept."""
        said = (answer.chose, *answer.considered)
        if not answer.chose or not CONSIDERED.hold(len(answer.considered)):
            raise Refusal("bad-answer", "say what you would call or play, and a few things that you considered")
        if not all(is_plain(each) and POLL_ANSWER.hold(len(each)) for each in said):
            raise Refusal("bad-answer", f"each in a line of at most {POLL_ANSWER.most} characters")
        path, _ = self._find(code)
        with alone(path):
            kept = _read(path)
            if kept is None or _digest(_tidy(code)) not in kept.codes:  # somebody was first, or closed it
                raise _bad_link()
            kept.codes.remove(_digest(_tidy(code)))
            kept.answers = sorted([*kept.answers, (answer.chose, answer.considered)])
            self._write(path, kept)

    @contextmanager
    def held(self, session: str, number: int) -> Iterator[tuple[PollAnswer, ...]]:
        """The answers that came; meanwhile nobody answers.

        Misuse (no-such-file) where the poll was opened on another machine.
        """
        path = self._path(session, number)
        if not path.exists():
            hint = "close it there; or `call poll` with the answers as they were told, and `undo` what opened it"
            raise Misuse("no-such-file", f"the answers to the poll of #{number} came to another computer", hint)
        with alone(path):
            kept = _read(path)
            yield tuple(PollAnswer(*each) for each in kept.answers) if kept else ()

    def close(self, session: str, number: int) -> None:
        """Let go of what came: it is recorded."""
        self._drop(self._path(session, number))

    def forget(self, session: str, still_open: Collection[int]) -> None:
        """Let go of what came for polls of a session that are open no longer: they were taken back."""
        for path in self._paths():
            if (kept := _read(path)) and kept.session == session and kept.number not in still_open:
                self._drop(path)

    def _find(self, code: str) -> tuple[Path, _Kept]:
        sought = _digest(_tidy(code))
        for path in self._paths():
            if (kept := _read(path)) and sought in kept.codes:
                return path, kept
        raise _bad_link()

    def _paths(self) -> list[Path]:
        return sorted(self._folder.glob(f"{self._of}-*.json"))

    def _path(self, session: str, number: int) -> Path:
        return self._folder / f"{self._of}-{of_bytes(session.encode()).hex()[:16]}-{number}.json"

    def _write(self, path: Path, kept: _Kept) -> None:
        write_whole(path, msgspec.json.encode(kept))

    def _drop(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        with suppress(OSError):
            path.with_name(f"{path.name}.lock").unlink()


def _read(path: Path) -> _Kept | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Kept)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, OSError) as error:
        raise Misuse("bad-file", f"{path} holds no answers to a poll: {error}", "remove it, and ask anew") from None


def _bad_link() -> Refusal:
    hint = "each link is good once, while the poll is open: ask the director for another"
    return Refusal("bad-link", "this link is none of an open poll, or was used", hint)


def _tidy(code: str) -> str:
    return "".join(each for each in code.upper().translate(_MEANT) if each in _LETTERS)


def _digest(code: str) -> str:
    return of_bytes(code.encode()).hex()
