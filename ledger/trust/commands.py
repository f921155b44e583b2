"""A command as the text that a device signs: canonical JSON of its name, its fields, and its texts about people.

    ["notify-sides",{"case":"R-0001","right_to_appeal":true},[]]

The text stands beside the log (`CommandSigned`), never in a record. Texts about people come last, each in its field's
place named by its position, 64 digits long: a field of a record has room for a commitment alone.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from ledger.bounds.types import EventNumber
from ledger.errors import Misuse
from ledger.kernel.fact import Command, Envelope
from ledger.kernel.free_text import change_texts
from ledger.labels import words_of_class
from ledger.store.record import UNREADABLE, canonical, decode_value
from ledger.subjects.reopening import Reopening
from ledger.subjects.rulings.facts import Undo


class _Undoing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An `Undo` as it is signed: its target by number."""

    target: EventNumber
    reason: str
    whole_case: bool
    reopening: Reopening | None


def encode_command(command: Command) -> str:
    """Return a command as the text to sign."""
    texts = list[str]()

    def put_aside(_where: str, text: str) -> str:
        texts.append(text)
        return f"{len(texts):064x}"

    fields: Command | _Undoing = change_texts(command, put_aside)
    if isinstance(command, Undo):
        fields = _Undoing(command.target.number, command.reason, command.whole_case, command.reopening)
    return canonical([command_name(type(command)), fields, texts]).decode()


def decode_command(text: str, event: Callable[[int], Envelope]) -> Command:
    """Return the command of a text; Misuse (bad-value) unless it is, character for character, the text of a command.

    `event`: returns an event of the log by its number, for a command that undoes it.
    """
    try:
        name, fields, texts = msgspec.json.decode(str(text), type=tuple[str, msgspec.Raw, list[str]])
        kind: Any = _Undoing if name == "undo" else _commands()[name]
        read = msgspec.json.decode(fields, type=kind, dec_hook=decode_value)
        if isinstance(read, _Undoing):
            read = Undo(event(read.target), read.reason, read.whole_case, reopening=read.reopening)
        command: Command = read
        rest = iter(texts)
        command = change_texts(command, lambda _where, _at: next(rest))
        if encode_command(command) != text:
            raise ValueError("it is not canonical")
    except (*UNREADABLE, StopIteration) as error:
        raise Misuse("bad-value", f"that is no command: {error}", "open the page anew") from error
    return command


def command_name(kind: type[Command]) -> str:
    """Return the name of a kind of command: 'give-ruling'."""
    return "-".join(words_of_class(kind.__name__))


@cache
def _commands() -> dict[str, type[Command]]:
    kinds = Command.__subclasses__()
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {command_name(each): each for each in kinds}
