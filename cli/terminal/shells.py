"""How to call this program from the current folder, and how to set up Tab completion in each shell."""

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


def program_path() -> str | None:
    """Return the path by which this program was started; None if it was started otherwise, as from Python."""
    started = Path(sys.argv[0] or ".")
    return sys.argv[0] if started.stem == PROGRAM else None


def path_by_name() -> str | None:
    """Return the file that the shell would start for this program's bare name; None if PATH has none."""
    return shutil.which(PROGRAM)


def is_started_by_name() -> bool:
    """Return True if the program's bare name starts this program, or if this program's path is unknown."""
    place, by_name = program_path(), path_by_name()
    return place is None or (by_name is not None and Path(by_name).resolve() == Path(place).resolve())


def starting_command() -> str:
    """Return the command that starts this program in this folder: 'bridge-ledger', '.venv/bin/bridge-ledger'."""
    place = program_path()
    return PROGRAM if place is None or is_started_by_name() else shlex.quote(place)


SHELLS = ("bash", "zsh", "fish", "powershell")
KEPT = {
    "bash": ".local/share/bash-completion/completions/bridge-ledger",
    "zsh": ".zfunc/_bridge-ledger",
    "fish": ".config/fish/completions/bridge-ledger.fish",
}
"""The file below the home folder where each shell looks for completions; zsh only after its folder is configured."""

_INSTALLATION = {
    "bash": (f"mkdir -p ~/{Path(KEPT['bash']).parent} && {PROGRAM} completion bash > ~/{KEPT['bash']}",),
    "zsh": (
        f"mkdir -p ~/.zfunc && {PROGRAM} completion zsh > ~/{KEPT['zsh']}",
        "and in ~/.zshrc, before anything calls compinit:",
        "fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit",
    ),
    "fish": (f"mkdir -p ~/{Path(KEPT['fish']).parent} && {PROGRAM} completion fish > ~/{KEPT['fish']}",),
    "powershell": (f"{PROGRAM} completion powershell >> $PROFILE",),
}
_STARTUP_FILES = {
    "bash": (".bashrc", ".bash_profile", ".profile"),
    "zsh": (".zshrc",),
    "fish": (".config/fish/config.fish",),
    "powershell": (),
}


def script(shell: str, root: click.Command) -> str:
    """Return the completion script of a shell, with instructions as comments at its end."""
    kind = get_completion_class(shell)
    assert kind
    remarks = ("", "To have it in every new shell, type once:", *(f"  {line}" for line in _INSTALLATION[shell]))
    # Instructions come last: zsh requires its #compdef line first.
    source = kind(root, {}, PROGRAM, COMPLETE).source().rstrip()
    return "\n".join([source, *(f"# {line}".rstrip() for line in remarks)])


def is_installed(shell: str, home: Path) -> bool:
    """Return True if completion is set up for a shell: its file exists, or a start-up file loads it."""
    if shell in KEPT and (home / KEPT[shell]).exists():
        return True
    for name in _STARTUP_FILES[shell]:
        with suppress(OSError):
            text = (home / name).read_text("utf-8", "replace")
            if f"{PROGRAM} completion" in text or COMPLETE in text:
                return True
    return False


_TYPED_PART, _COMPLETED = "standi", "standings"

_TAB_SCRIPTS = {
    "bash": f"""
complete -p {PROGRAM} || _comp_load {PROGRAM} || _completion_loader {PROGRAM}
complete -p {PROGRAM} || exit
COMP_WORDS=({PROGRAM} {_TYPED_PART}) COMP_CWORD=1
_bridge_ledger_completion {PROGRAM}
echo ${{COMPREPLY[@]}}
""",
    "zsh": f"(( $+_comps[{PROGRAM}] )) && print {_COMPLETED}",
    "fish": f"complete -C '{PROGRAM} {_TYPED_PART}'",
}
"""The script that presses Tab in an interactive shell after its start-up files; zsh only checks the registration."""

_PATIENCE_SECONDS = 10


def press_tab(shell: str) -> Literal["completes", "does not", "cannot be tried"]:
    """Start an interactive shell and press Tab in it; return whether it completes our commands."""
    program = shutil.which(os.environ.get("SHELL", "")) or shutil.which(shell)
    if shell not in _TAB_SCRIPTS or program is None:
        return "cannot be tried"
    try:
        done = subprocess.run(
            [program, "-i", "-c", _TAB_SCRIPTS[shell]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_SECONDS,
            start_new_session=True,  # an interactive shell would take the terminal
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "cannot be tried"
    return "completes" if _COMPLETED.encode() in done.stdout.split() else "does not"


def install_command(shell: str) -> str:
    """Return the command that installs completion in a shell for good."""
    return _INSTALLATION[shell][0]


def startup_file_command(shell: str) -> str:
    """Return the command that adds completion to a start-up file, as for bash without bash-completion."""
    if shell == "bash":
        return f"echo 'eval \"$({PROGRAM} completion bash)\"' >> ~/.bashrc"
    return " ".join(_INSTALLATION[shell])
