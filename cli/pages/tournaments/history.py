"""A tournament as far as its streams were read: what was given out, what was decided afterwards, and how it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from cli.words.events import case_of
from ledger.facts import Envelope
from ledger.facts.heads import StreamHead
from ledger.facts.play import ResultRecorded
from ledger.facts.publications import StandingPublished
from ledger.overall.history import TournamentReplay, merged, settles
from ledger.overall.ripple import OverallRipple, overall_ripple
from ledger.overall.scores import TournamentScores
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, replay, session_of


class LaterDecision(NamedTuple):
    """An event that settled something after a standing was given out, and what it moved over the tournament.

    `at`: how many events of all streams there were by then.
    """

    envelope: Envelope
    moved: OverallRipple
    at: int

    def label(self, tournament: str) -> str:
        """'friday R-0001', 'friday #12', '#7': its case or number, with the session before it."""
        case = case_of(self.envelope.event) or f"#{self.envelope.number}"
        return case if self.envelope.session == tournament else f"{self.envelope.session} {case}"


@dataclass(frozen=True)
class StandingGivenOut:
    """A standing that was given out, as it was: the event, when (a text is made of it), the scores of that moment.

    `scores` is None where a session it was given out over is not here as far as then: `missing` names those. `at`: how
    many events of all streams there were, and `results`: how many results.
    """

    envelope: Envelope
    event: StandingPublished
    scores: TournamentScores | None
    missing: tuple[str, ...]
    at: int
    results: int

    @property
    def number(self) -> int:
        """The number of the event."""
        return self.envelope.number

    @property
    def folder(self) -> str:
        """The folder its pages stand in."""
        return f"published-{self.number}"


class OverallHistory:
    """The streams of a tournament as far as they were read; `logs` by name, its own among them."""

    def __init__(self, name: str, logs: Iterable[Envelope] = ()) -> None:
        self.name = name
        self.logs: dict[str, list[Envelope]] = {name: []}
        self.published: dict[int, StandingGivenOut] = {}
        self.decided: list[LaterDecision] = []
        self.at = self.results = self.read_up_to = 0
        self._then = TournamentReplay(name)
        self.go_on(logs)

    def go_on(self, events: Iterable[Envelope]) -> None:
        """Read on: events of any of the streams, each stream's in order."""
        by_stream: dict[str, list[Envelope]] = {}
        for envelope in events:
            by_stream.setdefault(envelope.session, []).append(envelope)
        for envelope in merged(by_stream):
            self._read(envelope)

    def _read(self, envelope: Envelope) -> None:
        event = envelope.event
        self.logs.setdefault(envelope.session, []).append(envelope)
        self.at, self.results = self.at + 1, self.results + isinstance(event, ResultRecorded)
        self.read_up_to = max(self.read_up_to, envelope.recorded_at)
        if self.published and settles(envelope):
            before = self._then.scores()
            self._then.later(envelope)
            after = self._then.scores()
            if before and after:
                self.decided.append(LaterDecision(envelope, overall_ripple(before, after), self.at))
            return
        self._then.later(envelope)
        if isinstance(event, StandingPublished):
            self.published[envelope.number] = self._given_out(envelope, event)

    @property
    def scores(self) -> TournamentScores:
        """The scores after what was read."""
        found = self._then.scores()
        assert found is not None, "a tournament's log begins with its opening"
        return found

    @property
    def missing(self) -> set[str]:
        """The sessions that were not there as far as a standing was given out over them, when it was read."""
        return {name for each in self.published.values() for name in each.missing}

    def _given_out(self, envelope: Envelope, event: StandingPublished) -> StandingGivenOut:
        own = [head for head in event.heads if head.session != self.name]
        missing = tuple(head.session for head in own if len(self.logs.get(head.session, ())) < head.number)
        scores = None if missing else self._at_heads(envelope, own)
        return StandingGivenOut(envelope, event, scores, missing, self.at, self.results)

    def _at_heads(self, envelope: Envelope, heads: Iterable[StreamHead]) -> TournamentScores:
        """The scores over those heads: mostly those there are just then, for it is given out as it stands."""
        now = self.scores
        boards = {head.session: self._at_head(now, head) for head in heads}
        return now.going_on(now.tournament, boards)

    def _at_head(self, now: TournamentScores, head: StreamHead) -> Scoreboard:
        board = now.scoreboards.get(head.session)
        if board and board.session.number == head.number:
            return board
        return Scoreboard(self._session(head)).completed()

    def _session(self, head: StreamHead) -> Session:
        return session_of(replay(self.logs[head.session][: head.number], head.session))
