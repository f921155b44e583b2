"""What a wheel has that no repository keeps: the bill of materials."""

import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Made(BuildHookInterface[Any]):
    """`sboms/` in the metadata of the wheel; an installation for work on the program has none."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write it beside the build, and say where it belongs."""
        if version != "standard":
            return
        sys.path[:0] = [self.root, str(Path(self.root) / ".ci")]
        from sbom import sbom

        self._folder = tempfile.TemporaryDirectory()
        said = tomllib.loads((Path(self.root) / "pyproject.toml").read_text(encoding="utf-8"))
        bill = Path(self._folder.name) / "bridge-ledger.cdx.json"
        bill.write_text(
            sbom(said["project"], said["tool"]["bridge-ledger"]["licences"], self.metadata.version), encoding="utf-8"
        )
        build_data["sbom_files"].append(str(bill))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take it away again: it is in the wheel."""
        if version == "standard":
            self._folder.cleanup()
