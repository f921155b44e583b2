"""Reading what is said of a knockout stage: seeds, a first round, segments, and who meets whom as far as is known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.desk import tournaments
from cli.desk.desk import Desk
from ledger.commands import DrawBracket, KnownMeeting
from ledger.errors import Misuse

if TYPE_CHECKING:
    from cli.commands.tournament.knockout import DrawingOptions

_GO_ON = re.compile(r"\s*\(\s*([0-9])\s*\)\s*")
_VERSUS = re.compile(r"\s+v\.?\s+")


def drawing(desk: Desk, tournament: str, stage: str, how: DrawingOptions) -> DrawBracket:
    """A bracket to be drawn; Misuse (usage) where it is said in two ways, or in none."""
    said = [name for name, text in (("--seeds", how.seeds), ("--from", how.source), ("--matches", how.matches)) if text]
    if len(said) > 1:
        raise Misuse("usage", f"{' and '.join(said)} are different draws", f"{said[0]} alone")
    if how.best and not how.source:
        raise Misuse("usage", "--best is of the places in another stage", f"--from qualifying --best {how.best}")
    segments = segments_of(how.segments)
    if how.matches:
        return DrawBracket(stage, (), first_round(how.matches), segments, how.three_way)
    seeds = labels(how.seeds) or (_placed(desk, tournament, how) if how.source else _seeded(desk, tournament))
    return DrawBracket(stage, seeds, (), segments, how.three_way)


def labels(text: str) -> tuple[str, ...]:
    """Contestants in the order they are written, each as often as it is.

    >>> labels("Norway, 2-4")
    ('Norway', '2', '3', '4')
    """
    pieces = [piece for piece in text.split(",") if piece.strip()]
    return tuple(each.label for piece in pieces for each in tournaments.entrants(piece, "", None))


def _placed(desk: Desk, tournament: str, how: DrawingOptions) -> tuple[str, ...]:
    """Those who have a place in a stage, by place."""
    found = desk.office.tournaments.overall(tournament, how.source)
    placed = [row.entrant for each in found for row in each.rows if row.rank is not None]
    if not placed:
        raise Misuse("usage", f"nobody has a place in {how.source} yet", f"`tournament standings {how.source}`")
    return tuple(placed[: how.best])


def _seeded(desk: Desk, tournament: str) -> tuple[str, ...]:
    """The contestants that were entered with a seed, by it."""
    entered = desk.office.tournaments.stream(tournament).in_tournament.entrants.values()
    seeded = sorted((each.seed, each.label) for each in entered if each.seed)
    if not seeded:
        raise Misuse("usage", "nobody was entered with a seed", '--seeds "Norway, Iceland, Malta, Wales", or --matches')
    return tuple(label for _, label in seeded)


def first_round(text: str) -> tuple[tuple[tuple[str, ...], int], ...]:
    """The matches of a first round, each with how many go on from it.

    >>> first_round("Norway v Wales, Iceland v Malta v 4 (2), Italy")
    ((('Norway', 'Wales'), 1), (('Iceland', 'Malta', '4'), 2), (('Italy',), 1))
    """
    return tuple(_match(piece) for piece in text.split(",") if piece.strip())


def _match(piece: str) -> tuple[tuple[str, ...], int]:
    go_on = _GO_ON.search(piece)
    teams = _VERSUS.split((piece[: go_on.start()] if go_on else piece).strip())
    return tuple(label for team in teams for label in labels(team)), int(go_on[1]) if go_on else 1


def segments_of(text: str) -> tuple[int, ...]:
    """In how many sittings matches are played, by round; Misuse (usage) where that is no number.

    >>> segments_of("2, 2,4")
    (2, 2, 4)
    """
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    if wrong := [piece for piece in pieces if not re.fullmatch(r"[1-9][0-9]?", piece)]:
        raise Misuse("usage", f"{wrong[0]!r} is no number of sittings", "--segments 2, or --segments 2,2,4 by round")
    return tuple(map(int, pieces))


def meetings(desk: Desk, tournament: str, stage: str) -> tuple[KnownMeeting, ...]:
    """Who meets whom in a stage, as far as is known."""
    from ledger.overall.knockout import bracket

    found = bracket(desk.office.tournaments.scores(tournament), stage)
    return tuple(
        KnownMeeting(match.drawn.name, meeting.teams, meeting.boards, meeting.leads)
        for match in (found.matches.values() if found else ())
        for meeting in match.meetings
    )


def as_written(team: str, known: Sequence[KnownMeeting]) -> str:
    """A contestant as the bracket writes it, whatever the case of the letters typed."""
    written = {each.casefold(): each for meeting in known for each in meeting.teams}
    return written.get(team.strip().casefold(), team.strip())
