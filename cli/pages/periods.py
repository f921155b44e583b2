"""The state of a session: how far play has come, and until when its scores may change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cli.words.finality import scores_lines
from cli.words.language import say
from ledger.laws.regulations import in_time
from ledger.projections.finality import Finality, board_cases, finality, own_cases
from ledger.session import Penalty, Ruling, Session
from ledger.subjects.rulings.state import appeal_deadline_of


class ScoresState:
    """The state of a session at a time (µs UTC), computed once for all its pages."""

    def __init__(self, session: Session, now: int) -> None:
        self._session, self._now = session, now
        self._finality, self._progress = finality(session), _progress(session)

    def whole(self) -> list[Spell]:
        """Return how far play has come, whether the session's scores are final, and until when they may change."""
        return self._spells(self._finality, (), self._progress)

    def _spells(self, state: Finality, cases: Iterable[Ruling | Penalty], progress: Sequence[str]) -> list[Spell]:
        named = list(cases)
        ends = (appeal_deadline_of(self._session, each) for each in named)
        moments = [*(state.periods.moments if state.periods else ()), *ends]

        def lines(at: int) -> list[str]:
            first, *later_lines = scores_lines(self._session, state, named, at, counting=False)
            return [" ".join([*progress, first]), *later_lines]

        return spells(lines, self._now, moments)

    def of_contestant(self, contestant: str) -> list[Spell]:
        """Return the state of the session, then of rulings at a contestant's own table and of its penalties."""
        return self._spells(self._finality, own_cases(self._session, contestant).values(), self._progress)

    def of_board(self, board: int) -> list[Spell]:
        """Return the state of the scores on a board, with its rulings."""
        in_force = board_cases(self._session, board)
        return self._spells(self._finality.of_board(board, in_force), in_force.values(), ())


def _progress(session: Session) -> list[str]:
    played = sum(1 for lines in session.boards.values() if any(each.results for each in lines.values()))
    if not played:
        return [say("Play has not begun.")]
    if played < len(session.boards):
        return [say("Results are in of %(played)s of %(of)s boards.", played=played, of=len(session.boards))]
    return []


_MICROSECONDS = 1_000


class Spell(NamedTuple):
    """Lines of text that are true for a span of time (ms UTC): after `since`, up to `until`; None means unbounded."""

    lines: tuple[str, ...]
    since: int | None = None
    until: int | None = None


def spells(tell: Callable[[int], Iterable[str]], now: int, moments: Iterable[int | None]) -> list[Spell]:
    """Return the lines that `tell` gives now, and those from each of the `moments` (µs UTC) at which they change."""
    ahead = sorted({moment for moment in moments if moment is not None and in_time(now, moment)})
    stretches = [Spell(tuple(tell(now)))]
    for moment in ahead:
        lines, last = tuple(tell(moment + 1)), stretches[-1]
        if lines != last.lines:
            stretches[-1] = last._replace(until=moment // _MICROSECONDS)
            stretches.append(Spell(lines, moment // _MICROSECONDS))
    return stretches


def with_lines(stretches: Sequence[Spell], first: int, last: int | None = None) -> list[Spell]:
    """Return each spell with only its lines from index `first` up to `last`."""
    return [spell._replace(lines=spell.lines[first:last]) for spell in stretches]
