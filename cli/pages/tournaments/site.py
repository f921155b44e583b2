"""The pages of a tournament: its site (present and as published), and its standing in a single file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from markupsafe import Markup

from cli.pages.cases import docket_table, register_table
from cli.pages.checking import check_page, seal_proof
from cli.pages.history import Head, events_table
from cli.pages.links import Links
from cli.pages.printing import Press, in_press_language
from cli.pages.site import BANNER, SitePages, View, log_pages, search_entries
from cli.pages.table import (
    Cell,
    Outline,
    PageTable,
    TableRow,
    contestant_cell,
    drop_empty_columns,
    facts_table,
    page_table,
)
from cli.pages.tournaments.changes import (
    OverallHistory,
    PublishedStanding,
    TournamentState,
    overall_changes,
    publication_facts,
)
from cli.pages.tournaments.entrants import cut_views, entrant_views
from cli.pages.tournaments.links import StandingLinks, TournamentSite, overall_state, without_command
from cli.pages.tournaments.rounds import bracket_view, rounds, rounds_table
from cli.views.overall import knockout_places_table, part_table
from cli.views.tables import AnswerColumn
from cli.words.derivations import outline
from cli.words.language import say, tell
from cli.words.overalls import names_of_entrants, read_up_to_text, substitute_lines, tie_lines, total_text
from cli.words.times import moment_text
from cli.words.tournaments import stage_text
from cli.words.vocabulary import side_name
from ledger.kernel.fact import Envelope
from ledger.overall.figures import Figure
from ledger.overall.history import Logs
from ledger.overall.knockout import KnockoutPlace
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow, PartRanking, RankedBy, rankings, split_by_winner
from ledger.overall.standing import overall, overalls
from ledger.subjects.clocks.facts import WrongClocks, with_corrected_times
from ledger.trust.seal import PublicKey, Seal


def standings_tables(standing: Overall, links: StandingLinks, first: int | None = None) -> Iterator[PageTable]:
    """Yield the standings of each field of a stage as a table; with `first`, only that many rows."""
    if standing.bracket:
        stage, names, table = (
            standing.stage.name,
            names_of_entrants(standing.scores),
            knockout_places_table(standing.bracket),
        )
        cells: dict[str, Callable[[KnockoutPlace], Cell]] = {
            "entrant": lambda place: contestant_cell(place.entrant, names, links.card(place.entrant)),
            "won": lambda place: Cell(str(place.won), links.why(stage, place.entrant)),
        }
        yield page_table(stage, table._replace(rows=table.rows[:first]), cells)
        return
    for part in split_by_winner(standing) if standing.rows else ():
        caption = f"{standing.stage.name}: {side_name(part.name)}" if part.name else standing.stage.name
        yield _table(standing, part, caption, links, first)


def in_parts(
    standing: Overall, links: StandingLinks, parts_by: tuple[RankedBy, ...] = ("section", "stratum")
) -> Iterator[PageTable]:
    """Yield a table of standings for each section, if there are several, and each stratum; nothing for a knockout."""
    for by in () if standing.bracket else parts_by:
        parts = rankings(standing, by)
        if len(parts) > 1 or (parts and by == "stratum"):
            yield from (_table(standing, part, f"{say(by)} {part.name}", links) for part in parts)


def _table(
    standing: Overall, part: PartRanking, caption: str, links: StandingLinks, first: int | None = None
) -> PageTable:
    stage, names = standing.stage.name, names_of_entrants(standing.scores)
    table = part_table(standing, part)

    def cell(column: AnswerColumn) -> Callable[[tuple[int | None, OverallRow]], Cell] | None:
        if column.field == "contestant":
            return lambda row: contestant_cell(row[1].entrant, names, links.card(row[1].entrant))
        if column.field == "total":
            return lambda row: Cell(column.text(row), links.why(stage, row[1].entrant))
        if column.field.startswith("sitting"):
            return lambda row: Cell(column.text(row), _only_figure(row[1], int(column.title.lstrip(">")), links))
        return None

    cells = {column.field: linked for column in table.columns if (linked := cell(column))}
    return page_table(caption, table._replace(rows=table.rows[:first]), cells)


def _only_figure(row: OverallRow, sitting: int, links: StandingLinks) -> str | None:
    figures = [figure for figure in row.figures if figure.of.sitting == sitting]
    return links.figure(figures[0]) if len(figures) == 1 else None


def head_of(scores: TournamentScores) -> Head:
    """Return the head of every page: the tournament, and how far each of its streams was read."""
    stream = scores.tournament
    title = scores.tournament.opened.title or stream.id
    when = moment_text(scores.recorded_at, 0)
    return Head(title, stream.id, stream.number, when, scores.digest[:16], read_up_to_text(scores))


def sessions_table(scores: TournamentScores, links: TournamentSite | None = None) -> PageTable:
    """Return the sessions, each with the last event that the standing counts; '–' for a session without a log."""
    heads = {name: (number, digest.hex()[:16]) for name, number, digest in scores.heads}
    rows = []
    for assignment in scores.tournament.sessions.values():
        number, digest = heads.get(assignment.session, (0, ""))
        href = links.session(assignment.session) if links else None
        session_cell = Cell(scores.title(assignment.session), href)
        event = Cell(str(number or "–"), links.event(number, assignment.session) if links else None)
        place = (Cell(assignment.stage), Cell(str(assignment.sitting)), Cell(assignment.section))
        rows.append(TableRow([*place, session_cell, event, Cell(digest)]))
    columns = ["stage", ">sitting", "section", "session", ">event", "digest"]
    return drop_empty_columns(PageTable("Sessions", columns, rows, aside=frozenset({"digest"}), under="session"))


def publication_views(
    published: Sequence[PublishedStanding], seals: Sequence[Seal], home: str, wrong: WrongClocks
) -> list[dict[str, object]]:
    """Return the publications, oldest first: time, stages, page, and the office's seal.

    `missing`: the sessions whose logs do not reach the publication, so that it has no folder.
    """
    by_size = {seal.checkpoint.size: str(seal).rstrip() for seal in seals}
    return [
        {
            "number": each.number,
            "time": moment_text(with_corrected_times(each.envelope, wrong).occurred_at, 0),
            "stages": ", ".join(stage.stage for stage in each.event.stages),
            "note": str(each.event.note),
            "href": "" if each.missing else f"{home}{each.folder}/index.html",
            "missing": ", ".join(each.missing),
            "seal": by_size.get(each.number, ""),
            "numbers": [f"{stage.stage}: {stage.numbers}" for stage in each.event.stages],
        }
        for each in published
    ]


_FIRST_PLACES = 10

MOMENT = Markup("<!-- of which moment -->")
"""A placeholder for the moment at the head of every page, filled in last: a contestant's page may be older."""


