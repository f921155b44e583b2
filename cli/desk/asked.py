"""Commands that ask at a terminal for parameters that were not typed.

The answers are appended to the typed words, and the whole is parsed as one command line. So an answer means the same as
the typed option, and the line can be shown before anything is recorded.
"""

from __future__ import annotations

import re
import shlex
import shutil
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cli.desk import output
from cli.desk.commands import DeskCommand, RecordingCommand, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options import usage
from cli.options.addresses import BoardArgument
from cli.options.declared import HeadedOption
from cli.terminal import prompts, screen
from cli.terminal.settings import check_text, settings

if TYPE_CHECKING:
    from collections.abc import Sequence


class Asked(NamedTuple):
    """A question at a terminal for a parameter that was not typed.

    `names`: the parameter, then those that make the question needless, separated by blanks. `question`: the words to
    ask for an argument; an option is asked with its help. `needed`: the command asks only if such a parameter is
    missing; the other questions may be skipped. `one_of`: first ask which of the parameters to give. `only_with`: ask
    only if one of these flags is given.
    """

    names: str
    question: str = ""
    needed: bool = False
    one_of: bool = False
    only_with: str = ""

    def is_open(self, given: set[str]) -> bool:
        """Return True if the question is still to be asked after the parameters `given` were typed."""
        company = {*self.only_with.split()}
        return not given & {*self.names.split()} and (not company or bool(given & company))


class _Asking(DeskCommand):
    """A command that asks for its parameters, one after another, if a needed one is missing at a terminal."""

    def __init__(self, *args: Any, asks: Sequence[Asked], **details: Any) -> None:
        super().__init__(*args, **details)
        self.asks = asks

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the typed words; if a needed parameter is missing, ask for it and parse the answers too."""
        typed = list(args)
        try:
            remaining_words = super().parse_args(ctx, args)
        except click.MissingParameter:
            if not self._has_questions(ctx, typed):
                raise
        else:
            if not self._has_questions(ctx, typed):
                return remaining_words
        run, words = settings(ctx), list(typed)
        if self.RECORDS:
            Desk(ctx, writing=True).before()  # refuse without a session before asking twelve questions
        screen.put_on_stderr("", "Missing values are asked for. Enter skips a value that may be left out.")
        screen.put_on_stderr("Ctrl-C ends it, and nothing is recorded.", "")
        for question in self.asks:
            if question.is_open(_given_names(ctx, words)):
                words += _ask_question(ctx, question)
        run.show_first = True
        before = {"--by": run.by, "--at": run.at, "--sign-with": run.sign_with} if not run.offices else {}
        flags = {word.partition("=")[0] for word in typed}
        common_words = [word for flag, value in before.items() if value and flag not in flags for word in (flag, value)]
        _, _, named = ctx.command_path.partition(" ")
        one_line = output.full_command(f"{named} {shlex.join([*common_words, *words])}", run)
        screen.put_on_stderr("", f"The same in one line: {one_line}", "")
        return super().parse_args(ctx, words)

    def _has_questions(self, context: click.Context, typed: Sequence[str]) -> bool:
        """Return True if a needed parameter is missing and a question for it is allowed and possible."""
        may_ask = prompts.can_ask_facts(settings(context)) and not context.resilient_parsing and "-" not in typed
        return may_ask and any(each.needed and each.is_open(_given_names(context, typed)) for each in self.asks)


class AskingCommand(_Asking, RecordingCommand):
    """A recording command that asks at a terminal for parameters that were not typed."""


class AskingFileCommand(_Asking, WholeLedgerCommand):
    """A command that writes a file, records nothing, and asks at a terminal for what the file is to contain."""


def _given_names(context: click.Context, words: Sequence[str]) -> set[str]:
    values, _, _ = context.command.make_parser(context).parse_args(list(words))
    for argument in (each for each in context.command.params if isinstance(each, BoardArgument)):
        argument.give_first_word(context, values)
    return {name for name, value in values.items() if isinstance(value, (str, bool, list, tuple)) and value != ()}


def _ask_question(context: click.Context, ask: Asked) -> list[str]:
    """Ask one question; return the answer as words of a command line, no words if the question was skipped."""
    params = [each for name in ask.names.split() for each in context.command.params if each.name == name]
    param = params[0]
    if ask.one_of:
        options = [each for each in params if isinstance(each, HeadedOption)]
        by_name = {option.opts[0].lstrip("-"): option for option in options}
        screen.put_on_stderr("", f"{options[0].heading.title}:")
        screen.put_on_stderr(*usage.list_options(options, shutil.get_terminal_size().columns))
        which = f"Which: {', '.join(by_name)}"
        name = prompts.ask(which, click.Choice([*by_name], case_sensitive=False), needed=ask.needed)
        if not name or by_name[name].is_flag:
            return by_name[name].opts[:1] if name else []
        param = by_name[name]
    if not isinstance(param, click.Option):
        return _ask_texts(context, param, ask.question, needed=ask.needed)
    question = f"{usage.meaning(param)} {usage.names(param)}"
    if param.is_flag:
        yes = prompts.ask(f"{question} (y, n)", click.BOOL)
        return [] if yes is None else [(param.opts if yes else param.secondary_opts)[0]]
    flag = param.opts[0]
    texts = _ask_texts(context, param, question, needed=ask.needed)
    return [word for text in texts for word in ([f"{flag}={text}"] if text.startswith("-") else [flag, text])]


def _ask_texts(context: click.Context, param: click.Parameter, question: str, *, needed: bool) -> list[str]:
    """Ask for a parameter until the answer can be parsed; if it takes several values, ask on until an empty line."""

    def read(text: str) -> str:
        check_text("the answer", text)
        if isinstance(param, click.Argument) and re.match("--?[A-Za-z]", text):
            raise click.UsageError(f"{text} would be read as an option")
        param.process_value(context, tuple(text.split()) if param.nargs == -1 else (text,) if param.multiple else text)
        return text

    texts: list[str] = []
    while (text := prompts.ask(question, read, needed=needed and not texts)) is not None:
        texts += text.split() if param.nargs == -1 else [text]
        if not param.multiple:
            break
    return texts
