"""What can be typed of a score: the kinds of it a ruling or a decision may give."""

from typing import Literal

import click

from cli.desk.options import Heading, Options, SeatChoice, option


class ScoreOptions(Options):
    """The kinds of score, one of which a ruling or a decision gives."""

    HEADING = Heading("The score, one of", "rulings")

    result: str | None = option("--result", metavar="RESULT", help="Assigned: one result for both sides (12C1).")
    weighted: str | None = option("--weighted", metavar="WEIGHTING", help='Weighted (12C1(c)): "60% 4SN=, 40% 4SN-1".')
    split: str | None = option("--split", metavar="SIDES", help='Split: "NS: 4SN=; EW: 60% 4SN=, 40% 4SN-1".')
    artificial: str | None = option(
        "--artificial", metavar="NS/EW", help="Artificial (12C2): A+/A-, 60/40; one side: A+/-."
    )
    unless: str | None = option("--unless", metavar="RESULT", help="With --artificial: this if better (86B2(b)).")
    awarded: str | None = option("--awarded", metavar="NS/EW", help="Scores given outright, in matchpoints: 23/11.")
    field: Literal["keep", "out"] | None = option(
        "--field", type=click.Choice(["keep", "out"]), help="With --awarded: the table result [keep]."
    )
    self_inflicted: str | None = option(
        "--self-inflicted", metavar="B-AND-C", help='12C1(e): "B: 4SN=; C: 5HE-1"; A as played.'
    )
    claim: str | None = option("--claim", metavar="RESULT", help="A contested claim (70): one result.")
    stands: bool = option("--stands", is_flag=True, help="The table result stands, infraction or not.")
    declarer: str | None = option("--declarer", type=SeatChoice(), help="Who declares, where the results do not say.")