class TournamentPages:
    """Makes the pages of successive states of a tournament; an unchanged page of a contestant is kept."""

    def __init__(self, press: Press, key: PublicKey | None = None) -> None:
        self._press, self._key = press, key
        self._kept: dict[str, tuple[object, str]] = {}

    def of(self, state: TournamentState) -> dict[str, str]:
        """Return every page by its name; the first page comes last, after the pages it links to."""
        links = TournamentSite(state.scores, state.sessions, state.home)
        moment = self._press.part("over_streams.html", {"head": head_of(state.scores), "links": links}).rstrip()
        return {name: page.replace(MOMENT, moment) for name, page in self._pages(state)}

    def _pages(self, state: TournamentState) -> Iterator[tuple[str, str]]:
        scores = state.scores
        links = TournamentSite(scores, state.sessions, state.home)
        finality = [] if state.home else overall_state(scores, scores.recorded_at)
        standings = [overall(scores, stage) for stage in scores.tournament.stages.values()]
        going = cut_views(scores, links)
        nav, head = _nav(standings, going, links), head_of(scores)
        marks = {"banner": Markup(BANNER), "moment": MOMENT, "shared": state.home, "turns": not state.home}
        beside = {"head": head, "nav": nav, "foot": _FOOT, "site": True, "tournament": True, **marks}
        beside |= {"state": finality}

        def page(name: str, template: str, here: str, view: View) -> tuple[str, str]:
            return name, self._press.page(template, links, {**beside, "here": here, **view})

        for contestant, entrant in entrant_views(standings, links).items():
            name, made_from = links.card(contestant) or "", (entrant, nav, head.title, state.sessions, finality)
            kept = self._kept.get(name)
            if kept is None or kept[0] != made_from:
                self._kept[name] = kept = made_from, page(name, "entrant.html", "", {"entrant": entrant})[1]
            yield name, kept[1]
        for standing in standings:
            name = links.stage(standing.stage.name)
            yield page(name, "stage.html", name, _stage(standing, links, going))
        if going:
            yield page("qualifying.html", "qualifying.html", "qualifying.html", {"ways": going})
        changes = overall_changes(state, state.published, links, state.home)
        yield page("changes.html", "overall_changes.html", "changes.html", {"changes": changes})
        for name, view in log_pages(state.log, scores.tournament):
            yield page(name, "events.html", "events-1.html", view)
        if not state.home:
            yield from self._press.shared.items()
        yield "check.html", check_page(self._press, self._key, {**beside, "here": "check.html"}, state.sealed)
        stages = (
            (
                standing.stage.name,
                links.stage(standing.stage.name),
                list(standings_tables(standing, links, _FIRST_PLACES)),
            )
            for standing in reversed(standings)
        )
        wrong = scores.tournament.wrong_clocks
        first = {
            "changes": changes,
            "stages": list(stages),
            "sessions": sessions_table(scores, links),
            "later_sessions": bool(state.home and state.sessions),
            "published": publication_views(state.published, state.seals, state.home, wrong),
            "find": search_entries(links.slugs, links.names, links),
        }
        yield page("index.html", "tournament.html", "index.html", first)


