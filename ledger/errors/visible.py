r"""Text that a screen shows as it is: which characters no desk types and no file brings, and how they are shown.

A terminal obeys some of what it is sent: it moves the cursor, renames its window, fills the clipboard, turns the
direction of a line round. So what steers a screen, or cannot be seen on one, is refused wherever a text comes in; and
where one stands in a log all the same, it is shown as an escape.

    C0, DEL and C1          ESC, tab, line ends, NEL, CSI (U+009B), OSC (U+009D)      ECMA-48
    U+2028, U+2029          the separators of lines and paragraphs
    U+061C, U+200E–200F,    what turns the direction of writing round                 Unicode Annex 9; CVE-2021-42574
    U+202A–202E, 2066–2069
    U+00AD, U+200B–200D, …  what has no width: two names that look alike are one      Unicode Technical Standard 39
    U+115F, U+1160, U+2800, letters and symbols that are blank; selectors of how the
    U+3164, U+FFA0, …       character before is drawn, but for a suit's (phones       Default_Ignorable_Code_Point
                            type ♥ with one, and leave it when it is deleted)
    U+D800–DFFF             half a character: no UTF-8 holds one

The list is written out and not asked of the Unicode tables, which differ between versions of Python: what one desk may
write must not be refused by another.
"""

import re

_SELECTORS = "\ufe00-\ufe0f"  # they choose how the preceding character is drawn
_SUSPECT = (
    "\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
# searched first: without alternatives an expression takes a tenth of the time
_MAY_STEER = re.compile(f"[{_SUSPECT}{_SELECTORS}]")
_PRINTABLE = bytes(range(0x20, 0x7F))

_STEERING = re.compile(f"[{_SUSPECT}]|(?<![♠♥♦♣♤♡♢♧])[{_SELECTORS}]")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def is_plain(text: str) -> bool:
    r"""Return whether a screen shows a text as it is, in one line.

    >>> is_plain("Zoë Åberg – 5♥?"), is_plain("1NS\n2NS"), is_plain("\x9b2J"), is_plain("\u202eSN4")
    (True, False, False, False)
    """
    if text.isascii():
        return text.isprintable()
    seldom = text.encode("utf-8", "surrogatepass").translate(None, _PRINTABLE).decode("utf-8", "surrogatepass")
    return not (_MAY_STEER.search(seldom) and _STEERING.search(text))


def visible(text: str) -> str:
    r"""Return a text with an escape for each character that steers a screen or is invisible.

    >>> print(visible("1NS\n2NS\x1b]52;c;Zm9v\x07 \u202eabc"))
    1NS\n2NS\x1b]52;c;Zm9v\x07 \u202eabc
    """
    return text if is_plain(text) else _STEERING.sub(lambda match: _escape(match[0]), text)


def show_name(name: str) -> str:
    """Return a name for use in a sentence: an empty one as '' in quotes, one over 64 characters cut.

    >>> show_name("thursday"), show_name(""), len(show_name("x" * 100_000))
    ('thursday', "''", 65)
    """
    return name[:64] + "…" if len(name) > 64 else name or "''"


def _escape(letter: str) -> str:
    number = ord(letter)
    if number < 0x100:
        return _SHORT.get(letter) or f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def json_escaped(text: str) -> str:
    r"""Return JSON in which each character that steers a screen or is invisible is written as a JSON escape.

    >>> print(json_escaped('{"title": "a\u202eb"}'))
    {"title": "a\u202eb"}
    """
    return text if is_plain(text) else _STEERING.sub(lambda match: _json_escape(match[0]), text)


def _json_escape(letter: str) -> str:
    number = ord(letter)
    if number < 0x10000:
        return f"\\u{number:04x}"
    high, low = divmod(number - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
