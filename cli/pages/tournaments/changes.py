"""A tournament as far as its streams were read: what was given out, what was decided afterwards, and what moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cli.pages.checking import SealProof
from cli.pages.table import SHOWN, Cell, PageTable, TableRow, left_text, totals_moved, without_empty
from cli.pages.tournaments.links import TournamentSite
from cli.words.events import case_of, event_text
from cli.words.language import tell
from cli.words.overalls import before_and_after, value_text, whose_text
from cli.words.times import moment_text
from cli.words.vocabulary import counted
from ledger.kernel.fact import Envelope, StreamHead
from ledger.overall.aspects import OverallChange, OverallRipple, overall_ripple
from ledger.overall.history import TournamentReplay, merged, settles
from ledger.overall.scores import TournamentScores
from ledger.projections.scoreboard import Scoreboard
from ledger.subjects.clocks.facts import with_right_times
from ledger.subjects.evolving import replay
from ledger.subjects.play.facts import ResultRecorded
from ledger.subjects.publications.facts import StandingPublished
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament, session_of
from ledger.trust.seal import Seal


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
        """Return the number of the event."""
        return self.envelope.number

    @property
    def folder(self) -> str:
        """Return the folder its pages stand in."""
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
        """Read further events of any of the streams, each stream's in order."""
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
            own = [head for head in event.heads if head.session != self.name]
            missing = tuple(head.session for head in own if len(self.logs.get(head.session, ())) < head.number)
            scores = None if missing else self._at_heads(own)
            self.published[envelope.number] = StandingGivenOut(envelope, event, scores, missing, self.at, self.results)

    @property
    def scores(self) -> TournamentScores:
        """Return the scores after the last event that was read."""
        found = self._then.scores()
        assert found is not None, "a tournament's log begins with its opening"
        return found

    @property
    def missing(self) -> set[str]:
        """Return the sessions that were not here as far as a standing was given out over them."""
        return {name for each in self.published.values() for name in each.missing}

    def _at_heads(self, heads: Iterable[StreamHead]) -> TournamentScores:
        """Return the scores over those heads: mostly those of the moment, for a standing is given out as it stands."""
        now, boards = self.scores, dict[str, Scoreboard]()
        for name, number in ((head.session, head.number) for head in heads):
            board = now.scoreboards.get(name)
            if board is None or board.session.number != number:
                board = Scoreboard(session_of(replay(self.logs[name][:number], name))).completed()
            boards[name] = board
        return now.going_on(now.tournament, boards)


_OF_A_ROW = ("total", "place")


class TournamentState(NamedTuple):
    """One state of a tournament: its scores, how many events and results there were, what was decided, its log.

    `published`: what was given out by then, under `seals`. `sessions`: those that have a site beside it. `home`: the
    way from its pages to the first of the folder.
    """

    scores: TournamentScores
    at: int
    results: int
    decided: Sequence[LaterDecision]
    log: Sequence[Envelope]
    published: Sequence[StandingGivenOut]
    seals: Sequence[Seal]
    sessions: frozenset[str]
    sealed: SealProof | None = None
    home: str = ""


def since_of(given: StandingGivenOut, tournament: Tournament) -> dict[str, object]:
    """Return a publication as pages name it, by the tournament's log as it is now; `recalled`: it was taken back."""
    told = with_right_times(given.envelope, tournament.wrong_clocks)
    recalled = given.number not in tournament.published
    return {"number": given.number, "time": moment_text(told.occurred_at, 0), "recalled": recalled}


def overall_changes(
    now: TournamentState,
    published: Sequence[StandingGivenOut],
    links: TournamentSite,
    home: str,
    *,
    at_length: bool = True,
) -> dict[str, object]:
    """Return what moved since the last publication before this moment; event by event, where it is told `at_length`.

    `since` is None where nothing was given out before, or nobody can tell. `again`: the last event is a publication
    itself. `totals`, `places`, `others`: how many of each; `by_what`: by which decisions, and how many results that
    came in.
    """
    last = next((each for each in reversed(published) if each.at < now.at), None)
    if last is None or last.scores is None:
        return {"since": None, "totals": 0, "places": 0, "others": 0}
    found = overall_ripple(last.scores, now.scores)
    after = [each for each in now.decided if last.at < each.at <= now.at and each.moved]
    kinds = Counter(each.kind for each in found.moved)
    name, then = now.scores.tournament.id, (TournamentSite(last.scores), f"{home}{last.folder}/")
    results, by = now.results - last.results, []
    for each in after if at_length else ():
        envelope, label = each.envelope, each.label(name)
        number = f"#{envelope.number}" if envelope.session == name else f"{envelope.session} #{envelope.number}"
        told = with_right_times(envelope, now.scores.wrong_clocks(envelope.session))
        when = moment_text(told.occurred_at, now.scores.tournament.recorded_at)
        decided = {
            "anchor": f"by-{envelope.session}-{envelope.number}",
            "label": label,
            "when": when if label == number else f"{number} · {when}",
            "text": event_text(envelope.event, now.scores.stream(envelope.session)),
            "moved": [_of_stage(each.moved, stage, links) for stage in each.moved.stages],
        }
        by.append(decided)
    more = [counted(results, "result")] if results > 0 else []
    return {
        "since": since_of(last, now.scores.tournament),
        "again": any(each.at == now.at for each in published),
        "totals": kinds["total"],
        "places": kinds["place"],
        "others": sum(kinds.values()) - kinds["total"] - kinds["place"],
        "by_what": ", ".join([*dict.fromkeys([each.label(name) for each in after]), *more]),
        "moved": [_of_stage(found, stage, links, then) for stage in found.stages],
        "by": by,
    }


_Then = tuple[TournamentSite, str]
"""The pages of a publication, and the way to them."""


def _of_stage(
    found: OverallRipple, stage: Stage, links: TournamentSite, then: _Then | None = None
) -> tuple[str, PageTable | None, list[str]]:
    """Return what moved of a stage: totals and places in a table, anything else in lines."""
    rows: dict[str, dict[str, OverallChange]] = {}
    for each in found.of(stage.name, *_OF_A_ROW):
        rows.setdefault(each.whose, {})[each.kind] = each
    shown, rules = [], stage.rules
    for who, row in list(rows.items())[:SHOWN]:  # what did not move of a contestant is left empty
        total, place = row.get("total"), row.get("place")
        was = then[0].why(stage.name, who) if then and total and total.before is not None else None
        values = (total.before, total.after) if total else ()
        before, after = [value_text(each, rules.rounding, rules.places) for each in values] or ("", "")
        cells = [
            links.person(who),
            Cell(before, f"{then[1]}{was}" if then and was else None),
            Cell(after, links.why(stage.name, who) if total else None, changed=bool(total)),
            Cell(str(place.before or "–") if place else ""),
            Cell(str(place.after or "–") if place else "", changed=bool(place)),
        ]
        shown.append(TableRow(cells))
    table = without_empty(totals_moved(stage.name, shown, len(rows))) if rows else None
    others = [each for each in found.of(stage.name) if each.kind not in _OF_A_ROW]
    # 'winner, friday, round 2: Norway v Malta: Norway → Malta'
    told = [(each, before_and_after(each, stage)) for each in others[:SHOWN]]
    lines = [f"{tell(each.kind)}, {whose_text(each.whose)}: {' → '.join(both)}" for each, both in told]
    return stage.name, table, [*lines, *filter(None, [left_text(len(others))])]
