"""Notation as people type it: results, cards and weightings in plain letters, and the error for text that is
unreadable.

Full-width letters, typographic dashes, × and * for a double, suits as symbols or words, seats in full, and the letter O
for a nought each have one meaning, and are read with that meaning.
"""

import re
from unicodedata import normalize


class Unreadable(ValueError):
    """The error for a text that is not in the office's notation.

    `code` is stable and listed by `help errors`; `text` is the text typed; `marks` are its wrong parts, as (start,
    end); `hint` says what to type instead.
    """

    def __init__(
        self, code: str, message: str, *, text: str = "", marks: tuple[tuple[int, int], ...] = (), hint: str = ""
    ) -> None:
        assert message, f"{code}: an error needs a message"
        super().__init__(message)
        self.code = code
        self.message = message
        self.text = text
        self.marks = marks
        self.hint = hint


_SIGNS = str.maketrans(
    dict(zip("♣♦♥♠♧♢♡♤", "CDHSCDHS", strict=True))
    | dict.fromkeys("‐‑‒–—―−", "-")
    | dict.fromkeys("×✕*", "X")
    | {"⁄": "/", "\ufe0e": "", "\ufe0f": ""}
)

_WORDS = tuple(
    (re.compile(pattern), letters)
    for pattern, letters in (
        (r"SPADES(?!OUTH)|SPADE", "S"),
        (r"HEARTS(?!OUTH)|HEART", "H"),
        (r"DIAMONDS(?!OUTH)|DIAMOND", "D"),
        (r"CLUBS(?!OUTH)|CLUB", "C"),
        (r"NO-?TRUMPS(?!OUTH)|NO-?TRUMP", "NT"),
        (r"REDOUBLED|REDBL", "XX"),
        (r"DOUBLED|DBL", "X"),
        (r"(?<=[CDHSNTX])(?:BY)?([NESW])(?:ORTH|AST|OUTH|EST)", r"\1"),
        (r"(?<=[CDHSNTX])BY(?=[NESW])", ""),
        (r"(?:JUST)?(?:MADE|MAKING|MAKES)$", "="),
        (r"DOWN([0-9]{1,2})$", r"-\1"),
        (r"([0-9]{1,2})DOWN$", r"-\1"),
        (r"(?<=[0-9])O(?=[0-9%T]|$)", "0"),
    )
)

_OUTCOME = r"(?:=|[+-][0-9]{1,2}|[0-9]{1,2}TRICKS?)"

# the double typed after declarer, 4HNX=, goes before: 4HXN=
_DOUBLED_LATE = re.compile(rf"([0-9][CDHS]|[0-9]NT?)([NESW])(X{{1,2}})({_OUTCOME})")

_STUTTER = re.compile(r"={2,}$")


def plain_letters(text: str) -> str:
    """Return a text with full-width letters, symbols and dashes as plain ones.

    >>> plain_letters("４♠×N–1")
    '4SXN-1'
    """
    return normalize("NFKC", text.translate(_SIGNS)).translate(_SIGNS)


def tidy_result(text: str) -> str:
    """Return a typed result in capitals and standard letters, without blanks, whether or not it is a valid result.

    >>> tidy_result("4 spades doubled by North down 1"), tidy_result("4HNX="), tidy_result("4SN 1o tricks")
    ('4SXN-1', '4HXN=', '4SN10TRICKS')
    """
    tidy = "".join(plain_letters(text).upper().replace(",", " ").split())
    for pattern, letters in _WORDS:
        tidy = pattern.sub(letters, tidy)
    tidy = _STUTTER.sub("=", tidy)
    if match := _DOUBLED_LATE.fullmatch(tidy):
        contract, seat, doubled, outcome = match.groups()
        return f"{contract}{doubled}{seat}{outcome}"
    return tidy


def near(tidy: str) -> str:
    """Return a hint for a text that lacks little to be a result; '' for any other text.

    >>> near("4SN"), near("620"), near("3NT")
    ('how did it end? 4SN=, 4SN+1, 4SN-1', 'whose score? +620 for North–South, -620 for East–West', \
'who declares, and how did it end? 3NTN=, 3NTN+1, 3NTN-1')
    """
    if re.fullmatch(r"[1-9][0-9]{1,3}", tidy):
        return f"whose score? +{tidy} for North–South, -{tidy} for East–West"
    if re.fullmatch(r"[089](?:NT|[CDHSN]).*", tidy):
        return "levels go from 1 to 7: 3NTE+1"
    if turned := re.fullmatch(rf"([NESW])([1-7](?:NT|[CDHSN])X{{0,2}})({_OUTCOME})", tidy):
        return f"the contract first: {turned[2]}{turned[1]}{turned[3]}"
    match = re.fullmatch(r"([1-7](?:NT|[CDHSN])X{0,2})([NESW]?)([NESW]*)([0-9]{0,2})(.*)", tidy)
    if not match:
        return ""
    contract, seat, more, digits, ending = match.groups()
    stem = contract + (seat or "N")
    if more and not ending:
        return f"one seat declares: {stem}{digits or '='}"
    if digits and not ending:
        tricks = int(digits)
        if 7 <= tricks <= 13:
            margin = tricks - int(contract[0]) - 6
            return f"{tricks} tricks are {stem}{f'{margin:+d}' if margin else '='}"
        return f"{stem}+{tricks}, or {stem}-{tricks}?"
    question = "how did it end?" if seat else "who declares, and how did it end?"
    return f"{question} {stem}=, {stem}+1, {stem}-1"
