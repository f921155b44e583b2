"""Links in a tournament: contestants, stages, its own events, and the pages in the sites of its sessions."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from typing import Protocol

from cli.pages.folder import SESSIONS
from cli.pages.links import Links, events_page, slugs
from cli.pages.periods import Spell, spells
from cli.pages.table import Cell, person
from cli.words.finality import overall_finality_lines
from cli.words.overalls import names_of_entrants
from ledger.overall.aspects import overall_finality
from ledger.overall.figures import Figure
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from ledger.subjects.draws.state import everyone

_TIDY = re.compile(r"[A-Za-z0-9]{1,24}")


class StandingLinks(Protocol):
    """The addresses that a row of a standing links to."""

    def why(self, stage: str, entrant: str) -> str | None:
        """Return the address of the derivation of a contestant's total in a stage."""

    def card(self, contestant: str) -> str | None:
        """Return the address of the contestant's page over all stages."""

    def figure(self, figure: Figure) -> str | None:
        """Return the address of a contestant's total in a session, if its site shows it."""


class TournamentSite(Links):
    """Links between the pages of a tournament's folder.

    `home`: the relative address of the site's first folder. `sessions`: the sessions with a site; a publication's pages
    link only to its first page.
    """

    def __init__(self, scores: TournamentScores, sessions: Container[str] = (), home: str = "") -> None:
        self.scores, self._sessions, self._home = scores, sessions, home
        self._as_now = not home

    def event(self, number: int, before: str = "") -> str | None:
        """Return the address of an event: of the tournament, or of the session whose name is `before` its number."""
        if before in self.scores.scoreboards:
            return self._in(before, f"{events_page(number)}#e{number}")
        return f"{events_page(number)}#e{number}" if 0 < number <= self.scores.tournament.number else None

    def case(self, case: str, before: str = "") -> str | None:
        """Return the address of a case of the session named `before`; None if the session or its case is unknown."""
        board = self.scores.scoreboards.get(before)
        if board is None:
            return None
        if case in board.session.appeals:
            return self._in(before, f"appeals.html#{case}")
        known = case in board.session.rulings or case in board.session.penalties
        return self._in(before, f"rulings.html#{case}") if known else None

    def card(self, contestant: str) -> str | None:
        """Return the address of a contestant's page."""
        slug = self.slugs.get(contestant)
        return f"contestant-{slug}.html" if slug else None

    def total(self, contestant: str) -> str | None:
        """Return the address of a contestant's page, which has its totals."""
        return self.card(contestant)

    def person(self, contestant: str) -> Cell:
        """Return a cell with a contestant's players, linked to its page."""
        return person(contestant, self.names, self.card(contestant))

    def why(self, stage: str, entrant: str) -> str | None:
        """Return the address of the derivation of a contestant's total in a stage."""
        card = self.card(entrant) if entrant in self._placed.get(stage, ()) else None
        return f"{card}#{self.stages[stage]}" if card else None

    def stage(self, stage: str) -> str:
        """Return the address of a stage's page."""
        return f"{self.stages[stage]}.html"

    def session(self, session: str) -> str | None:
        """Return the address of the first page of a session's site, if it has one."""
        has_site = session in self._sessions
        return f"{self._home}{SESSIONS}/{session}/index.html" if has_site else None

    def figure(self, figure: Figure) -> str | None:
        """Return the address of a contestant's total in a session."""
        slug = self._cards.get(figure.of.session, {}).get(figure.contestant)
        total = "#total" if figure.boards else ""  # a session does not count byes
        return self._in(figure.of.session, f"contestant-{slug}.html{total}") if slug else None

    def _in(self, session: str, page: str) -> str | None:
        is_linked = self._as_now and session in self._sessions
        return f"{self._home}{SESSIONS}/{session}/{page}" if is_linked else None

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of each contestant's players, as far as they are known."""
        return names_of_entrants(self.scores)

    @cached_property
    def stages(self) -> dict[str, str]:
        """The page name of each stage, without '.html'."""
        return {name: f"stage-{slug}" for name, slug in _addresses(self.scores.tournament.stages)}

    @cached_property
    def _placed(self) -> dict[str, set[str]]:
        stages = self.scores.tournament.stages
        return {name: {row.entrant for row in overall(self.scores, each).rows} for name, each in stages.items()}

    @cached_property
    def slugs(self) -> dict[str, str]:
        """The name in page addresses of every contestant who was entered, plays or was drawn."""
        scores, tournament = self.scores, self.scores.tournament
        names = list(tournament.entrants)
        for session in tournament.sessions:
            if session in scores.scoreboards:
                contestants = scores.scoreboards[session].session.contestants
                names += (tournament.entrant_of(session, each) for each in contestants)
        for stage in tournament.stages:
            for drawn in tournament.drawn.of(stage):
                names += everyone(drawn)
            if bracket := tournament.knockouts.bracket(stage):
                names += (side.entrant for match in bracket.matches for side in match.sides if side.entrant)
        return dict(_addresses(dict.fromkeys(names)))

    @cached_property
    def _cards(self) -> dict[str, dict[str, str]]:
        boards = self.scores.scoreboards
        return {name: slugs(each.session) for name, each in boards.items() if name in self._sessions}


def _addresses(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name with its form for addresses: the name itself if plain, else '_' and its position."""
    for at, name in enumerate(names, start=1):
        yield name, name if _TIDY.fullmatch(name) else f"_{at}"


_TYPED = re.compile(r"(: [^:`]*)?`[^`]*`.*$")
"""A command, with the text that leads to it after a colon."""


def without_command(text: str) -> str:
    """Return a line without the command at its end, which readers of pages cannot type.

    >>> without_command("4 withdrew (#9); next is 3: `tournament qualify all --into final --instead 4=3`")
    '4 withdrew (#9); next is 3'
    """
    return _TYPED.sub("", text)


def overall_state(scores: TournamentScores, now: int) -> list[Spell]:
    """Return lines that say if a tournament's standing is final, and until when it may change."""
    state = overall_finality(scores)
    moments = state.periods.moments if state.periods else ()
    return spells(lambda at: overall_finality_lines(state, at, counting=False), now, moments)
