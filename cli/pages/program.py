"""The program that makes pages, as one digest: its files, the packages it uses, and Python itself."""

import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import distributions
from importlib.resources import files
from importlib.resources.abc import Traversable

from ledger.digests import of_bytes


@cache
def this_program() -> str:
    """As it is when this is first asked: a desk that stays asks as it begins, for the files are later those of another
    program where it is upgraded meanwhile, and what runs is not.
    """
    own = [
        (name, of_bytes(each.read_bytes()).hex())
        for room in ("ledger", "cli")
        for name, each in _files(room, files(room))
    ]
    beside = sorted(each.read_text("METADATA") or each.read_text("PKG-INFO") or "" for each in distributions())
    return of_bytes(repr((own, beside, sys.version)).encode()).hex()


def _files(way: str, folder: Traversable) -> Iterable[tuple[str, Traversable]]:
    """Every file within, each by its whole way."""
    for each in sorted(folder.iterdir(), key=lambda found: found.name):
        name = f"{way}/{each.name}"
        if each.is_dir():
            yield from _files(name, each)
        elif not name.endswith(".pyc"):
            yield name, each
