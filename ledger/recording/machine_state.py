"""State that this machine keeps outside the database: acknowledged events, last backup, followers' positions, polls.

The chain of a truncated copy or an old backup is valid; only a desk that recorded the missing events knows of them. So
every desk keeps the number and digest of the last event it acknowledged, by ledger and session, in its user's state
folder, and `verify` compares the log with it. The file can be changed by its owner: it guards against accidents, as
seals guard against fraud.

Polls are kept here until they are closed. Each link is good once, and only the digests of unused links are stored.
Answers are sorted and without times, so that neither this file nor the log (`ledger.subjects.calls.facts`) tells which
player gave which answer; a reader of the files could still watch the answers arrive.
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
from ledger.errors.visible import unfit
from ledger.files import unwritable
from ledger.store.log import Log
from ledger.store.own_files import free_name, identity, lock_file, write_whole
from ledger.store.store import Position, Subscription, lost_event_error, read_positions, write_positions
from ledger.subjects.calls.facts import PollAnswer


def now() -> int:
    """Return the present time in microseconds since 1970, UTC."""
    return time.time_ns() // 1000


class Acknowledged:
    """The file in which this machine keeps, for one ledger, each session's last event that it recorded."""

    def __init__(self, folder: Path, url: str) -> None:
        self.path, self.url = _file(folder, url, "heads"), url
        self.trouble = ""

    def note(self, log: Log, session: str, last: Position) -> None:
        """Keep a session's last event, unless a later one is kept already or the log has lost the one kept.

        Recording in a truncated copy thus does not hide its loss. A failure does not stop recording: `trouble` says
        why.
        """
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with lock_file(self.path):
                kept = read_positions(self.path)
                if error := self._parted(log, session, kept):
                    self.trouble = f"{error.message}; `verify`"
                elif session not in kept or kept[session].number < last.number:
                    write_positions(self.path, {**kept, session: last})
        except (OSError, Problem) as error:  # the event itself is recorded
            self.trouble = f"what was acknowledged is not kept on this machine: {error}"

    def set_aside_earlier(self) -> Path | None:
        """Rename this file, which is about a former ledger at this address; return the new path, None without a file.

        It is kept because a new ledger may have been made there by mistake.
        """
        aside = free_name(self.path, "before")
        try:
            self.path.replace(aside)
        except FileNotFoundError:
            return None
        return aside

    def heads(self) -> dict[str, Position]:
        """Return each session's last event that this machine recorded; Misuse (bad-file) if the file is damaged."""
        try:
            return read_positions(self.path)
        except Misuse as error:
            error.hint = f"it was damaged, or somebody wrote to it; when you know the reason, remove {self.path}"
            raise

    def parted(self, log: Log, session: str) -> Corrupt | None:
        """Return the error if a session no longer has the last event this machine recorded in it; None if it has."""
        error = self._parted(log, session, self.heads())
        if error:
            error.hint += f"; if this loss is intended, remove {self.path}"
        return error

    def _parted(self, log: Log, session: str, kept: Mapping[str, Position]) -> Corrupt | None:
        return lost_event_error(log, session, kept.get(session, Position(0, b"")), "acknowledged on this machine")


class LastBackup(NamedTuple):
    """The last backup of a ledger: its file, its time (µs UTC), and the number of each session's last event."""

    file: str
    at: int
    heads: Mapping[str, int]

    def behind(self, heads: Mapping[str, int]) -> int:
        """Return how many of a ledger's events the backup lacks; `heads`: each session's last event number."""
        return sum(max(0, number - self.heads.get(session, 0)) for session, number in heads.items())


