"""The entry point: finds the command, and turns every failure into a message and an exit code."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from cli.completion import parameters, shells
from cli.desk import screen, usage
from cli.desk.options import Verbs, root_options
from cli.desk.program import PROGRAM
from cli.desk.settings import Settings
from cli.desk.soundness import blamed
from cli.screens import mistakes
from ledger import __version__
from ledger.bridge.unreadable import Unreadable
from ledger.errors import Problem

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS: dict[str, tuple[str, str]] = {
    "init": ("cli.commands.init:init", "Make a new ledger"),
    "upgrade": ("cli.commands.upgrade:upgrade", "Bring a ledger up to this version"),
    "session": ("cli.commands.session:session", "Open, list, show and close sessions"),
    "use": ("cli.commands.use:use", "Remember which session is meant in this folder"),
    "official": ("cli.commands.official:official", "Who may record what"),
    "person": ("cli.commands.person:person", "The players' names: list, correct and erase"),
    "text": ("cli.commands.text:text", "What was written and said about people: list and erase"),
    "import": ("cli.commands.import_:import_", "Record a result file: USEBIO, PBN, CSV, or a bundle"),
    "export": ("cli.commands.export:export", "Write a session to a bundle that checks itself"),
    "backup": ("cli.commands.backup:backup", "Copy the whole ledger while desks record"),
    "restore": ("cli.commands.restore:restore", "Put a backup in the place of a ledger that is gone"),
    "demo": ("cli.commands.demo:demo", "Play one evening in a throw-away ledger"),
    "result": ("cli.commands.result:result", "Record table results"),
    "enter": ("cli.commands.enter:enter", "Enter slips one after the other, as scorers type them"),
    "deal": ("cli.commands.deal:deal", "Record the cards of a board"),
    "auction": ("cli.commands.auction:auction", "Record what a table bid"),
    "tournament": ("cli.commands.tournament:tournament", "An event of several sessions, and its standing"),
    "contestant": ("cli.commands.contestant:contestant", "Sit-outs, substitutes, withdrawals: who takes part"),
    "call": ("cli.commands.call:call", "Record calls to a table: facts, polls, answers"),
    "ruling": ("cli.commands.ruling:ruling", "Give, amend, withdraw and show rulings"),
    "penalty": ("cli.commands.penalty:penalty", "Impose, withdraw and list penalties"),
    "match": ("cli.commands.match:match", "What was found of a match: shortened, void, mismatched"),
    "appeal": ("cli.commands.appeal:appeal", "Lodge, hear and decide appeals"),
    "check": ("cli.commands.check:check", "What wants a person before the scores are given out"),
    "publish": ("cli.commands.publish:publish", "Make the official score available"),
    "undo": ("cli.commands.undo:undo", "Take an event or a case back"),
    "board": ("cli.commands.board:board", "The traveller of a board"),
    "standings": ("cli.commands.standings:standings", "The ranked field"),
    "scorecard": ("cli.commands.scorecard:scorecard", "A contestant's evening, board by board"),
    "explain": ("cli.commands.explain:explain", "Why a score is what it is"),
    "log": ("cli.commands.log:log", "The events, newest first"),
    "show": ("cli.commands.show:show", "One event, or the story of one case"),
    "diff": ("cli.commands.diff:diff", "What changed between two moments"),
    "replay": ("cli.commands.replay:replay", "Rebuild the scores from event 1"),
    "stakes": ("cli.commands.stakes:stakes", "What hangs on an appeal"),
    "report": ("cli.commands.report:report", "Pages: audit, standings, boards, cases, replay, a site"),
    "verify": ("cli.commands.verify:verify", "Check the whole ledger, or a seal, a receipt, a bundle"),
    "seal": ("cli.commands.seal:seal", "Sign what the log is now"),
    "witness": ("cli.commands.witness:witness", "Sign another office's seal, if it extends the last"),
    "receipt": ("cli.commands.receipt:receipt", "Prove one case by a seal"),
    "desk": ("cli.commands.desk:desk", "Stay at the desk: the same commands, answered at once"),
    "watch": ("cli.commands.watch:watch", "One screen that keeps itself up to date"),
    "doctor": ("cli.commands.doctor:doctor", "Is everything as it should be, here and in the ledger?"),
    "changes": ("cli.commands.changes:changes", "What is new, version by version"),
    "completion": ("cli.commands.completion:completion", "Complete what is typed by the Tab key"),
    "help": ("cli.commands.help_:help_", "The manual, a topic a page: `help` lists them"),
}
_SECTIONS = {
    "Set up": (
        *(
            "init",
            "upgrade",
            "session",
            "tournament",
            "use",
            "official",
            "person",
            "text",
            "import",
            "export",
            "backup",
            "restore",
            "demo",
        ),
    ),
    "Record": (
        "result",
        "enter",
        "deal",
        "auction",
        "contestant",
        "call",
        "ruling",
        "penalty",
        "match",
        "appeal",
        "check",
        "publish",
        "undo",
    ),
    "Stay": ("desk", "watch"),
    "Look": ("board", "standings", "scorecard", "explain", "log", "show", "diff", "replay", "stakes", "report"),
    "Trust": ("verify", "seal", "witness", "receipt"),
    "Help": ("help", "doctor", "changes", "completion"),
}
_INTERRUPTED = 130
_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 120}


class Root(Verbs):
    """The top-level group; a command's module is imported only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All command names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command and take it from there."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        found = getattr(import_module(module), attribute)
        assert isinstance(found, click.Command)
        if ctx.resilient_parsing:
            parameters.teach(found)
        return found

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of a command line; of one that is completed, with what its options are offered."""
        if extra.get("resilient_parsing"):
            parameters.teach(self)
        return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; where it breaks on what the log says, the log is told, not our mistake."""
        try:
            return super().invoke(ctx)
        except (Problem, Unreadable, click.ClickException, click.exceptions.Exit, click.Abort, OSError):
            raise
        except Exception as error:
            if _broke_off(error):
                raise KeyboardInterrupt from error
            raise blamed(ctx, error) from error

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands by section, without importing any."""
        sections = {name: [(each, COMMANDS[each][1]) for each in names] for name, names in _SECTIONS.items()}
        formatter.write("\n".join(usage.overview(sections, formatter.width)))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands and options that begin so, without importing any command."""
        from click.shell_completion import CompletionItem

        named = [CompletionItem(name, help=text) for name, (_, text) in COMMANDS.items() if name.startswith(incomplete)]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]


