"""Another login, for tests that root runs: what it may enter and run; a checkout of root's it often may not."""

import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path

NOBODY = 65534
AS_NOBODY = {} if os.getuid() else {"user": NOBODY, "group": NOBODY, "extra_groups": []}
"""How a program is started as it; whoever is not root stays who he is."""


def may_enter(folder: Path) -> bool:
    """Whether it may go through every folder on the way: it tries."""
    return subprocess.run(["test", "-x", folder], cwd="/", **AS_NOBODY).returncode == 0


def may_run(program: Path) -> bool:
    """Whether the program starts: the file, and the libraries it wants."""
    try:
        return subprocess.run([program, "--version"], capture_output=True, cwd="/", **AS_NOBODY).returncode == 0
    except PermissionError:
        return False


@cache
def open_folder() -> Path:
    """Where it can be given a folder: TMPDIR, or the nearest above it where everybody has his temporary files."""
    own = Path(tempfile.gettempdir()).resolve()
    everybodys = (each for each in (*own.parents, Path("/tmp"), Path("/var/tmp")) if _is_everybodys(each))
    if found := next(filter(may_enter, (own, *everybodys)), None):
        return found
    raise PermissionError(
        f"nobody but root may enter {own}, and neither /tmp nor /var/tmp: set TMPDIR to another folder"
    )


def _is_everybodys(folder: Path) -> bool:
    return folder.is_dir() and bool(folder.stat().st_mode & 0o002)
