"""desk, serve: commands that stay open until they are ended."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cli import pages
from cli.desk.commands import RecordingCommand, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options.declared import PageOptions, takes, url_option
from ledger.errors import Misuse


@click.command(cls=RecordingCommand)
def desk(desk: Desk) -> int:
    """Stay at the desk: the same commands without the first word, each answered at once.

    The prompt shows the session, and how many calls are open. What other desks record is told as it happens. Tab
    completes, arrow-up repeats, quit or Ctrl-D leaves. What is asked here (--session, --by, -n) holds for every line.

    Without a terminal, lines are read from standard input, and the first that fails ends it with its exit code.

    \b
    Examples:
      bridge-ledger desk --session thursday --by Ahlborn
      bridge-ledger desk < corrections.txt
    """
    run = desk.settings
    if run.offices:
        raise Misuse("usage", "this is the desk already", "type the command by itself; `quit` leaves")
    if run.as_of or run.at or run.command_id:
        raise Misuse("usage", "--as-of, --at and --command-id belong to one command", "give them to that one")
    from cli.terminal.settings import Offices

    pages.made_from.program_digest()  # read now: a new version may be installed while this one runs
    run.offices, run.desk_session, run.session = Offices(), run.session, None
    desk.context.call_on_close(run.offices.close)
    if sys.stdin.isatty() and sys.stdout.isatty():
        from cli.shell.shell import Shell  # loads prompt_toolkit: not for lines from standard input

        return Shell(run).stay()
    from cli.shell.answering import answer_all

    return answer_all(run)


@click.command(cls=WholeLedgerCommand)
@click.option("--port", type=click.IntRange(0, 65_535), help="The port [default: 8000, --office 8443; 0: a free one].")
@click.option(
    "--host", metavar="ADDRESS", default="127.0.0.1", help="Of this computer; 0.0.0.0: for the hall [127.0.0.1]."
)
@url_option
@click.option("--expected", metavar="TEXT", default="", help="When the scores are expected: 22:45.")
@click.option("--office", is_flag=True, help="The office's pages instead, for paired phones of officials, by TLS.")
@click.option("--certificate", metavar="FILE", type=click.Path(path_type=Path), help="With --office: the certificate.")
@click.option("--behind-proxy", is_flag=True, help="With --office: a proxy on this computer speaks TLS.")
@takes(look=PageOptions)
def serve(
    desk: Desk,
    port: int | None,
    host: str,
    url: str,
    expected: str,
    office: bool,
    certificate: Path | None,
    behind_proxy: bool,
    look: PageOptions,
) -> None:
    """Serve the pages of the session, or of a tournament, from this computer to every phone in the hall, live.

    What a ruling moves is on every open page within a second. Scores are shown once they are published; while
    somebody still has to play, places and totals alone; before that, too, after `publish --running`.

    The ledger is only read. Beyond a few thousand phones, or from a web host: `help serve`. With --office it serves
    the office's own pages, with rulings from the director's phone: `help office`.

    \b
    Examples:
      bridge-ledger serve                             # for this computer, to look at
      bridge-ledger serve --host 0.0.0.0              # for the hall; with a QR code
      bridge-ledger serve --url https://results.example.org/thursday/ --expected 22:45
    """
    from cli.serving import serving  # loads the server: only `serve` needs it
    from cli.serving.shown import Wall
    from cli.terminal import keys

    public = pages.hall.require_url(url) if url else ""
    if office:
        if behind_proxy and (certificate or not url.startswith("https://") or not serving.is_loopback_host(host)):
            wrong = "--behind-proxy serves this computer alone, without a certificate, at the proxy's address"
            raise Misuse("usage", wrong, "--behind-proxy --url https://office.example.org/")
        place = serving.ServedAt(host, 8443 if port is None else port, public)
        from cli.serving.office_serving import serve_office

        serve_office(desk, place, pages.printing.Press.of(look), certificate, proxied=behind_proxy)
        return
    if certificate or behind_proxy:
        raise Misuse("usage", "--certificate and --behind-proxy go with --office", "serve --office")
    offered = pages.printing.Press.in_languages(look, *pages.catalogues.complete_languages(), live=True)
    walls = {tag: Wall(press, keys.own_key(), expected, desk.office.solved_deals) for tag, press in offered.items()}
    serving.serve(desk, serving.ServedAt(host, 8000 if port is None else port, public), walls)
