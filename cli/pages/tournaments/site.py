"""The pages of a tournament's site: one state of it on pages of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from cli.pages.checking import SealProof, check_page
from cli.pages.events import events_table
from cli.pages.links import EVENTS_A_PAGE, events_page
from cli.pages.printing import Press, as_data
from cli.pages.site import BANNER, MOST_FOUND
from cli.pages.tournaments import standings
from cli.pages.tournaments.brackets import bracket_view
from cli.pages.tournaments.changes import PublishedState, overall_changes
from cli.pages.tournaments.entrants import entrant_views
from cli.pages.tournaments.front import final_view, head_of, publication_views, sessions_table
from cli.pages.tournaments.going_on import GoingView, going_views
from cli.pages.tournaments.history import StandingGivenOut
from cli.pages.tournaments.links import TournamentSite, for_readers
from cli.pages.tournaments.rounds import crossed, rounds
from cli.words.language import tell
from cli.words.overalls import substitute_lines, tie_lines
from cli.words.tournaments import stage_text
from ledger.errors.visible import visible
from ledger.facts import Envelope
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall
from ledger.overall.standing import overall
from ledger.trust.seal import PublicKey, Seal

_FIRST_PLACES = 10

MOMENT = Markup("<!-- of which moment -->")
"""Stands at the head of every page until it is whole: what is told of a contestant may be that of an earlier moment."""

View = Mapping[str, object]


class TournamentState(NamedTuple):
    """One state of a tournament: its scores and what was decided by then, its log, what was given out, the seals.

    `sessions`: those that have a site beside it. `home`: the way from its pages to the first of the folder.
    `official`: its standing was not taken back after it was given out.
    """

    then: PublishedState
    log: Sequence[Envelope]
    published: Sequence[StandingGivenOut]
    seals: Sequence[Seal]
    sessions: frozenset[str]
    sealed: SealProof | None = None
    home: str = ""
    official: bool = True

    @property
    def scores(self) -> TournamentScores:
        """The scores."""
        return self.then.scores


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
        found = [overall(scores, stage) for stage in scores.tournament.stages.values()]
        going = going_views(scores, links)
        nav, head = _nav(found, going, links), head_of(scores)
        marks = {"banner": Markup(BANNER), "moment": MOMENT, "shared": state.home}
        beside = {"head": head, "nav": nav, "foot": _FOOT, "site": True, "tournament": True, **marks}

        def page(name: str, template: str, here: str, view: View) -> tuple[str, str]:
            return name, self._press.page(template, links, {**beside, "here": here, **view})

        for entrant in entrant_views(found, links):
            name, made_from = links.card(entrant.contestant) or "", (entrant, nav, head.title, state.sessions)
            kept = self._kept.get(name)
            if kept is None or kept[0] != made_from:
                self._kept[name] = kept = made_from, page(name, "entrant.html", "", {"entrant": entrant})[1]
            yield name, kept[1]
        for each in found:
            name = links.stage(each.stage.name)
            yield page(name, "stage.html", name, _stage(each, links, going))
        if going:
            yield page("qualifying.html", "qualifying.html", "qualifying.html", {"ways": going})
        changes = overall_changes(state.then, state.published, links, state.home)
        yield page("changes.html", "overall_changes.html", "changes.html", {"changes": changes})
        yield from _log(state, page)
        if not state.home:
            yield from self._press.shared.items()
        yield "check.html", check_page(self._press, self._key, {**beside, "here": "check.html"}, state.sealed)
        first = {"changes": changes, **_index(state, found, links)}
        yield page("index.html", "tournament.html", "index.html", first)


def _nav(found: Sequence[Overall], going: Sequence[GoingView], links: TournamentSite) -> list[tuple[str, str]]:
    """What every page leads to, in five words; to more stages than have room there the scores lead, and its foot."""
    stages = [(each.stage.name, links.stage(each.stage.name)) for each in found]
    onward = [("Who goes on", "qualifying.html")] if going else []
    shown = stages if len(stages) + len(onward) <= _STAGES_IN_SIGHT else []
    return [("Scores", "index.html"), ("My page", "index.html#find"), *shown, *onward, ("Changes", "changes.html")]


_STAGES_IN_SIGHT = 2

_FOOT = [("Log", "events-1.html"), ("Check a receipt or a seal", "check.html")]
"""What every page leads to at its foot."""


def _stage(found: Overall, links: TournamentSite, going: Sequence[GoingView]) -> View:
    """Everything of a stage: its standing whole and in parts, how ties were split, the bracket, who met whom."""
    name = found.stage.name
    return {
        "stage": name,
        "how": stage_text(found.stage),
        "ways": [each for each in going if name in (each.source, each.into)],
        "fields": list(standings.ranked(found, links)),
        "parts": list(standings.in_parts(found, links)),
        "ties": list(tie_lines(found)),
        "notes": [for_readers(line) for line in (*substitute_lines(found), *map(tell, found.notes))],
        "bracket": bracket_view(found.bracket, links) if found.bracket else None,
        "crossed": crossed(found, links),
        "rounds": rounds(found, links) if found.stage.format == "swiss" else [],
    }


def _log(state: TournamentState, page: Callable[[str, str, str, View], tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The pages of the tournament's own log, for everybody: of the office's own matters only that there is an event."""
    firsts = range(0, len(state.log), EVENTS_A_PAGE)
    around = [(str(at), events_page(first + 1)) for at, first in enumerate(firsts, start=1)] if len(firsts) > 1 else []
    for first in firsts:
        table = events_table(state.log[first : first + EVENTS_A_PAGE], state.scores.tournament, outside=True)
        yield page(events_page(first + 1), "events.html", "events-1.html", {"log": table, "around": around})


def _index(state: TournamentState, found: Sequence[Overall], links: TournamentSite) -> View:
    """The first page: who leads in each stage, the last first; the sessions; what was given out; when it is final."""
    known = links.slugs if len(links.slugs) <= MOST_FOUND else ()
    return {
        "stages": [
            (each.stage.name, links.stage(each.stage.name), list(standings.ranked(each, links, _FIRST_PLACES)))
            for each in reversed(found)
        ],
        "sessions": sessions_table(state.scores, links),
        "later_sessions": bool(state.home and state.sessions),
        "published": publication_views(state.published, state.seals, state.home, state.scores.tournament.wrong_clocks),
        "final": final_view(state.scores),
        "official": state.official,
        "find": as_data(
            [[visible(links.names.get(each, "")), visible(each), links.card(each) or ""] for each in known]
        ),
    }
