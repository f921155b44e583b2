"""What waits now and what runs out, as the office's first page shows it: in a session, or all sessions of a tournament.

An official who plays is shown no result, ruling or words of a call on a board that he has still to play.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cli.pages.links import Links
from cli.pages.standings import ranked_fields
from cli.pages.table import PageTable
from cli.pages.tournaments.site import standings_tables
from cli.words.brackets import round_name
from cli.words.events import event_text
from cli.words.language import say, tell
from cli.words.movement import late_table_text
from cli.words.notation import board_ranges_text, seating_text
from cli.words.overalls import changed_cut_lines, total_text
from cli.words.rulings import kind_text
from cli.words.times import clock, find_period_ends, span_text
from cli.words.vocabulary import STATES, counted, put_in_quotes
from ledger.office import Office
from ledger.overall.aspects import overall_finality
from ledger.overall.figures import Figure
from ledger.overall.knockout import Bracket, KnockoutMatch
from ledger.overall.qualifying import Recut, compare_cuts
from ledger.overall.rounds import round_matches
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from ledger.overall.swiss import find_wrong_opponents
from ledger.projections.finality import finality, not_queued, outdated_text, waiting_reasons
from ledger.projections.planned import boards_to_come_for, current_round, find_progress, late_slips
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Stream
from ledger.session.case_numbers import provisional_rulings
from ledger.session.moment import MICROSECONDS
from ledger.subjects.appeals.state import appeal_state
from ledger.subjects.calls.state import call_state, is_open
from ledger.subjects.clocks.facts import with_corrected_times
from ledger.subjects.draws.state import pairs_of
from ledger.subjects.queue.state import waiting_lines

_PLACES, _EVENTS = 10, 12
"""How many places of each ranking, and how many of the latest events, the page shows."""


class NowLine(NamedTuple):
    """A line of the page; `of`: its session, if there are several; `case`: a ruling to be told, in `session`."""

    text: str
    of: str = ""
    case: str = ""
    session: str = ""


class Waiting(NamedTuple):
    """A session at the time `now` (µs UTC); `of`: its name, if there are several; `hidden`: boards not to be shown."""

    scoreboard: Scoreboard
    now: int
    of: str
    hidden: frozenset[int]

    def since(self, moment: int) -> str:
        """Return in words how long ago a moment (µs UTC) was."""
        return span_text(self.now - moment) if self.now - moment >= 60 * MICROSECONDS else say("just now")

    def calls(self) -> Iterator[dict[str, Any]]:
        """Yield the calls that are not settled."""
        session = self.scoreboard.session
        for call in session.calls.values():
            if is_open(session, call):
                called = call.called
                told = {"since": self.since(call.at), "clock": clock(call.at), "state": call_state(session, call)}
                place = {"board": called.board, "table": called.table, "caller": called.caller}
                taken = {"to": call.answers[-1].to if call.answers else ""}
                alleged = called.alleged if called.board not in self.hidden else None
                named = {"session": session.id, "of": self.of, "at": call.at, "case": call.case}
                yield {**named, **told, **place, **taken, "alleged": alleged}

    def lines(self) -> Iterator[tuple[str, NowLine]]:
        """Yield everything else that waits, each with the section it belongs to."""
        session, queue = self.scoreboard.session, waiting_lines(self.scoreboard.session)
        for slips in late_slips(session):
            yield "late", NowLine(late_table_text(slips))
        for waiting, why in zip(queue, waiting_reasons(self.scoreboard, queue), strict=True):
            yield "queue", NowLine(f"#{waiting.number} {waiting.line.place}" + self._seen(waiting.line.board, why.text))
        for appeal in (each for each in session.appeals.values() if each.open):
            state = STATES[appeal_state(session, appeal)]
            against = say("against %(other)s", other=appeal.against)
            yield "appeals", NowLine(f"{appeal.case} · {self.since(appeal.at)} · {against} · {state}")
        for case in provisional_rulings(session):
            ruling = session.rulings[case]
            kind = kind_text(ruling.judgement.adjustment, session.regulations.edition)
            where = _where(ruling.board, seating_text(ruling.seating))
            yield "provisional", NowLine(f"{case} {where}" + self._seen(ruling.board, kind))
        for case in finality(session).untold:
            ruling = session.rulings[case]
            yield "untold", NowLine(f"{case} {_where(ruling.board, seating_text(ruling.seating))}", case=case)
        for outdated in not_queued(session):
            ruling = outdated.ruling
            where = _where(ruling.board, seating_text(ruling.seating))
            yield "again", NowLine(where + self._seen(ruling.board, outdated_text(self.scoreboard, outdated)))
        for played in session.table_boards():
            if questions := ", ".join(put_in_quotes(query.question) for query in played.open_queries):
                where = _where(played.board, seating_text(played.seating))
                yield "queried", NowLine(where + self._seen(played.board, f"{played.results[-1].result} · {questions}"))

    def tables(self) -> dict[str, object]:
        """Return the tables of the current round with the boards to come at each; or those with a result."""
        session, round_ = self.scoreboard.session, current_round(self.scoreboard.session)
        of = {"session": session.id, "of": self.of}
        if not round_:
            played = dict.fromkeys(each.table for each in session.table_boards() if each.table)
            return {**of, "round": 0, "tables": [(table, "", "") for table in played]}
        rows = [
            (each.planned.table, f"{each.planned.ns} – {each.planned.ew}", board_ranges_text(each.missing))
            if each.missing
            else (each.planned.table, "", "")
            for each in round_
        ]
        done = sum(not each.missing for each in round_)
        return {**of, "round": round_[0].planned.round, "done": done, "tables": rows}

    def status(self) -> str:
        """Return how many results there are, how far play has come, and the state of the scores."""
        session, ends = self.scoreboard.session, finality(self.scoreboard.session)
        results = sum(1 for each in session.table_boards() if each.results)
        state = STATES[ends.state(self.now)] if session.publications else ""
        return _joined(counted(results, "result"), tell(str(find_progress(session) or "")), state, _closed(session))

    def _seen(self, board: int | None, text: str) -> str:
        return "" if board in self.hidden else f" · {text}"


def now_view(office: Office, name: str, officials: Mapping[str, str]) -> dict[str, object]:
    """Return what the first page shows of a session, or of a tournament's sessions, to the official known in each."""
    scores = office.tournaments.scores(name) if office.tournaments.is_one(name) else None
    boards = scores.scoreboards if scores else {name: office.scoreboard(name)}
    whole = scores if {*officials} >= {*boards} else None  # who is paired in some sessions is shown those alone
    now = max(office.clock(), *(each.session.recorded_at for each in boards.values()), 0)
    seen = list[Waiting]()
    for session, official in officials.items():
        office.tournaments.add_names_from_tournament(boards[session].session)
        hidden = boards_to_come_for(boards[session].session, official) if official else frozenset[int]()
        seen.append(Waiting(boards[session], now, session if scores else "", hidden))
    sections = dict[str, list[NowLine]]()
    for each in seen:
        for section, line in each.lines():
            sections.setdefault(section, []).append(line._replace(of=each.of, session=each.scoreboard.session.id))
    streams: list[Stream] = [*([whole.tournament] if whole else ()), *(each.scoreboard.session for each in seen)]
    sections["clocks"] = list(_clocks(streams, now, named=bool(scores)))
    if whole:
        sections["cut"] = [NowLine(line) for each in compare_cuts(whole) for line in _cut_lines(each)]
        sections["drawn"] = [NowLine(line) for line in _drawn_lines(whole)]
    fields = (table for each in seen for table in ranked_fields(each.scoreboard, _NOWHERE, _PLACES))
    return {
        "calls": sorted((call for each in seen for call in each.calls()), key=lambda call: call["at"]),
        "sections": {section: lines for section, lines in sections.items() if lines},
        "tables": [each.tables() for each in seen],
        "ranks": list(_stages(whole) if whole else fields),
        "clock": clock(now),
        "status": _tournament_status(whole, now) if whole else _joined(*(each.status() for each in seen)),
        "latest": _latest(office, whole, seen),
    }


