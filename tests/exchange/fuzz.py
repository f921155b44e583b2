"""What strangers may hand in, made at random from what is right: files, seals, bundles, profiles, and whole logs.

    python -m tests.exchange.fuzz --seconds 200            every target, so many seconds each
    python -m tests.exchange.fuzz csv log --seconds 60     these
    python -m tests.exchange.fuzz checkers --seconds 600   whether all who check a bundle say the same of it

Nothing may end with exit 70, print what steers a terminal, or take half a gigabyte. A case that does is kept in a
folder and named; the same `--seed` makes the same cases.
"""

import argparse
import io
import os
import random
import resource
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import NamedTuple

from cli.main import run
from ledger.errors.visible import is_plain
from ledger.trust.keys import read_public_key
from tests.exchange.fuzzed_bundles import fuzz_checkers
from tests.exchange.fuzzed_logs import Logs, rearranged, rechained
from tests.exchange.fuzzed_texts import (
    ACBL,
    AUCTIONS,
    CONNECTOR,
    CSV,
    LIN,
    PBN,
    PROFILE,
    TABLES,
    TEAMS,
    XML,
    in_any_writing,
    mutated,
    overwritten,
    spreadsheet,
)
from tests.needs import SHARED
from tests.trust.fuzz_tiles import CHANGES, Made, contents

BWS = SHARED / "bws" / "session_12_tables.bws"
"""A real file of Bridgemates, where it is at hand: nobody but Access makes one."""
MOST_MEMORY = 500 << 20
FORMS = ("matchpoints", "butler", "cross-imps", "teams", "board-a-match", "knockout")
LOOKS = (
    "log -n 400",
    "log -v --reverse -n 20",
    "log --plain -n 400",
    "log --json",
    "log --patch -n 5",
    "session list",
    "session show",
    "board 1",
    "board 1 --plain",
    "board 2 --json",
    "board 1/1 --auction",
    "board 1/1 --deal",
    "standings",
    "standings --plain",
    "scorecard 1",
    "explain 1/1",
    "check",
    "check --plain",
    "ruling list",
    "appeal list",
    "penalty list",
    "call list",
    "official list",
    "report register",
    "report docket",
    "show R-0001",
    "show A-0001",
    "show C-0001",
    "show P-0001",
    "stakes A-0001",
    "diff start @",
    "replay",
    "verify --strict",
    "verify",
    "seal --list",
    "undo R-0001 -n --yes",
    "result add 1/9 4SN= --ns 1 --ew 2 -n",
    "publish -n --yes",
    "log --as-of end-of-play",
)


class Case(NamedTuple):
    """Command lines to be typed one after the other, in a folder made ready for them."""

    commands: tuple[str, ...]


class Outcome(NamedTuple):
    """How a command ended, and what is wrong with that; '' where nothing is."""

    code: int
    wrong: str


