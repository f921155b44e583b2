"""match score, shorten, void, mismatch, list."""

import click

from cli import screens
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs
from cli.desk.desk import Desk
from cli.options import addresses, notation
from cli.options.declared import Options, ReopeningOptions, option, reason_option, takes


@click.group(cls=Verbs, guide="scoring")
def match() -> None:
    """Record facts about a match: a result without boards, removed boards, a void match, wrong opponents."""


class MatchOptions(Options):
    """Options of a match that is shortened or void: its boards, its round, and the side at fault."""

    boards: str = option("--boards", required=True, metavar="1-8", help="All the boards of the match.")
    round: int | None = option("--round", type=click.IntRange(1, 999), help="The round of the match.")
    fault: str = option(
        "--fault", metavar="WHO", required=True, help="Whose fault: one of the two, both, director, or none."
    )
    reason: str = option("--reason", default="", help="Why.")


@match.command(cls=RecordingCommand)
@click.argument("contestant")
@click.argument("opponent")
@click.argument("result", metavar="RESULT")
@click.option("--boards", required=True, metavar="1-8", help="The boards of the match.")
@click.option("--round", "round_", type=click.IntRange(1, 999), help="The round they met in.")
@click.option("--vp", is_flag=True, help="The result is in victory points, and not in IMPs.")
@reason_option
@takes(late=ReopeningOptions)
def score(
    desk: Desk,
    contestant: str,
    opponent: str,
    result: str,
    boards: str,
    round_: int | None,
    vp: bool,
    reason: str,
    late: ReopeningOptions,
) -> None:
    """Enter the bare result of a match whose boards were not kept: in IMPs, 34:20, or in victory points.

    Recorded results of these boards then count for nothing in the match. IMPs are converted to the victory points of so
    many boards; victory points are not converted, and the IMPs are 0. `undo` takes it back.

    \b
    Examples:
      bridge-ledger match score Norway Iceland 34:20 --boards 1-8 --round 2 --reason "the cards were thrown away"
      bridge-ledger match score Malta Oslo 14.5:5.5 --vp --boards 1-8 --round 2
    """
    from ledger.subjects.matches.facts import ScoreMatch

    command = ScoreMatch(
        (contestant, opponent),
        addresses.parse_boards(boards),
        scores=notation.match_scores(result),
        in_points=vp,
        round=round_,
        reason=reason,
        reopening=notation.reopening(late),
    )
    screens.effects.record(desk, command)


@match.command(cls=RecordingCommand)
@click.argument("contestant")
@click.argument("opponent")
@click.option("--removed", required=True, metavar="5-8", help="The boards that are removed from it.")
@takes(of=MatchOptions, late=ReopeningOptions)
def shorten(desk: Desk, contestant: str, opponent: str, removed: str, of: MatchOptions, late: ReopeningOptions) -> None:
    """Remove boards from a match of which at least half could be played.

    Each removed board is worth A+ to who was not at fault, A− to who was: 3 IMPs, or per cent of the top.

    \b
    Examples:
      bridge-ledger match shorten Norway Iceland --round 2 --boards 1-8 --removed 7-8 --fault Iceland
    """
    from ledger.subjects.matches.facts import ShortenMatch

    command = ShortenMatch(
        (contestant, opponent),
        addresses.parse_boards(of.boards),
        removed=addresses.parse_boards(removed),
        fault=of.fault,
        round=of.round,
        reason=of.reason,
        reopening=notation.reopening(late),
    )
    screens.effects.record(desk, command)


@match.command(cls=RecordingCommand)
@click.argument("contestant")
@click.argument("opponent")
@click.option("--wrong-seating", is_flag=True, help="Nobody sat where he should: per cent of the victory points.")
@takes(of=MatchOptions, late=ReopeningOptions)
def void(
    desk: Desk, contestant: str, opponent: str, wrong_seating: bool, of: MatchOptions, late: ReopeningOptions
) -> None:
    """Declare a match void of which less than half could be played, or a round in which all sat wrongly.

    Half the boards, rounded up, are worth A+ to who was not at fault, A− to who was; the others A. After wrong seating,
    who was at fault has 40% of the victory points, who was not 60%.

    \b
    Examples:
      bridge-ledger match void Norway Iceland --round 2 --boards 1-8 --fault Iceland --reason "an hour late"
      bridge-ledger match void 3 7 --round 4 --boards 25-32 --wrong-seating --fault director
    """
    from ledger.subjects.matches.facts import VoidMatch

    command = VoidMatch(
        (contestant, opponent),
        addresses.parse_boards(of.boards),
        wrong_seating=wrong_seating,
        fault=of.fault,
        round=of.round,
        reason=of.reason,
        reopening=notation.reopening(late),
    )
    screens.effects.record(desk, command)


@match.command(cls=RecordingCommand)
@click.argument("contestant")
@click.argument("opponent")
@click.option("--round", "round_", type=click.IntRange(1, 999), required=True, help="The round they met in.")
@click.option(
    "--correct", multiple=True, required=True, metavar="CONTESTANT", help="Whom it should have met (can be repeated)."
)
@click.option("--at-fault/--not-at-fault", required=True, help="Was the contestant at fault?")
@reason_option
@takes(late=ReopeningOptions)
def mismatch(
    desk: Desk,
    contestant: str,
    opponent: str,
    round_: int,
    correct: tuple[str, ...],
    at_fault: bool,
    reason: str,
    late: ReopeningOptions,
) -> None:
    """Say that a contestant met the wrong opponent in a Swiss round, whom it should have met, and if it was at fault.

    The one contestant's score changes where the two opponents' were more than a quarter of a match's victory points
    apart; where several draws were right, apart from each of them. In a Swiss stage they have what the stage gives
    them: byes, what they carried in, an earlier sitting.

    \b
    Examples:
      bridge-ledger match mismatch Norway Iceland --round 3 --correct Malta --not-at-fault
    """
    from ledger.subjects.matches.facts import FindMismatch

    command = FindMismatch(
        contestant=contestant,
        opponent=opponent,
        round=round_,
        correct=correct,
        at_fault=at_fault,
        reason=reason,
        reopening=notation.reopening(late),
    )
    screens.effects.record(desk, command)


@match.command("list", cls=QueryCommand)
def list_(desk: Desk) -> None:
    """List the findings about matches: shortened, void, the wrong opponents.

    \b
    Examples:
      bridge-ledger match list
      bridge-ledger match list --as-of end-of-play
    """
    from cli.views.events import findings_value

    session = desk.session()
    findings = findings_value(session)
    desk.answer(findings, [findings.table], session)
