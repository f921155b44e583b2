"""The `watch` of a session: what waits, what runs out, the ranking and the latest events at one moment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING

from cli.shell.layout import EVENTS_ONCE, PLACES_ONCE, Section, cut
from cli.views.answers import as_json
from cli.views.events import events_json
from cli.views.standings import standings_value
from cli.words.events import event_text
from cli.words.movement import late_table_text
from cli.words.scores import score_text
from cli.words.times import clock, find_period_ends, span_text
from cli.words.vocabulary import STATES, counted, side_name
from ledger.kernel.fact import Envelope
from ledger.labels import boards_text, tables_text
from ledger.laws.rounding import Rounding
from ledger.projections.finality import OutdatedRuling, finality, not_queued, outdated_text, waiting_reasons
from ledger.projections.names import names_of
from ledger.projections.planned import MissingSlips, Reached, TableOfRound, current_round, find_progress, late_slips
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Ranking, standings
from ledger.session import Appeal, Call, Ruling, Session, Stream, TableBoard
from ledger.session.case_numbers import provisional_rulings
from ledger.session.cases import WaitingLine
from ledger.session.moment import MICROSECONDS, iso
from ledger.subjects.appeals.state import appeal_state
from ledger.subjects.calls.state import call_state, is_open
from ledger.subjects.clocks.facts import with_corrected_times
from ledger.subjects.people.facts import TextErased
from ledger.subjects.queue.state import waiting_lines

if TYPE_CHECKING:
    from cli.desk.desk import Desk
    from cli.shell.layout import OnScreen
    from ledger.office import Office
    from ledger.store.store import Subscription


_MINUTE = 60 * MICROSECONDS

_GAP = 3

_NAMES_FROM = 50
"""The least width of a ranking that shows players' names."""


