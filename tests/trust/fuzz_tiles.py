"""Tiles and tlog-proofs that strangers made of right ones: none of them is taken.

    python -m tests.trust.fuzz_tiles --count 10000

Bytes are flipped, files cut, lengthened, dropped, exchanged with each other and with those of an older copy, of another
history of the same log under the same key, and of another log.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from cli.main import run
from ledger.errors import Problem
from ledger.trust.keys import read_public_key, require_signed
from ledger.trust.receipt import check_tlog_proof
from ledger.trust.seal import PublicKey
from ledger.trust.seals import read_tiles
from tests.exchange.fuzzed_texts import mutated

Files = dict[str, bytes]
EVENING = (
    "init -q",
    "import thu.csv -q",
    "seal --new-key ebu.example --key k",
    "seal --key k --tiles grown",
    "seal --key k --tiles fork",
    "export thu.zip",
    "--db other.db init -q",
    "--db other.db import thu.zip -q",
    "ruling add 1/1 --stands --facts Jane -q",
    "--db other.db ruling add 1/1 --stands --facts John -q",
    "seal --key k --tiles grown",
    "--db other.db seal --key k --tiles fork",
    "receipt R-0001 --tlog-proof proofs --key k",
    "receipt 1 --tlog-proof proofs --key k",
    "receipt 270 --tlog-proof proofs --key k",
    "import fri.csv -q",
    "seal --key k --session fri --tiles fri",
    "receipt 270 --tlog-proof proofs --key k --session fri",
)
MOST_CHANGES = 3


class Made(NamedTuple):
    """Folders of tiles by name, tlog-proofs by name, and the key of all of them."""

    tiles: dict[str, Files]
    proofs: Files
    key: PublicKey


def make(folder: Path) -> Made:
    """An evening and what became of it, put out as tiles as it grew; another history of it; and another log."""
    with chdir(folder), redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
        for name in ("thu", "fri"):
            lines = (f"{b},{t},{2 * t - 1},{2 * t},4S,N,{8 + (t + b) % 4}" for b in range(1, 8) for t in range(1, 41))
            Path(f"{name}.csv").write_text("\n".join(["board,table,ns,ew,contract,declarer,tricks", *lines]) + "\n")
        for line in EVENING:
            assert run(line.split()) == 0, (line, said.getvalue())
        tiles = {name: contents(Path(name)) for name in ("grown", "fork", "fri")}
        return Made(tiles, contents(Path("proofs")), read_public_key("k.pub"))


def contents(folder: Path) -> Files:
    """What stands in a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def changed_tiles(rng: random.Random, made: Made) -> Files:
    """A folder of tiles with something in it that is not as it was written."""
    right = made.tiles[name := rng.choice([*made.tiles])]
    others = [each for other, each in made.tiles.items() if other != name]
    changed = dict(right)
    while changed == right or changed in others or only_older_tiles_gone(changed, right):
        for _ in range(rng.randint(1, MOST_CHANGES)):
            CHANGES[rng.randrange(len(CHANGES))](rng, changed, rng.choice(others))
    return changed


def only_older_tiles_gone(changed: Files, right: Files) -> bool:
    """Whether nothing is wrong: what a tile was before it was wider may be taken away, and may be there."""
    now = read_tiles(right.get, []).seal.checkpoint.size % 256
    needed = {
        each: content for each, content in right.items() if ".p/" not in each or each.endswith((f".p/{now}", "/1"))
    }
    return all(changed.get(each) == content for each, content in needed.items()) and changed.items() <= right.items()


def _mutate(rng: random.Random, files: Files, other: Files) -> None:
    name = rng.choice([*files])
    files[name] = mutated(rng, files[name])


def _flip(rng: random.Random, files: Files, other: Files) -> None:
    name = rng.choice([each for each in files if files[each]])
    at = rng.randrange(len(files[name]))
    files[name] = files[name][:at] + bytes([files[name][at] ^ 1 << rng.randrange(8)]) + files[name][at + 1 :]


