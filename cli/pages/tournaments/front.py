"""The first page of a tournament: its sessions, what was given out and under which seal, and when it is final."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cli.pages.events import Head
from cli.pages.table import Cell, PageTable, TableRow, without_empty
from cli.pages.tournaments.history import StandingGivenOut
from cli.pages.tournaments.links import TournamentSite
from cli.words.overalls import heads_text
from cli.words.times import moment_text
from ledger.facts.clocks import WrongClocks, with_right_times
from ledger.overall.publication import finality
from ledger.overall.scores import TournamentScores
from ledger.trust.seal import Seal


class PublicationView(NamedTuple):
    """A standing that was given out: when, of which stages, where it stands, and the seal of the log up to it.

    `missing`: the sessions it was given out over that are not here as far as then, so that it has no folder.
    """

    number: int
    time: str
    stages: str
    note: str
    href: str
    missing: str
    seal: str
    numbers: list[str]


def head_of(scores: TournamentScores) -> Head:
    """The head of every page: of which tournament, and of which moment of all its streams."""
    stream = scores.tournament
    title = scores.tournament.opened.title or stream.id
    when = moment_text(scores.recorded_at, 0)
    return Head(title, stream.id, stream.number, when, scores.digest[:16], heads_text(scores))


def sessions_table(scores: TournamentScores, links: TournamentSite | None = None) -> PageTable:
    """The sessions of the tournament, up to which event of each the standing is; one that is not here yet has none."""
    heads = {name: (number, digest.hex()[:16]) for name, number, digest in scores.heads}
    rows = []
    for each in scores.tournament.sessions.values():
        number, digest = heads.get(each.session, (0, ""))
        rows.append(
            TableRow(
                [
                    Cell(each.stage),
                    Cell(str(each.sitting)),
                    Cell(each.section),
                    Cell(each.session, links.session(each.session) if links else None),
                    Cell(str(number or "–"), links.event(number, each.session) if links else None),
                    Cell(digest),
                ]
            )
        )
    columns = ["stage", ">sitting", "section", "session", ">event", "digest"]
    return without_empty(PageTable("Sessions", columns, rows, aside=frozenset({"digest"}), under="session"))


def publication_views(
    published: Sequence[StandingGivenOut], seals: Sequence[Seal], home: str, wrong: WrongClocks
) -> list[PublicationView]:
    """What was given out, oldest first, each with the office's seal of it."""
    by_size = {seal.checkpoint.size: seal for seal in seals}
    return [_publication(each, by_size.get(each.number), home, wrong) for each in published]


def _publication(given: StandingGivenOut, seal: Seal | None, home: str, wrong: WrongClocks) -> PublicationView:
    return PublicationView(
        given.number,
        moment_text(with_right_times(given.envelope, wrong).occurred_at, 0),
        ", ".join(each.stage for each in given.event.stages),
        str(given.event.note),
        "" if given.missing else f"{home}{given.folder}/index.html",
        ", ".join(given.missing),
        str(seal).rstrip() if seal else "",
        [f"{each.stage}: {each.numbers}" for each in given.event.stages],
    )


class FinalView(NamedTuple):
    """When the standing is final: until when something may still be asked for, by which stream; or what it waits for.

    Periods are read by the time of the last event, for no time runs on a page.
    """

    until: str
    by: str
    unpublished: str
    appeals: str


def final_view(scores: TournamentScores) -> FinalView:
    """What stands between the standing and its being final."""
    found = finality(scores, scores.recorded_at)
    until, by = (moment_text(found.at[0], 0), found.at[1]) if found.at else ("", "")
    appeals = ", ".join(f"{name} {case}" for name, case in found.open_appeals)
    return FinalView(until, by, ", ".join(found.unpublished), appeals)
