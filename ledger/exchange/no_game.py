"""What is told of a .json that is of none of the kinds that are read."""

import json
import re
from pathlib import Path

from ledger.errors import Misuse

_KINDS = (
    "a club game of the ACBL (sessions, each with sections, each with boards), or what a Bridgemate Data Connector "
    "sent (messages with SectionLetters)"
)
_KIND = re.compile(r"Expected `([a-z |]+)`, got `([a-z]+)`(?: - at `\$?\.?(.*)`)?")
_LONGEST_PLACE = 60
_CALLED = {"array": "a list", "object": "an object", "str": "a text", "int": "a number", "float": "a number"}


def no_game(path: Path, content: bytes, why: str) -> Misuse:
    """Why a .json is no game; `why`: what msgspec says of it."""
    ours = _of_our_own(content)
    if ours == "companion/1":
        told, hint = "it is the companion of an exported file", "import that file, with this one beside it"
    elif ours:
        told, hint = f"it is a list of this ledger's own ({ours})", "`export FILE.zip` writes what restores a session"
    else:
        told, hint = _told(content, why), _KINDS
    return Misuse("bad-file", f"{path} is no JSON with results: {told}", hint)


def _of_our_own(content: bytes) -> str:
    """What a ledger calls what it wrote itself; '' for what others wrote."""
    try:
        said = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    schema = said.get("schema") if isinstance(said, dict) else None
    return schema if isinstance(schema, str) and re.fullmatch(r"[a-z-]{1,40}/[0-9]{1,3}", schema) else ""


def _told(content: bytes, why: str) -> str:
    if not content.strip():
        return "it is empty"
    if "truncated" in why:
        return "it breaks off"
    if "missing required field" in why:
        return "it has no sessions"
    if wrong := _KIND.search(why):
        wanted, got, at = wrong.groups()
        return f"{at[:_LONGEST_PLACE] if at else 'it'} is {_words(got)}, not {_words(wanted)}"
    return why


def _words(types: str) -> str:
    return " or ".join(_CALLED.get(each, each) for each in types.split(" | "))
