"""Writing pages to a file or to the folder of a site, whole or not at all; and printing a page as a PDF."""

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
from ledger.files import require_no_link, temporary_path
from ledger.session.moment import MICROSECONDS

CREATOR = "bridge-ledger"
"""The Creator entry of our PDFs, where Chromium writes its user agent."""

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
def page_pdf(page: str, moment: int) -> bytes:
    """Return a page as a PDF dated by `moment` (µs UTC); Unavailable (tool-missing, tool-failed) if Chromium cannot."""
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise Unavailable("tool-missing", "a PDF needs Chromium, which is not installed on this machine", _HINT)
    with TemporaryDirectory(prefix="bridge-ledger-") as folder:
        place = Path(folder)
        (place / "page.html").write_text(page, encoding="utf-8")
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium refuses to run sandboxed as root
        paths = [f"--user-data-dir={place / 'profile'}", f"--print-to-pdf={place / 'page.pdf'}"]
        command = [browser, *_QUIET, *sandbox, *paths, (place / "page.html").as_uri()]
        environment = {**os.environ, "HOME": str(place), "TZ": "UTC"}
        with (place / "said").open("wb") as output:
            try:
                subprocess.run(
                    command,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    timeout=_LONGEST_SECONDS,
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise Unavailable("tool-failed", f"{browser} printed nothing: {error}"[:300], _HINT) from None
        if not (place / "page.pdf").is_file():
            lines = (place / "said").read_text(errors="replace").strip().splitlines() or ["it gave no reason"]
            raise Unavailable("tool-failed", f"{browser} printed nothing: {lines[-1]}"[:300], _HINT)
        paper = (place / "page.pdf").read_bytes()
    date = datetime.fromtimestamp(moment // MICROSECONDS, UTC)
    # Chromium numbers nodes by its history: renumber them at equal length, or equal pages give unequal files.
    numbers: dict[bytes, bytes] = {}
    renumbered = _PARTS.sub(lambda part: numbers.setdefault(part[0], b"node%08d" % (len(numbers) + 1)), paper)
    return _DATES.sub(date.strftime("D:%Y%m%d%H%M%S+00'00'").encode(), renumbered)


OURS = b'<meta name="generator" content="bridge-ledger">'
SHARED_FILE_MARK = "/* bridge-ledger */"
"""The first line of the stylesheet and the script that the pages of a site share."""
_SHARED = ("*.css", "*.js", "*.pbn")
_OUR_PBN = b"% PBN 2.1\r\n% EXPORT\r\n% bridge-ledger "
MARK = ".bridge-ledger-site"
MADE = ".bridge-ledger-made"
"""The file that notes what the pages were made from, then the digest of each page in the format of `sha256sum`."""
SESSIONS = "sessions"
"""The folder with the sites of a tournament's sessions."""
_OUR_PDF = f"/Creator ({CREATOR})".encode()
_HEAD_BYTES = 10_000
"""Our mark lies within this many bytes from the start of a page or PDF, after a title of any length."""
_ROOM_BYTES = 5_000_000
"""More than the pages of two publications of an evening take."""
_PAGE = re.compile(
    r"(index|standings|matches|boards|rulings|appeals|changes|check|compare|hands|qualifying|"
    r"(board|contestant|events|stage)-\w+)\.html|hands\.pbn|(look|sheet)\.css|look\.js"
)


def put_page(path: Path, content: bytes, *, made_before: bool = False) -> bool:
    """Write a page or PDF unless the file already has this content; return True if written.

    `made_before`: the file is known to be ours, even if edited since. Refusal (file-exists) for a file that is not
    ours, Misuse (output-lost) if it cannot be written.
    """
    with _writing(path):
        if path.exists() or path.is_symlink():
            _require_ours(path, made_before=made_before)
            if path.read_bytes() == content:
                return False
        write_atomically(path, content)
    return True


def _require_ours(path: Path, *, made_before: bool = False) -> None:
    if path.is_file() and not path.is_symlink() and (made_before or _is_ours(path)):
        return
    hint = "move the file away, or choose another name; the file was not changed"
    raise Refusal("file-exists", f"{path} already exists, and is not a page of this program", hint)


def _is_ours(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if head.startswith(_OUR_PBN):
        return True
    return OURS in head or head.startswith(SHARED_FILE_MARK.encode()) or (head.startswith(b"%PDF") and _OUR_PDF in head)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a temporary file in the same folder, then rename it: a reader has the old page or the new one."""
    part = temporary_path(path)
    try:
        with part.open("xb") as file:  # with default permissions: pages are for everybody
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
        raise _write_error(path, error) from None


def _write_error(path: Path, error: OSError) -> Misuse:
    missing = isinstance(error, FileNotFoundError)
    hint = f"make the folder {path.parent}" if missing else "make room"
    hint += ", or name another folder; then run it again"
    return Misuse("output-lost", f"{path} cannot be written: {error.strerror}", hint)


class Folder:
    """The folder of one session's or tournament's site, with a mark that says whose site it is."""

    def __init__(self, path: Path, session_id: str, typed: Path | None = None) -> None:
        """Open or make the folder; Refusal (folder-taken) for a file, another stream's site, or foreign files.

        `typed`: the folder named by the user, if this one lies within it: no folder below it may be a link.
        """
        self.path, self._typed = path, typed or path
        self.within = f"{path.relative_to(typed).as_posix()}/" if typed else ""
        self._made = set[str]()
        with _writing(path):
            require_no_link(path, self._typed)
            if path.exists() and not path.is_dir():
                raise _folder_taken(path, "is a file")
            path.mkdir(parents=True, exist_ok=True)
            if not _is_marked(path, session_id):
                write_atomically(path / MARK, _mark(session_id))

    @property
    def tournament(self) -> str:
        """The relative address of the first page of the enclosing tournament site; "" if none encloses this site."""
        _, *above = self.path.resolve().parents
        stands = self.path.resolve().parent.name == SESSIONS and above and (above[0] / MARK).is_file()
        return "../../index.html" if stands else ""

    def put(self, pages: Mapping[str, str], made_from: str = "") -> list[str]:
        """Write the pages that changed, delete pages no longer made, and return the names of the HTML pages written.

        `made_from`: a digest of everything the pages were made from, to be noted in the folder.
        """
        written, noted = [], dict[str, str]()
        with self._locked():
            for folder in {(self.path / name).parent for name in pages}:
                with _writing(folder):
                    require_no_link(folder, self._typed)
                    folder.mkdir(exist_ok=True)
            for name, text in pages.items():
                page, content = self.path / name, text.encode()
                if put_page(page, content, made_before=name in self._made) and page.suffix == ".html":
                    written.append(name)
                self._made.add(name)
                if made_from:
                    noted[name] = of_bytes(content).hex()
            for page in self._extra_pages(pages):  # for example the page of a removed board
                page.unlink()
            if made_from:
                lines = [f"{digest}  {name}\n" for name, digest in sorted(noted.items())]
                with _writing(self.path / MADE):
                    write_atomically(self.path / MADE, f"{_head_of(made_from)}{''.join(lines)}".encode())
        return written

    def count_unchanged_pages(self, what: str) -> int | None:
        """Return the number of pages if all are unchanged since made from the digest `what`; None if not.

        A run killed halfway, or an edited or extra page, leaves a folder unlike the note. `put` overwrites every page
        named in the note.
        """
        with self._locked():
            try:
                head, noted = self._read_note()
                self._made.update(noted)
                further = any(self._extra_pages(noted))
                unchanged = all(
                    of_bytes((self.path / name).read_bytes()).hex() == digest for name, digest in noted.items()
                )
            except (OSError, ValueError):
                return None
        if head != _head_of(what) or not unchanged or further:
            return None
        return sum(name.endswith(".html") for name in noted)

    def _read_note(self) -> tuple[str, dict[str, str]]:
        """Return the first line of the folder's note, and the noted digests by page; empty if there is no note."""
        try:
            head, *lines = (self.path / MADE).read_text("utf-8").splitlines(keepends=True)
        except (OSError, ValueError):
            return "", {}
        return head, {name.rstrip("\n"): digest for digest, _, name in (line.partition("  ") for line in lines)}

    def _extra_pages(self, kept: Mapping[str, str]) -> Iterator[Path]:
        return (page for page in _own_pages(self.path) if page.relative_to(self.path).as_posix() not in kept)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock the folder for one process (where the system has locks), and delete leftovers of killed processes."""
        with lock_at(self.path / MARK):
            for mark in (MARK, MADE):
                _delete_files(self.path.glob(f".{mark}.*.part"))
            for folder in _folders(self.path):
                for pattern in ("*.html", *_SHARED):
                    _delete_files(folder.glob(f".{pattern}.*.part"))
            yield


def _folders(path: Path) -> list[Path]:
    """Return a site's folder and the folders of its publications, without links and the sites of sessions."""
    return [path, *(each for each in sorted(path.glob("published-*")) if not each.is_symlink())]


def _own_pages(path: Path) -> Iterator[Path]:
    pages = (page for folder in _folders(path) for page in sorted((*folder.glob("*.html"), *folder.glob("hands.pbn"))))
    return (page for page in pages if page.is_file() and _is_ours(page))


def require_no_site(path: Path) -> None:
    """Refuse a folder with the site of a session or tournament, or a file (Refusal, folder-taken)."""
    if (path / MARK).is_file() or path.is_file():
        raise _folder_taken(path, "is the site of a session, or a file")


def delete_page(path: Path) -> None:
    """Delete a page of ours, if it is there."""
    if path.is_file() and not path.is_symlink() and _is_ours(path):
        path.unlink()


def delete_pages(path: Path) -> None:
    """Delete the pages of a site, and of the sites of sessions in it."""
    for folder in (path, *path.glob(f"{SESSIONS}/*")):
        for page in [] if folder.is_symlink() else list(_own_pages(folder)):
            page.unlink()


@contextmanager
def lock_at(path: Path) -> Iterator[None]:
    """Let one process at a time write to a file or folder, if the system has file locks."""
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


def _delete_files(parts: Iterable[Path]) -> None:
    for part in parts:
        with suppress(OSError):
            part.unlink()


def write_all_or_none(folder: Path, files: Iterable[tuple[str, bytes]], last: tuple[str, bytes]) -> int:
    """Write files to a folder, all or none, then `last`, which refers to them; return the number of new files.

    Existing files stay, except `last`. Corrupt (tiles-broken) if an existing file differs, Misuse (output-lost) if one
    cannot be written.
    """
    parts: dict[Path, Path] = {}
    put: list[Path] = []
    try:
        for name, content in files:
            path = folder / name
            require_no_link(path.parent, folder)
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                _delete_files(path.parent.glob(f".{path.name}.*.part"))
                parts[path] = temporary_path(path)
                parts[path].write_bytes(content)
            elif path.read_bytes() != content:
                changed = f"{path} does not fit the log: the file was changed or cut; nothing was written"
                raise Corrupt("tiles-broken", changed, "delete the file, and run the command again to write it")
        for path, part in parts.items():
            os.replace(part, path)
            put.append(path)
        write_atomically(folder / last[0], last[1])
    except BaseException as error:
        for path in put:
            path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _write_error(folder, error) from None
        raise
    finally:
        _delete_files(parts.values())
    return len(put)


def require_writable(path: Path, size: int) -> None:
    """Raise OSError if `size` bytes cannot be written to a folder, which need not exist yet."""
    existing = next(each for each in (path.resolve(), *path.resolve().parents) if each.exists())
    with TemporaryFile(dir=existing) as file:
        file.write(bytes(size))


def require_room(path: Path, session_id: str) -> None:
    """Refuse a path that is not writable, that `Folder` would refuse, or with a foreign file named as one of a site."""
    with _writing(path):
        if path.is_dir():
            _is_marked(path, session_id)
            for folder in (path, *path.glob("published-*")):
                require_no_link(folder, path)
                for page in folder.iterdir():
                    if _PAGE.fullmatch(page.name):
                        _require_ours(page)
        elif path.exists():
            raise _folder_taken(path, "is a file")
        require_writable(path, _ROOM_BYTES)


def has_site_of(path: Path, session_id: str) -> bool:
    """Return True if a folder holds the site of this session or tournament, with its first page."""
    mark = path / MARK
    return (path / "index.html").is_file() and mark.is_file() and mark.read_bytes() == _mark(session_id)


def events_shown(path: Path) -> set[int]:
    """Return the numbers of the events in the log of a session's site."""
    pages = (page.read_text("utf-8") for page in path.glob("events-*.html"))
    return {int(number) for page in pages for number in re.findall(r'<tr id="e(\d+)"', page)}


def _mark(session_id: str) -> bytes:
    return f"bridge-ledger site of session {session_id}\n".encode()


def _head_of(made_from: str) -> str:
    return f"# made from {made_from}\n"


def _is_marked(path: Path, session_id: str) -> bool:
    """Return True if a folder is marked as this session's, False if it is empty; Refusal (folder-taken) if neither."""
    if not (path / MARK).is_file():
        allowed = {
            SESSIONS,
            *(each.name for each in path.glob(f".{MARK}.*.part")),
        }  # the sites of sessions have their own marks
        if foreign := min((each.name for each in path.iterdir() if each.name not in allowed), default=""):
            raise _folder_taken(path, f"holds other files: {foreign}")
        return False
    if (marked := (path / MARK).read_bytes()) != _mark(session_id):
        raise _folder_taken(path, f"is a {marked.decode(errors='replace').strip()}"[:200])
    return True


def _folder_taken(path: Path, why: str) -> Refusal:
    return Refusal("folder-taken", f"{path} {why}", "name an empty folder, or a new one: nothing was changed")
