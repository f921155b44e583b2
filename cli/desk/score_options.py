"""What can be typed of a score: the kinds of it a ruling or a decision may give."""

from typing import Literal

import click

from cli.desk.options import Options, option


class ScoreOptions(Options):
    """The kinds of score, one of which a ruling or a decision gives."""

    result: str | None = option("--result", metavar="RESULT", help="Assigned: one result for both sides (Law 12C1).")
    weighted: str | None = option("--weighted", metavar="WEIGHTING", help='Weighted (12C1(c)): "60% 4SN=, 40% 4SN-1".')
    split: str | None = option("--split", metavar="SIDES", help='Split: "NS: 4SN=; EW: 60% 4SN=, 40% 4SN-1".')
    artificial: str | None = option(
        "--artificial", metavar="NS/EW", help="Artificial (12C2): A+/A-, A/A, 60/40; A+/- for a contestant alone (15B)."
    )
    awarded: str | None = option("--awarded", metavar="NS/EW", help="Scores given outright, in matchpoints: 23/11.")
    field: Literal["keep", "out"] | None = option(
        "--field",
        type=click.Choice(["keep", "out"]),
        help="With --awarded: does the table result stay in the field [default: keep]?",
    )
    unless: str | None = option(
        "--unless",
        metavar="RESULT",
        help="With --artificial: this result or weighting instead, where it is better for the side with more (fielded "
        "psyche, 86B2(b)).",
    )
    self_inflicted: str | None = option(
        "--self-inflicted", metavar="B-AND-C", help='12C1(e): "B: 4SN=; C: 5HE-1"; A is the table result.'
    )
    claim: str | None = option("--claim", metavar="RESULT", help="A contested claim (Law 70): one result, both sides.")
    stands: bool = option("--stands", is_flag=True, help="The table result stands, infraction or not.")
    declarer: str | None = option(
        "--declarer",
        type=click.Choice(list("NESW"), case_sensitive=False),
        help="Who declares, where the results do not say.",
    )
