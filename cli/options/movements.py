"""Options of movements: laying down, changing, showing."""

from __future__ import annotations

from typing import Literal

import click

from cli.options.declared import Heading, Options, SideChoice, option

_COUNT = click.IntRange(1, 999)


class SizeOptions(Options):
    """Options for the number of contestants, typed instead of counted from those entered."""

    HEADING = Heading("How many play, instead of those entered", "movements")

    pairs: int | None = option("--pairs", type=_COUNT, metavar="N", help="So many pairs.")
    tables: str | None = option("--tables", metavar="8.5", help="So many tables; 8.5 has a half table.")
    teams: int | None = option("--teams", type=_COUNT, metavar="N", help="So many teams.")
    players: int | None = option("--players", type=_COUNT, metavar="N", help="So many players of an individual.")


class PlayOptions(Options):
    """Options for the play of a movement: rounds, boards, skips, shared boards, switches."""

    HEADING = Heading("How it is played", "movements")

    rounds: int | None = option("--rounds", type=_COUNT, metavar="N", help="So many rounds [default: all it has].")
    boards_each: int | None = option(
        "--boards-each", type=_COUNT, metavar="N", help="So many boards a round [default: as many as there are]."
    )
    boards: str | None = option("--boards", metavar="1-24", help="These boards [default: those of the session].")
    first_board: int | None = option("--first-board", type=_COUNT, metavar="N", help="The boards from this one on.")
    skip: bool = option("--skip", is_flag=True, help="Half way, East–West miss out a table.")
    share: bool = option("--share", is_flag=True, help="Tables share boards, and a set is between two tables.")
    missing: Literal["ns", "ew"] | None = option(
        "--missing", type=SideChoice("ns", "ew"), help="Where half a table is empty [default: ew]."
    )
    switch: int | None = option("--switch", type=click.IntRange(0, 999), metavar="N", help="Turn the last N rounds.")
    winners: Literal["1", "2"] | None = option(
        "--winners", type=click.Choice(["1", "2"]), help="Rankings it is for [default: the session's]."
    )


class MovementSourceOptions(Options):
    """Options for a movement from a file or from typed rows: its section, its copies of boards, tables that share."""

    HEADING = Heading("From elsewhere")

    source: str | None = option("--from", metavar="FILE", help="As a .csv, a .xlsx or a .bws has it.")
    rows: tuple[str, ...] = option(
        "--row", multiple=True, metavar="ROW", help='As typed, a row a table: "1/2 5 12 4-6"; again for more.'
    )
    section: str = option("--section", default="", metavar="A", help="For this section only.")
    copies: int | None = option("--copies", type=_COUNT, metavar="N", help="So many copies of each board.")
    sharing: tuple[str, ...] = option(
        "--sharing", multiple=True, metavar="1,6", help="These tables share their boards; again for more."
    )


class ChangeOptions(Options):
    """Options for a change to a movement: a contestant who leaves, a late one, or other boards."""

    HEADING = Heading("The change, one of")

    without: str | None = option("--without", metavar="CONTESTANT", help="It leaves: who would meet it sits out.")
    seat: str | None = option("--seat", metavar="CONTESTANT", help="It comes late, and takes the empty seats.")
    instead_of: str | None = option("--instead-of", metavar="CONTESTANT", help="With --seat: the seats of this one.")
    round: int | None = option("--round", type=_COUNT, metavar="N", help="With --table and --boards: other boards.")
    table: str | None = option("--table", metavar="TABLE", help="With --round and --boards: at this table.")
    from_round: int | None = option(
        "--from-round", type=_COUNT, metavar="N", help="From this round on [default: the first not begun]."
    )


class LookOptions(Options):
    """Options that select the part of a movement to show."""

    by: Literal["table", "pair", "round"] | None = option(
        "--by", type=click.Choice(["table", "pair", "round"]), help="A list for each of them [default: table]."
    )
    table: str | None = option("--table", metavar="TABLE", help="One table alone.")
    pair: str | None = option("--pair", metavar="CONTESTANT", help="One pair, team or player alone.")
    round: int | None = option("--round", type=_COUNT, metavar="N", help="One round alone.")
    worth: bool = option("--worth", is_flag=True, help="What it is worth: who meets whom, balance, sit-outs.")
