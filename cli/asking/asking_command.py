"""Commands that ask for the facts that were not typed, where there is somebody to ask.

What is answered is put behind what was typed, and read as if it had been typed at once: so an answer means what the
option means, and the whole line can be shown at the end.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from cli.desk import output
from cli.options.addresses import BoardArgument
from cli.options.commands import Command, RecordingCommand, WholeLedgerCommand
from cli.terminal import prompts, screen
from cli.terminal.settings import settings
from ledger.errors import Problem

if TYPE_CHECKING:
    from cli.asking.interview import Given


class _Asking(Command):
    """A command that asks for what it needs to know."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What was typed, and what was answered where that is not enough."""
        typed, missing = list(args), None
        try:
            rest = super().parse_args(ctx, args)
        except click.MissingParameter as error:
            missing = error
        if not prompts.can_ask_facts(settings(ctx)) or ctx.resilient_parsing:
            if missing:
                raise missing
            return rest
        from cli.asking import interviews  # with what reads an answer: nobody waits for it who typed everything

        answers = interviews.answers(ctx, self._given(ctx, typed))
        if not answers:
            if missing:
                raise missing
            return rest
        settings(ctx).show_first = True
        ctx.meta["the same"] = [*typed, *answers]
        return super().parse_args(ctx, [*typed, *answers])

    def _given(self, ctx: click.Context, typed: list[str]) -> Given:
        """What was typed, by the names of the parameters; a parameter that was not typed is not in it."""
        found, _, order = self.make_parser(ctx).parse_args(list(typed))
        for argument in (each for each in self.params if isinstance(each, BoardArgument)):
            argument.put_first(ctx, found)
        names = {param.name for param in order}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in found.items()
            if name in names and isinstance(value, (str, bool, list, tuple)) and value != ()
        }

    def invoke(self, ctx: click.Context) -> object:
        """Run it; at the end, in one line, what would have done the same."""
        try:
            done = super().invoke(ctx)
        except (Problem, click.exceptions.Exit):
            _say_the_same(ctx)
            raise
        _say_the_same(ctx)
        return done


class AskingCommand(_Asking, RecordingCommand):
    """A command that records, and asks for what it needs to know."""


class AskingFileCommand(_Asking, WholeLedgerCommand):
    """A command that writes a file of its own, and asks for what is to stand in it."""


_OF_A_RECORD = {"--by": "by", "--at": "at", "--sign-with": "sign_with"}
"""What else a recording is told, before or after the command."""


def _say_the_same(ctx: click.Context) -> None:
    """The line that would have done the same: also with the options that stood before the command."""
    typed = ctx.meta.get("the same")
    if not typed:
        return
    asked = settings(ctx)
    before = {flag: getattr(asked, name) for flag, name in _OF_A_RECORD.items() if not asked.offices}
    told = [word for flag, value in before.items() if value and not _is_in(flag, typed) for word in (flag, value)]
    _, _, named = ctx.command_path.partition(" ")
    screen.put_aside("", f"The same in one line: {output.typed(f'{named} {shlex.join([*told, *typed])}', asked)}")


def _is_in(flag: str, typed: list[str]) -> bool:
    return any(word == flag or word.startswith(f"{flag}=") for word in typed)
