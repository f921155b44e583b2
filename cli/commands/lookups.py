"""board, standings, scorecard, explain, log, show, diff, replay, stakes: what is looked up in one session."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import screens
from cli.desk.commands import QueryCommand
from cli.desk.desk import Desk
from cli.options import addresses, notation
from cli.options.addresses import Address, BoardArgument
from cli.options.declared import Options, SeatsOptions, SideChoice, board_argument, case_argument, option, takes
from ledger.errors import Misuse

if TYPE_CHECKING:
    from cli.screens.event_filters import Filters


@click.command(cls=QueryCommand)
@board_argument
@click.option("--deal", "cards", is_flag=True, help="The cards of the board instead, as a newspaper prints them.")
@click.option("--tricks", is_flag=True, help="With --deal: the tricks of every declarer at double dummy.")
@click.option("--auction", is_flag=True, help="What a table bid and played instead.")
@takes(seats=SeatsOptions)
def board(desk: Desk, board: Address, cards: bool, tricks: bool, auction: bool, seats: SeatsOptions) -> None:
    """The traveller of a board: every table's result, what it scores, and where that comes from.

    With --deal and a table, its auction and play stand under the cards, as far as they are known.

    \b
    Examples:
      bridge-ledger board 23
      bridge-ledger board 7/3                  # one table of it
      bridge-ledger board 7 --as-of end-of-play # as it was when play ended
    """
    where = notation.where(board, seats)
    if cards or tricks:
        screens.boards.print_deal(desk, where, with_tricks=tricks)
    elif auction:
        screens.boards.print_auction(desk, where)
    else:
        screens.boards.print_traveller(desk, board[0])


@click.command(cls=QueryCommand)
def standings(desk: Desk) -> None:
    """The ranked field, or both fields where there are two winners; in matches, each with both sides' scores so far.

    Marks say whom a ruling, a penalty or an open appeal touches; what they mean stands beneath, with the cases.

    \b
    Examples:
      bridge-ledger standings
      bridge-ledger standings --as-of R-0001-     # just before that ruling
    """
    from cli.views.standings import standings_parts, standings_value

    scoreboard = desk.scoreboard()
    moment = desk.now_in_periods(scoreboard.session)
    value = standings_value(scoreboard, moment)
    desk.answer(value, standings_parts(scoreboard, value, moment), scoreboard.session)


@click.command(cls=QueryCommand)
@click.argument("contestant")
@click.option("--with", "other", metavar="CONTESTANT", help="Compared with this one instead, board by board.")
def scorecard(desk: Desk, contestant: str, other: str | None) -> None:
    """A contestant's card: on each board the opponents, the result and the score; with rulings and place.

    A pair, a team (both rooms of each board) or an individual. The score is the contestant's own plus or minus.

    \b
    Examples:
      bridge-ledger scorecard 7NS
      bridge-ledger scorecard 7NS --as-of R-0001-     # just before that ruling
      bridge-ledger scorecard 7NS --with 3EW          # board by board against another
    """
    if other is None:
        screens.scorecards.print_scorecard(desk, contestant)
    else:
        screens.scorecards.print_comparison(desk, contestant, other)


@click.command(cls=QueryCommand)
@click.argument("board", cls=BoardArgument, required=False)
@takes(seats=SeatsOptions)
@click.option("--side", type=SideChoice("NS", "EW"), help="Whose score [default: NS].")
@click.option("--contestant", metavar="CONTESTANT", help="Whose score; without a board, the session total.")
def explain(desk: Desk, board: Address | None, seats: SeatsOptions, side: str | None, contestant: str | None) -> None:
    """Why a score is what it is: the events behind it, and the arithmetic, step by step.

    \b
    Examples:
      bridge-ledger explain 23/1 --side NS
      bridge-ledger explain 23 14EW                  # that pair's own score
      bridge-ledger explain --contestant 14EW        # its session total
    """
    if board:
        screens.scorecards.explain_score(desk, notation.where(board, seats), side, contestant)
    elif contestant:
        screens.scorecards.explain_total(desk, contestant)
    else:
        either = "a board and a table: `explain 23/1`; or --contestant 7 for a total"
        raise Misuse("usage", "explain what?", either)


class LogOptions(Options):
    """Options of `log`: which events to show, how many, and in which form."""

    limit: int | None = option(
        "-n", "--number", type=click.IntRange(1), help="At most so many events [default: 30; with --json all]."
    )
    board: int | None = option("--board", type=int, help="Only events of this board.")
    kinds: str | None = option(
        "--type", metavar="result,ruling", help="Only events of these kinds: session, result, call, ruling, appeal …"
    )
    by: str | None = option("--by", metavar="NAME", help="Only what this official recorded.")
    contestant: str | None = option(
        "--contestant",
        metavar="WHO",
        help="Only what is about this contestant: its tables, rulings, penalties, appeals.",
    )
    law: str | None = option("--law", metavar="LAW", help="Only what cites this Law or a part of it.")
    text: str | None = option("--text", metavar="WORDS", help="Only where these words were written or said.")
    since: str | None = option("--since", metavar="TIME", help="Only what happened from then on: 21:00.")
    until: str | None = option("--until", metavar="TIME", help="Only what happened until then, that minute included.")
    reverse: bool = option("--reverse", is_flag=True, help="Oldest first.")
    patch: bool = option("--patch", is_flag=True, help="Each event with its ripple.")

    @property
    def filters(self) -> Filters:
        """The conditions on events that the options state."""
        from cli.screens.event_filters import Filters

        of_what = (self.board, self.kinds, self.by, self.contestant, self.law, self.text)
        return Filters(*of_what, self.since, self.until)


class FollowLogOptions(Options):
    """Options of `log --follow`: the event after which to begin, and which sessions to follow."""

    follow: bool = option("--follow", is_flag=True, help="Go on with what is recorded from now on, until Ctrl-C.")
    after: int | None = option(
        "--after",
        type=click.IntRange(0),
        metavar="NUMBER",
        help="With --follow: from just after this event on; 0 is the beginning [default: now].",
    )
    position: Path | None = option(
        "--position",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="With --follow: go on from where this file says, and keep there how far was printed.",
    )
    everywhere: bool = option("--all", is_flag=True, help="With --follow: every session, also those opened later.")


@click.command(cls=QueryCommand)
@takes(options=LogOptions, onward=FollowLogOptions)
def log(desk: Desk, options: LogOptions, onward: FollowLogOptions) -> None:
    """The events of the session, newest first. With -v, their bodies. An event is shown if it passes every filter.

    \b
    Examples:
      bridge-ledger log --board 23 -n 4
      bridge-ledger log --type ruling,appeal --contestant 7NS
      bridge-ledger log --law 16B --text hesitated --since 21:00
    """
    if onward.follow:
        screens.logs.follow_log(desk, options.filters, onward.after, onward.position, everywhere=onward.everywhere)
    if onward.after is not None or onward.everywhere or onward.position:
        raise Misuse("usage", "--after, --position and --all go with --follow", "log --follow --after 207")
    screens.logs.print_log(desk, options.filters, options.limit, reverse=options.reverse, patch=options.patch)


@click.command(cls=QueryCommand)
@click.argument("what")
def show(desk: Desk, what: str) -> None:
    """Show an event (207), or the whole story of a case: a call, a ruling, an appeal, a penalty.

    \b
    Examples:
      bridge-ledger show R-0001
      bridge-ledger show 3                           # an event by its number
    """
    if case := addresses.case_named(what):
        screens.cases.show_case(desk, case)
    else:
        number = addresses.parse_event(what, "`show 12`, `show R-0001`, or `show A-0001`")
        screens.logs.show_event(desk, number)


@click.command(cls=QueryCommand)
@click.argument("earlier")
@click.argument("later")
@click.option("--board", type=int, help="Only this board.")
@click.option("--contestant", help="Only this contestant.")
@click.option("--exit-code", is_flag=True, help="Exit 1 where something differs.")
def diff(desk: Desk, earlier: str, later: str, board: int | None, contestant: str | None, exit_code: bool) -> int:
    """What changed between two moments: every score that moved, and every place.

    \b
    Examples:
      bridge-ledger diff R-0001- @               # everything since just before that ruling
      bridge-ledger diff end-of-play @           # what rulings and corrections did
    """
    if desk.settings.as_of:
        raise Misuse("usage", "diff takes its two moments as arguments", "diff R-0001- 210")
    differs = screens.logs.print_difference(desk, earlier, later, board, contestant)
    return 1 if differs and exit_code else 0


@click.command(cls=QueryCommand)
@click.option("--from", "from_", metavar="WHEN", help="Step from this moment on.")
@click.option("--to", metavar="WHEN", help="Replay up to this moment.")
@click.option("--step", is_flag=True, help="One event at a time: Enter next, b back, q quit (on a terminal).")
def replay(desk: Desk, from_: str | None, to: str | None, step: bool) -> None:
    """Rebuild the session from event 1, work out every score, and print the digest that stands for it all.

    \b
    Examples:
      bridge-ledger replay
      bridge-ledger replay --to R-0001              # event by event, with what each moved
    """
    screens.logs.replay_session(desk, from_, to, step=step)


@click.command(cls=QueryCommand)
@case_argument
@click.option(
    "--cut",
    type=click.IntRange(1),
    metavar="N",
    help="How many qualify (of each field): who would come in, who drop out.",
)
def stakes(desk: Desk, case: str, cut: int | None) -> None:
    """What each possible outcome of an appeal would change; or of a ruling, before any appeal.

    The outcomes: the ruling upheld, the table result, what the appellant claims, and the two extremes, all to one side.
    Places are also shown for every result there can be on the board. Nothing is recorded. Where the session belongs to
    a tournament, what would change over all of its sessions stands beside it, and --cut is of its stage: who would be
    in, out, or level for the last place.

    \b
    Examples:
      bridge-ledger stakes A-0001 --cut 8
      bridge-ledger stakes R-0001
    """
    screens.cases.print_stakes(desk, case, cut)
