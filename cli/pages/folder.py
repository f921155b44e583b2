"""Putting pages where they can be looked at: each is there whole or not at all, and nobody else's file is touched."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from cli.pages.paper import CREATOR
from ledger.errors import Misuse, Refusal

OURS = b'<meta name="generator" content="bridge-ledger">'
MARK = ".bridge-ledger-site"
_OUR_PDF = f"/Creator ({CREATOR})".encode()
_HEAD_BYTES = 10_000
"""In so many bytes a page or a PDF says whose it is, behind a title however long."""


def put_page(path: Path, content: bytes) -> bool:
    """Write a page, or its PDF, unless it is there as it is; whether it was written.

    Refusal (file-exists) where another's file has its name, Misuse (output-lost) where it cannot be written.
    """
    try:
        if path.exists() or path.is_symlink():
            _require_ours(path)
            if path.read_bytes() == content:
                return False
        _put(path, content)
    except OSError as error:
        raise _lost(path, error) from None
    return True


def _require_ours(path: Path) -> None:
    if path.is_file() and not path.is_symlink():
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
            if OURS in head or (head.startswith(b"%PDF") and _OUR_PDF in head):
                return
    raise Refusal("file-exists", f"{path} is there, and is no page of a ledger", "choose another name: nothing is lost")


def _put(path: Path, content: bytes) -> None:
    """Beside it first, then by its name: who reads it meanwhile has the old page or the new one."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _lost(path: Path, error: OSError) -> Misuse:
    """That a page cannot be written: no room, no right, no such folder."""
    return Misuse(
        "output-lost",
        f"{path} cannot be written: {error.strerror}",
        "make room, or name another place; then run it again",
    )


class Folder:
    """The folder of a site, marked as one session's."""

    def __init__(self, path: Path, session_id: str) -> None:
        """Take the folder, or make it; Refusal (folder-taken) where it is another session's, or holds other files."""
        self.path = path
        mark = f"bridge-ledger site of session {session_id}\n"
        try:
            path.mkdir(parents=True, exist_ok=True)
            marked = (path / MARK).read_text() if (path / MARK).is_file() else None
            if marked is None and any(path.iterdir()):
                raise _taken(path, "holds other files")
            if marked is None:
                _put(path / MARK, mark.encode())
            elif marked != mark:
                raise _taken(path, f"is a {marked.strip()}"[:200])
        except FileExistsError:
            raise _taken(path, "is a file") from None
        except OSError as error:
            raise _lost(path, error) from None

    def put(self, pages: Mapping[str, str]) -> list[str]:
        """Write the pages that changed, by their names in the folder; which these were."""
        written = []
        for name, text in pages.items():
            page = self.path / name
            try:
                page.parent.mkdir(exist_ok=True)
            except OSError as error:
                raise _lost(page, error) from None
            if put_page(page, text.encode()):
                written.append(name)
        return written

    def clear(self, folder: str, kept: Mapping[str, str]) -> None:
        """Take away pages of ours in a folder of the site that are made no longer: of a board that was taken out."""
        for page in sorted((self.path / folder).glob("*.html")):
            if str(Path(folder) / page.name) not in kept and page.is_file() and OURS in page.read_bytes()[:_HEAD_BYTES]:
                page.unlink()


def _taken(path: Path, why: str) -> Refusal:
    return Refusal("folder-taken", f"{path} {why}", "name an empty folder, or a new one: nothing there was touched")
