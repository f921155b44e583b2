"""What is filed as evidence with a call: a scan of a form, a photo of bidding cards, a video, the log of a device; and
the same in the imperative.
"""

from typing import Literal

from msgspec import Struct

from ledger.bounds.types import EventNumber, EvidenceBytes
from ledger.facts.fact import DIRECTORS, Fact, Kind
from ledger.facts.free_text import FreeText

MediaKind = Literal["jpeg", "png", "webp", "heic", "gif", "pdf", "mp4", "mov", "text"]
"""What a file is by its first bytes, whatever its name says."""


class EvidenceFiled(Fact, frozen=True):
    """A file was filed with a call: of which kind, of how many bytes, and what it is, in a few words.

    `file` is SHA-256 over its bytes, in 64 digits: a text beside the log, as the bytes are, and what is committed to.
    The file's own name is nowhere: it may be somebody's. Only what is `public` is told outside of the office.
    """

    case: str
    kind: MediaKind
    size: EvidenceBytes
    file: FreeText
    what: FreeText = ""
    public: bool = False


class EvidenceWithdrawn(Fact, frozen=True):
    """What was filed by an event is no evidence of the case: another file was meant, or another call.

    The bytes stay until they are erased. `public`: whether it had been told outside of the office.
    """

    case: str
    filed: EventNumber
    reason: FreeText = ""
    public: bool = False


class FileEvidence(Struct, frozen=True):
    """File evidence with a call; the bytes are handed to the office beside it."""

    case: str
    kind: MediaKind
    size: int
    file: str
    what: str = ""
    public: bool = False


EvidenceCommand = FileEvidence


KINDS = (
    Kind(EvidenceFiled, "evidence-filed", DIRECTORS, undone_by=EvidenceWithdrawn),
    Kind(EvidenceWithdrawn, "evidence-withdrawn", DIRECTORS),
)
