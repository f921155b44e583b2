"""The `watch` of a tournament: what is open in any session, the cuts, the draws and the standings."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from cli.shell.layout import EVENTS_ONCE, PLACES_ONCE, Section, cut
from cli.shell.watched_session import (
    EVENTS_KEPT,
    Overview,
    WatchedStream,
    appeal_text,
    call_text,
    clock_json,
    clock_text,
    latest_line,
    line_texts,
    many,
    outdated_ruling_text,
    queried_text,
    ruling_text,
    untold_ruling_text,
    waiting_json,
)
from cli.views.answers import as_json, fill_row
from cli.views.events import tournament_event
from cli.views.finality import standing_finality
from cli.views.overall import heads_of, standing_row
from cli.views.tournaments import CutDifferences
from cli.words.brackets import last_match_text, places_text, round_name
from cli.words.overalls import changed_cut_lines, names_of_entrants, overall_mark_text, total_text
from cli.words.times import clock, find_period_ends
from cli.words.vocabulary import STATES, counted, side_name
from ledger.kernel.fact import Envelope
from ledger.overall.aspects import OverallFinality, overall_finality
from ledger.overall.history import merge_events
from ledger.overall.qualifying import Recut, compare_cuts
from ledger.overall.rounds import round_matches
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, PartRanking, split_by_winner
from ledger.overall.standing import overall
from ledger.overall.swiss import find_wrong_opponents
from ledger.projections.names import with_names
from ledger.session.moment import iso
from ledger.subjects.draws.state import pairs_of
from ledger.subjects.people.facts import TextErased

if TYPE_CHECKING:
    from cli.desk.desk import Desk
    from ledger.office import Office
    from ledger.store.store import Subscription


_NAMES_FROM = 70
"""The least width of a screen that shows players' names."""


@dataclass(frozen=True)
class Stages:
    """The standings, cuts and draws of a tournament, each computed once for these scores."""

    scores: TournamentScores

    @cached_property
    def standings(self) -> list[Overall]:
        """The standings of the stages that have scores, the last stage first."""
        overalls = [overall(self.scores, each) for each in self.scores.tournament.stages.values()]
        return [each for each in reversed(overalls) if each.rows]

    @cached_property
    def cuts(self) -> list[Recut]:
        """The cuts made so far, each compared with the cut that the present scores would give."""
        return compare_cuts(self.scores)

    @cached_property
    def drawn(self) -> list[str]:
        """The progress of each drawn stage: 'swiss: round 3 drawn (#12), 4 of 6 played'; also a line on wrong draws."""
        stages = self.scores.tournament.stages
        return [line for name in stages for line in self._progress(overall(self.scores, stages[name]))]

    def _progress(self, standing: Overall) -> Iterator[str]:
        name, drawn = standing.stage.name, self.scores.tournament.drawn
        if standing.bracket:
            finished = [sum(bool(match.onward) for match in matches) for matches in standing.bracket.rounds]
            rounds = zip(standing.bracket.rounds, finished, strict=True)
            number = next((at for at, (each, done) in enumerate(rounds, start=1) if done < len(each)), 0)
            if number:  # the first unfinished round
                of = len(standing.bracket.rounds[number - 1])
                yield f"{name}: {round_name(standing.bracket, number)}, {finished[number - 1]} of {of} over"
            else:
                yield f"{name}: over"
        elif last := drawn.last(name):
            of_round = next(each for each in drawn.of(name) if each.round == last)
            played = {frozenset(each.entrants) for each in round_matches(self.scores.tournament, standing.fields)}
            pairs = pairs_of(of_round)
            done = sum(frozenset(pair) in played for pair in pairs)
            yield f"{name}: round {last} drawn (#{drawn.number(name, last)}), {done} of {len(pairs)} played"
            if wrong := [each for each in find_wrong_opponents(self.scores, name) if not each.is_judged]:
                names = ", ".join(dict.fromkeys(f"{each.entrant} in round {each.round}" for each in wrong))
                yield f"{name}: by the present scores these were drawn wrongly: {names}"
        elif standing.stage.format == "swiss":
            yield f"{name}: no round is drawn yet"


