"""The pages that are served, by their paths: each as it is sent, in the version it is of."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cached_property

from cli.pages.printing import LIVE
from ledger.digests import of_bytes

GONE = "gone"
"""In the place of a version: there is no such page any more."""

Folders = Mapping[str, Mapping[str, str]]
"""Pages by their names, in folders: '' or 'sessions/friday/'."""


class ServedPage:
    """A page as it is sent; its version is a digest of it, the same wherever and whenever it is served."""

    def __init__(self, path: str, text: str) -> None:
        self.version = of_bytes(text.encode()).hex()[:16]
        self.tag = f'W/"{self.version}"'
        home = "../" * path.count("/")
        live = f' data-live="{home}live/{path}" data-first="{home}index.html" data-version="{self.version}"'
        self.plain = text.replace(LIVE, live, 1).encode()

    @cached_property
    def packed(self) -> bytes:
        """The same, packed once."""
        return gzip.compress(self.plain, mtime=0)


class ServedPages:
    """Every page by its path. It is read while others are put in: who reads sees a page whole, the old or the new."""

    def __init__(self) -> None:
        self._folders: dict[str, dict[str, ServedPage]] = {}
        self._known: dict[str, ServedPage] = {}

    def put(self, folders: Folders, *, anew: bool = False) -> None:
        """Put in folders of pages, each in the place of what stood there; a page that is the same stays.

        `anew`: these are all there are.
        """
        if anew:
            self._folders = {name: there for name, there in self._folders.items() if name in folders}
        for folder, pages in folders.items():
            before = self._folders.get(folder, {})
            made = {name: ServedPage(folder + name, text) for name, text in pages.items()}
            self._folders[folder] = {
                name: before[name] if name in before and before[name].version == page.version else page
                for name, page in made.items()
            }
        self._known = {folder + name: page for folder, pages in self._folders.items() for name, page in pages.items()}

    @property
    def paths(self) -> list[str]:
        """Where there is a page; what pages share is none."""
        return [path for path in self._known if path.endswith(".html")]

    def find(self, path: str) -> ServedPage | None:
        """The page of a path, or the first one of a folder; None where there is none."""
        return self._known.get(f"{path}index.html" if not path or path.endswith("/") else path)

    def version(self, path: str) -> str:
        """The version of a page, or that it is gone."""
        page = self._known.get(path)
        return page.version if page else GONE