def _nav(standings: Sequence[Overall], going: Sequence[View], links: TournamentSite) -> list[tuple[str, str]]:
    """Return the links at the head of every page, at most five; more stages are linked only on the Scores page."""
    stages = [(each.stage.name, links.stage(each.stage.name)) for each in standings]
    onward = [("Who goes on", "qualifying.html")] if going else []
    visible = stages if len(stages) + len(onward) <= _STAGES_IN_SIGHT else []
    return [("Scores", "index.html"), ("My page", "index.html#find"), *visible, *onward, ("Changes", "changes.html")]


_STAGES_IN_SIGHT = 2

_FOOT = [("Log", "events-1.html"), ("Check a receipt or a seal", "check.html")]
"""The links at the foot of every page."""


def _stage(standing: Overall, links: TournamentSite, going: Sequence[View]) -> View:
    """Return the view of a stage: its standing whole and in parts, the splitting of ties, the bracket, the matches."""
    name = standing.stage.name
    return {
        "stage": name,
        "how": stage_text(standing.stage),
        "ways": [each for each in going if name in (each["source"], each["into"])],
        "fields": list(standings_tables(standing, links)),
        "parts": list(in_parts(standing, links)),
        "ties": list(tie_lines(standing)),
        "notes": [without_command(line) for line in (*substitute_lines(standing), *map(tell, standing.notes))],
        "bracket": bracket_view(standing.bracket, links) if standing.bracket else None,
        "crossed": rounds_table(standing, links),
        "rounds": rounds(standing, links) if standing.stage.format == "swiss" else [],
    }


class TournamentSitePress:
    """Makes the pages of a tournament's site; each further call makes only those that changed."""

    def __init__(self, name: str, press: Press, key: PublicKey | None) -> None:
        self.name = name
        self._press, self._key = press, key
        self._pages, self._history = TournamentPages(press, key), OverallHistory(name)
        self._published: dict[int, tuple[object, dict[str, str]]] = {}

    @property
    def scores(self) -> TournamentScores:
        """The scores on the pages."""
        return self._history.scores

    @property
    def streams(self) -> set[str]:
        """The streams of the pages: the tournament's own, and its sessions, present and former."""
        return {self.name, *self.scores.tournament.ever}

    def log(self, stream: str) -> list[Envelope]:
        """Return the events of a stream that were read so far."""
        return self._history.logs[stream]

    def number(self, stream: str) -> int:
        """Return the number of the last event read from a stream; 0 if none was read."""
        return len(self._history.logs.get(stream, ()))

    def read(self, events: Iterable[Envelope], logs: Callable[[], Logs]) -> None:
        """Read further events; start over from `logs` if an event belongs before one already read."""
        further, known = list(events), {*self._history.logs}
        before, missed = self._history.read_up_to, self._history.missing
        self._history.go_on(further)
        new_sessions = self.streams - known if before else set[str]()
        has_events = bool(new_sessions) and any(logs().get(each) for each in new_sessions)
        if has_events or any(each.recorded_at < before or each.session in missed for each in further):
            self._history = OverallHistory(self.name, (each for log in logs().values() for each in log))

    def made(self, seals: Sequence[Seal], there: frozenset[str]) -> SitePages:
        """Return all pages after the events read so far; `there`: the sessions that have a site."""
        with self._press.speaking():
            scores, log = self.scores, self._history.logs[self.name]
            publications = [*self._history.published.values()]
            published = [each for each in publications if each.number in scores.tournament.published]
            sealed, past = seal_proof(log, seals, self._key), self._history
            state = TournamentState(scores, past.at, past.results, past.decided, log, published, seals, there, sealed)
            pages, links = self._pages.of(state), TournamentSite(scores, there)
            old = []
            for given in (each for each in publications if each.scores):
                since = overall_changes(state, [given], links, "", at_length=False)
                view = {"publication": publication_facts(given, scores.tournament), "since": since}
                old.append((given.folder, self._as_published(given, published, seals, there), view))
            return SitePages.of(pages, old, self._press, "overall_banner.html")

    def _as_published(
        self,
        given: PublishedStanding,
        published: Sequence[PublishedStanding],
        seals: Sequence[Seal],
        there: frozenset[str],
    ) -> dict[str, str]:
        """Return the pages of a publication; make them again only if seals, recalls or session sites changed."""
        number, log = given.number, self._history.logs[self.name][: given.number]
        its_seals = [seal for seal in seals if seal.checkpoint.size <= number]
        standing = [each for each in published if each.number <= number]
        sealed, numbers = seal_proof(log, seals, self._key), [each.number for each in standing]
        made_from = (sealed, its_seals, there, numbers)
        before, pages = self._published.get(number, (None, {}))
        if before != made_from:
            assert given.scores is not None
            counted = (given.scores, given.at, given.results, self._history.decided)
            state = TournamentState(*counted, log, standing, its_seals, there, sealed, "../")
            pages = TournamentPages(self._press, self._key).of(state)
            self._published[number] = made_from, pages
        return pages


