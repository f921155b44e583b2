"""Options of a tournament's stages: rules, draws, brackets, cuts, carry-forward."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from cli.options.declared import MEMBERS_LIST, Heading, Options, option
from cli.words import vocabulary
from ledger.bounds import Bounds
from ledger.bounds.tournaments import COUNTED, DRAWN_AFTER, IN_BRACKET, LEAST_SESSIONS, QUALIFIERS, ROUND, SEED, WINNERS

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.subjects.brackets.facts import ThreeWayBy
    from ledger.subjects.qualifying.facts import Apart
    from ledger.subjects.tournaments.facts import StageFormat


def range_type(bounds: Bounds) -> click.IntRange:
    """Return a click type for whole numbers within bounds."""
    return click.IntRange(bounds.least, bounds.most)


class EntrantOptions(Options):
    """Options for contestants of a tournament: their stratum, their first seed, and the list of members."""

    stratum: str = option("--stratum", default="", metavar="STRATUM", help="The stratum they are ranked in too.")
    seed: int | None = option("--seed", type=range_type(SEED), help="The seed of the first; the others follow.")
    members: Path | None = option("--members", **MEMBERS_LIST)


class CarryOptions(Options):
    """Options for how much of a score is carried forward: a share, a table of figures, a top, and rounding."""

    HEADING = Heading("How much is carried")

    share: str | None = option("--share", metavar="1/2|50%", help="Which share [default: 1/2; matches: all].")
    figures: str | None = option("--figures", metavar="12,10,8", help="A table by place; or a spread, first and last.")
    top: str | None = option("--top", metavar="NUMBER", help="A top in the final, announced before it has results.")
    unit: str | None = option(
        "--unit", type=click.Choice(["1", "0.5", "0.1", "0.01", "0.001"]), help="Rounded to [default: 0.01]."
    )


if TYPE_CHECKING:
    Odd = Literal["bye", "triangle"]


class StageOptions(Options):
    """Options for the form of play of a stage, and for how its sessions' scores are combined."""

    HEADING = Heading("How scores come together")

    format: StageFormat | None = option(
        "--format", type=click.Choice(list(vocabulary.STAGE_FORMATS)), help="How it is played [default: sessions]."
    )
    adds: str | None = option(
        "--adds",
        type=click.Choice(list(vocabulary.ADDED)),
        help="What of each session counts [default: percent; Swiss: VPs].",
    )
    weight: str | None = option(
        "--weight",
        type=click.Choice(["boards", "equal", "sum"]),
        help="How percentages are weighted, or added [default: boards].",
    )
    factored: str | None = option(
        "--factored",
        type=click.Choice(["none", "top", "session"]),
        help="To which top matchpoints are factored [default: none].",
    )
    session_unit: str | None = option(
        "--session-unit", metavar="0.01", help="To what factored matchpoints, or percentages, are rounded."
    )
    best: int | None = option("--best", type=range_type(COUNTED), help="Only so many sessions count; 0: all.")
    across: bool | None = option(
        "--across/--by-section", default=None, help="Boards are scored across the sections, or in each by itself."
    )
    per_board: bool | None = option(
        "--per-board/--added-up", default=None, help="IMPs by the board, or as they add up [default]."
    )
    unit: str | None = option("--unit", metavar="0.01", help="To what totals are rounded [default: 0.01].")
    winners: int | None = option(
        "--winners", type=range_type(WINNERS), help="2: North–South and East–West apart [default: 1]."
    )
    least_boards: str | None = option(
        "--least-boards", metavar="24|50%", help="Boards that give a place, or part of the most [default: 50%]."
    )
    least_sessions: int | None = option(
        "--least-sessions", type=range_type(LEAST_SESSIONS), help="Sessions that give a place [default: 0]."
    )
    strata: str | None = option(
        "--strata", type=click.Choice(["and-below", "own"]), help="Who is in a stratum [default: and-below]."
    )
    ties: str | None = option(
        "--ties", metavar="RULE,RULE…", help="What splits equal totals, in this order: `help stages`."
    )
    bye: str | None = option("--bye", metavar="NUMBER", help="Swiss: what a bye is worth: 12.5, 1.2 [default: 12].")
    odd: str | None = option(
        "--odd", type=click.Choice(["bye", "triangle"]), help="Swiss: what becomes of an odd field [default: bye]."
    )
    first_round: str | None = option(
        "--first-round",
        type=click.Choice(["halves", "neighbours"]),
        help="Swiss: by seeds, upper half against lower, or 1 against 2 [default: halves].",
    )


class DrawOptions(Options):
    """Options for the round to draw, and for exceptions from the rules of the stage."""

    round: int | None = option("--round", type=range_type(ROUND), help="The round [default: the next, or as played].")
    odd: Odd | None = option(
        "--odd", type=click.Choice(["bye", "triangle"]), help="Of an odd field: one has a bye, or three meet."
    )
    repeat: bool = option("--repeat", is_flag=True, help="Who met already may meet again.")
    early: bool = option("--early", is_flag=True, help="Draw although results of the round before are missing.")
    after_round: int | None = option(
        "--after-round", type=range_type(DRAWN_AFTER), help="In arrears: by the standing after that round; 0: by seeds."
    )
    reason: str = option("--reason", default="", help="Why.")


class CutOptions(Options):
    """Options for the contestants who go on to the next stage: by place, or by name."""

    HEADING = Heading("Who goes on")

    best: int | None = option("--best", type=range_type(QUALIFIERS), help="So many by place.")
    apart: Apart | None = option(
        "--of-each", type=click.Choice(list(vocabulary.APART)), help="So many of each section, or of each direction."
    )
    also: tuple[str, ...] = option(
        "--also", multiple=True, metavar="CONTESTANTS", help="Who goes on too; or, of those level, which of them."
    )
    barred: tuple[str, ...] = option("--not", multiple=True, metavar="CONTESTANTS", help="Who does not go on.")
    instead: tuple[str, ...] = option(
        "--instead", multiple=True, metavar="OUT=IN", help="After a cut: who goes on instead of whom."
    )
    despite: bool = option("--despite", is_flag=True, help="Also while rulings, appeals or boards are open.")


class DrawingOptions(Options):
    """Options for what a bracket is drawn from: seeds, places in a stage, or a typed first round."""

    HEADING = Heading("Who is placed where")

    seeds: str = option("--seeds", default="", metavar="CONTESTANTS", help="By name, the best first.")
    source: str = option("--from", default="", metavar="STAGE", help="Seeds are the places in another stage.")
    best: int | None = option("--best", type=range_type(IN_BRACKET), help="Of those only so many, the best.")
    matches: str = option("--matches", default="", metavar='"A v B, C v D"', help="The first round as it was drawn.")
    segments: str = option("--segments", default="", metavar="2,2,4", help="Sittings of a match, by round.")
    three_way: ThreeWayBy | None = option(
        "--three-way",
        type=click.Choice(list(vocabulary.THREE_WAY)),
        help="Matches of three instead of byes: what counts first in them.",
    )


class ByHandOptions(Options):
    """Options for a draw that was made outside this program, by lot or by another program."""

    HEADING = Heading("Drawn by hand")

    pairs: str | None = option("--pairs", metavar="PAIRS", help='Who meets whom: "Norway-Iceland, Malta-Oslo".')
    file: str | None = option("--file", metavar="FILE.csv", help="The same: table,contestant,opponent,third.")
    bye: str | None = option("--bye", metavar="CONTESTANT", help="Who meets nobody.")
    triangle: str | None = option("--triangle", metavar="THREE", help='Who meet one another: "Rome, Bern, Kyiv".')
