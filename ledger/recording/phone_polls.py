"""What comes by phone of polls that are open, until they are closed: kept on this machine, outside the log.

Each link is good once; only digests of the links are kept, of those that were not used. The answers stand in the order
of the alphabet and without a time, so that nothing here tells who gave which; no more does the log
(`ledger.facts.polls`). Whoever may read this computer's files while a poll is open can still look over its shoulder,
answer by answer.
"""

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from ledger.bounds.files import CONSIDERED, POLL_ANSWER
from ledger.digests import of_bytes
from ledger.errors import Misuse, Refusal
from ledger.errors.visible import is_plain
from ledger.facts.polls import PollAnswer
from ledger.recording.machine_state import Acknowledged
from ledger.store.own_files import alone, write_whole

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
        _check(answer)
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
    """What is kept in a file; None where it is gone. Misuse (bad-file) where it is none of ours."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Kept)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, OSError) as error:
        raise Misuse("bad-file", f"{path} holds no answers to a poll: {error}", "remove it, and ask anew") from None


def _check(answer: PollAnswer) -> None:
    """Refusal (bad-answer) where nothing was chosen, or it is too long, or has what no keyboard types."""
    said = (answer.chose, *answer.considered)
    if not answer.chose or not CONSIDERED.hold(len(answer.considered)):
        raise Refusal("bad-answer", "say what you would call or play, and a few things that you considered")
    if not all(is_plain(each) and POLL_ANSWER.hold(len(each)) for each in said):
        raise Refusal("bad-answer", f"each in a line of at most {POLL_ANSWER.most} characters")


def _bad_link() -> Refusal:
    hint = "each link is good once, while the poll is open: ask the director for another"
    return Refusal("bad-link", "this link is none of an open poll, or was used", hint)


def _tidy(code: str) -> str:
    """A code as it is meant, however it was typed."""
    return "".join(each for each in code.upper().translate(_MEANT) if each in _LETTERS)


def _digest(code: str) -> str:
    return of_bytes(code.encode()).hex()
