"""The result of one deal at one table, in the notation of typing and recording; and its score (Law 77).

    4SN=     four spades by North, just made        3NTE+1   3NT by East with an overtrick
    5HXE-1   five hearts doubled by East, one down  2SXXW+1  redoubled, an overtrick
    PASS     passed out                             +620     a score (North–South's) without a contract

A result *is* its notation: it is text, equal to the same text, and recorded in the log as such.
"""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from ledger.bridge.board import Seat, Side, Vulnerability, is_vulnerable, vulnerability
from ledger.bridge.notation import Unreadable, near, tidy_result

PASSED_OUT = "PASS"

_PASSED = (
    *("PASS", "P", "AP", "PO", "RP", "PAS", "PASO", "PASSE", "PASSO", "PASSED"),
    *("PASSEDOUT", "PASSOUT", "ALLPASS", "ALLPASSED", "RONDPAS", "GEPASST"),
)
"""The words of several languages for a deal that nobody bid."""

HIGHEST_SCORE = 7600  # 7NT redoubled, thirteen down, vulnerable: no score is further from zero

STRAINS = "CDHSN"
"""The strains of a contract in ascending rank."""

_ALL_TRICKS = 13
_PLAYED = re.compile(r"([0-9]{1,9})(NT|[CDHSN])(X{0,2})([NESW]?)(=|[+-][0-9]{1,9}|[0-9]{1,9}TRICKS?)")

_BARE_SCORE = re.compile(r"([+-])([0-9]{1,9})")


class Played(NamedTuple):
    """A contract and the tricks taken: level 1–7, strain C D H S N, doubling '' X XX, tricks 0–13."""

    level: int
    strain: str
    doubling: str
    declarer: Seat
    tricks: int

    @property
    def margin(self) -> int:
        """The number of overtricks; negative for undertricks."""
        return self.tricks - self.level - 6

    def won_by(self, side: Side) -> int:
        """Return how many tricks a side won, declaring or defending.

        >>> Result("4SN=").played.won_by(Side.EW)
        3
        """
        return self.tricks if self.declarer.side is side else _ALL_TRICKS - self.tricks


class AsPlayed(NamedTuple):
    """The declarer and the strain at the table; typed outcomes in that strain have that declarer by default."""

    declarer: Seat
    strain: str

    def declarer_of(self, strain: str) -> Seat | None:
        """Return the declarer if the table played this strain (C D H S N), else None."""
        return self.declarer if strain == self.strain else None


Declarer = Seat | AsPlayed | None
"""The declarer assumed for a result that names none."""


class Result(str):
    """A result in its canonical notation.

    >>> Result("4 ♠ x n 10 tricks")
    4SXN=
    >>> Result("4SN=").played.tricks
    10
    """

    __slots__ = ()

    def __new__(cls, text: str) -> "Result":
        """Read a result; Unreadable for any other text."""
        return parse_result(text)

    @classmethod
    def of(cls, level: int, strain: str, doubling: str, declarer: Seat, tricks: int) -> "Result":
        """Return the result of a contract and the tricks declarer took.

        >>> Result.of(3, "N", "", Seat.E, 10)
        3NTE+1
        """
        margin = tricks - level - 6
        suit = "NT" if strain == "N" else strain
        return cls(f"{level}{suit}{doubling}{declarer.value}{f'{margin:+d}' if margin else '='}")

    @property
    def played(self) -> "Played | None":
        """The contract and tricks; None if the deal was passed out or only a score is known."""
        return _played(self)

    @property
    def bare_score(self) -> int | None:
        """North–South's score if the result is only a score, without a contract; else None.

        >>> Result("-650").bare_score
        -650
        """
        return int(self) if self[0] in "+-" else None

    @property
    def pretty(self) -> str:
        """The result with suit symbols, for screens.

        >>> Result("4SXN+1").pretty
        '4♠XN+1'
        """
        if not (played := self.played) or played.strain == "N":
            return str(self)
        return self.replace(played.strain, "♣♦♥♠"[STRAINS.index(played.strain)], 1)

    def __repr__(self) -> str:
        return str(self)


