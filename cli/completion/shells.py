"""What each shell must be told so that Tab asks this program, and where that is kept."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
)

from cli.desk.program import PROGRAM

ASKED_BY = "_BRIDGE_LEDGER_COMPLETE"
"""The variable by which a shell asks."""

SHELLS = ("bash", "zsh", "fish", "powershell")
KEPT = {
    "bash": ".local/share/bash-completion/completions/bridge-ledger",
    "zsh": ".zfunc/_bridge-ledger",
    "fish": ".config/fish/completions/bridge-ledger.fish",
}
"""Where each shell looks for it by itself, below the home folder; zsh once it was told of the folder."""

_HOW = {
    "bash": (f"mkdir -p ~/{Path(KEPT['bash']).parent} && {PROGRAM} completion bash > ~/{KEPT['bash']}",),
    "zsh": (
        f"mkdir -p ~/.zfunc && {PROGRAM} completion zsh > ~/{KEPT['zsh']}",
        "and in ~/.zshrc, before anything calls compinit:",
        "fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit",
    ),
    "fish": (f"mkdir -p ~/{Path(KEPT['fish']).parent} && {PROGRAM} completion fish > ~/{KEPT['fish']}",),
    "powershell": (f"{PROGRAM} completion powershell >> $PROFILE",),
}
_STARTS = {
    "bash": (".bashrc", ".bash_profile", ".profile"),
    "zsh": (".zshrc",),
    "fish": (".config/fish/config.fish",),
    "powershell": (),
}


class _Bash(BashComplete):
    """Bash takes a word as it is to stand in the line: a team of two words in quotes."""

    def format_completion(self, item: CompletionItem[str]) -> str:
        """A line of the answer: 'plain,23/1'."""
        return f"{item.type},{shlex.quote(item.value) if item.type == 'plain' else item.value}"


def prepare() -> None:
    """Before a shell is answered."""
    add_completion_class(_Bash)


def script(shell: str, root: click.Command) -> str:
    """What a shell reads once, with how it comes to do so in remarks at the end; zsh wants its own words first."""
    kind: type[ShellComplete] | None = get_completion_class(shell)
    assert kind
    source = kind(root, {}, PROGRAM, ASKED_BY).source().rstrip()
    remarks = ("", "To have it in every new shell, type once:", *(f"  {line}" for line in _HOW[shell]))
    return "\n".join([source, *(f"# {line}".rstrip() for line in remarks)])


def installed(shell: str, home: Path) -> bool:
    """Whether a shell was told: by a file where it looks, or by a line in what it reads when it starts."""
    if shell in KEPT and (home / KEPT[shell]).exists():
        return True
    return any(_mentions(home / name) for name in _STARTS[shell])


def how(shell: str) -> str:
    """What to type to have it."""
    return _HOW[shell][0]


def _mentions(file: Path) -> bool:
    try:
        said = file.read_text("utf-8", "replace")
    except OSError:
        return False
    return f"{PROGRAM} completion" in said or ASKED_BY in said