def _cut(rng: random.Random, files: Files, other: Files) -> None:
    name = rng.choice([*files])
    files[name] = files[name][: rng.randrange(len(files[name]) + 1)]


def _drop(rng: random.Random, files: Files, other: Files) -> None:
    if len(files) > 1:
        del files[rng.choice([*files])]


def _swap(rng: random.Random, files: Files, other: Files) -> None:
    one, two = rng.choice([*files]), rng.choice([*files])
    files[one], files[two] = files[two], files[one]


def _exchange(rng: random.Random, files: Files, other: Files) -> None:
    name = rng.choice([*other])
    files[name] = other[name]


def _rename(rng: random.Random, files: Files, other: Files) -> None:
    name = rng.choice([*files])
    files[f"{name.partition('.p/')[0]}.p/{rng.randint(1, 255)}"] = files.pop(name)


def _parts(rng: random.Random, files: Files, other: Files) -> None:
    """Parts of a file put in another order: hashes, entries, lines, halves."""
    name = rng.choice([*files])
    size = rng.choice((32, 34, max(1, len(files[name]) // 2)))
    parts = [files[name][at : at + size] for at in range(0, len(files[name]), size)]
    if name.startswith("records"):
        parts = files[name].splitlines(keepends=True)
    rng.shuffle(parts)
    files[name] = b"".join(parts)


CHANGES: tuple[Callable[[random.Random, Files, Files], None], ...] = (
    _mutate,
    _flip,
    _cut,
    _drop,
    _swap,
    _exchange,
    _rename,
    _parts,
)


def changed_proof(rng: random.Random, made: Made) -> bytes:
    """A proof with something in it that is not as it was written, or lines of two."""
    right = made.proofs[rng.choice([*made.proofs])]
    changed = right
    while changed in made.proofs.values():
        if rng.random() < 0.5:
            changed = mutated(rng, right)
        else:
            lines, others = right.split(b"\n"), made.proofs[rng.choice([*made.proofs])].split(b"\n")
            at, other = rng.randrange(len(lines)), rng.randrange(len(others))
            lines[at : at + rng.randint(0, 2)] = others[other : other + rng.randint(0, 3)]
            changed = b"\n".join(lines)
    return changed


def answer(made: Made, changed: Files | bytes) -> str:
    """The code with which it is refused, as `verify --key` does; "" where it is taken."""
    try:
        if isinstance(changed, bytes):
            require_signed(check_tlog_proof(changed.decode("utf-8", "surrogateescape")).seal, made.key)
        else:
            names = [each for each in changed if each != "checkpoint"]
            read_tiles(changed.get, names, made.key)
    except Problem as problem:
        return problem.code
    return ""


def fuzz(made: Made, count: int, seed: int) -> Counter[str]:
    """How so many changed folders and proofs are answered; two of three are folders."""
    found: Counter[str] = Counter()
    for number in range(count):
        rng = random.Random(f"tiles {seed} {number}")
        changed = changed_proof(rng, made) if number % 3 == 0 else changed_tiles(rng, made)
        code = answer(made, changed)
        found[code] += 1
        if not code:
            print(f"seed {seed}, number {number}: taken")
    return found


def main() -> int:
    """Change so many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.environ |= {"BRIDGE_LEDGER_BY": "Ahlborn", "XDG_CONFIG_HOME": tempfile.mkdtemp(), "TZ": "UTC"}
    with tempfile.TemporaryDirectory() as folder:
        made, began = make(Path(folder)), time.monotonic()
        found = fuzz(made, asked.count, asked.seed)
    refused = ", ".join(f"{code}: {count}" for code, count in found.most_common() if code)
    print(f"{asked.count} in {time.monotonic() - began:.0f} s: {refused}; taken: {found['']}")
    return 1 if found[""] else 0


if __name__ == "__main__":
    sys.exit(main())
