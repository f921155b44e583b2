"""log, show, diff: what happened, and what changed."""

import click

from cli.desk.desk import Desk, score_text
from cli.desk.settings import Looking
from cli.screens.event_lines import event_json, print_event
from cli.screens.following import Wanted, boards_of_cases, follow_log
from cli.screens.recorded import print_ripple, ripple_json
from ledger.errors import Misuse
from ledger.events import Envelope
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, evolve, replay
from ledger.session.places import known

_SHOWN = 30


@click.command(cls=Looking)
@click.option(
    "-n",
    "--number",
    "limit",
    type=click.IntRange(1),
    help=f"At most so many events [default: {_SHOWN}; with --json all].",
)
@click.option("--board", type=int, help="Only events of this board.")
@click.option(
    "--type",
    "kinds",
    metavar="result,ruling",
    help="Only events of these kinds: session, contestants, result, ruling …",
)
@click.option("--by", "by", metavar="NAME", help="Only what this official recorded.")
@click.option("--reverse", is_flag=True, help="Oldest first.")
@click.option("--patch", is_flag=True, help="Each event with its ripple.")
@click.option("--follow", is_flag=True, help="Go on with what is recorded from now on, until Ctrl-C.")
@click.option(
    "--after",
    type=click.IntRange(0),
    metavar="NUMBER",
    help="With --follow: from just after this event on [default: now].",
)
@click.option("--all", "everywhere", is_flag=True, help="With --follow: every session, also those opened later.")
@click.pass_context
def log(
    context: click.Context,
    limit: int | None,
    board: int | None,
    kinds: str | None,
    by: str | None,
    reverse: bool,
    patch: bool,
    follow: bool,
    after: int | None,
    everywhere: bool,
) -> None:
    """The events of the session, newest first. With -v, their bodies.

    \b
    Examples:
      bridge-ledger log --board 23 -n 4
      bridge-ledger log --type ruling --patch
      bridge-ledger log --follow --after 207
    """
    desk = Desk(context)
    if follow:
        follow_log(desk, Wanted(board, kinds, by), after, everywhere)
        return
    if after is not None or everywhere:
        raise Misuse("usage", "--after and --all go with --follow", "log --follow --after 207")
    session = desk.session()
    events = list(desk.office.log(session.id, session.number))
    asked = Wanted(board, kinds, by, boards_of_cases(session))
    wanted = [envelope for envelope in events if asked.has(envelope)]
    limit = limit or (None if desk.settings.json else _SHOWN)
    shown = (wanted if reverse else wanted[::-1])[:limit]
    ripples = _ripples(events, {envelope.number for envelope in shown}, session.id) if patch else {}
    if desk.settings.json:
        mode = Scoreboard(session).totals.rounding
        desk.json(
            "log/1",
            session,
            {"events": [event_json(envelope, ripples.get(envelope.number), mode) for envelope in shown]},
        )
        return
    for envelope in shown:
        print_event(desk, envelope, ripples.get(envelope.number))
    if limit and len(wanted) > limit:
        desk.aside(f"… {len(wanted) - limit} more: -n {len(wanted)}")


def _ripples(events: list[Envelope], wanted: set[int], session_id: str) -> dict[int, Ripple]:
    """The ripple of each wanted event, every scoreboard built on the one before."""
    found: dict[int, Ripple] = {}
    session = replay((), session_id)
    scoreboard: Scoreboard | None = None
    for envelope in events:
        session = evolve(session, envelope)
        later = Scoreboard(session, scoreboard)
        if scoreboard and envelope.number in wanted:
            found[envelope.number] = ripple(scoreboard, later)
        scoreboard = later
    return found


@click.command(cls=Looking)
@click.argument("earlier")
@click.argument("later")
@click.option("--board", type=int, help="Only this board.")
@click.option("--contestant", help="Only this contestant.")
@click.option("--exit-code", is_flag=True, help="Exit 1 where something differs.")
@click.pass_context
def diff(
    context: click.Context, earlier: str, later: str, board: int | None, contestant: str | None, exit_code: bool
) -> None:
    """What changed between two moments: every score that moved, and every place.

    \b
    Examples:
      bridge-ledger diff R-0001- @            everything since just before that ruling
      bridge-ledger diff end-of-play @        what rulings and corrections did
    """
    desk = Desk(context)
    if desk.settings.as_of:
        raise Misuse("usage", "diff takes its two moments as arguments", "diff R-0001- 210")
    before, after = _at(desk, earlier), _at(desk, later)
    moved = ripple(Scoreboard(before), Scoreboard(after))
    label = known(after, contestant) if contestant else None
    moved = Ripple(
        tuple(
            change for change in moved.changes if board in (None, change.board) and label in (None, change.contestant)
        ),
        tuple(change for change in moved.ranks if label in (None, change.contestant)),
    )
    if desk.settings.json:
        desk.json(
            "diff/1",
            after,
            {"from": before.number, "to": after.number, **ripple_json(moved, Scoreboard(after).totals.rounding)},
        )
    elif desk.settings.plain:
        rows = [
            [str(change.board), change.contestant, score_text(change.before), score_text(change.after)]
            for change in moved.changes
        ]
        desk.table(["board", "contestant", "before", "after"], rows)
    else:
        desk.say(
            f"#{before.number} to #{after.number}: "
            + (f"{len(moved.changes)} scores moved, {len(moved.ranks)} places" if moved else "no score moved")
        )
        print_ripple(desk, moved)
    if exit_code and moved:
        context.exit(1)


def _at(desk: Desk, moment: str) -> Session:
    session_id = desk.session_id
    number = desk.office.number_at(session_id, moment)
    if number == 0:
        raise Misuse(
            "bad-as-of", f"session {session_id} was not yet open at {moment}", "`start` is just after it was opened"
        )
    return desk.office.session(session_id, number)
