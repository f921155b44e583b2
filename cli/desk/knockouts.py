"""Reading what is said of a knockout stage: seeds, a first round, segments, and whom a decision is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cli.desk import tournaments
from cli.desk.desk import Desk
from ledger.commands import DrawBracket
from ledger.errors import Misuse

if TYPE_CHECKING:
    from cli.commands.tournament.knockout import DrawingOptions

_GO_ON = re.compile(r"\s*\(\s*([0-9])\s*\)\s*")
_VERSUS = re.compile(r"\s+v\.?\s+")


def drawing(stage: str, how: DrawingOptions) -> DrawBracket:
    """A bracket to be drawn; Misuse (usage) where it is said in two ways, or in none."""
    said = [name for name, text in (("--seeds", how.seeds), ("--from", how.source), ("--matches", how.matches)) if text]
    if len(said) > 1:
        raise Misuse("usage", f"{' and '.join(said)} are different draws", f"{said[0]} alone")
    if how.best and not how.source:
        raise Misuse("usage", "--best is of the places in another stage", f"--from qualifying --best {how.best}")
    segments = segments_of(how.segments)
    if how.matches:
        return DrawBracket(stage, (), first_round(how.matches), segments, how.three_way)
    return DrawBracket(stage, labels(how.seeds), (), segments, how.three_way, how.source, how.best or 0)


def labels(text: str) -> tuple[str, ...]:
    """Contestants in the order they are written, each as often as it is.

    >>> labels("Norway, 2-4")
    ('Norway', '2', '3', '4')
    """
    pieces = [piece for piece in text.split(",") if piece.strip()]
    return tuple(each.label for piece in pieces for each in tournaments.entrants(piece, "", None))


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
    if wrong := [piece for piece in pieces if not re.fullmatch(r"[1-9][0-9]{0,8}", piece)]:
        raise Misuse("usage", f"{wrong[0]!r} is no number of sittings", "--segments 2, or --segments 2,2,4 by round")
    return tuple(map(int, pieces))


def as_drawn(desk: Desk, tournament: str, stage: str, *teams: str) -> tuple[str, ...]:
    """Contestants as the bracket writes them, whatever the case of the letters typed."""
    drawn = desk.office.tournaments.stream(tournament).knockouts.bracket(stage)
    sides = [side.entrant for match in drawn.matches for side in match.sides] if drawn else []
    written = {each.casefold(): each for each in sides}
    return tuple(written.get(team.strip().casefold(), team.strip()) for team in teams)
