"""What a wheel has that no repository keeps: the manual pages, made from the commands, and the bill of materials.

What Tab reads is kept in the repository; no wheel is built where it is not what the commands say.
"""

import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Made(BuildHookInterface[Any]):
    """`share/man/man1` of the wheel, and `sboms/` in its metadata; an installation for work on the program has none."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write both beside the build, and say where they belong."""
        if version != "standard":
            return
        sys.path[:0] = [self.root, str(Path(self.root) / ".ci")]
        from sbom import sbom

        from cli.completion import writing
        from cli.options.root import root
        from cli.screens.man_pages import man_pages

        writing.require_written()

        self._folder = tempfile.TemporaryDirectory()
        for name, page in man_pages(root).items():
            file = Path(self._folder.name) / name
            file.write_text(page, encoding="utf-8")
            build_data["shared_data"][str(file)] = f"share/man/man1/{name}"
        said = tomllib.loads((Path(self.root) / "pyproject.toml").read_text(encoding="utf-8"))
        bill = Path(self._folder.name) / "bridge-ledger.cdx.json"
        bill.write_text(
            sbom(said["project"], said["tool"]["bridge-ledger"]["licences"], self.metadata.version), encoding="utf-8"
        )
        build_data["sbom_files"].append(str(bill))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take them away again: they are in the wheel."""
        if version == "standard":
            self._folder.cleanup()
