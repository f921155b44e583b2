"""A small ledger with something of everything in it, for those who edit its rows past the program."""

import io
from contextlib import chdir, redirect_stdout
from pathlib import Path

from cli.main import run
from tests.exchange.fuzzed_logs import CONGRESS, EVENING
from tests.exchange.fuzzed_texts import CONNECTOR

CALM = "calm"
"""A session that belongs to no tournament: what is done to the rows of others is nothing to it."""

_MORE = (
    "person name 1 1 Jane&Roe --session s",
    "person name 1 2 Sam&Poe --session s",
    "text erase 15 --yes --session s",
    "person erase Sam&Poe --yes",
    "seal --key k --session s",
    "ruling add 2/2 --stands --facts slow --by Cole --session s",
    "witness --new-key nbo.example/w1",
    "seal --key k --since 0 --session s > s.ask",
    "witness s.ask --office k.pub > s.seal",
    "seal --witness s.seal --session s",
    "session open calm --boards 1-2 --contestants 1-4",
    "result add 1/1 4SN= --ns 1 --ew 2 --session calm",
    "ruling add 1/1 --stands --facts hesitated --session calm",
    "person name 1 1 Ann&Lee --session calm",
    "seal --key k --session calm",
    "import sent.json --session devices",
    "official new-key Ahlborn ahl.key --session devices",
    "official add Ahlborn --as chief-director --key ahl.key --session devices",
    "ruling add 1/3 --ns 5 --ew 6 --artificial A+/A- --offender EW --sign-with ahl.key --session devices",
    "use calm",
)


def _lines() -> list[str]:
    """The commands that make it, in their order; `&` is a blank within a word, `>` the file that is printed into."""
    evening = [line if "session open" in line else f"{line} --session s" for line in EVENING if line != "init"]
    return [*evening, *CONGRESS[:-1], *_MORE]


def make(folder: Path) -> None:
    """Make it in a folder that is the desk's, in an empty ledger: the one that is meant there."""
    with chdir(folder):
        Path("sent.json").write_bytes(CONNECTOR)
        for line in _lines():
            typed, _, into = line.partition(" > ")
            with redirect_stdout(io.StringIO()) as out:
                code = run([word.replace("&", " ") for word in typed.split()])
            assert code == 0, (line, code, out.getvalue()[-400:])
            if into:
                Path(into).write_text(out.getvalue())
