"""The table of all that can be typed, as it is written in commands.txt: what a Tab reads instead of the commands.

`writing` makes it of the commands themselves; a test and the building of a wheel fail where it is not what they say.
"""

from __future__ import annotations

import os
from functools import cache
from typing import NamedTuple

FILE = os.path.join(os.path.dirname(__file__), "commands.txt")
SETS = "@"
"""Before the name of a set of options that many commands take."""


class Parameter(NamedTuple):
    """An argument, or an option by its names; what its value is offered, '' for one without a value."""

    names: tuple[str, ...]
    name: str
    takes: str
    again: bool
    about: str


class ListedCommand(NamedTuple):
    """A command: its parameters, and the commands below it with what they do."""

    path: str
    parameters: tuple[Parameter, ...]
    below: dict[str, str]

    @property
    def options(self) -> dict[str, Parameter]:
        """The options by each of their names."""
        return {name: each for each in self.parameters for name in each.names}

    @property
    def arguments(self) -> list[Parameter]:
        """The arguments, in their order."""
        return [each for each in self.parameters if not each.names]


@cache
def _blocks() -> dict[str, str]:
    """What is written of each command and each set of options, by its name; the program's own is ''."""
    with open(FILE, encoding="utf-8") as file:
        blocks = file.read().split("\n\n")[1:]
    return {block.partition("\t")[0]: block for block in blocks}


def paths() -> list[str]:
    """Every command there is, by its words."""
    return [path for path in _blocks() if not path.startswith(SETS)]


def command(path: str) -> ListedCommand | None:
    """A command by its words, 'ruling add'; None where there is none of the kind."""
    written = _blocks().get(path)
    if written is None:
        return None
    heading, *lines = written.rstrip("\n").split("\n")
    _, _, sets = heading.split("\t")
    for each in sets.split():
        lines += _blocks()[each].rstrip("\n").split("\n")[1:]
    return ListedCommand(path, tuple(map(_parameter, lines)), _below(path))


def _parameter(line: str) -> Parameter:
    _, names, name, takes, again, about = line.split("\t")
    return Parameter(tuple(names.split()), name, takes, bool(again), about)


def _below(path: str) -> dict[str, str]:
    """The commands below one, with what they do, in the order of the help."""
    lead = f"{path} " if path else ""
    found = dict[str, str]()
    for named, block in _blocks().items():
        name = named.removeprefix(lead)
        if named.startswith(lead) and name and " " not in name and not name.startswith(SETS):
            found[name] = block.partition("\n")[0].split("\t")[1]
    return found
