"""The manual pages, made from the commands when a wheel is built: installed with it, kept nowhere.

What Tab reads is kept in the repository; no wheel is built where it is not what the commands say.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManPages(BuildHookInterface[Any]):
    """`share/man/man1` of the wheel; an installation for work on the program has none."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the pages beside the build, and say where they belong."""
        if version != "standard":
            return
        sys.path.insert(0, self.root)
        from cli.completion import writing
        from cli.options.root import root
        from cli.screens.man_pages import man_pages

        writing.require_written()

        self._folder = tempfile.TemporaryDirectory()
        for name, page in man_pages(root).items():
            file = Path(self._folder.name) / name
            file.write_text(page, encoding="utf-8")
            build_data["shared_data"][str(file)] = f"share/man/man1/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take the pages away again: they are in the wheel."""
        if version == "standard":
            self._folder.cleanup()
