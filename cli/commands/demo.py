"""demo: one evening from its first result to the last question, in a ledger that is thrown away."""

import os
import shlex
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path

import click

from cli.desk.commands import QueryCommand
from cli.desk.desk import Desk
from cli.terminal.screen import continuing_without_reader, flush, put
from ledger.errors import Misuse

_DB = "evening.db"
_FILE = "evening.csv"


def _episodes() -> list[tuple[str, list[str]]]:
    """Return the episodes: the text of each, and the commands one would type."""
    tables = tomllib.loads((files("cli.commands") / "demo.toml").read_text("utf-8"))
    return [(each["text"].rstrip("\n"), each["commands"]) for each in tables["episodes"]]


@click.command(cls=QueryCommand)
@click.option(
    "--keep",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Keep the ledger and the result file in this folder.",
)
def demo(desk: Desk, keep: Path | None) -> None:
    """Play one evening in a throw-away ledger: results, rulings, their ripple, and every question answered.

    \b
    Examples:
      bridge-ledger demo
      bridge-ledger demo --keep try-it
    """
    from cli.terminal import shells

    if keep is None:
        with (
            tempfile.TemporaryDirectory(prefix="bridge-ledger-demo-") as folder,
            _with_environment("BRIDGE_LEDGER_STATE", folder),
        ):
            _play(Path(folder))  # nothing is left behind
        put(
            "",
            f"Nothing is left behind. `{shells.starting_command()} demo --keep FOLDER` keeps the ledger "
            "to try things on.",
        )
        called = shells.starting_command()  # the program as it was started here
        put(f"A ledger of your own, in this folder: `{called} init`; the manual: `{called} help`.")
        if not shells.is_started_by_name():
            put(f"To call it `bridge-ledger` in every folder: `{called} help installing`.")
        return
    if former := next((keep / each for each in (_DB, _FILE) if os.path.lexists(keep / each)), None):
        raise Misuse("usage", f"{former} is there already", "name another folder")
    try:
        keep.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse("usage", f"the folder {keep} cannot be made: {error.strerror}", "name another folder") from error
    _play(keep)
    program = f"{shells.starting_command()} --db {shlex.quote(str(keep / _DB))}"
    put("", f"Kept in {keep}: try `{program} board 23`; what you record, record --by Ahlborn")


@contextmanager
def _with_environment(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _play(folder: Path) -> None:
    from cli.main import run

    with as_file(files("cli") / "demo_evening.csv") as evening:
        (folder / _FILE).write_bytes(evening.read_bytes())
    with (
        continuing_without_reader(),
        _with_environment("BRIDGE_LEDGER_DB", str(folder / _DB)),
    ):  # printed commands then need no --db
        for text, commands in _episodes():
            try:
                text.encode(sys.stdout.encoding or "ascii")
                title = f"── {text}"
            except UnicodeEncodeError:
                title = f"-- {text.encode('ascii', 'ignore').decode()}"
            put("", *title.split("\n"), "")
            for command in commands:
                put(f"$ bridge-ledger {command}")
                flush()
                words = [str(folder / word) if word == _FILE else word for word in shlex.split(command)]
                if code := run(words):
                    sys.exit(code)
                put("")
                flush()