@dataclass(frozen=True)
class Overview:
    """The director's overview of a session at the time `now` (µs UTC); `events`: the latest events, oldest first."""

    scoreboard: Scoreboard
    now: int
    events: Sequence[Envelope]

    @cached_property
    def fields(self) -> tuple[Ranking, ...]:
        """The ranking of the session, or the ranking of each of its fields."""
        return standings(self.scoreboard)

    @cached_property
    def names(self) -> dict[str, str]:
        """The known names of players, by contestant."""
        return names_of(self.session)

    @property
    def session(self) -> Session:
        """The session that the scoreboard is of."""
        return self.scoreboard.session

    @property
    def mode(self) -> Rounding:
        """The rounding of the session's totals."""
        return self.scoreboard.totals.rounding

    # Work that waits for a person

    @property
    def calls(self) -> list[Call]:
        """The calls that are not settled."""
        return [call for call in self.session.calls.values() if is_open(self.session, call)]

    @property
    def provisional(self) -> list[Ruling]:
        """The provisional rulings for which no final ruling was given."""
        return [self.session.rulings[case] for case in provisional_rulings(self.session)]

    @property
    def untold(self) -> list[Ruling]:
        """The rulings whose appeal period has not begun, because a side has not been informed."""
        return [self.session.rulings[case] for case in finality(self.session).untold]

    @property
    def look_again(self) -> list[OutdatedRuling]:
        """The rulings whose result was corrected afterwards, apart from those with a line in the queue."""
        return not_queued(self.session)

    @property
    def appeals(self) -> list[Appeal]:
        """The appeals that are not decided."""
        return [appeal for appeal in self.session.appeals.values() if appeal.open]

    @property
    def lines(self) -> list[WaitingLine]:
        """The queue: the lines of result files that wait for the director's decision."""
        return waiting_lines(self.session)

    @property
    def queried(self) -> list[TableBoard]:
        """The results that were queried, and not yet confirmed or corrected."""
        return [played for played in self.session.table_boards() if list(played.open_queries)]

    @cached_property
    def tables(self) -> list[TableOfRound]:
        """The tables of the current round; [] without a movement."""
        return current_round(self.session)

    @cached_property
    def late(self) -> list[MissingSlips]:
        """The boards still missing at tables in rounds before the current one."""
        return late_slips(self.session)

    @cached_property
    def reached(self) -> Reached | None:
        """The last round with a result, and the number of results missing; None without a movement or a result."""
        return find_progress(self.session)

    @property
    def clocks(self) -> dict[int, list[str]]:
        """The descriptions of the periods that have not ended, by the times of their ends (µs UTC)."""
        return {ends: what for ends, what in find_period_ends(self.session, self.now).items() if ends > self.now}

    def since(self, moment: int) -> str:
        """Return in words how long ago a moment (µs UTC) was."""
        return span_text(self.now - moment) if self.now - moment >= _MINUTE else "just now"

    # On a screen

    @property
    def head(self) -> str:
        """The first line of the screen: '21:43 thursday Thursday club 567 of 567 results'."""
        session = self.session
        results = sum(1 for played in session.table_boards() if played.results)
        closed, how_far = "closed" if session.closed else "", str(self.reached or "")
        state = STATES[finality(session).state(self.now)] if session.publications else ""
        parts = [clock(self.now), session.id, session.opening.title, counted(results, "result"), how_far, state, closed]
        return "  ".join(part for part in parts if part)

    def sections(self, width: int, *, whole: bool) -> list[Section]:
        """Return the sections, the most urgent first; the ranking and the latest events come last."""
        places, events = (PLACES_ONCE, EVENTS_ONCE) if whole else (None, None)
        latest = [latest_line(each, self.session) for each in reversed(self.events)]
        return [
            Section(many("Open calls", self.calls), [call_text(self, each) for each in self.calls], 3),
            Section(many("Provisional rulings", self.provisional), [ruling_text(each) for each in self.provisional]),
            Section(many("Rulings to be told", self.untold), [untold_ruling_text(each) for each in self.untold]),
            Section(
                many("Rulings to look at again", self.look_again),
                [outdated_ruling_text(self, each) for each in self.look_again],
            ),
            Section(many("Open appeals", self.appeals), [appeal_text(self, each) for each in self.appeals], 2),
            Section("Running out", [clock_text(self.now, *each) for each in self.clocks.items()], 2),
            Section(many("In the queue", self.lines), line_texts(self)),
            Section(many("Queried results", self.queried), [queried_text(each) for each in self.queried]),
            Section(many("Late tables", self.late), [late_table_text(each) for each in self.late]),
            Section(*round_section(self.tables)),
            Section(*_ranking(self, width, places), least=3, counted=False),
            Section("Last recorded", latest[:events], 2, counted=False),
        ]


def many(heading: str, what: Sequence[object]) -> str:
    """Return a heading with a count: 'Open calls (2)'."""
    return f"{heading} ({len(what)})"


def call_text(seen: Overview, call: Call) -> str:
    """Return the line for an open call: 'C-0001 12 minutes board 5 table 3 facts agreed "W hesitated"'."""
    called = call.called
    place = [f"board {called.board}"] if called.board else []
    place += [f"table {called.table}"] if called.table else []
    state = call_state(seen.session, call)
    parts = [call.case, seen.since(call.at), " ".join(place), "" if state == "open" else state, f'"{called.alleged}"']
    return "  ".join(part for part in parts if part)


def ruling_text(ruling: Ruling) -> str:
    """Return the line for a provisional ruling: 'R-0002 board 5, 3NS v 16EW for now A+/A-'."""
    return f"{ruling.case}  {_where(ruling.board, ruling.seating)}  for now {ruling.judgement.adjustment!r}"


def untold_ruling_text(ruling: Ruling) -> str:
    """Return the line for a ruling of which a side must be informed: 'R-0002 board 5, 3NS v 16EW'."""
    return f"{ruling.case}  {_where(ruling.board, ruling.seating)}"


def outdated_ruling_text(seen: Overview, outdated: OutdatedRuling) -> str:
    """Return the line for an outdated ruling: 'board 5, 3NS v 16EW R-0002 was given on 5HW-1, now 5HW-2: …'."""
    return f"{_where(outdated.ruling.board, outdated.ruling.seating)}  {outdated_text(seen.scoreboard, outdated)}"