@in_press_language
def overall_report(press: Press, scores: TournamentScores, now: int, *, why: bool) -> str:
    """Return the page of the standings of all stages, and if they are final at a time (µs UTC).

    `why`: with the streams they are made from, and the derivation of every total.
    """
    omitted: dict[str, object] = {} if why else {"sessions": PageTable("Sessions", [], []), "totals": []}
    view = _view(scores, now)
    stages = enumerate(overalls(scores))
    strata = [table for at, each in stages for table in in_parts(each, _Anchors(each, at), ("stratum",))]
    return press.page("overall.html", Links(), {**view, **omitted, "strata": strata})


@in_press_language
def overall_audit(press: Press, scores: TournamentScores, log: Sequence[Envelope], seal: str, now: int) -> str:
    """Return the page of all standings under the tournament's seal, with the cases of its sessions and its own log.

    The log of a session is in that session's own audit.
    """
    sessions = [each.session for each in scores.scoreboards.values()]
    stream = scores.tournament
    facts = {
        say("Tournament"): stream.id,
        say("Regulations"): tell(stream.regulations.title),
        say("Events"): str(stream.number),
        say("Digest"): stream.digest.hex(),
    }
    view = {
        **_view(scores, now),
        "facts": facts_table(facts),
        "seal": seal,
        "rulings": _together((scores.title(each.id), register_table(each, now)) for each in sessions),
        "appeals": _together((scores.title(each.id), docket_table(each)) for each in sessions),
        "log": events_table(log, scores.tournament),
    }
    return press.page("overall_audit.html", Links(), view)  # no links: "#4" may be an event of any session


def _view(scores: TournamentScores, now: int) -> dict[str, object]:
    fields, totals = list[PageTable](), list[Outline]()
    for stage, standing in enumerate(overalls(scores)):
        fields += standings_tables(standing, _Anchors(standing, stage))
        for at, row in enumerate(standing.rows):
            total = total_text(row.total.value, standing.stage.rules)
            heading = f"{row.entrant}: {total} {say(standing.unit)} ({standing.stage.name})"
            totals.append(Outline(f"total-{stage}-{at}", heading, list(outline(row.total.derivation()))))
    return {
        "state": overall_state(scores, now),
        "head": head_of(scores),
        "tournament": True,
        "fields": fields,
        "sessions": sessions_table(scores),
        "totals": totals,
    }


def _together(by_session: Iterable[tuple[str, PageTable | None]]) -> PageTable | None:
    """Return the tables of several sessions as one, with a column for the session; None if there are no tables."""
    tables = [(name, table) for name, table in by_session if table]
    if not tables:
        return None
    _, first = tables[0]
    rows = [TableRow([Cell(name), *row.cells]) for name, table in tables for row in table.rows]
    return PageTable(first.caption, ["session", *first.columns], rows)


class _Anchors:
    def __init__(self, standing: Overall, stage: int) -> None:
        self._of = {row.entrant: f"#total-{stage}-{at}" for at, row in enumerate(standing.rows)}

    def why(self, stage: str, entrant: str) -> str | None:
        """Return the anchor of a total's derivation on the same page."""
        return self._of.get(entrant)

    def card(self, contestant: str) -> None:
        """Return None: a single page has no pages of contestants."""

    def figure(self, figure: Figure) -> None:
        """Return None: a single page has no pages of sessions."""
