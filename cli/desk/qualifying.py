"""Reading what is said of cuts and of what is carried forward."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from cli.desk.desk import Desk
from cli.desk.tournaments import entrants, number
from ledger.errors import Misuse
from ledger.facts import ChangeQualifiers, Qualify, RuleCarryForward
from ledger.laws.rounding import read_fraction
from ledger.laws.stage_rules import CarryBy, CarryRules

if TYPE_CHECKING:
    from cli.options.tournaments import CarryOptions, CutOptions


def cutting(
    desk: Desk, tournament: str, source: str, into: str, how: CutOptions, reason: str
) -> Qualify | ChangeQualifiers:
    """A cut; or, where one was made, what is to be different in it."""
    cuts = desk.office.tournaments.stream(tournament).qualified.cuts
    if how.instead or ((source, into) in cuts and how.best is None):
        return _changing(source, into, how, reason)
    if how.best is None and not how.also:
        raise Misuse("usage", "who goes on?", "--best 14, the best of the stage; or --also NAME --reason TEXT")
    also, barred = _labels(how.also), _labels(how.barred)
    return Qualify(source, into, how.best or 0, how.apart or "", also, barred, how.despite, reason)


def _changing(source: str, into: str, how: CutOptions, reason: str) -> ChangeQualifiers:
    """One change of a cut: OUT=IN, one more, or one fewer."""
    changes = [_exchange(each) for each in how.instead]
    changes += [("", each) for each in _labels(how.also)] + [(each, "") for each in _labels(how.barred)]
    if len(changes) != 1:
        raise Misuse("usage", "after a cut one is changed at a time", "--instead OUT=IN; --also NAME; or --not NAME")
    leaves, enters = changes[0]
    return ChangeQualifiers(source, into, leaves, enters, reason)


def _exchange(text: str) -> tuple[str, str]:
    out, equals, in_ = (part.strip() for part in text.partition("="))
    if not (out and equals and in_):
        raise Misuse("bad-contestants", f"{text!r} does not say who for whom", "write 3=15: 15 instead of 3")
    return out, in_


def _labels(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each.label for text in texts for each in entrants(text, "", None))


def carrying(
    way: tuple[str, str], regulation: CarryBy | Literal["nothing"], how: CarryOptions, reason: str
) -> RuleCarryForward:
    """By which regulation something is carried."""
    source, into = way
    if regulation == "nothing":
        return RuleCarryForward(source, into, None, reason)
    share = _share(how.share) if how.share else None
    figures = tuple(number(each, "--figures") for each in how.figures.split(",")) if how.figures else ()
    top = number(how.top, "--top") if how.top else None
    rules = CarryRules(regulation, share, figures, top, how.unit or CarryRules(regulation).unit)
    return RuleCarryForward(source, into, rules, reason)


def _share(text: str) -> Fraction:
    """A share: 1/2, 50%, 0.5."""
    try:
        share = read_fraction(text.removesuffix("%"))
    except ValueError as error:
        raise Misuse("usage", f"{text[:40]!r} is no share", "--share 1/2, 50%, or 0.5") from error
    return share / 100 if text.endswith("%") else share
