"""Commands that ask at a terminal for parameters that were not typed, one by one, in the words of their help.

The answers are put behind what was typed, and the whole is read as one command line. So an answer means what the
option means, and the line can be shown before anything is recorded.
"""

from __future__ import annotations

import re
import shlex
import shutil
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cli.desk import output
from cli.desk.commands import Command, RecordingCommand, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options import usage
from cli.options.addresses import BoardArgument
from cli.options.declared import HeadedOption
from cli.terminal import prompts, screen
from cli.terminal.settings import check_text, settings

if TYPE_CHECKING:
    from collections.abc import Sequence


class Asked(NamedTuple):
    """A question for a parameter.

    `names`: the parameter; and what makes the question needless where it was given, in one text. `question`: the words
    for an argument, which has no help; an option is asked for in the words of its help. `needed`: where it is missing,
    all questions of the command are asked; any other may be passed over. `one_of`: which of the parameters is given is
    asked first. `only_with`: flags, one of which has to be given.
    """

    names: str
    question: str = ""
    needed: bool = False
    one_of: bool = False
    only_with: str = ""

    def is_open(self, given: set[str]) -> bool:
        """Whether there is something to ask, where these parameters were given."""
        company = {*self.only_with.split()}
        return not given & {*self.names.split()} and (not company or bool(given & company))


class _Asking(Command):
    """A command that asks for its parameters at a terminal, in this order, where a needed one was not typed."""

    def __init__(self, *args: Any, asks: Sequence[Asked], **details: Any) -> None:
        super().__init__(*args, **details)
        self.asks = asks

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed; where a needed parameter is missing and somebody may be asked, with the answers."""
        typed = list(args)
        try:
            rest = super().parse_args(ctx, args)
        except click.MissingParameter:
            if not self._lacks(ctx, typed):
                raise
        else:
            if not self._lacks(ctx, typed):
                return rest
        asked, words = settings(ctx), list(typed)
        if self.RECORDS:
            Desk(ctx, writing=True).before()  # is there a session? nobody answers twelve questions to learn it
        screen.put_aside("", "What was not typed is asked for. Enter passes over what may be left out.")
        screen.put_aside("Ctrl-C ends it, and nothing is recorded.", "")
        for each in self.asks:
            if each.is_open(_given(ctx, words)):
                words += _answer(ctx, each)
        asked.show_first = True
        before = {"--by": asked.by, "--at": asked.at, "--sign-with": asked.sign_with} if not asked.offices else {}
        flags = {word.partition("=")[0] for word in typed}
        told = [word for flag, value in before.items() if value and flag not in flags for word in (flag, value)]
        _, _, named = ctx.command_path.partition(" ")
        same = output.typed(f"{named} {shlex.join([*told, *words])}", asked)
        screen.put_aside("", f"The same in one line: {same}", "")
        return super().parse_args(ctx, words)

    def _lacks(self, context: click.Context, typed: Sequence[str]) -> bool:
        """Whether a needed parameter was not typed, and may be asked for: not where slips are on standard input."""
        may_ask = prompts.can_ask_facts(settings(context)) and not context.resilient_parsing and "-" not in typed
        return may_ask and any(each.needed and each.is_open(_given(context, typed)) for each in self.asks)


class AskingCommand(_Asking, RecordingCommand):
    """A command that records, and asks for what it needs to know."""


class AskingFileCommand(_Asking, WholeLedgerCommand):
    """A command that writes a file of its own, and asks for what is to stand in it."""


def _given(context: click.Context, words: Sequence[str]) -> set[str]:
    found, _, _ = context.command.make_parser(context).parse_args(list(words))
    for argument in (each for each in context.command.params if isinstance(each, BoardArgument)):
        argument.put_first(context, found)
    return {name for name, value in found.items() if isinstance(value, (str, bool, list, tuple)) and value != ()}


def _answer(context: click.Context, asked: Asked) -> list[str]:
    """Ask one question; return the words of a command line that answer it, none where it was passed over."""
    params = [each for name in asked.names.split() for each in context.command.params if each.name == name]
    param = params[0]
    if asked.one_of:
        options = [each for each in params if isinstance(each, HeadedOption)]
        by_name = {option.opts[0].lstrip("-"): option for option in options}
        screen.put_aside("", f"{options[0].heading.title}:")
        screen.put_aside(*usage.told(options, shutil.get_terminal_size().columns))
        which = f"Which: {', '.join(by_name)}"
        name = prompts.ask(which, click.Choice([*by_name], case_sensitive=False), needed=asked.needed)
        if not name or by_name[name].is_flag:
            return by_name[name].opts[:1] if name else []
        param = by_name[name]
    if not isinstance(param, click.Option):
        return _texts(context, param, asked.question, needed=asked.needed)
    question = f"{usage.meaning(param)} {usage.names(param)}"
    if param.is_flag:
        yes = prompts.ask(f"{question} (y, n)", click.BOOL)
        return [] if yes is None else [(param.opts if yes else param.secondary_opts)[0]]
    flag = param.opts[0]
    texts = _texts(context, param, question, needed=asked.needed)
    return [word for text in texts for word in ([f"{flag}={text}"] if text.startswith("-") else [flag, text])]


def _texts(context: click.Context, param: click.Parameter, question: str, *, needed: bool) -> list[str]:
    """Ask for the text of a parameter until the parameter can read it, again and again where it takes several."""

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
