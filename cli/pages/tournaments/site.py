"""The pages of a tournament: its site, as it is now and as each standing was given out; its standing in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from markupsafe import Markup

from cli.pages.cases import docket_table, register_table
from cli.pages.checking import check_page, sealed_state
from cli.pages.history import Head, events_table
from cli.pages.links import Links
from cli.pages.printing import Press, in_its_language
from cli.pages.site import BANNER, MadePages, View, log_pages, to_find
from cli.pages.table import Cell, Outline, PageTable, TableRow, entered, facts_table, page_table, without_empty
from cli.pages.tournaments.changes import OverallHistory, StandingGivenOut, TournamentState, overall_changes, since_of
from cli.pages.tournaments.entrants import entrant_views, going_views
from cli.pages.tournaments.links import StandingLinks, TournamentSite, for_readers, overall_state
from cli.pages.tournaments.rounds import bracket_view, crossed, rounds
from cli.views.overall import part_table, survivors_table
from cli.views.tables import AnswerColumn
from cli.words.derivations import outline
from cli.words.language import say, tell
from cli.words.overalls import heads_text, names_of_entrants, substitute_lines, tie_lines, total_text
from cli.words.times import moment_text
from cli.words.tournaments import stage_text
from cli.words.vocabulary import side_name
from ledger.kernel.fact import Envelope
from ledger.overall.figures import Figure
from ledger.overall.history import Logs
from ledger.overall.knockout import KnockoutPlace
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow, PartRanking, RankedBy, fields, rankings
from ledger.overall.standing import overall, overalls
from ledger.subjects.clocks.facts import WrongClocks, with_right_times
from ledger.trust.seal import PublicKey, Seal


def ranked(found: Overall, links: StandingLinks, first: int | None = None) -> Iterator[PageTable]:
    """The field or fields of a stage; `first`: so many places of each. None where nobody has a score."""
    if found.bracket:
        stage, names, table = found.stage.name, names_of_entrants(found.scores), survivors_table(found.bracket)
        cells: dict[str, Callable[[KnockoutPlace], Cell]] = {
            "entrant": lambda place: entered(place.entrant, names, links.card(place.entrant)),
            "won": lambda place: Cell(str(place.won), links.why(stage, place.entrant)),
        }
        yield page_table(stage, table._replace(rows=table.rows[:first]), cells)
        return
    for part in fields(found) if found.rows else ():
        caption = f"{found.stage.name}: {side_name(part.name)}" if part.name else found.stage.name
        yield _table(found, part, caption, links, first)


def in_parts(found: Overall, links: StandingLinks) -> Iterator[PageTable]:
    """Each section and stratum ranked by itself, where there are several."""
    for by in () if found.bracket else _PARTS:
        parts = rankings(found, by)
        if len(parts) > 1 or (parts and by == "stratum"):
            yield from (_table(found, part, f"{say(by)} {part.name}", links) for part in parts)


_PARTS: tuple[RankedBy, ...] = ("section", "stratum")


def _table(
    found: Overall, part: PartRanking, caption: str, links: StandingLinks, first: int | None = None
) -> PageTable:
    stage, names = found.stage.name, names_of_entrants(found.scores)
    table = part_table(found, part)

    def cell(column: AnswerColumn) -> Callable[[tuple[int | None, OverallRow]], Cell] | None:
        if column.field == "contestant":
            return lambda row: entered(row[1].entrant, names, links.card(row[1].entrant))
        if column.field == "total":
            return lambda row: Cell(column.text(row), links.why(stage, row[1].entrant))
        if column.field.startswith("sitting"):
            return lambda row: Cell(column.text(row), _only_figure(row[1], int(column.title.lstrip(">")), links))
        return None

    cells = {column.field: told for column in table.columns if (told := cell(column))}
    return page_table(caption, table._replace(rows=table.rows[:first]), cells)


def _only_figure(row: OverallRow, sitting: int, links: StandingLinks) -> str | None:
    own = [figure for figure in row.figures if figure.of.sitting == sitting]
    return links.figure(own[0]) if len(own) == 1 else None


def head_of(scores: TournamentScores) -> Head:
    """Return the head of every page: of which tournament, and of which moment of all its streams."""
    stream = scores.tournament
    title = scores.tournament.opened.title or stream.id
    when = moment_text(scores.recorded_at, 0)
    return Head(title, stream.id, stream.number, when, scores.digest[:16], heads_text(scores))


def sessions_table(scores: TournamentScores, links: TournamentSite | None = None) -> PageTable:
    """Return the sessions of a tournament, and up to which event of each the standing is; one not here yet has none."""
    heads = {name: (number, digest.hex()[:16]) for name, number, digest in scores.heads}
    rows = []
    for each in scores.tournament.sessions.values():
        number, digest = heads.get(each.session, (0, ""))
        told = Cell(each.session, links.session(each.session) if links else None)
        event = Cell(str(number or "–"), links.event(number, each.session) if links else None)
        place = (Cell(each.stage), Cell(str(each.sitting)), Cell(each.section))
        rows.append(TableRow([*place, told, event, Cell(digest)]))
    columns = ["stage", ">sitting", "section", "session", ">event", "digest"]
    return without_empty(PageTable("Sessions", columns, rows, aside=frozenset({"digest"}), under="session"))


def publication_views(
    published: Sequence[StandingGivenOut], seals: Sequence[Seal], home: str, wrong: WrongClocks
) -> list[dict[str, object]]:
    """Return what was given out, oldest first: when, of which stages, where it stands, and the office's seal of it.

    `missing`: the sessions it was given out over that are not here as far as then, so that it has no folder.
    """
    by_size = {seal.checkpoint.size: str(seal).rstrip() for seal in seals}
    return [
        {
            "number": each.number,
            "time": moment_text(with_right_times(each.envelope, wrong).occurred_at, 0),
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
"""Stands at the head of every page until it is whole: what is told of a contestant may be that of an earlier moment."""


class TournamentPages:
    """Makes the pages of a state; a page that says the same is not made again."""

    def __init__(self, press: Press, key: PublicKey | None = None) -> None:
        self._press, self._key = press, key
        self._kept: dict[str, tuple[object, str]] = {}

    def of(self, state: TournamentState) -> dict[str, str]:
        """Every page by its name, the first page last: where it leads is there before it."""
        links = TournamentSite(state.scores, state.sessions, state.home)
        moment = self._press.part("over_streams.html", {"head": head_of(state.scores), "links": links}).rstrip()
        return {name: page.replace(MOMENT, moment) for name, page in self._pages(state)}

    def _pages(self, state: TournamentState) -> Iterator[tuple[str, str]]:
        scores = state.scores
        links = TournamentSite(scores, state.sessions, state.home)
        finality = [] if state.home else overall_state(scores, scores.recorded_at)
        found = [overall(scores, stage) for stage in scores.tournament.stages.values()]
        going = going_views(scores, links)
        nav, head = _nav(found, going, links), head_of(scores)
        marks = {"banner": Markup(BANNER), "moment": MOMENT, "shared": state.home, "turns": not state.home}
        beside = {"head": head, "nav": nav, "foot": _FOOT, "site": True, "tournament": True, **marks}
        beside |= {"state": finality}

        def page(name: str, template: str, here: str, view: View) -> tuple[str, str]:
            return name, self._press.page(template, links, {**beside, "here": here, **view})

        for contestant, entrant in entrant_views(found, links).items():
            name, made_from = links.card(contestant) or "", (entrant, nav, head.title, state.sessions, finality)
            kept = self._kept.get(name)
            if kept is None or kept[0] != made_from:
                self._kept[name] = kept = made_from, page(name, "entrant.html", "", {"entrant": entrant})[1]
            yield name, kept[1]
        for each in found:
            name = links.stage(each.stage.name)
            yield page(name, "stage.html", name, _stage(each, links, going))
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
            (each.stage.name, links.stage(each.stage.name), list(ranked(each, links, _FIRST_PLACES)))
            for each in reversed(found)
        )
        wrong = scores.tournament.wrong_clocks
        first = {
            "changes": changes,
            "stages": list(stages),
            "sessions": sessions_table(scores, links),
            "later_sessions": bool(state.home and state.sessions),
            "published": publication_views(state.published, state.seals, state.home, wrong),
            "find": to_find(links.slugs, links.names, links),
        }
        yield page("index.html", "tournament.html", "index.html", first)


def _nav(found: Sequence[Overall], going: Sequence[View], links: TournamentSite) -> list[tuple[str, str]]:
    """What every page leads to, in five words; to more stages than have room there the scores lead, and its foot."""
    stages = [(each.stage.name, links.stage(each.stage.name)) for each in found]
    onward = [("Who goes on", "qualifying.html")] if going else []
    shown = stages if len(stages) + len(onward) <= _STAGES_IN_SIGHT else []
    return [("Scores", "index.html"), ("My page", "index.html#find"), *shown, *onward, ("Changes", "changes.html")]


_STAGES_IN_SIGHT = 2

_FOOT = [("Log", "events-1.html"), ("Check a receipt or a seal", "check.html")]
"""What every page leads to at its foot."""


def _stage(found: Overall, links: TournamentSite, going: Sequence[View]) -> View:
    """Everything of a stage: its standing whole and in parts, how ties were split, the bracket, who met whom."""
    name = found.stage.name
    return {
        "stage": name,
        "how": stage_text(found.stage),
        "ways": [each for each in going if name in (each["source"], each["into"])],
        "fields": list(ranked(found, links)),
        "parts": list(in_parts(found, links)),
        "ties": list(tie_lines(found)),
        "notes": [for_readers(line) for line in (*substitute_lines(found), *map(tell, found.notes))],
        "bracket": bracket_view(found.bracket, links) if found.bracket else None,
        "crossed": crossed(found, links),
        "rounds": rounds(found, links) if found.stage.format == "swiss" else [],
    }


class TournamentSitePress:
    """Makes the pages of a tournament; from one time to the next only those on which something changed."""

    def __init__(self, name: str, press: Press, key: PublicKey | None) -> None:
        self.name = name
        self._press, self._key = press, key
        self._pages, self._history = TournamentPages(press, key), OverallHistory(name)
        self._published: dict[int, tuple[object, dict[str, str]]] = {}

    @property
    def scores(self) -> TournamentScores:
        """Return the scores the pages are made of."""
        return self._history.scores

    @property
    def streams(self) -> set[str]:
        """Return the streams the pages are of: the tournament's own, and the sessions that belong to it or did."""
        return {self.name, *self.scores.tournament.ever}

    def log(self, stream: str) -> list[Envelope]:
        """Return a stream as far as it was read."""
        return self._history.logs[stream]

    def number(self, stream: str) -> int:
        """Return the number of a stream's last event that was read; 0 where none was."""
        return len(self._history.logs.get(stream, ()))

    def read(self, events: Iterable[Envelope], logs: Callable[[], Logs]) -> None:
        """Read further events; begin the `logs` anew where an event came in that belongs before what was read."""
        further, known = list(events), {*self._history.logs}
        before, missed = self._history.read_up_to, self._history.missing
        self._history.go_on(further)
        joined = self.streams - known if before else set[str]()
        came = bool(joined) and any(logs().get(each) for each in joined)
        if came or any(each.recorded_at < before or each.session in missed for each in further):
            self._history = OverallHistory(self.name, (each for log in logs().values() for each in log))

    def made(self, seals: Sequence[Seal], there: frozenset[str]) -> MadePages:
        """Make the pages after what was read; `seals` are all that were given out, `there` the sessions with a site."""
        with self._press.speaking():
            scores, log = self.scores, self._history.logs[self.name]
            ever = [*self._history.published.values()]
            published = [each for each in ever if each.number in scores.tournament.published]
            given = [each for each in ever if each.scores]
            then = [(each, self._as_published(each, published, seals, there)) for each in given]
            sealed, of = sealed_state(log, seals, self._key), self._history
            state = TournamentState(scores, of.at, of.results, of.decided, log, published, seals, there, sealed)
            pages, links = self._pages.of(state), TournamentSite(scores, there)
            old = []
            for each, its in then:
                since = overall_changes(state, [each], links, "", at_length=False)
                view = {"publication": since_of(each, scores.tournament), "since": since}
                old.append((each.folder, its, view))
            return MadePages.of(pages, old, self._press, "overall_banner.html")

    def _as_published(
        self,
        given: StandingGivenOut,
        published: Sequence[StandingGivenOut],
        seals: Sequence[Seal],
        there: frozenset[str],
    ) -> dict[str, str]:
        """Make the pages of a publication once, and again where it was sealed or taken back since."""
        number, log = given.number, self._history.logs[self.name][: given.number]
        own = [seal for seal in seals if seal.checkpoint.size <= number]
        standing = [each for each in published if each.number <= number]
        sealed, numbers = sealed_state(log, seals, self._key), [each.number for each in standing]
        made_from = (sealed, own, there, numbers)
        before, pages = self._published.get(number, (None, {}))
        if before != made_from:
            assert given.scores is not None
            then = (given.scores, given.at, given.results, self._history.decided)
            state = TournamentState(*then, log, standing, own, there, sealed, "../")
            pages = TournamentPages(self._press, self._key).of(state)
            self._published[number] = made_from, pages
        return pages


