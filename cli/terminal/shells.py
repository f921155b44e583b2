"""How this program is to be called from here, and what each shell must be told so that Tab asks it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Literal

import click
from click.shell_completion import get_completion_class

from cli.terminal.overview import COMPLETE, PROGRAM


def own_place() -> str | None:
    """Where the program is, as it was typed; None where it was started in another way, from Python."""
    started = Path(sys.argv[0] or ".")
    return sys.argv[0] if started.stem == PROGRAM else None


def found_by_name() -> str | None:
    """What the name alone would start; None where the PATH has nothing of that name."""
    return shutil.which(PROGRAM)


def is_found_by_name() -> bool:
    """Whether the name alone starts this very program; so it is told where nobody knows its place."""
    place, found = own_place(), found_by_name()
    return place is None or (found is not None and Path(found).resolve() == Path(place).resolve())


def called() -> str:
    """What to type for the program, from this folder: 'bridge-ledger', '.venv/bin/bridge-ledger'."""
    place = own_place()
    return PROGRAM if place is None or is_found_by_name() else shlex.quote(place)


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


def script(shell: str, root: click.Command) -> str:
    """What a shell reads once, with how it comes to do so in remarks at the end; zsh wants its own words first."""
    kind = get_completion_class(shell)
    assert kind
    remarks = ("", "To have it in every new shell, type once:", *(f"  {line}" for line in _HOW[shell]))
    source = kind(root, {}, PROGRAM, COMPLETE).source().rstrip()
    return "\n".join([source, *(f"# {line}".rstrip() for line in remarks)])


def installed(shell: str, home: Path) -> bool:
    """Whether a shell was told: by a file where it looks, or by a line in what it reads when it starts."""
    if shell in KEPT and (home / KEPT[shell]).exists():
        return True
    for name in _STARTS[shell]:
        with suppress(OSError):
            said = (home / name).read_text("utf-8", "replace")
            if f"{PROGRAM} completion" in said or COMPLETE in said:
                return True
    return False


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
