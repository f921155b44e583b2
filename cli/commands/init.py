"""init, upgrade."""

import click

from cli.desk.settings import Standing, settings
from ledger.store.database import shown


@click.command(cls=Standing)
@click.option(
    "--grant-writer",
    "writers",
    multiple=True,
    metavar="ROLE",
    help="PostgreSQL: let a role record, and change nothing (can be repeated).",
)
@click.option(
    "--grant-reader",
    "readers",
    multiple=True,
    metavar="ROLE",
    help="PostgreSQL: let a role look, and record nothing (can be repeated).",
)
@click.pass_context
def init(context: click.Context, writers: tuple[str, ...], readers: tuple[str, ...]) -> None:
    """Make a new ledger; one that is there is left as it is.

    \b
    Examples:
      bridge-ledger --db club.db init
      bridge-ledger --db postgresql+psycopg://owner@server/ledger init --grant-writer desk --grant-reader web
    """
    from ledger.store.setup import create, grant

    url = settings(context).url
    made = create(url)
    if writers or readers:
        grant(url, writers=writers, readers=readers)
    state = "is ready: `session open`, or `import FILE`" if made else "is there already, and up to date"
    roles = [f"{role} may record" for role in writers] + [f"{role} may look" for role in readers]
    _say(context, f"{shown(url)} {state}" + "".join(f"; {each}" for each in roles))


@click.command(cls=Standing)
@click.pass_context
def upgrade(context: click.Context) -> None:
    """Bring a ledger made by an older version up to this one. Events are never changed.

    \b
    Example:  bridge-ledger upgrade
    """
    from ledger.errors import Unavailable
    from ledger.store.database import sqlite_path
    from ledger.store.setup import upgrade as apply

    url = settings(context).url
    path = sqlite_path(url)
    if path and not path.exists():
        raise Unavailable("no-database", f"{path} is not here", "`bridge-ledger init`, or --db FILE")
    _say(context, f"{shown(url)} was upgraded" if apply(url) else f"{shown(url)} is up to date")


def _say(context: click.Context, text: str) -> None:
    if settings(context).json:
        import json

        print(json.dumps({"schema": "setup/1", "message": text}, ensure_ascii=False))
    else:
        print(text)
