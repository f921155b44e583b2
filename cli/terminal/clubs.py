"""The club that publishes the pages and files: name, number, address, colour and logo, read from its file."""

import os
import re
import tomllib
from base64 import b64encode
from pathlib import Path
from typing import NamedTuple

from ledger.bounds.files import CLUB, LOGO
from ledger.errors import Misuse
from ledger.errors.visible import unfit
from ledger.files import read_file, require_no_login


class ClubFile(NamedTuple):
    """The facts in a club's file, '' for a missing one; `logo` is a data: URL.

    For the federation: `number` is the club's number there, `event` the code of its events, `charge` their charge,
    `scale` the scale of their master points. `keep_days`: for how many days names and texts about people are kept.

    `viewer`: the address of a viewer of hands, with {n}, {e}, {s}, {w} or {deal} for the cards; "none": no such link.

    `colour` is the background of the club's name at the head of every page, `ink` the text on it: black or white.
    """

    name: str = ""
    number: str = ""
    event: str = ""
    charge: str = ""
    scale: str = ""
    keep_days: str = ""
    url: str = ""
    colour: str = ""
    ink: str = ""
    logo: str = ""
    viewer: str = ""


NO_CLUB = ClubFile()

_EXAMPLE = 'name = "Acol Bridge Club", number = "4680", url = "https://acol.example.org", keep_days = "730"'
_KEYS = ("name", "number", "event", "charge", "scale", "keep_days", "url", "colour", "logo", "viewer")
_FORMS = {
    "number": (re.compile(r"[A-Za-z0-9][A-Za-z0-9./-]{0,19}"), "is no number of a club"),
    "event": (re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,39}"), "is no code of an event"),
    "keep_days": (re.compile(r"[1-9][0-9]{0,4}"), "is no number of days"),
    "charge": (re.compile(r"[0-9]{1,4}(\.[0-9]{1,2})?"), "is no charge: a number"),
}
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_IMAGE_KINDS = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"<svg": "svg+xml", b"<?xml": "svg+xml"}


def read_club(path: Path | None) -> ClubFile:
    """Read a club's file; return NO_CLUB without a path. Misuse (bad-file, no-such-file) if it cannot be read."""
    if path is None:
        return NO_CLUB
    try:
        values: dict[str, object] = tomllib.loads(_read_limited(path).decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _bad_club_file(path, f"it is no TOML: {error}") from None
    if unknown := [key for key in values if key not in _KEYS]:
        raise _bad_club_file(path, f"{unknown[0][:60]!r} is no key of a club's file; its keys are {', '.join(_KEYS)}")
    if numbers := [key for key, value in values.items() if not isinstance(value, str) and key != "keep_days"]:
        raise _bad_club_file(path, f"{numbers[0]} is no text: put it between quotation marks")
    texts = {key: str(value).strip() for key, value in values.items()}
    for key, text in texts.items():
        if why := unfit(text) or (f"it is longer than {CLUB.most} characters" if len(text) > CLUB.most else ""):
            raise _bad_club_file(path, f"{key}: {why}")
    for key, (form, why) in _FORMS.items():
        if texts.get(key) and not form.fullmatch(texts[key]):
            raise _bad_club_file(path, f"{key} {texts[key]!r} {why}")
    if texts.get("url") and not texts["url"].startswith(("https://", "http://")):
        raise _bad_club_file(path, "url is no address: it begins with https://")
    require_no_login(texts.get("url", ""))
    if texts.get("viewer", "none") != "none" and not texts["viewer"].startswith(("https://", "http://")):
        raise _bad_club_file(
            path, 'viewer is no address of a viewer of hands, "https://…?n={n}&e={e}&s={s}&w={w}", or "none"'
        )
    if texts.get("colour") and not _COLOUR.fullmatch(texts["colour"]):
        raise _bad_club_file(path, f"{texts['colour']!r} is no colour: # and six digits")
    ink = _ink(texts["colour"]) if texts.get("colour") else ""
    logo = _data_url(path, path.parent / texts["logo"]) if texts.get("logo") else ""
    return ClubFile(**(texts | {"logo": logo}), ink=ink)


def keep_days() -> int:
    """Return for how many days texts are kept, by the file in BRIDGE_LEDGER_CLUB; 0 if it does not say."""
    named = os.environ.get("BRIDGE_LEDGER_CLUB")
    return int(read_club(Path(named) if named else None).keep_days or 0)


def event_code(text: str) -> str:
    """Check the federation's code for an event and return it; Misuse (usage) if it is not well-formed."""
    form, why = _FORMS["event"]
    if text and not form.fullmatch(text.strip()):
        raise Misuse("usage", f"{text!r} {why}", "letters, digits, dots and dashes: --event 3228")
    return text.strip()


def _read_limited(path: Path, named: str = "the club's file") -> bytes:
    try:
        return read_file(path, LOGO)
    except OSError as error:
        why = f"{named} {path} cannot be read: {error.strerror}"
        raise Misuse("no-such-file", why, "correct --club, or BRIDGE_LEDGER_CLUB") from None


def _data_url(club: Path, path: Path) -> str:
    content = _read_limited(path, "the logo")
    kind = next((kind for start, kind in _IMAGE_KINDS.items() if content.lstrip().startswith(start)), None)
    if kind is None:
        raise _bad_club_file(club, f"{path} is no PNG, JPEG or SVG")
    return f"data:image/{kind};base64,{b64encode(content).decode()}"


def _ink(colour: str) -> str:
    """Return black or white as the colour of text on a background, with a contrast of at least 4.5 (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    linear = [(each / 255 / 12.92) if each <= 10 else ((each / 255 + 0.055) / 1.055) ** 2.4 for each in parts]
    luminance = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return "#000000" if luminance > 0.179 else "#ffffff"


def _bad_club_file(path: Path, message: str) -> Misuse:
    return Misuse("bad-file", f"{path}: {message}", _EXAMPLE)
