"""Where pages are put: in a file or in a folder of a site, whole or not at all; and a page printed as a PDF."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from ledger.digests import of_bytes
from ledger.errors import Corrupt, Misuse, Refusal, Unavailable
from ledger.files import part_of
from ledger.session.moment import MICROSECONDS

CREATOR = "bridge-ledger"
"""What a PDF of ours says it was made by: Chromium writes its user agent there."""

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_LONGEST_SECONDS = 300
_QUIET = (
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--no-pdf-header-footer",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    f"--user-agent={CREATOR}",
)
_PARTS = re.compile(rb"node[0-9]{8}")
_DATES = re.compile(rb"(?<=Date \()D:[0-9]{14}\+00'00'(?=\))")
_HINT = "`apt install chromium`; or write an .html, and print it from any browser"


# Chromium rather than a library: its print is the one the pages are made for and looked at in. WeasyPrint, tried beside
# it, knows no custom properties in SVG, so that the charts came out black, lays out no table that is too wide, and took
# four times as long. The browser has a folder of its own for the page and its profile, gone afterwards, finds no host,
# and is stopped where it takes too long. PDF dates are set to the last event's: the same log makes the same bytes with
# the same Chromium.
def printed(page: str, moment: int) -> bytes:
    """Print a page as a PDF, dated by `moment` (µs UTC).

    Unavailable (tool-missing) where there is no Chromium, (tool-failed) where it printed nothing.
    """
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise Unavailable("tool-missing", "there is no Chromium on this machine, which makes the PDF", _HINT)
    with TemporaryDirectory(prefix="bridge-ledger-") as folder:
        Path(folder, "page.html").write_text(page, encoding="utf-8")
        _print(browser, Path(folder))
        paper = Path(folder, "page.pdf").read_bytes()
    date = datetime.fromtimestamp(moment // MICROSECONDS, UTC)
    # Chromium numbers the parts by what it did before: numbers of our own, as long as its, or no two prints are alike.
    found: dict[bytes, bytes] = {}
    renumbered = _PARTS.sub(lambda part: found.setdefault(part[0], b"node%08d" % (len(found) + 1)), paper)
    return _DATES.sub(date.strftime("D:%Y%m%d%H%M%S+00'00'").encode(), renumbered)


def _print(browser: str, folder: Path) -> None:
    """Have page.html printed as page.pdf, both in the folder; root has no sandbox to print in."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    own = [f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={folder / 'page.pdf'}"]
    command = [browser, *_QUIET, *sandbox, *own, (folder / "page.html").as_uri()]
    environment = {**os.environ, "HOME": str(folder), "TZ": "UTC"}
    with (folder / "said").open("wb") as said:
        try:
            subprocess.run(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said, timeout=_LONGEST_SECONDS
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unavailable("tool-failed", f"{browser} printed nothing: {error}"[:300], _HINT) from None
    if not (folder / "page.pdf").is_file():
        lines = (folder / "said").read_text(errors="replace").strip().splitlines() or ["it says nothing"]
        raise Unavailable("tool-failed", f"{browser} printed nothing: {lines[-1]}"[:300], _HINT)


OURS = b'<meta name="generator" content="bridge-ledger">'
OURS_BESIDE = "/* bridge-ledger */"
"""The first line of what the pages of a site share."""
_SHARED = ("*.css", "*.js")
MARK = ".bridge-ledger-site"
MADE = ".bridge-ledger-made"
"""Says what the pages were made from, and is else as `sha256sum` has it: the digest of each page."""
SESSIONS = "sessions"
"""What is of the sessions of a tournament stands in this folder of its own."""
_OUR_PDF = f"/Creator ({CREATOR})".encode()
_HEAD_BYTES = 10_000
"""In so many bytes a page or a PDF says whose it is, behind a title however long."""
_ROOM_BYTES = 5_000_000
"""What the pages of two publications of an evening take, and more."""
_PAGE = re.compile(
    r"(index|standings|matches|boards|rulings|appeals|changes|check|qualifying|(board|contestant|events|stage)-\w+)"
    r"\.html"
)


def put_page(path: Path, content: bytes, *, made_before: bool = False) -> bool:
    """Write a page, or its PDF, unless it is there as it is; whether it was written.

    `made_before`: it is known that the file was ours, whatever somebody made of it since. Refusal (file-exists) where
    another's file has its name, Misuse (output-lost) where it cannot be written.
    """
    with _writing(path):
        if path.exists() or path.is_symlink():
            _require_ours(path, made_before=made_before)
            if path.read_bytes() == content:
                return False
        put_whole(path, content)
    return True


def _require_ours(path: Path, *, made_before: bool = False) -> None:
    if path.is_file() and not path.is_symlink() and (made_before or _is_ours(path)):
        return
    hint = "move it away, or choose another name: nothing is lost"
    raise Refusal("file-exists", f"{path} is there, and is no page of a ledger", hint)


def _is_ours(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    return OURS in head or head.startswith(OURS_BESIDE.encode()) or (head.startswith(b"%PDF") and _OUR_PDF in head)


def put_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place first, then rename it: a reader has the old page or the new one."""
    part = part_of(path)
    try:
        with part.open("xb") as file:  # everybody may read a page: it is no file of its owner's alone
            file.write(content)
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _lost(path, error) from None


def _lost(path: Path, error: OSError) -> Misuse:
    missing = isinstance(error, FileNotFoundError)
    hint = f"make the folder {path.parent}, or name another" if missing else "make room, or name another place"
    return Misuse("output-lost", f"{path} cannot be written: {error.strerror}", f"{hint}; then run it again")


class Folder:
    """The folder of a site, marked as one session's."""

    def __init__(self, path: Path, session_id: str) -> None:
        """Take the folder, or make it; Refusal (folder-taken) where it is another session's, or holds other files."""
        self.path = path
        self._made = set[str]()
        with _writing(path):
            if path.exists() and not path.is_dir():
                raise _taken(path, "is a file")
            path.mkdir(parents=True, exist_ok=True)
            if not _is_marked(path, session_id):
                put_whole(path / MARK, _mark(session_id))

    @property
    def tournament(self) -> str:
        """Return the way to the first page of the tournament's site it stands in; "" where it stands alone."""
        _, *above = self.path.resolve().parents
        stands = self.path.resolve().parent.name == SESSIONS and above and (above[0] / MARK).is_file()
        return "../../index.html" if stands else ""

    def put(self, pages: Mapping[str, str], made_from: str = "") -> list[str]:
        """Write what changed, by its name in the folder; which pages these were.

        `made_from`: what all of them were made from, where that is to be kept.
        """
        written, noted = [], dict[str, str]()
        with self._alone():
            for name, text in pages.items():
                page, content = self.path / name, text.encode()
                with _writing(page):
                    page.parent.mkdir(exist_ok=True)
                if put_page(page, content, made_before=name in self._made) and page.suffix == ".html":
                    written.append(name)
                self._made.add(name)
                if made_from:
                    noted[name] = of_bytes(content).hex()
            for page in self._further(pages):  # of a board that was taken out
                page.unlink()
            if made_from:
                lines = [f"{digest}  {name}\n" for name, digest in sorted(noted.items())]
                with _writing(self.path / MADE):
                    put_whole(self.path / MADE, f"{_head_of(made_from)}{''.join(lines)}".encode())
        return written

    def pages_made_from(self, what: str) -> int | None:
        """How many pages there are where all were made from just this, and each is as it was made; None else.

        Who kills a run half-way, or touches a page, leaves a page that is another than the note has; `put` writes over
        what the note has, whatever became of it.
        """
        with self._alone():
            try:
                head, noted = self._noted()
                self._made.update(noted)
                further = any(self._further(noted))
                made = all(of_bytes((self.path / name).read_bytes()).hex() == digest for name, digest in noted.items())
            except (OSError, ValueError):
                return None
        if head != _head_of(what) or not made or further:
            return None
        return sum(name.endswith(".html") for name in noted)

    def _noted(self) -> tuple[str, dict[str, str]]:
        """What the pages were made from when that was kept last, and the digest of each; nothing where it never was."""
        try:
            head, *lines = (self.path / MADE).read_text("utf-8").splitlines(keepends=True)
        except (OSError, ValueError):
            return "", {}
        return head, {name.rstrip("\n"): digest for digest, _, name in (line.partition("  ") for line in lines)}

    def _further(self, kept: Mapping[str, str]) -> Iterator[Path]:
        """Pages of ours beside those that are kept."""
        for folder in self._folders():
            for page in sorted(folder.glob("*.html")):
                if page.relative_to(self.path).as_posix() not in kept and page.is_file() and _is_ours(page):
                    yield page

    def _folders(self) -> list[Path]:
        """Its own, and those of its publications; a site within it is another."""
        return [self.path, *sorted(self.path.glob("published-*"))]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One process writes at a time, where the system has such locks; what one left that was killed is swept."""
        with alone_at(self.path / MARK):
            for mark in (MARK, MADE):
                _sweep(self.path.glob(f".{mark}.*.part"))
            for folder in self._folders():
                for pattern in ("*.html", *_SHARED):
                    _sweep(folder.glob(f".{pattern}.*.part"))
            yield


@contextmanager
def alone_at(path: Path) -> Iterator[None]:
    """Let one process at a time write where this file or folder is, where the system has such locks."""
    if not find_spec("fcntl"):
        yield
        return
    locks = import_module("fcntl")
    with _writing(path):
        opened = os.open(path, os.O_RDONLY)
    try:
        locks.flock(opened, locks.LOCK_EX)
        yield
    finally:
        os.close(opened)


def _sweep(parts: Iterable[Path]) -> None:
    for part in parts:
        with suppress(OSError):
            part.unlink()


def put_together(folder: Path, files: Iterable[tuple[str, bytes]], last: tuple[str, bytes]) -> int:
    """Put files in a folder, all of them or none, and last the one that leads to them; how many are new.

    One that is there stays as it is, but for the last. Corrupt (tiles-broken) where it is another, Misuse (output-lost)
    where one cannot be written.
    """
    parts: dict[Path, Path] = {}
    put: list[Path] = []
    try:
        for name, content in files:
            path = folder / name
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                _sweep(path.parent.glob(f".{path.name}.*.part"))
                parts[path] = part_of(path)
                parts[path].write_bytes(content)
            elif path.read_bytes() != content:
                changed = f"{path} is not what the log comes to: it was changed, or cut; nothing was written"
                raise Corrupt("tiles-broken", changed, "take it away, and it is written anew")
        for path, part in parts.items():
            os.replace(part, path)
            put.append(path)
        put_whole(folder / last[0], last[1])
    except BaseException as error:
        for path in put:
            path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _lost(folder, error) from None
        raise
    finally:
        _sweep(parts.values())
    return len(put)


def require_writable(path: Path, size: int) -> None:
    """Raise OSError where a folder cannot take so many more bytes; it need not exist yet."""
    there = next(each for each in (path.resolve(), *path.resolve().parents) if each.exists())
    with TemporaryFile(dir=there) as file:
        file.write(bytes(size))


def require_room(path: Path, session_id: str) -> None:
    """Refuse what `Folder` would not take, or cannot be written, while nothing depends on it yet; nothing is made."""
    with _writing(path):
        if path.is_dir():
            _is_marked(path, session_id)
            for folder in (path, *path.glob("published-*")):
                for page in folder.glob("*.html"):
                    if _PAGE.fullmatch(page.name):
                        _require_ours(page)
        elif path.exists():
            raise _taken(path, "is a file")
        require_writable(path, _ROOM_BYTES)


def is_site_of(path: Path, session_id: str) -> bool:
    """Return whether a session has a site in a folder, with a first page."""
    mark = path / MARK
    return (path / "index.html").is_file() and mark.is_file() and mark.read_bytes() == _mark(session_id)


def _mark(session_id: str) -> bytes:
    return f"bridge-ledger site of session {session_id}\n".encode()


def _head_of(made_from: str) -> str:
    return f"# made from {made_from}\n"


def _is_marked(path: Path, session_id: str) -> bool:
    """Whether a folder is this session's already, or is empty; Refusal (folder-taken) where it is neither."""
    if not (path / MARK).is_file():
        left = {SESSIONS, *(each.name for each in path.glob(f".{MARK}.*.part"))}  # the first has marks of its own
        if other := min((each.name for each in path.iterdir() if each.name not in left), default=""):
            raise _taken(path, f"holds other files: {other}")
        return False
    if (marked := (path / MARK).read_bytes()) != _mark(session_id):
        raise _taken(path, f"is a {marked.decode(errors='replace').strip()}"[:200])
    return True


def _taken(path: Path, why: str) -> Refusal:
    return Refusal("folder-taken", f"{path} {why}", "name an empty folder, or a new one: nothing there was touched")