def _print_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        screen.put(f"bridge-ledger, version {__version__}")
        context.exit()


_VERSION = click.Option(
    ["--version"],
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and exit.",
)


def _broke_off(error: BaseException | None) -> bool:
    """Whether an error came as Ctrl-C was being obeyed: something was let go of that had only begun."""
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


@click.command(cls=Root, params=[*root_options(), _VERSION], context_settings=_SETTINGS)
def root() -> None:
    """An event-sourced ruling ledger for duplicate bridge: every score answers the question "why?"."""


def shells_ask() -> bool:
    """Whether it is a shell that asks what might be typed."""
    return "_BRIDGE_LEDGER_COMPLETE" in os.environ


def main() -> NoReturn:
    """Run the command line and exit with its code (`help exit-codes`)."""
    screen.prepare()
    if shells_ask():
        shells.prepare()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str], asked: Settings | None = None) -> int:
    """Run one command line, with what is asked of all of a desk's; the exit code."""
    asked = asked or Settings()
    try:
        code = _command(arguments, asked)
        screen.flush()
    except (KeyboardInterrupt, click.Abort):
        screen.put_aside("interrupted; nothing more was recorded")
        return _INTERRUPTED
    except BrokenPipeError:
        screen.silence()  # what reads our output has gone
        return 0
    except Exception as error:
        return mistakes.report(screen.lost(error) or error, [*arguments, *asked.flags], asked)
    return code if isinstance(code, int) else 0


def _command(arguments: list[str], asked: Settings) -> object:
    """What a command gives back; without any, the help."""
    try:
        return root.main(arguments, prog_name=PROGRAM, standalone_mode=False, obj=asked)
    except click.exceptions.NoArgsIsHelpError as error:
        screen.put(*(error.ctx.get_help() if error.ctx else "").split("\n"))
        return mistakes.NOT_UNDERSTOOD
