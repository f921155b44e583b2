"""What is new, version by version, and what this version reads and writes: the topic `changes`, and the register."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cli.desk.output import Output
from ledger.errors import Misuse
from ledger.version import __version__

_HEADING = re.compile(r"^([0-9]+(?:\.[0-9]+)+)(, .*)?$", re.MULTILINE)
_FOLDED_AT = 104


class Release(NamedTuple):
    """A version, and what it brought, as the topic has it."""

    version: str
    text: str

    @property
    def numbers(self) -> tuple[int, ...]:
        """What versions are ordered by."""
        return tuple(map(int, self.version.split(".")))


def releases() -> list[Release]:
    """The versions of the topic, the newest first."""
    page = (Path(__file__).parents[1] / "help" / "changes.md").read_text("utf-8")
    found = list(_HEADING.finditer(page))
    ends = [*(each.start() for each in found[1:]), len(page)]
    made = [Release(each[1], page[each.start() : end].strip()) for each, end in zip(found, ends, strict=True)]
    return sorted(made, key=lambda each: each.numbers, reverse=True)


def since(version: str) -> list[Release]:
    """Those after a version; Misuse where it is no version, or of a program to come."""
    if not _HEADING.fullmatch(version) or Release(version, "").numbers > Release(__version__, "").numbers:
        raise Misuse("usage", f"{version!r} is no version there was", f"this is {__version__}: `changes --since 0.1.0`")
    return [each for each in releases() if each.numbers > Release(version, "").numbers]


def formats() -> str:
    """The schema and the kinds of event that this version writes; each earlier version of a kind is read too."""
    kinds, schema = _kinds(), _schema()
    changed = [f"{name}/{version}" for name, version in kinds.items() if version > 1]
    said = f"{len(kinds)} kinds of event, each in its first version but for {', '.join(changed)}; all earlier are read."
    lines = textwrap.fill(said, _FOLDED_AT, break_on_hyphens=False, initial_indent="* ", subsequent_indent="  ")
    return f"bridge-ledger {__version__} reads and writes\n\n* schema {schema} of the database.\n{lines}"


def print_releases(out: Output, found: Sequence[Release]) -> None:
    """What is new, and what is read and written."""
    if out.settings.json:
        told = [{"version": each.version, "text": each.text} for each in found]
        out.json("changes/1", {"version": __version__, "database": _schema(), "kinds": _kinds(), "changes": told})
        return
    for each in found:
        out.say(*each.text.split("\n"), "")
    if not found:
        out.say("Nothing since.", "")
    out.say(*formats().split("\n"))


def _kinds() -> dict[str, int]:
    """The kinds of event by name, with the version that is written."""
    from ledger.facts.register import KINDS

    return {kind.name: kind.version for kind in KINDS}


def _schema() -> str:
    from ledger.recording.ledgers import schema_version

    return schema_version()
