"""serve: the pages of a session or a tournament from this computer to every phone in the hall."""

from __future__ import annotations

from importlib.util import find_spec

import click

from cli.desk.desk import Desk
from cli.options.commands import WholeLedgerCommand
from cli.options.declared import PageOptions, takes, url_option
from ledger.errors import Unavailable


@click.command(cls=WholeLedgerCommand)
@click.option("--port", type=click.IntRange(0, 65_535), default=8000, help="The port [default: 8000; 0: a free one].")
@click.option(
    "--host", metavar="ADDRESS", default="127.0.0.1", help="Of this computer; 0.0.0.0: for the hall [127.0.0.1]."
)
@url_option
@click.option("--expected", metavar="TEXT", default="", help="When the scores are expected: 22:45.")
@takes(look=PageOptions)
@click.pass_context
def serve(context: click.Context, port: int, host: str, url: str, expected: str, look: PageOptions) -> None:
    """Serve the pages of the session, or of a tournament, from this computer to every phone in the hall, live.

    What a ruling moves is on every open page within a second. Scores are shown once they are published; while
    somebody still has to play, places and totals alone; before that, too, after `publish --running`.

    The ledger is only read. Beyond a few thousand phones, or from a web host: `help serve`.

    \b
    Examples:
      bridge-ledger serve                             # for this computer, to look at
      bridge-ledger serve --host 0.0.0.0              # for the hall; with a QR code
      bridge-ledger serve --url https://results.example.org/thursday/ --expected 22:45
    """
    missing = [each for each in ("starlette", "uvicorn", "segno") if not find_spec(each)]
    if missing:
        what = f"pages are served by {', '.join(missing)}, which {'are' if len(missing) > 1 else 'is'} not installed"
        raise Unavailable("tool-missing", what, "pip install 'bridge-ledger[serve]'; `report site DIR` needs none")
    from cli.pages.printing import Press
    from cli.pages.qr import require_url
    from cli.screens.seals import own_key
    from cli.serving import serving  # with the server: only who serves waits for it
    from cli.serving.shown import Wall

    wall = Wall(Press.of(look, live=True), own_key(), expected)
    serving.serve(Desk(context), serving.ServedAt(host, port, require_url(url) if url else ""), wall)