def is_passed_out(text: str) -> bool:
    """Return whether a text means a passed-out deal, in any of the usual words.

    >>> is_passed_out("Pass"), is_passed_out("all pass"), is_passed_out("1P")
    (True, True, False)
    """
    return re.sub(r"(?<=[A-Z])[\s_-]+(?=[A-Z])", "", text.strip().upper()) in _PASSED


@lru_cache(maxsize=65536)
def parse_result(text: str, declarer: Declarer = None) -> Result:
    """Read a result; `declarer` is used if the text names no seat, an `AsPlayed` only if the text has its strain.

    Raises Unreadable: a result without declarer is refused, never guessed.

    >>> parse_result("4S=", Seat.N)
    4SN=
    >>> parse_result("4S=")
    Traceback (most recent call last):
    ledger.bridge.notation.Unreadable: 4S= does not say who declares
    """
    tidy = tidy_result(text)
    if is_passed_out(tidy):
        return _as_result(PASSED_OUT)
    if bare := _BARE_SCORE.fullmatch(tidy):
        score = int(bare[2])
        if score > HIGHEST_SCORE or score % 10:
            raise Unreadable(
                "bad-score",
                f"{text.strip()} is no score of bridge",
                text=text,
                marks=((0, len(text)),),
                hint="scores are multiples of 10 up to 7600; write the contract where it is known: 4SN=",
            )
        return _as_result(f"{bare[1] if score else '+'}{score}")
    match = _PLAYED.fullmatch(tidy)
    if not match:
        raise Unreadable(
            "bad-result",
            f"{text.strip() or 'nothing'!r} is not a result",
            text=text,
            marks=((0, len(text)),),
            hint=near(tidy) or "write 4SN=, 3NTE+1, 5HXE-1, PASS, or a North–South score: +620",
        )
    return _read_played(text, tidy, match, declarer)


def _read_played(text: str, tidy: str, match: re.Match[str], default: Declarer) -> Result:
    level, strain, doubling, seat, outcome = match.groups()
    declarer = default.declarer_of(strain[0]) if isinstance(default, AsPlayed) else default
    if not 1 <= int(level) <= 7:
        raise Unreadable(
            "bad-level",
            f"{text.strip()}: there is no contract at level {level}",
            text=text,
            marks=_mark(text, level),
            hint="levels go from 1 to 7",
        )
    if not seat and declarer is None:
        stem = tidy.removesuffix(outcome)
        examples = ", ".join(f"{stem}{seat}{outcome}" for seat in "SEW")
        raise Unreadable(
            "no-declarer",
            f"{text.strip()} does not say who declares",
            text=text,
            marks=((0, len(text)),),
            hint=f"write {stem}N{outcome} (or {examples}), or add --declarer N",
        )
    declarer_letter = seat or (declarer.value if declarer else "")
    margin = _margin(text, int(level), outcome)
    strain = "NT" if strain in ("N", "NT") else strain
    return _as_result(f"{level}{strain}{doubling}{declarer_letter}{f'{margin:+d}' if margin else '='}")


def _margin(text: str, level: int, outcome: str) -> int:
    if outcome == "=":
        return 0
    margin = int(outcome) if outcome[0] in "+-" else int(outcome.rstrip("TRICKS")) - level - 6
    tricks = level + 6 + margin
    if tricks > 13:
        raise Unreadable(
            "too-many-tricks",
            f"{text.strip()} would be {tricks} tricks",
            text=text,
            marks=_mark(text, outcome),
            hint=f"{_stem(text, outcome)}{f'+{7 - level}' if level < 7 else '='} is all thirteen",
        )
    if tricks < 0:
        raise Unreadable(
            "too-few-tricks",
            f"{text.strip()} would be {tricks} tricks",
            text=text,
            marks=_mark(text, outcome),
            hint=f"{_stem(text, outcome)}-{level + 6} is no trick at all",
        )
    return margin


