"""demo: one evening from its first result to the last question, in a ledger that is thrown away."""

import os
import shlex
import sys
import tempfile
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

# Each episode: its text, and the commands one would type.
_EPISODES: tuple[tuple[str, tuple[str, ...]], ...] = (
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
    ("Table 3 had nothing to do with it. Why did *its* score on board 23 move?", ("explain 23/3",)),
    (
        "More happens before midnight: a board that could not be played, a director's error, a slip of the pencil,\n"
        "and a ruling on the wrong table, which is taken back. Nothing is deleted.",
        (
            "ruling add 7/3 --artificial A+/A- --offender EW --law 12C2"
            ' --reason "table 3 arrived late: E-W" --by Ahlborn -q',
            'ruling add 12/5 --split "NS: 4HE-1; EW: 4HE=" --law 82C'
            ' --reason "I ruled the revoke wrongly" --by Ahlborn -q',
            'result correct 4/2 4SN+1 --reason "both sides agree: eleven tricks" -q',
            "ruling add 9/4 --stands -q",
            'undo R-0004 --reason "it was board 8" --yes -q',
            "ruling list",
        ),
    ),
    (
        "The scores go on the wall: the correction and appeal periods begin. From here on only officials record.",
        (
            "official add Ahlborn --as chief-director -q",
            "official add Cole --as director --by Ahlborn -q",
            "official add Berg --as committee --by Ahlborn -q",
            'publish --yes --note "on the wall" --by Ahlborn',
        ),
    ),
    (
        "Board 20, table 10: East says South explained 2♦ as strong, when it was weak, and they bid a slam that was\n"
        "not there. The director finds misinformation, and no damage by it. East–West appeal, both of them, with a\n"
        "deposit.",
        (
            'call add 20/10 "South explained 2D as strong; it was weak" --caller E'
            " --stage end-of-hand --law 40B --by Cole",
            'call facts C-0001 "2D was explained as strong" --agreed'
            ' --statement "E: over a weak 2D I stop in 3NT" --evidence "NS card: 2D is weak" --by Cole -q',
            'call poll C-0001 "East over 3NT, told that 2D is weak?" --answer "Pass; considered 6NT" --answer Pass'
            ' --answer 6NT --among "three peers" --by Cole -q',
            "ruling add 20/10 --stands --offender NS --law 40B --call C-0001 --infraction --no-damage"
            ' --findings "6NT was their own idea" --told-of-appeal --by Cole',
            'appeal lodge R-0005 --by-side EW --signed E,W --grounds "over a weak 2D we play 3NT"'
            ' --claims 3NTE+1 --deposit "20 GBP" --by Cole',
        ),
    ),
    (
        "What hangs on it? Then the committee, none of whom gave the ruling, decides.",
        (
            "stakes A-0001 --cut 8",
            'appeal hear A-0001 --committee "Berg, Ek" --present "E, W, Cole" --by Berg -q',
            'appeal decide A-0001 --varied --weighted "60% 3NTE+1, 40% 6NTE-2"'
            ' --reason "damage: 3NT more often than not" --by Berg --yes',
            "explain 20/10 --side EW",
            "show A-0001",
            "report register",
            "report docket",
        ),
    ),
    ("The standings after all that, and what moved since play ended.", ("standings", "diff end-of-play @")),
    (
        "And as everyone saw them just before the first ruling: every past answer can be had again.",
        ("standings --as-of R-0001-", "log -n 6"),
    ),
    ("Nobody touched the log behind the office's back.", ("verify --strict", "replay")),
)


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
        put("", f"Nothing is left behind. `{shells.called()} demo --keep FOLDER` keeps the ledger to try things on.")
        called = shells.starting_command()  # the program as it was started here
        put(f"A ledger of your own, in this folder: `{called} init`; the manual: `{called} help`.")
        if not shells.is_started_by_name():
            put(f"To call it `bridge-ledger` in every folder: `{called} help installing`.")
        return
    if (keep / _DB).exists():
        raise Misuse("usage", f"{keep / _DB} is there already", "name another folder")
    try:
        keep.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse("usage", f"the folder {keep} cannot be made: {error.strerror}", "name another folder") from error
    _play(keep)
    program = f"{shells.called()} --db {shlex.quote(str(keep / _DB))}"
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
        for text, commands in _EPISODES:
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
