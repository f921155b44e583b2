"""A tournament as far as its streams were read: publications, later decisions, and what they moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cli.pages.checking import SealProof
from cli.pages.table import SHOWN, Cell, PageTable, TableRow, drop_empty_columns, moved_totals_table, omitted_text
from cli.pages.tournaments.links import TournamentSite
from cli.words.events import case_of_event, event_text
from cli.words.language import tell
from cli.words.overalls import change_subject_text, old_and_new_text, value_text
from cli.words.times import moment_text
from cli.words.vocabulary import counted
from ledger.kernel.fact import Envelope, StreamHead
from ledger.overall.aspects import OverallChange, OverallRipple, overall_ripple
from ledger.overall.history import TournamentReplay, merge_events, settles
from ledger.overall.scores import TournamentScores
from ledger.projections.scoreboard import Scoreboard
from ledger.subjects.clocks.facts import with_corrected_times
from ledger.subjects.evolving import replay
from ledger.subjects.play.facts import ResultRecorded
from ledger.subjects.publications.facts import StandingPublished
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament, session_of
from ledger.trust.seal import Seal


class DecisionSincePublication(NamedTuple):
    """An event that settled a score or match after a standing was published, with its effect on the tournament.

    `at`: the number of events in all streams by then.
    """

    envelope: Envelope
    moved: OverallRipple
    at: int

    def label(self, tournament: str) -> str:
        """Return the event's case or number, with its session: 'friday R-0001'; '#7' for an event of the tournament."""
        case = case_of_event(self.envelope.event) or f"#{self.envelope.number}"
        return case if self.envelope.session == tournament else f"{self.envelope.session} {case}"


@dataclass(frozen=True)
class PublishedStanding:
    """A published standing: the event, and the scores of that moment.

    `scores` is None if a session's log does not reach that moment; `missing` names those sessions. `at` and `results`:
    the number of events and of results in all streams by then.
    """

    envelope: Envelope
    event: StandingPublished
    scores: TournamentScores | None
    missing: tuple[str, ...]
    at: int
    results: int

    @property
    def number(self) -> int:
        """The number of the publication's event."""
        return self.envelope.number

    @property
    def folder(self) -> str:
        """The name of the folder with the publication's pages."""
        return f"published-{self.number}"


class OverallHistory:
    """A tournament's streams as far as they were read; `logs`: the events by stream, its own stream included."""

    def __init__(self, name: str, logs: Iterable[Envelope] = ()) -> None:
        self.name = name
        self.logs: dict[str, list[Envelope]] = {name: []}
        self.published: dict[int, PublishedStanding] = {}
        self.decided: list[DecisionSincePublication] = []
        self.at = self.results = self.read_up_to = 0
        self._replay = TournamentReplay(name)
        self.go_on(logs)

    def go_on(self, events: Iterable[Envelope]) -> None:
        """Process new events of the tournament and its sessions; events of one stream must come in their order."""
        by_stream: dict[str, list[Envelope]] = {}
        for envelope in events:
            by_stream.setdefault(envelope.session, []).append(envelope)
        for envelope in merge_events(by_stream):
            event = envelope.event
            self.logs.setdefault(envelope.session, []).append(envelope)
            self.at, self.results = self.at + 1, self.results + isinstance(event, ResultRecorded)
            self.read_up_to = max(self.read_up_to, envelope.recorded_at)
            if self.published and settles(envelope):
                before = self._replay.scores()
                self._replay.later(envelope)
                after = self._replay.scores()
                if before and after:
                    self.decided.append(DecisionSincePublication(envelope, overall_ripple(before, after), self.at))
            else:
                self._replay.later(envelope)
                if isinstance(event, StandingPublished):
                    ends = [head for head in event.heads if head.session != self.name]
                    missing = tuple(head.session for head in ends if len(self.logs.get(head.session, ())) < head.number)
                    scores = None if missing else self._at_heads(ends)
                    self.published[envelope.number] = PublishedStanding(
                        envelope, event, scores, missing, self.at, self.results
                    )

    @property
    def scores(self) -> TournamentScores:
        """The scores after the last event read."""
        scores = self._replay.scores()
        assert scores is not None, "a tournament's log begins with its opening"
        return scores

    @property
    def missing(self) -> set[str]:
        """The sessions whose logs were not read as far as a publication counted them."""
        return {name for each in self.published.values() for name in each.missing}

    def _at_heads(self, heads: Iterable[StreamHead]) -> TournamentScores:
        """Return the scores with each session as of its event number in `heads`."""
        current, boards = self.scores, dict[str, Scoreboard]()
        for name, number in ((head.session, head.number) for head in heads):
            board = current.scoreboards.get(name)
            if board is None or board.session.number != number:
                board = Scoreboard(session_of(replay(self.logs[name][:number], name))).completed()
            boards[name] = board
        return current.going_on(current.tournament, boards)


_ROW_KINDS = ("total", "place")


