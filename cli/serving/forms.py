"""The forms of the office's pages: a form is a command of the command line, and its fields are the command's options.

Click itself reads the fields, with the command's own readers and messages, so that a form leads to the same events.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Never

import click

from cli.desk.commands import COMMON, Root
from cli.desk.desk import Desk
from cli.terminal import overview
from cli.terminal.settings import Settings, check_text
from ledger.errors import Misuse
from ledger.kernel.fact import Command
from ledger.office import Office
from ledger.recording import AS_USUAL, Submission

FORMS = ("ruling add", "ruling notify", "result add", "result correct")
"""The commands that the office's pages offer; of each, its own options, and none that all commands share."""

Fields = Mapping[str, Sequence[str]]


class FilledIn(NamedTuple):
    """A form as filled in: its command, and what was not typed and so taken from the table's result."""

    command: Command
    notes: tuple[str, ...]


class _Found(Exception):
    def __init__(self, command: Command) -> None:
        self.command = command


class _FormDesk(Desk):
    """A desk behind a form: it hands out the command instead of submitting it."""

    def __init__(self, context: click.Context, office: Office, session: str) -> None:
        super().__init__(context)
        self.office, self._session = office, session
        self.notes = list[str]()

    @property
    def session_id(self) -> str:
        return self._session

    def note(self, text: str) -> None:
        self.notes += filter(None, [text])

    def submit(self, command: Command, session_id: str | None = None, how: Submission = AS_USUAL) -> Never:
        raise _Found(command)


def read_form(name: str, fields: Fields, office: Office, session: str, by: str) -> FilledIn:
    """Return the command of a form as filled in; its errors are those of the command line."""
    noun, _, verb = name.partition(" ")
    group = overview.command(noun) if name in FORMS else None
    if not isinstance(group, click.Group):
        raise Misuse("usage", f"the office's pages have no form {name[:40]!r}", "open the page anew")
    root = click.Context(Root(), info_name=overview.PROGRAM, obj=_settings(session, by))
    parent = click.Context(group, parent=root, info_name=noun)
    command = group.get_command(parent, verb)
    assert command
    assert command.callback
    with command.make_context(verb, _words(command, fields), parent) as context:
        desk = _FormDesk(context, office, session)
        for field, value in context.params.items():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str):
                    check_text(field.replace("_", "-"), text)
        try:
            context.invoke(command.callback, desk, **context.params)
        except _Found as found:
            return FilledIn(found.command, tuple(desk.notes))
    raise Misuse("usage", f"{name} records nothing as it is filled in", "fill in the rest")


def _settings(session: str, by: str) -> Settings:
    settings = Settings()
    settings.session, settings.by, settings.dry_run, settings.no_input = session, by, True, True
    return settings


_SHARED = {make().name for options in COMMON.values() for make in options}


def _words(command: click.Command, fields: Fields) -> list[str]:
    """Return the words of a command line: each option in one word with its value, arguments after `--`.

    Values of an option that may be given several times are separated by semicolons.
    """
    words, arguments = list[str](), list[str]()
    unknown = set(fields) - {each.name for each in command.params if each.name not in _SHARED}
    if unknown:
        raise Misuse("usage", f"the form has no field {min(unknown)[:40]!r}", "open the page anew")
    for parameter in command.params:
        typed = list(fields.get(parameter.name or "", ()))
        if isinstance(parameter, click.Option) and parameter.multiple:
            typed = ";".join(typed).split(";")
        texts = list(filter(None, map(str.strip, typed)))
        if isinstance(parameter, click.Option):
            words += [_option(parameter, text) for text in texts]
        else:
            arguments += texts
    if not arguments or "-" in arguments:  # `-` reads the standard input of whoever serves
        raise Misuse("usage", "the form does not say what it is about", "open the page anew")
    return [*words, "--", *arguments]


def _option(option: click.Option, text: str) -> str:
    if option.is_flag:
        return (option.secondary_opts if text == "no" else option.opts)[0]
    return f"{option.opts[0]}={text}"
