"""What the events about evidence say: what a file is, how large, and whether it is here."""

from cli.words.event_text import event_text
from cli.words.language import Wording, number_text, say
from cli.words.vocabulary import because, counted
from ledger.facts.evidence import EvidenceFiled, EvidenceWithdrawn
from ledger.facts.free_text import is_gone

KINDS = Wording(
    {
        "jpeg": "photo (JPEG)",
        "png": "picture (PNG)",
        "webp": "picture (WebP)",
        "heic": "photo (HEIC)",
        "gif": "picture (GIF)",
        "pdf": "PDF",
        "mp4": "video (MP4)",
        "mov": "video (MOV)",
        "text": "text",
    }
)
"""What a file is, by its first bytes."""


@event_text.register
def _(event: EvidenceFiled) -> str:
    public = say(", public") if event.public else ""
    return say("%(case)s evidence: %(piece)s%(public)s", case=event.case, piece=piece_text(event), public=public)


def piece_text(filed: EvidenceFiled) -> str:
    """'photo (JPEG), 3.1 MB: the bidding cards'; of one that is gone also when it was erased."""
    said = what_text(filed, filed.file if is_gone(filed.file) else "")
    return f"{KINDS[filed.kind]}, {size_text(filed.size)}" + (f": {said}" if said else "")


def what_text(filed: EvidenceFiled, gone: str) -> str:
    """What a file is, in words, and why it is not here; once, where both were erased together."""
    return "; ".join(dict.fromkeys(each for each in (str(filed.what), str(gone)) if each))


def size_text(size: int) -> str:
    """How large a file is: '812 bytes', '41.2 kB', '3.1 MB', as a telephone tells it."""
    for unit, word in ((1_000_000, "MB"), (1_000, "kB")):
        if size >= unit:
            tenths = size * 10 // unit
            return f"{number_text(f'{tenths // 10}.{tenths % 10}')} {word}"
    return counted(size, "byte")


@event_text.register
def _(event: EvidenceWithdrawn) -> str:
    return say("%(case)s evidence withdrawn: #%(filed)s", case=event.case, filed=event.filed) + because(event.reason)
