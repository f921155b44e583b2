"""A real terminal, through tmux: keys are sent, and what is then on the screen is read; skips where there is none."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.needs import require

LEDGER = Path(sys.executable).parent / "bridge-ledger"
PATIENCE = 120.0
"""Seconds until what was waited for counts as not coming: much, for other work runs beside the tests."""
_PROMPT = "ready> "


class Terminal:
    """A shell in a terminal of a given size, in a folder; `type` a line, `press` keys, read the `screen`."""

    def __init__(self, folder: Path, width: int = 80, height: int = 24, **environment: str) -> None:
        self.folder = folder
        self._own = tempfile.mkdtemp(prefix="tmux")  # a socket's path is short, pytest's folders are not
        self._tmux = ["tmux", "-S", f"{self._own}/socket", "-f", "/dev/null"]
        shown = {"TERM": "screen-256color", "LANG": "C.UTF-8", "PS1": _PROMPT, "PATH": _path(), **environment}
        kept = {
            name: os.environ[name] for name in ("BRIDGE_LEDGER_STATE", "XDG_CONFIG_HOME", "HOME") if name in os.environ
        }
        shell = shlex.join(["env", *(f"{name}={value}" for name, value in {**kept, **shown}.items()), "bash", "--norc"])
        self._run("new-session", "-d", "-x", str(width), "-y", str(height), "-c", str(folder), shell)
        self.wait_for(_PROMPT.strip())

    def _run(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], check=True, capture_output=True, text=True, cwd=self.folder).stdout

    @property
    def screen(self) -> str:
        """What is on the screen now, without the blanks at the ends of lines."""
        lines = (line.rstrip() for line in self._run("capture-pane", "-p").split("\n"))
        return "\n".join(lines).rstrip("\n")

    @property
    def colours(self) -> str:
        """The screen with the escapes that colour it."""
        return self._run("capture-pane", "-p", "-e")

    @property
    def history(self) -> str:
        """The screen and all that has scrolled off it."""
        return self._run("capture-pane", "-p", "-S", "-")

    def press(self, *keys: str) -> None:
        """Send keys by tmux's names: Up, Enter, Tab, C-c, C-d, Escape."""
        self._run("send-keys", *keys)

    def write(self, text: str) -> None:
        """Send a text as it is, without Enter."""
        self._run("send-keys", "-l", text)

    def type(self, line: str) -> None:
        """Send a text and Enter."""
        self.write(line)
        self.press("Enter")

    def resize(self, width: int, height: int) -> None:
        """Make the window another size."""
        self._run("resize-window", "-x", str(width), "-y", str(height))

    def wait_for(self, text: str, *more: str, patience: float = PATIENCE) -> str:
        """The screen, once all these texts are on it; fails with the screen where they do not come."""
        return self.wait_until(
            lambda screen: all(each in screen for each in (text, *more)), repr((text, *more)), patience
        )

    def wait_until(self, true: Callable[[str], bool], what: str, patience: float = PATIENCE) -> str:
        """The screen, once it is as it should be."""
        until = time.monotonic() + patience
        while not true(screen := self.screen):
            assert time.monotonic() < until, f"{what} did not come; the screen:\n{screen}"
            time.sleep(0.05)
        return screen

    def start(self, line: str) -> None:
        """Type a command line of the shell on a cleared screen: what is seen from then on is this command's."""
        self.type("clear")
        self.wait_until(lambda screen: screen.strip() == _PROMPT.strip(), "a cleared screen")
        self.type(line)

    def run(self, line: str, patience: float = PATIENCE) -> str:
        """The same; the screen when the shell is ready again."""
        self.start(line)
        return self.wait_until(lambda screen: screen.endswith(f"\n{_PROMPT.strip()}"), f"the end of {line!r}", patience)

    def hang_up(self) -> None:
        """Close the window, as who shuts the lid does: the program in it is sent SIGHUP."""
        self._run("kill-server")

    def close(self) -> None:
        """Close it, if it is still there."""
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, check=False)
        shutil.rmtree(self._own, ignore_errors=True)


def _path() -> str:
    return f"{LEDGER.parent}{os.pathsep}{os.environ['PATH']}"


@pytest.fixture
def terminals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Terminal]]:
    """A function that opens a terminal in a folder: `terminals(folder, width=60, NO_COLOR="1")`."""
    require("tmux")
    opened: list[Terminal] = []

    def open_terminal(folder: Path, width: int = 80, height: int = 24, **environment: str) -> Terminal:
        opened.append(Terminal(folder, width, height, **environment))
        return opened[-1]

    yield open_terminal
    for each in opened:
        each.close()
