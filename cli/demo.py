"""demo: one evening from its first result to the last question, in a ledger that is thrown away."""

import shlex
import sys
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

import click

from cli.settings import Looking
from ledger.refusal import Misuse

_DB = "evening.db"
_FILE = "evening.csv"

# What is told before each step, and the commands one would type.
STORY: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "An evening: 13 tables, 26 boards, North–South and East–West ranked apart. The results are in a file.",
        ("init", f"import {_FILE} --winners 2 --title 'Demo evening'", "standings"),
    ),
    (
        "Board 23, table 1. West hesitated over 4♥, and East went on to 5♣, which he may not. North plays 4♥,\n"
        "which, the director thinks, makes seven times in ten.",
        (
            'ruling add 23/1 --weighted "70% 4HN=, 30% 4HN-1" --offender EW --law 16B --disallowed 5C'
            ' --facts "West hesitated over 4H; East bid 5C" --by Ahlborn',
            "board 23",
            "explain 23/1",
        ),
    ),
    (
        "Table 3 had nothing to do with it. Why did *its* score on board 23 move?",
        ("explain 23/3",),
    ),
    (
        "More happens before midnight: a board that could not be played, a director's error, a slip of the pencil,\n"
        "and a ruling on the wrong table, which is taken back. Nothing is deleted.",
        (
            'ruling add 7/3 --artificial A+/A- --offender EW --law 12C2 --reason "table 3 arrived late: E-W" --by Ahlborn -q',
            'ruling add 12/5 --split "NS: 4HE-1; EW: 4HE=" --law 82C --reason "I ruled the revoke wrongly" --by Ahlborn -q',
            'result correct 4/2 4SN+1 --reason "both sides agree: eleven tricks" -q',
            "ruling add 9/4 --stands -q",
            'undo R-0004 --reason "it was board 8" --yes -q',
            "ruling list",
        ),
    ),
    ("The standings after all that, and what moved since play ended.", ("standings", "diff end-of-play @")),
    (
        "And as everyone saw them just before the first ruling: every past answer can be had again.",
        ("standings --as-of R-0001-", "log -n 6"),
    ),
    ("Nobody touched the log behind the office's back.", ("verify --strict", "replay")),
)


@click.command(cls=Looking)
@click.option(
    "--keep",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Keep the ledger and the result file in this folder.",
)
@click.pass_context
def demo(context: click.Context, keep: Path | None) -> None:
    """Play one evening in a throw-away ledger: results, rulings, their ripple, and every question answered.

    \b
    Example:  bridge-ledger demo --keep try-it
    """
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="bridge-ledger-demo-") as folder:
            _play(Path(folder))
        print("\nNothing is left behind. `bridge-ledger demo --keep FOLDER` keeps the ledger to try things on.")
        return
    if (keep / _DB).exists():
        raise Misuse("usage", f"{keep / _DB} is there already", "name another folder")
    try:
        keep.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse("usage", f"{keep} cannot be made a folder: {error.strerror}", "name another folder") from error
    _play(keep)
    print(f"\nKept in {keep}: try `bridge-ledger --db {keep / _DB} board 23`")


def _play(folder: Path) -> None:
    from cli.main import run

    with as_file(files("cli") / "demo_evening.csv") as evening:
        (folder / _FILE).write_bytes(evening.read_bytes())
    for telling, commands in STORY:
        print(f"\n── {telling}\n" if _can_say(telling) else f"\n-- {telling.encode('ascii', 'ignore').decode()}\n")
        for command in commands:
            print(f"$ bridge-ledger {command}", flush=True)
            words = [str(folder / word) if word == _FILE else word for word in shlex.split(command)]
            if code := run(["--db", str(folder / _DB), *words]):
                sys.exit(code)
            print(flush=True)


def _can_say(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