class TournamentState(NamedTuple):
    """A state of a tournament: its scores, the number of events and results, the decisions, its log.

    `published`: the publications by then, under `seals`. `sessions`: those with a site. `home`: the relative address of
    the site's first folder.
    """

    scores: TournamentScores
    at: int
    results: int
    decided: Sequence[DecisionSincePublication]
    log: Sequence[Envelope]
    published: Sequence[PublishedStanding]
    seals: Sequence[Seal]
    sessions: frozenset[str]
    sealed: SealProof | None = None
    home: str = ""


def publication_facts(given: PublishedStanding, tournament: Tournament) -> dict[str, object]:
    """Return a publication's number and time as pages show them, and `recalled`: if it was taken back."""
    corrected = with_corrected_times(given.envelope, tournament.wrong_clocks)
    recalled = given.number not in tournament.published
    return {"number": given.number, "time": moment_text(corrected.occurred_at, 0), "recalled": recalled}


def overall_changes(
    state: TournamentState,
    published: Sequence[PublishedStanding],
    links: TournamentSite,
    home: str,
    *,
    at_length: bool = True,
) -> dict[str, object]:
    """Return what changed since the last publication before this moment; `at_length`: also event by event.

    `since` is None if there was none, or its scores are unknown. `again`: the last event is itself a publication.
    `totals`, `places`, `others`: how many of each changed; `by_what`: by which decisions and how many results.
    """
    base = next((each for each in reversed(published) if each.at < state.at), None)
    if base is None or base.scores is None:
        return {"since": None, "totals": 0, "places": 0, "others": 0}
    ripple = overall_ripple(base.scores, state.scores)
    after = [decision for decision in state.decided if base.at < decision.at <= state.at and decision.moved]
    kinds = Counter(each.kind for each in ripple.moved)
    name, pages = state.scores.tournament.id, (TournamentSite(base.scores), f"{home}{base.folder}/")
    results, decisions = state.results - base.results, []
    for decision in after if at_length else ():
        envelope, label = decision.envelope, decision.label(name)
        number = f"#{envelope.number}" if envelope.session == name else f"{envelope.session} #{envelope.number}"
        corrected = with_corrected_times(envelope, state.scores.wrong_clocks(envelope.session))
        when = moment_text(corrected.occurred_at, state.scores.tournament.recorded_at)
        decided = {
            "anchor": f"by-{envelope.session}-{envelope.number}",
            "label": label,
            "when": when if label == number else f"{number} · {when}",
            "text": event_text(envelope.event, state.scores.stream(envelope.session)),
            "moved": [_stage_changes(decision.moved, stage, links) for stage in decision.moved.stages],
        }
        decisions.append(decided)
    more = [counted(results, "result")] if results > 0 else []
    return {
        "since": publication_facts(base, state.scores.tournament),
        "again": any(each.at == state.at for each in published),
        "totals": kinds["total"],
        "places": kinds["place"],
        "others": sum(kinds.values()) - kinds["total"] - kinds["place"],
        "by_what": ", ".join([*dict.fromkeys([decision.label(name) for decision in after]), *more]),
        "moved": [_stage_changes(ripple, stage, links, pages) for stage in ripple.stages],
        "by": decisions,
    }


_PublicationPages = tuple[TournamentSite, str]
"""The pages of a publication, and their relative address."""


def _stage_changes(
    ripple: OverallRipple, stage: Stage, links: TournamentSite, pages: _PublicationPages | None = None
) -> tuple[str, PageTable | None, list[str], list[str]]:
    """Return a stage's name, its totals and places that moved, its other changes, and the places as texts."""
    rows: dict[str, dict[str, OverallChange]] = {}
    for change in ripple.of(stage.name, *_ROW_KINDS):
        rows.setdefault(change.whose, {})[change.kind] = change
    table_rows, rules, places = [], stage.rules, []
    for entrant, row in list(rows.items())[:SHOWN]:  # an unmoved total or place stays empty
        total, place = row.get("total"), row.get("place")
        old_href = pages[0].why(stage.name, entrant) if pages and total and total.before is not None else None
        values = (total.before, total.after) if total else ()
        before, after = [value_text(value, rules.rounding, rules.places) for value in values] or ("", "")
        who = links.person(entrant)
        if place:
            of = f" ({who.beside})" if who.beside else ""
            places.append(f"{who.text}{of} {place.before or '–'} → {place.after or '–'}")
        cells = [
            who,
            Cell(before, f"{pages[1]}{old_href}" if pages and old_href else None),
            Cell(after, links.why(stage.name, entrant) if total else None, "changed" if total else ""),
            Cell(str(place.before or "–") if place else ""),
            Cell(str(place.after or "–") if place else "", changed="changed" if place else ""),
        ]
        table_rows.append(TableRow(cells))
    table = drop_empty_columns(moved_totals_table(stage.name, table_rows, len(rows))) if rows else None
    further = [change for change in ripple.of(stage.name) if change.kind not in _ROW_KINDS]
    # 'winner, friday, round 2: Norway v Malta: Norway → Malta'
    listed = [(change, old_and_new_text(change, stage)) for change in further[:SHOWN]]
    lines = [f"{tell(change.kind)}, {change_subject_text(change.whose)}: {' → '.join(both)}" for change, both in listed]
    return stage.name, table, [*lines, *filter(None, [omitted_text(len(further))])], places
