"""Where things of a tournament stand: contestants, stages, its own events, and what the sites of its sessions have."""

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
    """Where a line of a standing leads."""

    def why(self, stage: str, entrant: str) -> str | None:
        """How a contestant's total in a stage comes about."""

    def card(self, contestant: str) -> str | None:
        """The contestant, over all stages."""

    def figure(self, figure: Figure) -> str | None:
        """What a contestant has of a session, where that tells it."""


class TournamentSite(Links):
    """The pages of a tournament's folder.

    `home`: the way from its pages to the first of the folder, where `sessions` are: those of them that have a site.
    `as_now`: these pages are of now, as the sites of the sessions are; those of a publication do not lead into them.
    """

    def __init__(self, scores: TournamentScores, sessions: Container[str] = (), home: str = "") -> None:
        self._scores, self._sessions, self._home = scores, sessions, home
        self._as_now = not home

    def event(self, number: int, before: str = "") -> str | None:
        """An event of the tournament, or of the session that is named before its number."""
        if before in self._scores.scoreboards:
            return self._in(before, f"{events_page(number)}#e{number}")
        return f"{events_page(number)}#e{number}" if 0 < number <= self._scores.tournament.number else None

    def case(self, case: str, before: str = "") -> str | None:
        """A case of the session that is named before it."""
        board = self._scores.scoreboards.get(before)
        if board is None:
            return None
        if case in board.session.appeals:
            return self._in(before, f"appeals.html#{case}")
        known = case in board.session.rulings or case in board.session.penalties
        return self._in(before, f"rulings.html#{case}") if known else None

    def card(self, contestant: str) -> str | None:
        """The page of a contestant of the tournament."""
        slug = self.slugs.get(contestant)
        return f"contestant-{slug}.html" if slug else None

    def total(self, contestant: str) -> str | None:
        """Return the page of a contestant, on which its totals are."""
        return self.card(contestant)

    def person(self, contestant: str) -> Cell:
        """A contestant by its players, with the way to its page."""
        return person(contestant, self.names, self.card(contestant))

    def why(self, stage: str, entrant: str) -> str | None:
        """How a contestant's total in a stage comes about, on its page."""
        card = self.card(entrant) if entrant in self._placed.get(stage, ()) else None
        return f"{card}#{self.stages[stage]}" if card else None

    def stage(self, stage: str) -> str:
        """The page of a stage."""
        return f"{self.stages[stage]}.html"

    def session(self, session: str) -> str | None:
        """The first page of a session's site, where it has one."""
        there = session in self._sessions
        return f"{self._home}{SESSIONS}/{session}/index.html" if there else None

    def figure(self, figure: Figure) -> str | None:
        """What a contestant has of a session: its total there."""
        slug = self._cards.get(figure.of.session, {}).get(figure.contestant)
        total = "#total" if figure.boards else ""  # what a bye is worth, the session does not know
        return self._in(figure.of.session, f"contestant-{slug}.html{total}") if slug else None

    def _in(self, session: str, page: str) -> str | None:
        there = self._as_now and session in self._sessions
        return f"{self._home}{SESSIONS}/{session}/{page}" if there else None

    @cached_property
    def names(self) -> dict[str, str]:
        """The players of the contestants, where any is known."""
        return names_of_entrants(self._scores)

    @cached_property
    def stages(self) -> dict[str, str]:
        """The names of stages in addresses."""
        return {name: f"stage-{slug}" for name, slug in _addresses(self._scores.tournament.stages)}

    @cached_property
    def _placed(self) -> dict[str, set[str]]:
        stages = self._scores.tournament.stages
        return {name: {row.entrant for row in overall(self._scores, each).rows} for name, each in stages.items()}

    @cached_property
    def slugs(self) -> dict[str, str]:
        """The names of contestants in addresses: of everybody who was entered, plays, or was drawn."""
        scores, tournament = self._scores, self._scores.tournament
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
        boards = self._scores.scoreboards
        return {name: slugs(each.session) for name, each in boards.items() if name in self._sessions}


def _addresses(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each by its own name where that is plain, else by when it came."""
    for at, name in enumerate(names, start=1):
        yield name, name if _TIDY.fullmatch(name) else f"_{at}"


_TYPED = re.compile(r"(: [^:`]*)?`[^`]*`.*$")
"""A command, and from the colon before it what leads to it."""


def for_readers(text: str) -> str:
    """A line for the office, without the command at its end.

    >>> for_readers("4 withdrew (#9); next is 3: `tournament qualify all --into final --instead 4=3`")
    '4 withdrew (#9); next is 3'
    """
    return _TYPED.sub("", text)


def overall_state(scores: TournamentScores, now: int) -> list[Spell]:
    """Return until when a tournament's standing may change."""
    found = overall_finality(scores)
    moments = found.periods.moments if found.periods else ()
    return spells(lambda at: overall_finality_lines(found, at, counting=False), now, moments)
