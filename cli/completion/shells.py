"""What each shell must be told so that Tab asks this program, and where that is kept."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Literal

import click
from click.shell_completion import ShellComplete, get_completion_class

from cli.completion.asking import ASKED_BY
from cli.terminal.overview import PROGRAM

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


_BASH = f"""\
_bridge_ledger_completion() {{
    local IFS=$'\\n' line
    COMPREPLY=()
    for line in $(
        env {ASKED_BY}=bash_complete COMP_WORDS="${{COMP_WORDS[*]}}" COMP_CWORD=$COMP_CWORD "$1" 2>/dev/null
    ); do
        case $line in
            file,*) compopt -o default ;;
            dir,*) compopt -o dirnames ;;
            plain,*) COMPREPLY+=("${{line#plain,}}") ;;
        esac
    done
}}
complete -o nosort -F _bridge_ledger_completion {PROGRAM}"""
"""Click has those of the other shells. A word with a star in it is no pattern, and nothing is said of trouble."""


def script(shell: str, root: click.Command) -> str:
    """What a shell reads once, with how it comes to do so in remarks at the end; zsh wants its own words first."""
    remarks = ("", "To have it in every new shell, type once:", *(f"  {line}" for line in _HOW[shell]))
    return "\n".join([_source(shell, root), *(f"# {line}".rstrip() for line in remarks)])


def _source(shell: str, root: click.Command) -> str:
    if shell == "bash":
        return _BASH
    kind: type[ShellComplete] | None = get_completion_class(shell)
    assert kind
    return kind(root, {}, PROGRAM, ASKED_BY).source().rstrip()


def installed(shell: str, home: Path) -> bool:
    """Whether a shell was told: by a file where it looks, or by a line in what it reads when it starts."""
    if shell in KEPT and (home / KEPT[shell]).exists():
        return True
    return any(_mentions(home / name) for name in _STARTS[shell])


_BEGUN, _BECOMES = "standi", "standings"

_PRESSED = {
    "bash": f"""
complete -p {PROGRAM} || _comp_load {PROGRAM} || _completion_loader {PROGRAM}
complete -p {PROGRAM} || exit
COMP_WORDS=({PROGRAM} {_BEGUN}) COMP_CWORD=1
_bridge_ledger_completion {PROGRAM}
echo ${{COMPREPLY[@]}}
""",
    "zsh": f"(( $+_comps[{PROGRAM}] )) && print {_BECOMES}",
    "fish": f"complete -C '{PROGRAM} {_BEGUN}'",
}
"""What a shell is given that has read what it reads when somebody sits before it; zsh only says whether it was told."""

_PATIENCE_SECONDS = 10


def pressed(shell: str) -> Literal["completes", "does not", "cannot be tried"]:
    """What becomes of a Tab in a new shell of this user."""
    program = shutil.which(os.environ.get("SHELL", "")) or shutil.which(shell)
    if shell not in _PRESSED or program is None:
        return "cannot be tried"
    try:
        done = subprocess.run(
            [program, "-i", "-c", _PRESSED[shell]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_SECONDS,
            start_new_session=True,  # it may not take the terminal
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "cannot be tried"
    return "completes" if _BECOMES.encode() in done.stdout.split() else "does not"


def how(shell: str) -> str:
    """What to type to have it."""
    return _HOW[shell][0]


def how_at_the_start(shell: str) -> str:
    """What to type where the shell does not read what is kept for it, as bash without bash-completion."""
    if shell == "bash":
        return f"echo 'eval \"$({PROGRAM} completion bash)\"' >> ~/.bashrc"
    return " ".join(_HOW[shell])


def _mentions(file: Path) -> bool:
    try:
        said = file.read_text("utf-8", "replace")
    except OSError:
        return False
    return f"{PROGRAM} completion" in said or ASKED_BY in said