@in_its_language
def overall_report(press: Press, scores: TournamentScores, now: int, *, why: bool) -> str:
    """Make the page of the standings of all stages, and whether they are final at a time.

    `why`: with the streams they are of, and how each total comes about.
    """
    left: dict[str, object] = {} if why else {"sessions": PageTable("Sessions", [], []), "totals": []}
    return press.page("overall.html", Links(), {**_view(scores, now), **left})


@in_its_language
def overall_audit(press: Press, scores: TournamentScores, log: Sequence[Envelope], seal: str, now: int) -> str:
    """Make the page of all standings under the tournament's seal, with the cases of its sessions and its own log.

    What is in the log of a session, that session's audit shows.
    """
    sessions = [each.session for each in scores.scoreboards.values()]
    stream = scores.tournament
    said = {
        say("Tournament"): stream.id,
        say("Regulations"): tell(stream.regulations.title),
        say("Events"): str(stream.number),
        say("Digest"): stream.digest.hex(),
    }
    view = {
        **_view(scores, now),
        "facts": facts_table(said),
        "seal": seal,
        "rulings": _together((each.id, register_table(each, now)) for each in sessions),
        "appeals": _together((each.id, docket_table(each)) for each in sessions),
        "log": events_table(log, scores.tournament),
    }
    return press.page("overall_audit.html", Links(), view)  # "#4" on it is an event of a session, or of this


