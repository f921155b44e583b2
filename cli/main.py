"""The entry point: finds the command, and turns every failure into a message and an exit code."""

import io
import json
import os
import sys
import tempfile
import traceback
from importlib import import_module
from typing import NoReturn

import click

from cli.desk.settings import Settings, root_options
from cli.screens.times import moment_text, span_text
from ledger.bridge.unreadable import Unreadable
from ledger.errors import Problem, Refusal

COMMANDS: dict[str, tuple[str, str]] = {
    "init": ("cli.commands.init:init", "Make a new ledger"),
    "upgrade": ("cli.commands.init:upgrade", "Bring a ledger up to this version"),
    "session": ("cli.commands.session:session", "Open, list, show and close sessions"),
    "official": ("cli.commands.official:official", "Who may record what"),
    "person": ("cli.commands.person:person", "The players' names: list and erase"),
    "import": ("cli.commands.import_:import_", "Record a result file: USEBIO, PBN, CSV, or a bundle"),
    "export": ("cli.commands.export:export", "Write a session to a bundle that checks itself"),
    "demo": ("cli.commands.demo:demo", "Play one evening in a throw-away ledger"),
    "result": ("cli.commands.result:result", "Record table results"),
    "call": ("cli.commands.call:call", "Record calls to a table: facts, polls, answers"),
    "ruling": ("cli.commands.ruling:ruling", "Give, amend, withdraw and show rulings"),
    "penalty": ("cli.commands.penalty:penalty", "Impose, withdraw and list penalties"),
    "appeal": ("cli.commands.appeal:appeal", "Lodge, hear and decide appeals"),
    "publish": ("cli.commands.official:publish", "Make the official score available"),
    "undo": ("cli.commands.undo:undo", "Take an event or a case back"),
    "board": ("cli.commands.board:board", "The traveller of a board"),
    "standings": ("cli.commands.standings:standings", "The ranked field"),
    "explain": ("cli.commands.explain:explain", "Why a score is what it is"),
    "log": ("cli.commands.log:log", "The events, newest first"),
    "show": ("cli.commands.show:show", "One event, or the story of one case"),
    "diff": ("cli.commands.log:diff", "What changed between two moments"),
    "replay": ("cli.commands.replay:replay", "Rebuild the scores from event 1"),
    "stakes": ("cli.commands.stakes:stakes_", "What hangs on an appeal"),
    "report": ("cli.commands.report:report", "The register of rulings, the docket of appeals"),
    "verify": ("cli.commands.verify:verify", "Check the whole ledger, or a seal, a receipt, a bundle"),
    "seal": ("cli.commands.seal:seal", "Sign what the log is now"),
    "receipt": ("cli.commands.seal:receipt", "Prove one case by a seal"),
    "help": ("cli.commands.help_:help_", "Topics: notation, cases, laws, as-of, reversal, errors, exit-codes, json"),
}
_SECTIONS = {
    "Set up": ("init", "upgrade", "session", "official", "person", "import", "export", "demo"),
    "Record": ("result", "call", "ruling", "penalty", "appeal", "publish", "undo"),
    "Look": ("board", "standings", "explain", "log", "show", "diff", "replay", "stakes", "report"),
    "Trust": ("verify", "seal", "receipt"),
    "Help": ("help",),
}


class Root(click.Group):
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
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Commands in sections, without importing any."""
        for section, names in _SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(name, COMMANDS[name][1]) for name in names])


@click.command(cls=Root, params=list(root_options()), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bridge-ledger", prog_name="bridge-ledger")
@click.pass_context
def root(context: click.Context) -> None:
    """An event-sourced ruling ledger for duplicate bridge: every score answers the question "why?"

    \b
    Start with:  bridge-ledger demo
    """
    context.obj = context.obj or Settings()


def main() -> NoReturn:
    """Run the command line and exit with its code (`help exit-codes`)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what a terminal cannot show must not stop what was recorded
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line; the exit code."""
    as_json = "--json" in arguments
    try:
        code = root.main(arguments, prog_name="bridge-ledger", standalone_mode=False)
    except Problem as error:
        return _fail(as_json, error.code, _message(error), error.hint, exit_code=error.exit_code)
    except Unreadable as error:
        return _fail(as_json, error.code, error.message, error.hint, _excerpt(error), exit_code=2)
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.ctx.get_help() if error.ctx else "")
        return 2
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "bridge-ledger"
        close = (
            (getattr(error, "possibilities", None) or ()) if isinstance(error, click.exceptions.NoSuchCommand) else ()
        )
        hint = f"did you mean {' or '.join(close)}?" if close else f"{command} --help"
        return _fail(
            as_json,
            "usage",
            error.message.rstrip(".") if close else error.format_message().rstrip("."),
            hint,
            exit_code=2,
        )
    except (KeyboardInterrupt, click.Abort):
        print("interrupted; nothing more was recorded", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - what reads our output has gone: stay silent to the end
        return 0
    except Exception as error:
        return _bug(as_json, error, verbose="-v" in arguments or "--verbose" in arguments)
    return code if isinstance(code, int) else 0


def _fail(as_json: bool, code: str, message: str, hint: str, excerpt: str = "", *, exit_code: int) -> int:
    if as_json:
        print(
            json.dumps({"error": {"code": code, "message": message, "hint": hint}}, ensure_ascii=False), file=sys.stderr
        )
        return exit_code
    paint = "31;1" if _in_colour() else ""
    head = f"\x1b[{paint}merror[{code}]\x1b[0m" if paint else f"error[{code}]"
    print(f"{head}: {message}", file=sys.stderr)
    if excerpt:
        print(excerpt, file=sys.stderr)
    if hint:
        print(f"hint: {hint}", file=sys.stderr)
    return exit_code


def _message(error: Problem) -> str:
    """The message, and after it the time a refusal speaks of, on the office's own clock."""
    if not (isinstance(error, Refusal) and error.timed):
        return error.message
    text, moment, now = error.timed
    return f"{error.message}: {text.format(time=moment_text(moment, now, exact=True), ago=span_text(now - moment))}"


def _in_colour() -> bool:
    return sys.stderr.isatty() and "NO_COLOR" not in os.environ


def _excerpt(error: Unreadable) -> str:
    if not error.marks or "\n" in error.text or not error.text.strip():
        return ""
    carets = [" "] * len(error.text)
    for start, end in error.marks:
        carets[start:end] = "^" * (end - start)
    return f"  {error.text}\n  {''.join(carets).rstrip()}"


def _bug(as_json: bool, error: Exception, verbose: bool) -> int:
    if verbose:
        traceback.print_exc()
    with tempfile.NamedTemporaryFile("w", prefix="bridge-ledger-", suffix=".txt", delete=False) as report:
        traceback.print_exc(file=report)
    hint = f"please send us {report.name}; `verify` tells whether the ledger is sound"
    return _fail(as_json, "bug", f"this is our mistake, not yours ({type(error).__name__})", hint, exit_code=70)
