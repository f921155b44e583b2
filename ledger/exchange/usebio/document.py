"""The XML of a USEBIO file: read without entities and without its DTD, of a size such a file can have."""

import re
from datetime import date
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from ledger.errors import Misuse
from ledger.exchange.sheet import read_bytes, shortened
from ledger.files import MIB

_LONGEST, _MOST_TAGS = 16 * MIB, 600_000
"""Of a file: 750 tables of 24 boards, with the deals, are 7 MiB and 400,000 tags."""


def read_root(path: Path) -> Element:
    """The root of a USEBIO file; Misuse (bad-file) where it is none."""
    data = read_bytes(path, _LONGEST)
    if data.count(b"<") > _MOST_TAGS:
        more = f"{path} has more than {_MOST_TAGS} tags, as no result file has"
        raise Misuse("bad-file", more, "is it the file you meant?")
    try:
        root: Element = fromstring(_decoded(data))
    except ParseError as error:
        raise Misuse(
            "bad-file", f"{path} is no complete XML file: {error}", "export it again; was the copy cut short?"
        ) from error
    except DefusedXmlException as error:
        raise Misuse(
            "bad-file",
            f"{path} defines XML entities, which result files have no need of",
            "export it again from the scoring program",
        ) from error
    except (LookupError, ValueError) as error:
        raise Misuse("bad-file", f"{path} names an encoding that is not known: {error}", "save it as UTF-8") from error
    return root


def the_event(path: Path, root: Element) -> Element:
    """The one event of a file; Misuse (bad-file) where it holds none, or several."""
    events = root.findall("EVENT") if root.tag == "USEBIO" else []
    if len(events) > 1:
        raise Misuse("bad-file", f"{path} holds {len(events)} events", "export one file an event")
    if not events:
        raise Misuse(
            "bad-file",
            f"{path} is XML, but no USEBIO event (its root is {shortened(root.tag)!r})",
            "export it as USEBIO, or make a CSV",
        )
    return events[0]


def _decoded(data: bytes) -> bytes | str:
    """Bytes that say no encoding and are no UTF-8 are ISO 8859-1, as older programs write."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"encoding" in data[:200].partition(b"?>")[0]:
        return data
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")
    return data


def text_of(element: Element, *tags: str) -> str:
    """The text of the first of these tags that has one; '' where none has."""
    return next((text for tag in tags if (text := (element.findtext(tag) or "").strip())), "")


def iso_date(text: str) -> str | None:
    """A day as files write it, 05/03/2026 or 2026-03-05, as the latter; None where it is none."""
    day = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})", text)
    try:
        return date(int(day[3]), int(day[2]), int(day[1])).isoformat() if day else date.fromisoformat(text).isoformat()
    except ValueError:
        return None