def _clocks(streams: Iterable[Stream], now: int, *, named: bool) -> Iterator[NowLine]:
    periods = ((*each, stream.id) for stream in streams for each in find_period_ends(stream, now).items())
    for ends, what, of in sorted(each for each in periods if each[0] > now):
        until = say("until %(time)s", time=clock(ends))
        yield NowLine(f"{span_text(ends - now)} · {until} · {', '.join(what)}", of if named else "")


def _latest(office: Office, scores: TournamentScores | None, seen: Iterable[Waiting]) -> list[NowLine]:
    """Return the latest events; none of a session in which the official has boards to play, as they tell of results."""
    streams: list[Stream] = [scores.tournament] if scores else []
    streams += [each.scoreboard.session for each in seen if not each.hidden]
    lines = list[tuple[int, int, NowLine]]()
    for stream in streams:
        for envelope in deque(office.log(stream.id, stream.number), maxlen=_EVENTS):
            corrected = with_corrected_times(envelope, stream.wrong_clocks)
            what = f"#{corrected.number} {clock(corrected.recorded_at)} {corrected.by} · "
            line = NowLine(what + event_text(corrected.event, stream), stream.id if scores else "")
            lines.append((corrected.recorded_at, corrected.number, line))
    return [line for _, _, line in sorted(lines, reverse=True)][:_EVENTS]