def _stem(text: str, outcome: str) -> str:
    return text.strip()[: -len(outcome)] if text.strip().upper().endswith(outcome) else ""


def _mark(text: str, part: str) -> tuple[tuple[int, int], ...]:
    start = text.upper().find(part)
    return ((start, start + len(part)),) if start >= 0 else ((0, len(text)),)


def _as_result(notation: str) -> Result:
    return str.__new__(Result, notation)


@lru_cache(maxsize=65536)
def _played(result: str) -> Played | None:
    if result == PASSED_OUT or result[0] in "+-":
        return None
    match = _PLAYED.fullmatch(result)
    assert match, f"{result!r} is not canonical"
    level, strain, doubling, seat, outcome = match.groups()
    tricks = int(level) + 6 + (0 if outcome == "=" else int(outcome))
    return Played(int(level), strain[0], doubling, Seat(seat), tricks)


_TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}

_DOUBLINGS = {"": 1, "X": 2, "XX": 4}


def contract_score(played: Played, vulnerable: bool) -> int:
    """Return declarer's score for a contract (Law 77; golden D40).

    >>> from ledger.bridge import Result
    >>> contract_score(Result("6HXS=").played, vulnerable=True)
    1660
    >>> contract_score(Result("1NTXS-4").played, vulnerable=True)
    -1100
    """
    factor, down = _DOUBLINGS[played.doubling], -played.margin
    if down > 0 and factor == 1:
        return -down * (100 if vulnerable else 50)
    if down > 0:
        # doubled: vulnerable 200, then 300 each; not vulnerable 100, twice 200, then 300 each
        doubled = 300 * down - 100 if vulnerable else 100 + 200 * (min(down, 3) - 1) + 300 * max(0, down - 3)
        return -(doubled * factor // 2)
    first_trick = 10 if played.strain == "N" else 0
    tricks = (played.level * _TRICK[played.strain] + first_trick) * factor
    game = (500 if vulnerable else 300) if tricks >= 100 else 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(played.level, 0)
    insult = {1: 0, 2: 50, 4: 100}[factor]
    overtrick = _TRICK[played.strain] if factor == 1 else (100 if vulnerable else 50) * factor
    return tricks + game + slam + insult + played.margin * overtrick


@lru_cache(maxsize=65536)
def ns_score(result: Result, board: int) -> int:
    """Return North–South's score for a result on a board.

    >>> ns_score(Result("5HXE-1"), 23), ns_score(Result("4HE="), 1), ns_score(Result("PASS"), 1)
    (200, -420, 0)
    """
    if (bare := result.bare_score) is not None:
        return bare
    if not (played := result.played):
        return 0
    side = played.declarer.side
    score = contract_score(played, is_vulnerable(board, side))
    return score if side is Side.NS else -score


def can_be_scored(score: int, board: int) -> bool:
    """Return whether some contract, or a passed-out deal, gives North–South this score on a board.

    >>> can_be_scored(620, 2), can_be_scored(620, 1), can_be_scored(10, 1)
    (True, False, False)
    """
    return score in _possible_scores(vulnerability(board))


@cache
def _possible_scores(vulnerable: Vulnerability) -> frozenset[int]:
    ours, theirs = (_declarer_scores(vulnerable.covers(side)) for side in (Side.NS, Side.EW))
    return frozenset({0, *ours, *(-score for score in theirs)})


@cache
def _declarer_scores(vulnerable: bool) -> frozenset[int]:
    contracts = (
        Played(level, strain, doubling, Seat.N, tricks)
        for level in range(1, 8)
        for strain in _TRICK
        for doubling in _DOUBLINGS
        for tricks in range(14)
    )
    return frozenset(contract_score(each, vulnerable) for each in contracts)
