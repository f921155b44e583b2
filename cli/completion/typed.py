"""A command line as far as it is typed: which command it is, what it was given, and what the next word would be."""

from __future__ import annotations

from cli.completion.table import ListedCommand, Parameter, command


class TypedLine:
    """What was typed before a word that is begun."""

    def __init__(self, command: ListedCommand, begun: str, lead: str) -> None:
        self.command = command
        self.begun = begun
        self.lead = lead
        """What of the same word stands before it: an option with its '='."""
        self.given = dict[str, list[str]]()
        """The values of arguments and options by name; of a flag, none."""
        self.valued: Parameter | None = None
        """The option whose value is being typed, if it is one."""
        self.bare = False
        """Whether all that follows are arguments, for '--' was typed."""

    @property
    def wants(self) -> Parameter | None:
        """Whose value is being typed: an option's, or the next argument's; None where nothing more is wanted."""
        if self.valued:
            return self.valued
        return next((each for each in self.command.arguments if each.again or each.name not in self.given), None)

    @property
    def names_an_option(self) -> bool:
        """Whether it is the name of an option that is begun."""
        return self.begun.startswith("-") and not (self.bare or self.valued)

    def give(self, parameter: Parameter, *values: str) -> None:
        """Note what a parameter was given."""
        self.given.setdefault(parameter.name, []).extend(values)


def read(before: list[str], begun: str) -> TypedLine | None:
    """Read the words before one that is begun; None where they name no command.

    >>> line = read(["ruling", "add", "5/3", "--law"], "16")
    >>> line.command.path, line.given["board"], line.wants.name
    ('ruling add', ['5/3'], 'laws')
    """
    root = command("")
    assert root
    words, begun, lead = _values_apart(before, begun)
    typed = TypedLine(root, begun, lead)
    while words:
        word = words.pop(0)
        if typed.bare or not word.startswith("-") or word == "-":
            if not _step(typed, word):
                return None
        elif word == "--":
            typed.bare = True
        else:
            _option(typed, word, words)
    return typed


def _step(typed: TypedLine, word: str) -> bool:
    """A command below, or an argument; whether there is such a one."""
    if not typed.command.below:
        if parameter := typed.wants:
            typed.give(parameter, word)
        return True
    path = typed.command.path
    below = command(f"{path} {word}".strip()) if word in typed.command.below else None
    typed.command = below or typed.command
    return below is not None


def _option(typed: TypedLine, word: str, after: list[str]) -> None:
    """An option, with its value where that is typed; one that is unknown is passed over."""
    name, equals, value = word.partition("=")
    found = typed.command.options.get(name)
    if found is None:
        return
    if not found.takes:
        typed.give(found)
    elif equals or after:
        typed.give(found, value if equals else after.pop(0))
    else:
        typed.valued = found


def _values_apart(before: list[str], begun: str) -> tuple[list[str], str, str]:
    """Options and values as words of their own, and what then stands before the last: bash has '--law=16' as three."""
    words = [each for at, each in enumerate(before) if each != "=" or not before[at - 1].startswith("--")]
    if begun == "=" and before[-1:] and before[-1].startswith("--"):
        return words, "", ""
    name, equals, value = begun.partition("=")
    if equals and name.startswith("--") and "--" not in words:
        return [*words, name], value, f"{name}="
    return words, begun, ""
