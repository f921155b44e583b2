"""The evening on which the examples of `--help` are typed, one command after the other, and the ways to type them."""

import contextlib
import io
import re

import click
import pytest

from cli.desk.commands import root
from cli.main import run
from cli.options import usage
from cli.terminal.overview import PROGRAM
from tests.scenarios.runner import Clock

LATE = 1_772_755_000
"""23:56 UTC: later than any time an example says."""
EVENING = [
    *("session open", "session list", "session show", "session enter", "session add-boards"),
    *("regulations new", "regulations list", "regulations show", "regulations diff"),
    *("session remove-boards", "session expect", "movement list", "movement set", "movement change"),
    *("movement show", "report cards", "report slips", "report blanks", "result add"),
    *("result correct", "result late-play", "result not-played", "contestant list", "contestant no-standing"),
    *("contestant substitute", "person list", "person show", "call add", "call facts", "call poll", "call answer"),
    "call list",
    *("call show", "check", "check query", "check confirm", "ruling add", "ruling amend", "ruling list", "ruling show"),
    *("board", "standings", "scorecard", "explain", "show", "replay", "penalty add", "penalty list", "official list"),
    *("appeal lodge", "stakes", "appeal screen", "appeal hear", "appeal decide", "appeal list", "appeal show", "diff"),
    *("casebook subject", "casebook comment"),
    *("report register", "report docket", "report audit", "report standings", "report board", "report replay"),
    "report scorecard",
    *("report slip", "report form", "report notice", "seal", "receipt", "export", "backup", "penalty withdraw"),
    *("undo", "session clock", "regulations sign", "session close", "demo", "help"),
]
"""The commands whose examples are typed, in this order."""
BEFORE = {
    "session open": ["init"],
    "result correct": [
        *(f"result add {board}/{at} 4SN{at - 3:+} --ns {at} --ew {at}" for board in (9, 23) for at in (2, 4, 5)),
        *(
            "result add 9/3 4SN= --ns 3 --ew 3",
            "result add 23/3 5HE-1 --ns 3 --ew 3",
            "result add 7/3 4SN= --ns 3 --ew 3",
        ),
    ],
    "appeal lodge": ["publish --yes"],
    "regulations sign": ["official add Ahlborn --as chief-director"],
    "session close": [*(f"result not-played {board}/5 --ns 5 --ew 6 --yes" for board in (7, 8))],
}
"""What is typed before them, so that there is what they speak of."""


def command_of(line: str) -> tuple[click.Command, click.Context, list[str]]:
    """The command that a line calls, its parent's context, and the words after its name."""
    words, command, context = usage.words(line), root, click.Context(root, info_name=PROGRAM)
    while words[0].startswith("--"):  # the options before a command
        words = words[2:]
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words[0])
        assert found, words[0]
        command, context, words = found, click.Context(found, parent=context, info_name=words[0]), words[1:]
    return command, context, words


def typed(line: str) -> click.Context:
    """A line as click reads it; nothing is done."""
    command, context, words = command_of(line)
    return command.make_context(context.info_name, words, parent=context.parent)


def done(line: str) -> tuple[int, str]:
    """The exit code of a line, and what it prints; `> FILE` writes a file."""
    out, aside = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True), io.StringIO()
    with contextlib.redirect_stderr(aside), contextlib.redirect_stdout(out):
        code = run([*usage.words(line), "--no-input"])
    printed = out.buffer.getvalue().decode()
    for name in re.findall(r" > (\S+)", line):
        with open(name, "w") as file:
            file.write(printed)
    return code, printed + aside.getvalue()


def evening(folder) -> dict[str, tuple[int, str]]:
    """What every example of the evening does, typed in its order in a folder where nothing was."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("TZ", "UTC")
        patch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
        patch.setenv("BRIDGE_LEDGER_SESSION", "thursday")
        patch.setenv("XDG_CONFIG_HOME", str(folder / "settings"))
        patch.setenv("BRIDGE_LEDGER_STATE", str(folder / "state"))
        patch.delenv("COLUMNS", raising=False)
        patch.delenv("BRIDGE_LEDGER_DB", raising=False)
        (folder / "members.csv").write_text("number,name\n1,Ann Bellamy\n2,Carl Dunne\n")
        clock = Clock()
        clock.now = LATE
        patch.setattr("ledger.recording.machine_state.now", clock.microseconds)
        answers = {}
        for path in EVENING:
            command, _, _ = command_of(f"{PROGRAM} {path}")
            for line in BEFORE.get(path, ()):
                code, said = done(f"{PROGRAM} {line}")
                assert code == 0, f"{line}\n{said}"
            answers |= {line: done(line) for line in usage.examples(command)}
        return answers