def appeal_text(seen: Overview, appeal: Appeal) -> str:
    """Return the line for an open appeal: 'A-0001 12 minutes against R-0001 lodged'."""
    return f"{appeal.case}  {seen.since(appeal.at)}  against {appeal.against}  {appeal_state(seen.session, appeal)}"


def line_texts(seen: Overview) -> list[str]:
    """Return the texts for the lines in the queue: '#57 board 3 table 2 another result is there'."""
    reasons = zip(seen.lines, waiting_reasons(seen.scoreboard, seen.lines), strict=True)
    return [f"#{each.number}  {each.line.place}  {why.text}" for each, why in reasons]


def queried_text(played: TableBoard) -> str:
    """Return the line for a queried result: 'board 7, 5NS v 2EW 4SN= "both sides asked"'."""
    questions = ", ".join(f'"{query.question}"' for query in played.open_queries)
    return f"{_where(played.board, played.seating)}  {played.results[-1].result}  {questions}"


def round_section(tables: Sequence[TableOfRound]) -> tuple[str, list[str]]:
    """Return the heading for a round, and its lines: each table with boards missing, then all finished tables."""
    if not tables:
        return "Round", []
    open_ = [each for each in tables if each.missing]
    done = [each.planned.table for each in tables if not each.missing]
    lines = [
        f"table {each.planned.table}  {each.planned.ns} v {each.planned.ew}  {boards_text(list(each.missing))} to come"
        for each in open_
    ]
    heading = f"Round {tables[0].planned.round}: {len(done)} of {counted(len(tables), 'table')} in"
    return heading, [*lines, *([f"in: {tables_text(done)}"] if done else [])]


def clock_text(now: int, ends: int, what: Sequence[str]) -> str:
    """Return the line for a period that is running: '14 minutes until 23:10 appeals against R-0001'."""
    return f"{span_text(ends - now)}  until {clock(ends)}  {', '.join(what)}"


def latest_line(envelope: Envelope, stream: Stream | None) -> str:
    """Return the line for an event: '#208 21:43 Bertens board 5, 3NS v 16EW: 4SN='."""
    corrected = with_corrected_times(envelope, stream.wrong_clocks if stream else {})
    return f"#{corrected.number}  {clock(corrected.recorded_at)}  {corrected.by}  {event_text(corrected.event, stream)}"


def _where(board: int, seating: object) -> str:
    return f"board {board}, {seating}"


def waiting_json(seen: Overview) -> dict[str, object]:
    """Return the open cases, the queue, queried results, running periods and the current round as JSON."""
    late = [_table_json(TableOfRound(each.planned, each.boards)) for each in seen.late] if seen.tables else []
    return {
        "open_calls": [
            {
                "case": call.case,
                "board": call.called.board,
                "table": call.called.table,
                "at": iso(call.at),
                "minutes": (seen.now - call.at) // _MINUTE,
                "state": call_state(seen.session, call),
                "alleged": call.called.alleged,
            }
            for call in seen.calls
        ],
        "provisional": [each.case for each in seen.provisional],
        "untold": [each.case for each in seen.untold],
        "look_again": [each.ruling.case for each in seen.look_again],
        "queue": [{"number": each.number, "where": each.line.place, "why": each.line.why} for each in seen.lines],
        "queried": [
            {"board": each.board, "table": each.table, "ns": each.seating.ns, "ew": each.seating.ew}
            for each in seen.queried
        ],
        "clocks": [clock_json(seen.now, *each) for each in seen.clocks.items()],
        "open_appeals": [{"case": each.case, "against": each.against, "lodged": iso(each.at)} for each in seen.appeals],
    } | ({"round": [_table_json(each) for each in seen.tables], "late": late} if seen.tables else {})


