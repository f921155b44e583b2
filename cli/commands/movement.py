"""movement set, change, show, list."""

import click

from cli import screens
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options.declared import reason_option, takes
from cli.options.known import MOVEMENT
from cli.options.movements import ChangeOptions, LookOptions, MovementSourceOptions, PlayOptions, SizeOptions


@click.group(cls=Verbs, guide="movements")
def movement() -> None:
    """The movement (seats and boards in each round): lay it down, change it during play, show it."""


@movement.command("set", cls=RecordingCommand)
@click.argument("name", required=False, type=MOVEMENT)
@click.option("--draw", is_flag=True, help="As its tournament drew: the rounds of a Swiss, a bracket.")
@takes(size=SizeOptions, play=PlayOptions, whole=MovementSourceOptions)
@reason_option
def set_(
    desk: Desk,
    name: str | None,
    draw: bool,
    size: SizeOptions,
    play: PlayOptions,
    whole: MovementSourceOptions,
    reason: str,
) -> None:
    """Lay down a movement by its name, from a file or row by row. Without a name: what fits, the best first.

    Who plays, the boards and how many winners there are is known from the session. `movement list` has the names.

    \b
    Examples:
      bridge-ledger movement set
      bridge-ledger movement set mitchell --yes  # who is entered, on the boards of the session
      bridge-ledger movement set mitchell --tables 8.5 --missing ns -n
    """
    from cli.desk import movements as typed
    from cli.desk import named_movements as named

    wanted = named.MovementRequest(name, size, play, whole)
    chosen = wanted if draw or wanted.named else screens.movements.propose(desk, wanted)
    if chosen:
        laid_down = typed.drawn_movement_command(desk, wanted, reason) if draw else None
        command = laid_down or typed.movement_command(desk.before(), chosen, reason)
        screens.effects.ask_and_record(desk, command, "Lay down this movement?")


@movement.command(cls=RecordingCommand)
@click.argument("name", required=False, type=MOVEMENT)
@takes(change=ChangeOptions, size=SizeOptions, play=PlayOptions, whole=MovementSourceOptions)
@reason_option
def change(
    desk: Desk,
    name: str | None,
    change: ChangeOptions,
    size: SizeOptions,
    play: PlayOptions,
    whole: MovementSourceOptions,
    reason: str,
) -> None:
    """Change the movement during play. Results stay; those that differ from the new movement are shown.

    A pair leaves or comes late; a round less; other boards at a table; other rows; from a round on, another movement.

    \b
    Examples:
      bridge-ledger movement change --without 7NS --from-round 6 --reason "taken ill" --yes
      bridge-ledger movement change --rounds 6 --reason "it is late" -n
      bridge-ledger movement change --seat 7NS --from-round 8 -n
    """
    from cli.desk import movements as typed
    from cli.desk import named_movements as named

    command = typed.change_command(desk.before(), named.MovementRequest(name, size, play, whole), change, reason)
    changed = screens.effects.ask_and_record(desk, command, "Change the movement?")
    if change.without:
        screens.entries.print_removal_steps(desk, changed, change.without)


@movement.command(cls=QueryCommand)
@takes(look=LookOptions)
def show(desk: Desk, look: LookOptions) -> None:
    """Show who sits where: for each table where everybody goes next; or by pair, by round.

    \b
    Examples:
      bridge-ledger movement show --round 3
      bridge-ledger movement show --pair 7NS
      bridge-ledger movement show --worth
    """
    screens.movements.show_movement(desk, look)


@movement.command("list", cls=WholeLedgerCommand)
def list_(desk: Desk) -> None:
    """List the movements that have a name, with a sentence each.

    \b
    Examples:
      bridge-ledger movement list
      bridge-ledger movement list --json
    """
    screens.movements.list_movements(desk)