def said(command: str) -> Outcome:
    """Type a command; whatever it prints must be for reading only."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        code = run(command.split(" "))
    text = out.getvalue()
    if code == 70:
        return Outcome(code, text)
    steering = [line for line in text.split("\n") if not is_plain(line.replace("\t", ""))]
    return Outcome(code, f"steers a terminal: {steering[0]!r}" if steering else "")


def _file(
    name: str, right: bytes, *commands: str, made: Callable[[random.Random, bytes], bytes] = mutated
) -> Callable[[random.Random, Path], Case]:
    def make(rng: random.Random, folder: Path) -> Case:
        (folder / name).write_bytes(made(rng, right))
        return Case(tuple(command.format(form=rng.choice(FORMS)) for command in commands))

    return make


def _in_any_writing(rng: random.Random, right: bytes) -> bytes:
    return mutated(rng, in_any_writing(rng, right))


def targets(office: Path) -> dict[str, Callable[[random.Random, Path], Case]]:
    """Every reader there is, with what makes a case for it; `office` has a ledger with seals, a receipt, a bundle."""
    importing = "--db empty.db import {} --skip-bad --session f -n --scoring {{form}}"
    recorded = (
        "--db empty.db import {} --skip-bad --session f; --db empty.db --session f check; "
        "--db empty.db --session f board 1/1 --deal; --db empty.db --session f board 1/open --auction; "
        "--db empty.db --session f export f-out.pbn; --db empty.db import f-out.pbn --session g --skip-bad"
    )
    logs = Logs(office / "bridge-ledger.db")
    small = {name: (office / name).read_bytes() for name in ("s.seal", "R.receipt", "s.zip", "k.pub", "spring.zip")}

    made = Made(
        {"office": contents(office / "web")}, contents(office / "proofs"), read_public_key(str(office / "k.pub"))
    )

    def log(rng: random.Random, folder: Path) -> Case:
        logs.write(rng, folder / "hostile.db")
        return Case(tuple(f"--db hostile.db --session s {look}" for look in rng.sample(LOOKS, 6)))

    def bws(rng: random.Random, folder: Path) -> Case:
        (folder / "f.bws").write_bytes(overwritten(rng, BWS.read_bytes()))
        return Case((importing.format("f.bws").format(form=rng.choice(FORMS)),))

    def bundle(rng: random.Random, folder: Path) -> Case:
        right = small["s.zip"]
        made = rechained(rng, logs, right) if rng.random() < 0.8 else mutated(rng, right)
        (folder / "b.zip").write_bytes(made)
        looks = rng.sample(LOOKS, 2)
        restored = ("--db fresh.db init -q", "--db fresh.db import b.zip", *(f"--db fresh.db {each}" for each in looks))
        return Case(("verify --bundle b.zip", "--db empty.db import b.zip -n", *restored))

    def congress(rng: random.Random, folder: Path) -> Case:
        right = small["spring.zip"]
        made = rearranged(rng, right) if rng.random() < 0.9 else mutated(rng, right)
        (folder / "b.zip").write_bytes(made)
        restored = ("--db fresh.db init -q", "--db fresh.db import b.zip", "--db fresh.db tournament standings")
        return Case(("verify --bundle b.zip", "--db office.db import b.zip -n", *restored, "--db fresh.db verify"))

    def tiles(rng: random.Random, folder: Path) -> Case:
        changed = dict(made.tiles["office"])
        while changed == made.tiles["office"]:
            rng.choice(CHANGES)(rng, changed, made.proofs)
        for name, content in changed.items():
            path = folder / "web" / name
            with suppress(OSError):  # a folder stands there, or a file where one should be
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        written = "--db office.db --session s seal --tiles web --key k"
        return Case(("verify --tiles web --key k.pub", "verify --tiles web --tiles web", written))

    return {
        "csv": _file("f.csv", CSV, importing.format("f.csv")),
        "tsv": _file("f.tsv", CSV, importing.format("f.tsv"), made=_in_any_writing),
        "xlsx": _file("f.xlsx", CSV, importing.format("f.xlsx"), made=spreadsheet),
        "usebio": _file("f.xml", XML, importing.format("f.xml").partition(" --scoring")[0]),
        "usebio-teams": _file("f.xml", TEAMS, importing.format("f.xml").partition(" --scoring")[0]),
        "pbn-tables": _file("f.pbn", TABLES, importing.format("f.pbn")),
        "acbl": _file("f.json", ACBL, importing.format("f.json")),
        "pbn": _file("f.pbn", PBN, importing.format("f.pbn")),
        "pbn-auctions": _file("f.pbn", AUCTIONS, *recorded.format("f.pbn").split("; ")),
        "lin": _file("f.lin", LIN, *recorded.format("f.lin").split("; ")),
        "connector": _file("f.json", CONNECTOR, importing.format("f.json")),
        **({"bws": bws} if BWS.is_file() else {}),
        "profile": _file("f.toml", PROFILE, "--db empty.db session open f --boards 1-4 --profile f.toml -n"),
        "receipt": _file("f.receipt", small["R.receipt"], "verify --receipt f.receipt"),
        "seal": _file("f.seal", small["s.seal"], "--db office.db verify --seal f.seal --key k.pub"),
        "tlog-proof": _file("f.tlog-proof", made.proofs["s-1.tlog-proof"], "verify --receipt f.tlog-proof"),
        "tiles": tiles,
        "key": _file("f.pub", small["k.pub"], "--db office.db verify --key f.pub"),
        "bundle": bundle,
        "congress": congress,
        "log": log,
    }


def make_office(folder: Path) -> None:
    """A ledger with an evening in it, its seal, a receipt, a bundle; and an empty one."""
    from tests.exchange.fuzzed_logs import CONGRESS, EVENING

    with chdir(folder), redirect_stdout(io.StringIO()) as out:
        for line in EVENING:
            assert run([word.replace("&", " ") for word in line.split()]) == 0, (line, out.getvalue())
        for line, name in (("seal --key k", "s.seal"), ("receipt R-0001", "R.receipt")):
            with redirect_stdout(io.StringIO()) as printed:
                assert run(line.split()) == 0
            Path(name).write_text(printed.getvalue())
        for line in ("seal --key k --tiles web -q", "receipt 1 --tlog-proof proofs -q"):
            assert run(line.split()) == 0
        assert run(["export", "s.zip"]) == 0
        assert run(["--db", "empty.db", "init", "-q"]) == 0
        shutil.copy("bridge-ledger.db", "congress.db")
        for line in CONGRESS:
            assert run(["--db", "congress.db", *line.split()]) == 0, (line, out.getvalue())
    with sqlite3.connect(folder / "bridge-ledger.db") as kept:
        kept.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def cases(name: str, office: Path, seed: int) -> Iterator[tuple[int, str, Outcome, Path]]:
    """Endless cases of a target: their number, each command typed, how it ended, and the folder of the case."""
    make = targets(office)[name]
    number = 0
    while True:
        number += 1
        with tempfile.TemporaryDirectory(prefix="fuzz-") as made:
            folder = Path(made)
            shutil.copy(office / "empty.db", folder / "empty.db")
            shutil.copy(office / "bridge-ledger.db", folder / "office.db")
            for name in ("k", "k.pub"):
                shutil.copy(office / name, folder / name)
            case = make(random.Random(f"{name} {seed} {number}"), folder)
            with chdir(folder):
                for command in case.commands:
                    yield number, command, said(command), folder


def fuzz(name: str, office: Path, seconds: float, seed: int, keep: Path) -> bool:
    """Run a target for so long, say what came of it, keep what went wrong; whether nothing did."""
    codes: Counter[int] = Counter()
    wrong, slowest, number, began = 0, 0.0, 0, time.monotonic()
    before = began
    for number, command, outcome, folder in cases(name, office, seed):
        codes[outcome.code] += 1
        now = time.monotonic()
        slowest, before = max(slowest, now - before), now
        if outcome.wrong:
            wrong += 1
            kept = keep / f"{name}-{seed}-{number}"
            shutil.copytree(folder, kept, dirs_exist_ok=True)
            print(f"{name} case {number}, in {kept}: {command}\n  {outcome.wrong}")
        if now - began > seconds:
            break
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    ends = ", ".join(f"exit {code}: {count}" for code, count in sorted(codes.items()))
    print(f"{name}: {number} cases, {ends}; wrong {wrong}; slowest {slowest:.1f} s; at most {memory} MiB", flush=True)
    return not wrong and memory << 20 < MOST_MEMORY


def main() -> int:
    """Fuzz the targets named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "fuzz-kept")
    asked = parser.parse_args()
    os.environ |= {"BRIDGE_LEDGER_BY": "Ahlborn", "XDG_CONFIG_HOME": tempfile.mkdtemp(), "TZ": "UTC"}
    with tempfile.TemporaryDirectory() as folder:
        make_office(Path(folder))
        names = asked.targets or [*targets(Path(folder)), "checkers"]
        held = [
            fuzz_checkers(asked.seconds, asked.seed, asked.keep)
            if name == "checkers"
            else fuzz(name, Path(folder), asked.seconds, asked.seed, asked.keep)
            for name in names
        ]
        return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
