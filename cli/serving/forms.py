"""The forms of the office's pages: a form is a command of the command line, and its fields are the command's options.

Click itself reads the fields, with the command's own readers and messages, so that a form leads to the same events.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Never

import click

from cli.desk.commands import COMMON, Root
from cli.desk.desk import Desk
from cli.screens.checks import open_concerns
from cli.terminal import overview
from cli.terminal.settings import Settings, check_text
from ledger.errors import Misuse
from ledger.exchange.evidence import EvidenceFile
from ledger.kernel.fact import Command
from ledger.office import Office
from ledger.projections.concerns import Concern
from ledger.recording import AS_USUAL, Submission
from ledger.subjects.publications.facts import PublishScores

FORMS = (
    *("ruling add", "ruling notify", "result add", "result correct"),
    *("call add", "call facts", "call answer", "call evidence", "call poll", "auction add", "auction correct"),
    *("appeal lodge", "appeal screen", "appeal hear", "appeal decide", "appeal withdraw", "publish", "undo"),
)
"""The commands that the office's pages offer; of each, its own options, and none that all commands share."""

Fields = Mapping[str, Sequence[str]]


class FilledIn(NamedTuple):
    """A form as filled in: its command, what was not typed and so taken from the table's result, and open concerns.

    Only a publication has concerns: those of `check`.
    """

    command: Command
    notes: tuple[str, ...]
    concerns: Sequence[Concern]


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

    def say(self, *lines: str) -> None:
        """Print nothing: what a command would print is no answer to a form."""

    def submit(self, command: Command, session_id: str | None = None, how: Submission = AS_USUAL) -> Never:
        raise _Found(command)


def read_form(
    name: str, fields: Fields, office: Office, session: str, by: str, photo: EvidenceFile | None = None
) -> FilledIn:
    """Return the command of a form as filled in; its errors are those of the command line.

    `photo`: the only file that a form can name, by its digest.
    """
    if name not in FORMS:
        raise Misuse("usage", f"the office's pages have no form {name[:40]!r}", "open the page anew")
    noun, _, verb = name.partition(" ")
    command, parent = overview.command(noun), click.Context(Root(), info_name=overview.PROGRAM)
    parent.obj = _settings(session, by)
    if isinstance(command, click.Group):
        parent = click.Context(command, parent=parent, info_name=noun)
        command = command.get_command(parent, verb)
    assert command
    assert command.callback
    with command.make_context(verb or noun, _words(command, fields, photo), parent) as context:
        desk = _FormDesk(context, office, session)
        for field, value in context.params.items():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str):
                    check_text(field.replace("_", "-"), text)
        try:
            context.invoke(command.callback, desk, **context.params)
        except _Found as found:
            concerns = open_concerns(desk) if isinstance(found.command, PublishScores) else ()
            return FilledIn(found.command, tuple(desk.notes), concerns)
    raise Misuse("usage", f"{name} records nothing as it is filled in", "fill in the rest")


def _settings(session: str, by: str) -> Settings:
    settings = Settings()
    settings.session, settings.by, settings.dry_run, settings.no_input = session, by, True, True
    return settings


_SHARED = {make().name for options in COMMON.values() for make in options}


def _words(command: click.Command, fields: Fields, photo: EvidenceFile | None) -> list[str]:
    """Return the words of a command line: each option in one word with its value, arguments after `--`."""
    words, arguments = list[str](), list[str]()
    here = {each.name for each in command.params if isinstance(each.type, click.Path)} | {"save", "url"}
    unknown = set(fields) - {each.name for each in command.params if each.name not in _SHARED} | set(fields) & here
    if photo and [*fields.get("file", ())] == [photo.sha256]:
        unknown -= {"file"}
        fields = {**fields, "file": [str(photo.path)]}
    elif "file" in unknown & {each.name for each in command.params}:
        raise Misuse("no-such-file", "the photo is not here any more", "choose it again")
    if unknown:
        raise Misuse("usage", f"the form has no field {min(unknown)[:40]!r}", "open the page anew")
    for parameter in command.params:
        texts = list(filter(None, map(str.strip, fields.get(parameter.name or "", ()))))
        if isinstance(parameter, click.Option):
            words += [word for text in texts if (word := _option(parameter, text))]
        elif parameter.nargs == 1 and len(texts) > 1:
            raise Misuse("usage", f"the form has {parameter.name} twice", "open the page anew")
        else:
            arguments += texts
    if "-" in arguments:  # `-` reads the standard input of whoever serves
        raise Misuse("usage", "the form does not say what it is about", "open the page anew")
    return [*words, "--", *arguments]


def _option(option: click.Option, text: str) -> str:
    if not option.is_flag:
        return f"{option.opts[0]}={text}"
    if isinstance(option.flag_value, str):  # several options with one name, each for one value
        return option.opts[0] if option.flag_value == text else ""
    return (option.secondary_opts if text == "no" else option.opts)[0]