def note_backup(folder: Path, url: str, written: LastBackup) -> None:
    """Keep a note of a backup in the state folder; an error is ignored, because the backup itself was written."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(_file(folder, url, "backup"), json.dumps(written._asdict()))


def last_backup(folder: Path, url: str) -> LastBackup | None:
    """Return the last backup noted on this machine; None if there is none, or the note cannot be read."""
    try:
        values = json.loads(_file(folder, url, "backup").read_text())
        heads = {str(session): int(number) for session, number in values["heads"].items()}
        return LastBackup(str(values["file"]), int(values["at"]), heads)
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        return None


def advice_on_missing_ledger(folder: Path, url: str) -> str:
    """Return advice if a missing ledger is one in which this machine recorded; '' if it is not, or nobody can tell."""
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
    """Keep a note of the address at which this machine serves a ledger's pages; an error is ignored."""
    with suppress(OSError):
        acknowledged.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(_served(acknowledged), json.dumps(address))


def served_at(acknowledged: Acknowledged) -> str:
    """Return the address at which this machine last served a ledger's pages; '' if it is unknown."""
    try:
        return str(json.loads(_served(acknowledged).read_text()))
    except (OSError, ValueError):
        return ""


def _served(acknowledged: Acknowledged) -> Path:
    return state_file(acknowledged, "served.json")


def state_file(acknowledged: Acknowledged, what: str) -> Path:
    """Return the path of another state file for the ledger whose acknowledged events are kept."""
    return acknowledged.path.with_name(f"{acknowledged.path.name.partition('.')[0]}.{what}")


class OfficeServed(NamedTuple):
    """The address of the office's pages, and the fingerprint of their certificate if it was made here."""

    url: str
    fingerprint: str = ""


def note_office(acknowledged: Acknowledged, served: OfficeServed) -> None:
    """Keep a note of where this machine serves the office's pages, for devices that are to be paired."""
    acknowledged.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(state_file(acknowledged, "office.json"), json.dumps(served))


def office_served(acknowledged: Acknowledged) -> OfficeServed | None:
    """Return where this machine last served the office's pages; None if it never did."""
    try:
        return OfficeServed(*map(str, json.loads(state_file(acknowledged, "office.json").read_text())))
    except (OSError, ValueError, TypeError):
        return None


def _file(folder: Path, url: str, what: str) -> Path:
    """Return the path of a state file for a ledger: its name has a digest of the ledger's URL."""
    return folder / f"{of_bytes(identity(url).encode()).hex()[:16]}.{what}.json"


_TIMES_A_SECOND = 4


class FollowerPositions:
    """The file with a follower's position in each stream; call `keep` after an event is processed, so none is lost.

    Events processed since the last `keep` are processed again after a crash.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.positions: dict[str, Position] = read_positions(path)
        self._written = dict(self.positions)
        self._due = 0

    def keep(self, subscription: Subscription, *, now: bool = False) -> None:
        """Write a subscription's positions, at once if `now`, else a few times a second. Misuse: not writable."""
        clock = time.monotonic_ns()
        if clock < self._due and not now:
            return
        self.positions |= subscription.positions
        if self._written == self.positions:
            return
        try:
            write_positions(self._path, self.positions)
        except OSError as error:
            raise unwritable(self._path, error) from None
        self._written, self._due = dict(self.positions), clock + 10**9 // _TIMES_A_SECOND


_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 16
_MISREAD = str.maketrans("OIL", "011")


class PollProgress(NamedTuple):
    """The progress of a poll on phones: its session, its event's number, answers so far, and links not yet used."""

    session: str
    number: int
    answered: int
    waiting: int


class _StoredPoll(msgspec.Struct):
    session: str
    number: int
    codes: list[str]
    answers: list[tuple[str, tuple[str, ...]]] = []

    @property
    def open_to(self) -> PollProgress:
        return PollProgress(self.session, self.number, len(self.answers), len(self.codes))


_SLIP_SECONDS, _OFFER_SECONDS = 30 * 24 * 3600, 3600