def _view(scores: TournamentScores, now: int) -> dict[str, object]:
    fields, totals = list[PageTable](), list[Outline]()
    for stage, each in enumerate(overalls(scores)):
        fields += ranked(each, _Anchors(each, stage))
        for at, row in enumerate(each.rows):
            total = total_text(row.total.value, each.stage.rules)
            heading = f"{row.entrant}: {total} {say(each.unit)} ({each.stage.name})"
            totals.append(Outline(f"total-{stage}-{at}", heading, list(outline(row.total.derivation()))))
    return {
        "state": overall_state(scores, now),
        "head": head_of(scores),
        "tournament": True,
        "fields": fields,
        "sessions": sessions_table(scores),
        "totals": totals,
    }


def _together(found: Iterable[tuple[str, PageTable | None]]) -> PageTable | None:
    """The tables of several sessions as one, each line with its session before it; None where there is none."""
    tables = [(name, table) for name, table in found if table]
    if not tables:
        return None
    _, first = tables[0]
    rows = [TableRow([Cell(name), *row.cells]) for name, table in tables for row in table.rows]
    return PageTable(first.caption, ["session", *first.columns], rows)


class _Anchors:
    def __init__(self, found: Overall, stage: int) -> None:
        self._of = {row.entrant: f"#total-{stage}-{at}" for at, row in enumerate(found.rows)}

    def why(self, stage: str, entrant: str) -> str | None:
        """How a total comes about, further down."""
        return self._of.get(entrant)

    def card(self, contestant: str) -> None:
        """No page of its own."""

    def figure(self, figure: Figure) -> None:
        """No page of a session."""