@dataclass(frozen=True)
class TournamentOverview:
    """The director's overview of a tournament at the time `now` (µs UTC); `events`: the latest, oldest first."""

    stages: Stages
    now: int
    events: Sequence[Envelope]

    @property
    def scores(self) -> TournamentScores:
        """The tournament with the scores of its sessions."""
        return self.stages.scores

    @cached_property
    def sessions(self) -> list[tuple[str, Overview]]:
        """The sessions by name, each with its own overview."""
        boards = self.scores.scoreboards
        return [
            (name, Overview(boards[name], self.now, ())) for name in self.scores.tournament.sessions if name in boards
        ]

    @cached_property
    def finality(self) -> OverallFinality:
        """The periods and open cases that keep the tournament's standing from being final."""
        return overall_finality(self.scores)

    @property
    def clocks(self) -> dict[int, list[str]]:
        """The periods that have not ended in the tournament or a session, by the times of their ends (µs UTC)."""
        streams = [self.scores.tournament, *(seen.session for _, seen in self.sessions)]
        periods: dict[int, list[str]] = {}
        for stream in streams:
            for ends, what in find_period_ends(stream, self.now).items():
                if ends > self.now:
                    periods.setdefault(ends, []).append(f"{stream.id}: {', '.join(what)}")
        return dict(sorted(periods.items()))

    @property
    def head(self) -> str:
        """The first line of the screen: '21:43 spring Spring congress 6 sessions 567 results'."""
        results = sum(1 for _, seen in self.sessions for each in seen.session.table_boards() if each.results)
        stream, sessions = self.scores.tournament, len(self.scores.tournament.sessions)
        title, closed = self.scores.tournament.opened.title, "closed" if stream.closed else ""
        state = STATES[self.finality.state(self.now)] if stream.publications else ""
        counts = [counted(sessions, "session"), counted(results, "result")]
        parts = [clock(self.now), stream.id, title, *counts, state, closed]
        return "  ".join(part for part in parts if part)

    def sections(self, width: int, *, whole: bool) -> list[Section]:
        """Return the sections, the most urgent first; the standings and the latest events come last."""
        places, events = (PLACES_ONCE, EVENTS_ONCE) if whole else (None, None)
        calls = [f"{at}  {call_text(seen, each)}" for at, seen in self.sessions for each in seen.calls]
        rulings = [f"{at}  {ruling_text(each)}" for at, seen in self.sessions for each in seen.provisional]
        untold = [f"{at}  {untold_ruling_text(each)}" for at, seen in self.sessions for each in seen.untold]
        again = [f"{at}  {outdated_ruling_text(seen, each)}" for at, seen in self.sessions for each in seen.look_again]
        appeals = [f"{at}  {appeal_text(seen, each)}" for at, seen in self.sessions for each in seen.appeals]
        queue = [f"{at}  {each}" for at, seen in self.sessions for each in line_texts(seen)]
        queried = [f"{at}  {queried_text(each)}" for at, seen in self.sessions for each in seen.queried]
        tops = []
        for standing, part in ((each, part) for each in self.stages.standings for part in split_by_winner(each)):
            side = f", {side_name(part.name)}" if part.name and not standing.bracket else ""
            title = f"{standing.stage.name}{side} ({standing.unit or 'won'})"
            tops.append(Section(title, _top(standing, part, width)[:places], 3, counted=False))
        latest = [
            f"{each.session}  {latest_line(each, self.scores.stream(each.session))}" for each in reversed(self.events)
        ]
        return [
            Section(many("Open calls", calls), calls, 3),
            Section(many("Provisional rulings", rulings), rulings),
            Section(many("Rulings to be told", untold), untold),
            Section(many("Rulings to look at again", again), again),
            Section(many("Open appeals", appeals), appeals, 2),
            Section("Running out", [clock_text(self.now, *each) for each in self.clocks.items()], 2),
            Section(many("In the queue", queue), queue),
            Section(many("Queried results", queried), queried),
            Section("At the cut", [line for each in self.stages.cuts for line in _cut_lines(each)], 2),
            Section("Drawn", self.stages.drawn, 2),
            *tops,
            Section("Last recorded", latest[:events], 2, counted=False),
        ]


def _cut_lines(recut: Recut) -> Iterator[str]:
    """Yield a line for a cut, 'final: 4 of qualifying; last in A2 50.00, first out A1 50.00', then changes due now."""
    cut, contestants = recut.cut.said, recut.cut.now
    order = {row.entrant: at for at, row in enumerate(recut.standing.rows)}
    last = max(contestants, key=lambda entrant: order.get(entrant, -1), default="")
    first = recut.standing.scores.tournament.qualified.next_reserve(recut.cut) or ""
    ends = []
    for words, entrant in (("last in", last), ("first out", first)):
        if entrant:
            row = recut.row(entrant)
            total = total_text(row.total.value if row else None, recut.standing.stage.rules)
            ends.append(f"{words} {entrant} {total}")
    yield f"{cut.into}: {len(contestants)} of {cut.source}" + (f"; {', '.join(ends)}" if ends else "")
    if recut.differs:
        yield from (f"  {line}" for line in changed_cut_lines(recut) if "by itself" not in line)


