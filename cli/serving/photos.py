"""Photos that devices send, to be filed as evidence; each device has one that waits."""

import secrets
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.errors import Misuse
from ledger.exchange.evidence import EvidenceFile, read_evidence


class Photos:
    """The last photo of each device, in a folder that is deleted at the end."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="bridge-ledger-")
        self._last: dict[str, EvidenceFile] = {}

    def keep(self, device: str, body: bytes) -> str:
        """Keep a photo in place of the device's last one, and return its digest; Misuse (bad-file): it is none."""
        path = Path(self._folder.name, secrets.token_hex())
        path.write_bytes(body)
        try:
            photo = read_evidence(path)
        except Misuse:
            photo = None
        if photo is None or photo.kind not in ("jpeg", "png", "webp", "heic"):
            path.unlink()
            raise Misuse("bad-file", "this is no photo", "a photo is JPEG, PNG, WebP or HEIC")
        self.drop(device)
        self._last[device] = photo
        return photo.sha256

    def of(self, device: str) -> EvidenceFile | None:
        """Return the photo of a device; None if none waits."""
        return self._last.get(device)

    def drop(self, device: str) -> None:
        """Delete the photo of a device, if one waits."""
        if last := self._last.pop(device, None):
            last.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Delete the folder."""
        self._folder.cleanup()
