"""Parsing of the kinds of score that a ruling or a decision gives."""

from __future__ import annotations

from typing import Any, Literal

from cli.options.addresses import side_named
from ledger.bridge import Declarer, Unreadable, parse_result
from ledger.bridge.notation import plain_letters
from ledger.errors import Misuse
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    Rectified,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    Weighting,
    parse_weighting,
)
from ledger.laws.rounding import read_decimal


def parse_score(
    kind: str,
    text: Any,
    offender: str | None,
    declarer: Declarer,
    *,
    unless: str | None = None,
    field: Literal["keep", "out"] = "keep",
) -> Adjustment:
    """Parse a score of a `kind` (the name of its option); `declarer` completes results that name no declarer."""
    match kind:
        case "result":
            return Assigned(parse_result(text, declarer))
        case "transfer":
            return Rectified(text)
        case "weighted":
            return parse_weighted(text, declarer)
        case "split":
            wrong = "a split score names both sides, each with a result or a weighting"
            hint = 'write "NS: 4SN=; EW: 60% 4SN=, 40% 4SN-1"'
            return Split(*_parts(text, ("NS", "EW"), declarer, Unreadable("bad-split", wrong, text=text, hint=hint)))
        case "artificial":
            text = plain_letters(text)
            ns, slash, ew = text.partition("/")
            if not slash:
                hint = "write NS/EW: A+/A-, A/A, 60/40; for a contestant alone A+/- or -/A+"
                raise _unreadable("bad-artificial", f"{text!r} names one side only", text, hint)
            return Artificial(Grade(ns), Grade(ew), parse_weighting(unless, declarer) if unless else ())
        case "awarded":
            ns, _, ew = text.replace(",", ".").partition("/")
            try:
                return Awarded(read_decimal(ns), read_decimal(ew), field)
            except ValueError:
                wrong = f"{text!r} is not a score for each side"
                raise _unreadable("bad-awarded", wrong, text, "write NS/EW: 23/11, or 20.5/19.5") from None
        case "self_inflicted":
            wrong = "B and C are each a result or a weighting"
            hint = 'write "B: 4SN=; C: 60% 5HE-1, 40% 5HE-2"'
            parts = _parts(text, ("B", "C"), declarer, Unreadable("bad-self-inflicted", wrong, text=text, hint=hint))
            if offender not in ("NS", "EW"):
                hint = "--offender NS or EW: the other side's damage is partly its own doing"
                raise Misuse("no-offender", "who offended?", hint)
            return SelfInflicted("EW" if offender == "NS" else "NS", *parts)
        case "claim":
            return Claim(parse_result(text, declarer))
    return Stands()


def parse_weighted(text: str, declarer: Declarer = None) -> Adjustment:
    """Parse a weighted score; a single result without a weight becomes an assigned score."""
    weighting = parse_weighting(text, declarer)
    return Weighted(weighting) if len(weighting) > 1 else Assigned(weighting[0].result)


def _parts(text: str, names: tuple[str, str], declarer: Declarer, wrong: Unreadable) -> tuple[Weighting, Weighting]:
    """Parse a score of two parts, 'NS: …; EW: …' or 'B: …; C: …'; return the parts in the order of `names`."""
    if text.count(";") != 1:
        raise wrong
    weightings = {}
    for piece in text.split(";"):
        label, colon, stated = piece.partition(":")
        name = label.strip().upper()
        name = name if name in names else side_named(label) or name
        if colon and name in names and stated.strip():
            weightings[name] = parse_weighting(stated.strip(), declarer)
    if len(weightings) != len(names):
        raise wrong
    return weightings[names[0]], weightings[names[1]]


def _unreadable(code: str, message: str, text: str, hint: str) -> Unreadable:
    return Unreadable(code, message, text=text, marks=((0, len(text)),), hint=hint)