def _top(standing: Overall, part: PartRanking, width: int) -> list[str]:
    names = names_of_entrants(standing.scores)
    if standing.bracket:
        labels_of = {each.entrant: _label(each.entrant, names, width) for each in standing.bracket.places}
        return [
            f"{places_text(each):>5}  {labels_of[each.entrant]}  {last_match_text(each)}"
            for each in standing.bracket.places
        ]
    rows = part.rows
    labels = [_label(row.entrant, names, width) for _, row in rows]
    wide = min(max(map(len, labels), default=0), max(width - 22, 8))
    scores = [
        f"{total_text(row.total.value, standing.stage.rules):>8}  {overall_mark_text(row.mark)}".rstrip()
        for _, row in rows
    ]
    return [
        f"{rank or '–':>5}  {cut(label, wide):<{wide}}  {score}"
        for (rank, _), label, score in zip(rows, labels, scores, strict=True)
    ]


def _label(entrant: str, names: Mapping[str, str], width: int) -> str:
    return with_names(entrant, names) if width >= _NAMES_FROM else entrant


def tournament_overview_json(seen: TournamentOverview) -> dict[str, object]:
    """Return the overview as JSON: open cases by session, cuts, draws, and the best of each stage."""
    return {
        "now": iso(seen.now),
        "heads": as_json(heads_of(seen.scores)),
        "sessions": [{"session": name, **waiting_json(each)} for name, each in seen.sessions],
        "clocks": [clock_json(seen.now, *each) for each in seen.clocks.items()],
        "finality": as_json(standing_finality(seen.finality, seen.now)),
        "cuts": [
            {
                "from": recut.cut.said.source,
                "into": recut.cut.said.into,
                "event": recut.cut.number,
                "contestants": list(recut.cut.now),
                "reserves": recut.standing.scores.tournament.qualified.reserves(recut.cut),
                "now_would": as_json(fill_row(CutDifferences, recut)),
            }
            for recut in seen.stages.cuts
        ],
        "drawn": seen.stages.drawn,
        "stages": [_top_json(each) for each in seen.stages.standings],
        "events": [as_json(tournament_event(each, seen.scores.stream(each.session))) for each in seen.events],
    }


def _top_json(standing: Overall) -> dict[str, object]:
    names = names_of_entrants(standing.scores)
    rows = [as_json(standing_row(row, standing, names)) for row in standing.rows[:PLACES_ONCE]]
    return {"stage": standing.stage.name, "unit": standing.unit, "rows": rows}


class WatchedTournament(WatchedStream):
    """A tournament that `watch` shows, with all its sessions."""

    def __init__(self, office: Office, name: str) -> None:
        super().__init__()
        self._name = name
        self._heads = {name: at for name, at in office.follow().after.items() if isinstance(at, int)}
        self._events: deque[Envelope] = self._read(office, self._heads)
        self._stages: Stages | None = None
        self._feed: Subscription | None = None
        self._office: Office | None = None
        self.seen: TournamentOverview = self._survey(office)

    def look(self, office: Office) -> None:
        """Read the tournament's present state; Problem if the database does not answer."""
        if self._feed is None or office is not self._office:
            self._feed = office.follow(None, dict(self._heads))
            self._office = office
        new = list(self._feed.new())
        heads = self._heads | {each.session: each.number for each in new}
        if any(isinstance(each.event, TextErased) for each in new):
            self._events = self._read(office, heads)  # events in memory may still have the erased text
        else:
            streams = {self._name, *office.tournaments.stream(self._name).ever}
            self._events.extend(each for each in new if each.session in streams)
        self._heads = heads
        self.seen = self._survey(office)
        self.trouble = ""

    def say_as_json(self, desk: Desk) -> None:
        """Print the tournament's overview as one JSON object."""
        desk.print_json_of_state("tournament-watch/1", self.seen.scores.tournament, tournament_overview_json(self.seen))

    def _read(self, office: Office, heads: Mapping[str, int]) -> deque[Envelope]:
        logs = office.tournaments.logs(self._name)
        seen = {name: log[: heads.get(name, 0)] for name, log in logs.items()}
        return deque(merge_events(seen), maxlen=EVENTS_KEPT)

    def _survey(self, office: Office) -> TournamentOverview:
        scores = office.tournaments.scores(self._name)
        if self._stages is None or self._stages.scores is not scores:
            self._stages = Stages(scores)
        return TournamentOverview(self._stages, max(office.clock(), scores.recorded_at), tuple(self._events))