class PhonePolls:
    """What this machine keeps for players' phones, each by a code: polls until they are recorded, slips for a month."""

    def __init__(self, acknowledged: Acknowledged) -> None:
        self._folder = acknowledged.path.parent
        self._of = f"{acknowledged.path.name.partition('.')[0]}.poll"

    def open(self, session: str, number: int, links: int) -> list[str]:
        """Open a poll to phones and return a code for each link; only digests of the codes are kept."""
        codes = [_new_code() for _ in range(links)]
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._write(self._path(session, number), _StoredPoll(session, number, sorted(map(_digest, codes))))
        return [_in_fours(code) for code in codes]

    def keep_slip(self, page: str) -> str:
        """Keep the page of a slip for the pair it concerns, and return the code of its address."""
        code = _new_code()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for path in self._folder.glob(self._slip("*").name):
            with suppress(OSError):  # another process deleted it
                if path.stat().st_mtime < time.time() - _SLIP_SECONDS:
                    path.unlink()
        write_whole(self._slip(_digest(code)), page.encode())
        return _in_fours(code)

    def slip(self, code: str) -> str | None:
        """Return the page of a slip; None if there is none for this code."""
        path = self._slip(_digest(_tidy(code)))
        with suppress(OSError):
            if path.stat().st_mtime >= time.time() - _SLIP_SECONDS:
                return path.read_text("utf-8")
        return None

    def _slip(self, digest: str) -> Path:
        return self._folder / f"{self._of.removesuffix('poll')}slip-{digest[:32]}.html"

    def of(self, session: str, number: int) -> PollProgress | None:
        """Return the progress of a poll; None if this machine did not make its links."""
        kept = _read(self._path(session, number))
        return kept.open_to if kept else None

    def find_poll(self, code: str) -> PollProgress:
        """Return the progress of the poll that a code belongs to; Refusal (bad-link) if the code is unknown or used."""
        return self._find(code)[1].open_to

    def answer(self, code: str, answer: PollAnswer) -> None:
        """Keep a player's answer and use up the code; Refusal (bad-link, bad-answer): nothing is kept."""
        calls = (answer.chose, *answer.considered)
        if not answer.chose or not CONSIDERED.hold(len(answer.considered)):
            raise Refusal("bad-answer", "say what you would call or play, and a few things that you considered")
        if any(unfit(each) or not POLL_ANSWER.hold(len(each)) for each in calls):
            raise Refusal("bad-answer", f"each answer is one line of at most {POLL_ANSWER.most} characters")
        path, _ = self._find(code)
        with lock_file(path):
            kept = _read(path)
            if kept is None or _digest(_tidy(code)) not in kept.codes:  # used or closed meanwhile
                raise _bad_link()
            kept.codes.remove(_digest(_tidy(code)))
            kept.answers = sorted([*kept.answers, (answer.chose, answer.considered)])
            self._write(path, kept)

    @contextmanager
    def lock_answers(self, session: str, number: int) -> Iterator[tuple[PollAnswer, ...]]:
        """Yield a poll's answers, and accept no further answer while the `with` block runs.

        Raises Misuse (no-such-file) if the poll was opened on another machine.
        """
        path = self._path(session, number)
        if not path.exists():
            hint = f"close the poll on that computer; or record its answers with `call poll`, and `undo {number}`"
            raise Misuse("no-such-file", f"the answers to the poll of #{number} are on another computer", hint)
        with lock_file(path):
            kept = _read(path)
            yield tuple(PollAnswer(*each) for each in kept.answers) if kept else ()

    def close(self, session: str, number: int) -> None:
        """Delete the answers of a poll, which are recorded in the ledger by now."""
        self._drop(self._path(session, number))

    def forget(self, session: str, still_open: Collection[int]) -> None:
        """Delete the polls of a session that are no longer open; `still_open`: the event numbers of those that are."""
        for path in self._paths():
            if (kept := _read(path)) and kept.session == session and kept.number not in still_open:
                self._drop(path)

    def _find(self, code: str) -> tuple[Path, _StoredPoll]:
        sought = _digest(_tidy(code))
        for path in self._paths():
            if (kept := _read(path)) and sought in kept.codes:
                return path, kept
        raise _bad_link()

    def _paths(self) -> list[Path]:
        return sorted(self._folder.glob(f"{self._of}-*.json"))

    def _path(self, session: str, number: int) -> Path:
        return self._folder / f"{self._of}-{of_bytes(session.encode()).hex()[:16]}-{number}.json"

    def _write(self, path: Path, kept: _StoredPoll) -> None:
        write_whole(path, msgspec.json.encode(kept))

    def _drop(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        with suppress(OSError):
            path.with_name(f"{path.name}.lock").unlink()


class PairingOffer(msgspec.Struct):
    """An offer to pair a device with an official of a session, until a time (seconds UTC); `key`: the device's own."""

    session: str
    official: str
    device: str
    until: float
    key: str = ""


class DevicePairings:
    """The offers to pair devices that this machine made: each code is good once, and only its digest is kept.

    `official pair` makes an offer and records the key that comes for it; the server of the office's pages only leaves
    the key here, and has no authority to pair.
    """

    def __init__(self, acknowledged: Acknowledged) -> None:
        self._acknowledged = acknowledged

    def offer(self, offer: PairingOffer) -> str:
        """Keep an offer, and return its code."""
        code = _new_code()
        self._acknowledged.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for old in self._acknowledged.path.parent.glob(state_file(self._acknowledged, "pair-*").name):
            with suppress(OSError):
                if old.stat().st_mtime < time.time() - _OFFER_SECONDS:
                    old.unlink()
        write_whole(self._path(code), msgspec.json.encode(offer))
        return code

    def take(self, code: str, key: str) -> PairingOffer:
        """Keep the key that a device sends for a code, and return the offer; Refusal (bad-link): it is not good."""
        path, hint = self._path(_tidy(code)), "`official pair NAME` shows another"
        bad = Refusal("bad-link", "this code is unknown, was used, or is older than ten minutes", hint)
        if not path.exists():  # no lock is made for a code that was only guessed
            raise bad
        with lock_file(path):
            offer = self._read(path)
            if offer is None or offer.key not in ("", key) or offer.until < time.time():
                raise bad
            offer.key = key  # the same key again: the device did not hear the answer
            write_whole(path, msgspec.json.encode(offer))
            return offer

    def is_open(self, code: str) -> bool:
        """Return whether a code is still good."""
        offer = self._read(self._path(code))
        return offer is not None and time.time() <= offer.until

    def key_for(self, code: str) -> str:
        """Return the key that came for a code; '' as long as none did."""
        offer = self._read(self._path(code))
        return offer.key if offer else ""

    def close(self, code: str) -> None:
        """Delete an offer."""
        self._path(code).unlink(missing_ok=True)
        self._path(code).with_name(f"{self._path(code).name}.lock").unlink(missing_ok=True)

    def _path(self, code: str) -> Path:
        return state_file(self._acknowledged, f"pair-{_digest(code)[:32]}.json")

    def _read(self, path: Path) -> PairingOffer | None:
        try:
            return msgspec.json.decode(path.read_bytes(), type=PairingOffer)
        except (OSError, msgspec.DecodeError):
            return None


def _read(path: Path) -> _StoredPoll | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_StoredPoll)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, OSError) as error:
        raise Misuse("bad-file", f"{path} holds no answers to a poll: {error}", "remove it, and ask anew") from None


def _bad_link() -> Refusal:
    hint = "each link is good once, while the poll is open: ask the director for another"
    return Refusal("bad-link", "this link belongs to no open poll, or was used before", hint)


def _new_code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def _in_fours(code: str) -> str:
    return "-".join(code[at : at + 4] for at in range(0, _LENGTH, 4))


def _tidy(code: str) -> str:
    return "".join(each for each in code.upper().translate(_MISREAD) if each in _LETTERS)


def _digest(code: str) -> str:
    return of_bytes(code.encode()).hex()
