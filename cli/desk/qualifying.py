"""Reading what is said of cuts and of what is carried forward, with what is known of the stages."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from cli.desk.desk import Desk
from cli.desk.tournaments import entrants
from ledger.commands import ChangeQualifiers, Placed, Qualify, RuleCarryForward, SayCarryForward, WithdrawEntrant
from ledger.errors import Misuse
from ledger.laws.carry_rules import CarryBy, CarryRules
from ledger.laws.rounding import read_decimal

if TYPE_CHECKING:
    from cli.commands.tournament.carrying import CarryOptions
    from cli.commands.tournament.qualifying import CutOptions
    from ledger.events.qualifying import Apart
    from ledger.overall.scores import TournamentScores


def cutting(
    desk: Desk, tournament: str, source: str, into: str, how: CutOptions, reason: str
) -> Qualify | ChangeQualifiers:
    """A cut; or, where one was made, what is to be different in it."""
    scores = desk.office.tournaments.scores(tournament)
    if how.instead or ((source, into) in scores.tournament.qualified.cuts and how.best is None):
        return _changing(scores, source, into, how, reason)
    if how.best is None and not how.also:
        raise Misuse("usage", "who goes on?", "--best 14, the best of the stage; or --also NAME --reason TEXT")
    from ledger.overall.qualifying import open_matters

    there = scores.tournament.stages.get(source)
    apart = how.apart or ("direction" if there and there.rules.winners == 2 else "")
    return Qualify(
        source,
        into,
        how.best or 0,
        apart,
        _labels(how.also),
        _labels(how.barred),
        how.despite,
        reason,
        _placed(scores, source, apart),
        open_matters(scores, source),
        scores.digest,
    )


def _changing(scores: TournamentScores, source: str, into: str, how: CutOptions, reason: str) -> ChangeQualifiers:
    """One change of a cut: OUT=IN, one more, or one fewer."""
    changes = [_exchange(each) for each in how.instead]
    changes += [("", each) for each in _labels(how.also)] + [(each, "") for each in _labels(how.barred)]
    if len(changes) != 1:
        raise Misuse("usage", "after a cut one is changed at a time", "--instead OUT=IN; --also NAME; or --not NAME")
    leaves, enters = changes[0]
    return ChangeQualifiers(source, into, leaves, enters, reason, _placed(scores, source))


def _exchange(text: str) -> tuple[str, str]:
    out, equals, in_ = (part.strip() for part in text.partition("="))
    if not (out and equals and in_):
        raise Misuse("bad-contestants", f"{text!r} does not say who for whom", "write 3=15: 15 instead of 3")
    return out, in_


def _labels(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each.label for text in texts for each in entrants(text, "", None))


def _placed(scores: TournamentScores, stage: str, apart: Apart = "") -> tuple[Placed, ...]:
    """The contestants of a stage as it stands; nobody where there is no such stage."""
    from ledger.overall.qualifying import placed
    from ledger.overall.standing import overall

    there = scores.tournament.stages.get(stage)
    return placed(overall(scores, there), apart) if there else ()


def carrying(
    way: tuple[str, str], regulation: CarryBy | Literal["nothing"], how: CarryOptions, reason: str
) -> RuleCarryForward:
    """By which regulation something is carried."""
    source, into = way
    if regulation == "nothing":
        return RuleCarryForward(source, into, None, reason)
    share = _share(how.share) if how.share else CarryRules(regulation).part
    figures = tuple(_number(each, "--figures") for each in how.figures.split(",")) if how.figures else ()
    top = _number(how.top, "--top") if how.top else None
    rules = CarryRules(regulation, share, figures, top, how.unit or CarryRules(regulation).unit)
    return RuleCarryForward(source, into, rules, reason)


def _share(text: str) -> Fraction:
    """A share: 1/2, 50%, 0.5."""
    numerator, slash, denominator = text.partition("/")
    try:
        if slash:
            return Fraction(int(numerator), int(denominator))
        share = read_decimal(text.removesuffix("%"))
    except (ValueError, ZeroDivisionError) as error:
        raise Misuse("usage", f"{text[:40]!r} is no share", "--share 1/2, 50%, or 0.5") from error
    return share / 100 if text.endswith("%") else share


def _number(text: str, option: str) -> Fraction:
    try:
        return read_decimal(text)
    except ValueError as error:
        raise Misuse("usage", f"{option}: {error}", "a number: 12, or 5.5") from error


def saying(
    desk: Desk, tournament: str, who: str, much: str, ways: tuple[str | None, str], reason: str
) -> SayCarryForward:
    """What a contestant carries, from the stage meant: the one named, or the only one it may come from."""
    scores = desk.office.tournaments.scores(tournament)
    source, into = ways
    if source is None:
        source = _the_source(scores, into)
    return SayCarryForward(source, into, who, _number(much, "AMOUNT"), reason, _placed(scores, source))


def _the_source(scores: TournamentScores, into: str) -> str:
    said = scores.tournament.qualified
    from_ = list(dict.fromkeys([*said.into(into), *said.sources(into)]))
    if len(from_) != 1:
        found = ", ".join(from_) or "none yet"
        raise Misuse("usage", f"from which stage does it go into {into}?", f"--from STAGE; said so far: {found}")
    return from_[0]


def withdrawing(
    desk: Desk, tournament: str, who: str, at: tuple[str | None, int], *, good_reason: bool, reason: str
) -> WithdrawEntrant:
    """Who leaves after a sitting of the stage named, or of the last one it has a score in."""
    scores = desk.office.tournaments.scores(tournament)
    stage, sitting = at
    field = {name: [each.entrant for each in _placed(scores, name)] for name in scores.tournament.stages}
    if stage is None:
        played = [name for name, playing in field.items() if who in playing]
        stage = played[-1] if played else next(iter(field), "")
    sat = _played(scores, stage, who)
    return WithdrawEntrant(who, stage, sitting, good_reason, reason, tuple(field.get(stage, ())), sat)


def _played(scores: TournamentScores, stage: str, who: str) -> tuple[int, ...]:
    """The sittings of a stage that one has a figure in."""
    from ledger.overall.standing import overall

    there = scores.tournament.stages.get(stage)
    rows = overall(scores, there).rows if there else ()
    return tuple(
        sorted({figure.of.sitting for row in rows if row.entrant == who for figure in row.figures if figure.boards})
    )
