"""Evidence files: the kind (by the first bytes, or as text), the size, and SHA-256 over the whole file.

A file is read twice, a part at a time: once to identify it, once to keep it. A change in between is refused.
"""

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ledger.bounds.files import EVIDENCE, EVIDENCE_PART
from ledger.digests import noting, of_parts
from ledger.errors import Misuse
from ledger.files import open_file
from ledger.subjects.calls.facts import MediaKind

_FIRST_BYTES: tuple[tuple[bytes, MediaKind], ...] = (
    (b"\xff\xd8\xff", "jpeg"),
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
    (b"%PDF-", "pdf"),
)

_HEIF = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
_MP4 = (b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"mp41", b"mp42", b"avc1", b"M4V ", b"dash")
# files older than brands (ISO/IEC 14496-12, ISO/IEC 23008-12; Apple, "QuickTime File Format")
_QUICKTIME = (b"moov", b"mdat", b"wide")
KNOWN = "a photo (JPEG, HEIC), a picture (PNG, WebP, GIF), a PDF, a video (MP4, MOV), or text in UTF-8"


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """A file to be filed as evidence: its kind, its size in bytes, and its SHA-256 as 64 hexadecimal digits."""

    path: Path
    kind: MediaKind
    size: int
    sha256: str

    def parts(self) -> Iterator[bytes]:
        """Yield the file's bytes in parts. Misuse (bad-file), after the last part, if the file has changed."""
        digests: list[str] = []
        try:
            with open_file(self.path) as file:
                yield from noting(_parts(file), digests.append)
        except OSError as error:
            raise _unreadable(self.path, error) from error
        if digests != [self.sha256]:
            changed = f"{self.path} was changed while it was read; nothing was recorded"
            raise Misuse("bad-file", changed, "wait until it is copied whole, then file it again")


def read_evidence(path: Path) -> EvidenceFile:
    """Read a file's kind, size and SHA-256. Misuse (no-such-file, bad-file, too-large): it cannot be evidence."""
    sizes, text = [0], _TextCheck()
    try:
        with open_file(path) as file:
            begins = file.read(16)
            file.seek(0)
            digest = of_parts(_counted(file, sizes, text))
    except FileNotFoundError:
        raise Misuse("no-such-file", f"{path} is not there", "`call evidence C-0001 FILE`") from None
    except OSError as error:
        raise _unreadable(path, error) from error
    if sizes[0] == 0:
        raise Misuse("bad-file", f"{path} is empty; nothing was recorded", "was it copied completely?")
    if sizes[0] > EVIDENCE.most:
        large = f"{path} is too large; nothing was recorded: {EVIDENCE}"
        raise Misuse("too-large", large, "a shorter video, a smaller photo; `help evidence`")
    kind = kind_of(begins) or ("text" if text.holds else None)
    if kind is None:
        raise Misuse("bad-file", f"{path} is no kind of file that can be evidence", f"{KNOWN}; `help evidence`")
    return EvidenceFile(path, kind, sizes[0], digest)


def kind_of(begins: bytes) -> MediaKind | None:
    """Return the kind of a file by its first 16 bytes; None for a text or an unknown kind."""
    for first, kind in _FIRST_BYTES:
        if begins.startswith(first):
            return kind
    if begins[:4] == b"RIFF" and begins[8:12] == b"WEBP":
        return "webp"
    if begins[4:8] in _QUICKTIME:
        return "mov"
    if begins[4:8] == b"ftyp":
        brand = begins[8:12]
        if brand in _HEIF:
            return "heic"
        return "mov" if brand == b"qt  " else "mp4" if brand in _MP4 or brand[:2] == b"3g" else None
    return None


class _TextCheck:
    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.holds = True

    def look(self, part: bytes, *, last: bool = False) -> None:
        if self.holds:
            try:
                self.holds = "\0" not in self._decoder.decode(part, last)
            except UnicodeDecodeError:
                self.holds = False


def _counted(file: BinaryIO, sizes: list[int], text: _TextCheck) -> Iterator[bytes]:
    """Yield the parts of a file, adding up their bytes in `sizes`; stop after the part that exceeds the bound."""
    for part in _parts(file):
        sizes[0] += len(part)
        text.look(part)
        yield part
        if sizes[0] > EVIDENCE.most:
            return
    text.look(b"", last=True)


def _parts(file: BinaryIO) -> Iterator[bytes]:
    while part := file.read(EVIDENCE_PART.most):
        yield part


def _unreadable(path: Path, error: OSError) -> Misuse:
    return Misuse("bad-file", f"{path} cannot be read: {error.strerror or error}", "is it a file, and may you read it?")