def clock_json(now: int, ends: int, what: Sequence[str]) -> dict[str, object]:
    """Return a running period as JSON; `ends`: the time of its end (µs UTC)."""
    return {"ends": iso(ends), "minutes_left": (ends - now) // _MINUTE, "what": list(what)}


def _table_json(each: TableOfRound) -> dict[str, object]:
    planned = each.planned
    seats = {"round": planned.round, "table": planned.table, "ns": planned.ns, "ew": planned.ew}
    return seats | {"missing": list(each.missing)}


# The ranking, with its fields next to each other


def _ranking(seen: Overview, width: int, places: int | None) -> tuple[str, list[str]]:
    fields = [field for field in seen.fields if field.rows]
    if not fields:
        return "Standings", []
    column_width = (width - _GAP * (len(fields) - 1)) // len(fields)
    heads = ["Standings" if each.direction is None else side_name(each.direction.value) for each in fields]
    columns = [_rows(seen, field, column_width)[:places] for field in fields]
    return _beside(heads, column_width), [_beside(row, column_width) for row in zip_longest(*columns, fillvalue="")]


def _beside(parts: Sequence[str], width: int) -> str:
    return (" " * _GAP).join(part.ljust(width) for part in parts).rstrip()


def _rows(seen: Overview, field: Ranking, width: int) -> list[str]:
    ranks = [str(row.rank or "–") for row in field.rows]
    totals = (score_text(row.total if row.boards or row.rank else None, seen.mode) for row in field.rows)
    percents = (None if row.percent is None else f"{score_text(row.percent, seen.mode)}%" for row in field.rows)
    scores = [percent or total for percent, total in zip(percents, totals, strict=True)]
    known = seen.names if width >= _NAMES_FROM else {}
    names = [" ".join(filter(None, (row.contestant, known.get(row.contestant)))) for row in field.rows]
    to_rank, to_score = max(map(len, ranks)), max(map(len, scores))
    room = max(width - to_rank - to_score - 4, 1)
    at = min(room, max(map(len, names)))
    return [
        f"{rank:>{to_rank}}  {cut(name, room):<{at}}  {score:>{to_score}}"
        for rank, name, score in zip(ranks, names, scores, strict=True)
    ]


EVENTS_KEPT = 40


class WatchedStream(ABC):
    """A session or tournament that `watch` shows; `seen`: its state when last read, `trouble`: the latest error."""

    seen: OnScreen

    def __init__(self) -> None:
        self.trouble = ""

    @abstractmethod
    def look(self, office: Office) -> None:
        """Read the present state; Problem if the database does not answer."""

    @abstractmethod
    def say_as_json(self, desk: Desk) -> None:
        """Print the overview as one JSON object."""

    def say(self, trouble: str) -> None:
        """Set the error message in the last line of the screen; '' removes it."""
        self.trouble = trouble


class WatchedSession(WatchedStream):
    """A session that `watch` shows."""

    def __init__(self, office: Office, session_id: str) -> None:
        super().__init__()
        self._id = session_id
        self._events: deque[Envelope] = self._read(office)
        self._feed: Subscription | None = None
        self._office: Office | None = None
        self.seen: Overview = self._survey(office)

    def look(self, office: Office) -> None:
        """Read the session's present state; Problem if the database does not answer."""
        if self._feed is None or office is not self._office:
            self._feed = office.follow(self._id, {self._id: self._events[-1].number})
            self._office = office
        new = list(self._feed.new())
        if any(isinstance(each.event, TextErased) for each in new):
            self._events = self._read(office, new[-1].number)  # events in memory may still have the erased text
        else:
            self._events.extend(new)
        self.seen = self._survey(office)
        self.trouble = ""

    def say_as_json(self, desk: Desk) -> None:
        """Print the session's overview as one JSON object."""
        seen = self.seen
        events = {"now": iso(seen.now), "events": events_json(seen.events, seen.session)}
        whole = events | waiting_json(seen) | as_json(standings_value(seen.scoreboard, seen.now))
        desk.print_json_of_state("watch/1", seen.session, whole)

    def _read(self, office: Office, upto: int | None = None) -> deque[Envelope]:
        return deque(office.log(self._id, upto), maxlen=EVENTS_KEPT)

    def _survey(self, office: Office) -> Overview:
        scoreboard = office.scoreboard(self._id)
        office.tournaments.add_names_from_tournament(scoreboard.session)
        moment = max(office.clock(), scoreboard.session.recorded_at)
        return Overview(scoreboard, moment, tuple(self._events))