def _where(board: int, seats: str) -> str:
    return say("board %(board)s, %(who)s", board=board, who=seats)


def _joined(*texts: str) -> str:
    return " · ".join(filter(None, texts))


def _closed(stream: Stream) -> str:
    return say("closed") if stream.closed else ""


# A tournament


class _NoStandingLinks(Links):
    def why(self, stage: str, entrant: str) -> str | None:
        return None

    def figure(self, figure: Figure) -> str | None:
        return None


_NOWHERE = _NoStandingLinks()


def _stages(scores: TournamentScores) -> Iterator[PageTable]:
    """Yield the first places of each stage with scores, the last stage first."""
    for stage in reversed(scores.tournament.stages.values()):
        if (standing := overall(scores, stage)).rows:
            yield from standings_tables(standing, _NOWHERE, _PLACES)


def _tournament_status(scores: TournamentScores, now: int) -> str:
    tournament = scores.tournament
    results = sum(bool(each.results) for board in scores.scoreboards.values() for each in board.session.table_boards())
    state = STATES[overall_finality(scores).state(now)] if tournament.publications else ""
    sessions = counted(len(tournament.sessions), "session")
    return _joined(sessions, counted(results, "result"), state, _closed(tournament))


def _cut_lines(recut: Recut) -> Iterator[str]:
    """Yield a line for a cut, 'final: 4 of qualifying; last in A2 50.00, first out A1 50.00', then changes due now."""
    cut, contestants = recut.cut.said, recut.cut.now
    order = {row.entrant: at for at, row in enumerate(recut.standing.rows)}
    last = max(contestants, key=lambda entrant: order.get(entrant, -1), default="")
    first = recut.standing.scores.tournament.qualified.next_reserve(recut.cut) or ""
    texts = [say("%(into)s: %(number)s of %(stage)s", into=cut.into, number=len(contestants), stage=cut.source)]
    for words, entrant in ((say("last in"), last), (say("first out"), first)):
        if entrant:
            row = recut.row(entrant)
            total = total_text(row.total.value if row else None, recut.standing.stage.rules)
            texts.append(f"{words} {entrant} {total}")
    yield _joined(*texts)
    if recut.differs:
        yield from [*changed_cut_lines(recut)][:-1]  # the last says what to do, at the desk


def _drawn_lines(scores: TournamentScores) -> Iterator[str]:
    """Yield how far each drawn stage has come, and which opponents would now be drawn otherwise."""
    tournament = scores.tournament
    for name, standing in ((name, overall(scores, stage)) for name, stage in tournament.stages.items()):
        if standing.bracket:
            rounds = enumerate(standing.bracket.rounds, start=1)
            open_ = next(((at, matches) for at, matches in rounds if not all(each.onward for each in matches)), None)
            yield f"{name}: {_over(standing.bracket, *open_) if open_ else say('over')}"
        elif last := tournament.drawn.last(name):
            played = {frozenset(each.entrants) for each in round_matches(tournament, standing.fields)}
            pairs = pairs_of(next(each for each in tournament.drawn.of(name) if each.round == last))
            round_ = say("Round %(number)s", number=last)
            yield f"{name}: {round_}, {_of(sum(frozenset(pair) in played for pair in pairs), len(pairs))}"
            wrong = [each for each in find_wrong_opponents(scores, name) if not each.is_judged]
            if names := ", ".join(dict.fromkeys(f"{each.entrant} ({each.round})" for each in wrong)):
                yield say(
                    "%(stage)s: by the present scores these were drawn wrongly: %(names)s", stage=name, names=names
                )
        elif standing.stage.format == "swiss":
            yield say("%(stage)s: no round is drawn yet", stage=name)


def _over(bracket: Bracket, number: int, matches: Sequence[KnockoutMatch]) -> str:
    return f"{round_name(bracket, number)}, {_of(sum(bool(each.onward) for each in matches), len(matches))}"


def _of(played: int, of: int) -> str:
    return say("%(played)s of %(of)s played", played=played, of=of)
