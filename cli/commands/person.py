"""person list, erase: the players' names, which are kept outside the log."""

from collections.abc import Sequence

import click

from cli.desk.desk import Desk
from cli.desk.settings import Standing, Writing
from ledger.errors import Misuse, Refusal
from ledger.store.person import Person


@click.group()
def person() -> None:
    """The players' names: the only data of the ledger that can be erased."""


@person.command("list", cls=Standing)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the players known, by session and contestant; of one session with --session.

    \b
    Example:  bridge-ledger person list
    """
    desk = Desk(context)
    named = desk.settings.session_id
    found = desk.store.people.find(session=desk.office.the_session(named) if named else None)
    if desk.settings.json:
        people = [{"session": session, **each._asdict()} for session, each in found]
        desk.json("people/1", None, {"people": people})
    elif found or desk.settings.plain:
        desk.table(
            ["session", "contestant", ">seat", "name", "number"], [_row(session, each) for session, each in found]
        )
    else:
        desk.say("no names are kept")


def _row(session: str, each: Person) -> list[str]:
    return [session, each.contestant, str(each.seat), each.name, each.member_number]


@person.command(cls=Writing)
@click.argument("name", required=False)
@click.option("--member", metavar="NUMBER", help="By the number of the membership, whatever the name is written like.")
@click.pass_context
def erase(context: click.Context, name: str | None, member: str | None) -> None:
    """Erase a player's name and number from every session. The log, its digests and the scores stay as they are.

    The log itself holds contestants' numbers only (teams are called by their own names). A result file that is imported again
    brings the name back: erase it there too. Backups and bundles made before keep it.

    \b
    Examples:
      bridge-ledger person erase "Jane Roe"
      bridge-ledger person erase --member 123456 --yes
    """
    desk = Desk(context, writing=True)
    if bool((name or "").strip()) is bool((member or "").strip()):
        raise Misuse("usage", "who is to be erased?", 'a name: person erase "Jane Roe"; or --member NUMBER')
    found = desk.store.people.find(name=name, member_number=member)
    if not found:
        raise Refusal("no-such-person", f"nobody is kept as {name or f'number {member}'}", "`person list` shows who is")
    _show(desk, found)
    desk.confirm("Erase this for good?")
    if not desk.settings.dry_run:
        desk.store.people.erase(found)
    if desk.settings.json:
        desk.json("erased/1", None, {"erased": len(found), "dry_run": desk.settings.dry_run})
    else:
        desk.say(
            f"{'Would erase' if desk.settings.dry_run else 'Erased'} {len(found)} {'entry' if len(found) == 1 else 'entries'}"
        )


def _show(desk: Desk, found: Sequence[tuple[str, Person]]) -> None:
    if not (desk.settings.json or desk.settings.quiet):
        desk.table(
            ["session", "contestant", ">seat", "name", "number"], [_row(session, each) for session, each in found]
        )
