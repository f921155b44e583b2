"""init, upgrade."""

import click

from cli.settings import Standing, settings
from ledger.database import shown


@click.command(cls=Standing)
@click.pass_context
def init(context: click.Context) -> None:
    """Make a new ledger; one that is there is left as it is.

    \b
    Example:  bridge-ledger --db club.db init
    """
    from migrations.apply import create

    url = settings(context).url
    _say(
        context,
        f"{shown(url)} is ready: `session open`, or `import FILE`"
        if create(url)
        else f"{shown(url)} is there already, and up to date",
    )


@click.command(cls=Standing)
@click.pass_context
def upgrade(context: click.Context) -> None:
    """Bring a ledger made by an older version up to this one. Events are never changed.

    \b
    Example:  bridge-ledger upgrade
    """
    from ledger.database import sqlite_path
    from ledger.refusal import Unavailable
    from migrations.apply import upgrade as apply

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
