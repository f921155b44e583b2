"""Reading the kinds of score a ruling or a decision gives: each has its notation and one reader."""

from collections.abc import Callable
from typing import NamedTuple

from cli.desk.notation import seat
from cli.desk.score_options import ScoreOptions
from ledger.bridge import AsPlayed, Declarer, Unreadable, parse_result
from ledger.bridge.as_typed import plain_letters
from ledger.errors import Misuse
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
)
from ledger.laws.rounding import read_decimal
from ledger.laws.weighting import Weighting, parse_weighting
from ledger.session import Session, TableBoard
from ledger.session.case_numbers import require_standing


class Read(NamedTuple):
    """A score as it was read, and what was taken from the table because it was not said; '' where nothing was."""

    score: Adjustment | None
    note: str = ""


def read(score: ScoreOptions, offender: str | None, table: Callable[[], TableBoard | None]) -> Read:
    """The one kind of score the options ask for, if any; an outcome in the strain that was played has its declarer.

    Raises Misuse (one-kind) where several are asked for, Unreadable (no-declarer) where the table does not say either.
    """
    try:
        return Read(adjustment(score, offender))
    except Unreadable as unreadable:
        played = table() if unreadable.code == "no-declarer" else None
        at_table = played and played.result and played.result.played
        if not at_table:
            raise
        try:
            found = adjustment(score, offender, AsPlayed(at_table.declarer, at_table.strain))
        except Unreadable as still:
            raise (unreadable if still.code == "no-declarer" else still) from None
        return Read(found, f"declarer {at_table.declarer.value}, as at the table")


def adjustment(
    score: ScoreOptions, offender: str | None = None, as_played: AsPlayed | None = None
) -> Adjustment | None:
    """The one kind of score the options ask for, None where they ask for none; two kinds are refused."""
    _check_company(score)
    asked = [kind for kind in _READERS if getattr(score, kind)]
    if len(asked) > 1:
        names = ", ".join(f"--{kind.replace('_', '-')}" for kind in asked)
        several = f"a ruling is of one kind, not of {len(asked)}: {names}"
        raise Misuse("one-kind", several, "give two rulings, or one of them")
    return _READERS[asked[0]](score, offender, seat(score.declarer) or as_played) if asked else None


def require_score(score: Adjustment | None) -> Adjustment:
    """The score that was asked for; Misuse where none was."""
    if score is None:
        kinds = " ".join(f"--{kind.replace('_', '-')}" for kind in _READERS)
        raise Misuse("one-kind", "which score?", f"one of {kinds}")
    return score


def offender_of(session: Session, case: str) -> str:
    """Who offended by a ruling as it is in force; refused where there is none of that name."""
    return session.in_force(require_standing(session, case)).offender


def table_of(session: Session, case: str) -> TableBoard | None:
    """The table's board a ruling, or an appeal against one, is about; None where there is none."""
    appeal = session.appeals.get(case)
    ruling = session.rulings.get(appeal.against if appeal else case)
    return session.boards[ruling.board].get(ruling.seating) if ruling else None


def weighted(text: str, declarer: Declarer = None) -> Adjustment:
    """A weighting; of one outcome, it is an assigned score."""
    weighting = parse_weighting(text, declarer)
    return Weighted(weighting) if len(weighting) > 1 else Assigned(weighting[0].result)


def _check_company(score: ScoreOptions) -> None:
    """Misuse where an option is given that says more of another, without that."""
    if score.field and not score.awarded:
        raise Misuse("usage", "--field goes with --awarded", "--awarded 23/11 --field out")
    if score.unless and not score.artificial:
        raise Misuse("usage", "--unless goes with --artificial", '--artificial A+/A- --unless "4SN="')


def _assigned(score: ScoreOptions, _offender: str | None, declarer: Declarer) -> Assigned:
    return Assigned(parse_result(score.result or "", declarer))


def _weighted(score: ScoreOptions, _offender: str | None, declarer: Declarer) -> Adjustment:
    return weighted(score.weighted or "", declarer)


def _split(score: ScoreOptions, _offender: str | None, declarer: Declarer) -> Split:
    wrong = Unreadable(
        "bad-split",
        "a split score names both sides, each with a result or a weighting",
        text=score.split or "",
        hint='write "NS: 4SN=; EW: 60% 4SN=, 40% 4SN-1"',
    )
    return Split(*_parts(score.split or "", ("NS", "EW"), declarer, wrong))


def _self_inflicted(score: ScoreOptions, offender: str | None, declarer: Declarer) -> SelfInflicted:
    text = score.self_inflicted or ""
    wrong = Unreadable(
        "bad-self-inflicted",
        "B and C are each a result or a weighting",
        text=text,
        hint='write "B: 4SN=; C: 60% 5HE-1, 40% 5HE-2"',
    )
    parts = _parts(text, ("B", "C"), declarer, wrong)
    if offender not in ("NS", "EW"):
        raise Misuse(
            "no-offender", "who offended?", "--offender NS or EW: the other side's damage is partly its own doing"
        )
    return SelfInflicted("EW" if offender == "NS" else "NS", *parts)


def _parts(text: str, names: tuple[str, str], declarer: Declarer, wrong: Unreadable) -> tuple[Weighting, Weighting]:
    """'NS: …; EW: …' or 'B: …; C: …', each a result or a weighting, in the order of the names."""
    if text.count(";") != 1:
        raise wrong
    found = {}
    for piece in text.split(";"):
        name, colon, stated = piece.partition(":")
        if colon and name.strip().upper() in names and stated.strip():
            found[name.strip().upper()] = parse_weighting(stated.strip(), declarer)
    if len(found) != len(names):
        raise wrong
    return found[names[0]], found[names[1]]


def _artificial(score: ScoreOptions, _offender: str | None, declarer: Declarer) -> Artificial:
    text = plain_letters(score.artificial or "")
    ns, slash, ew = text.partition("/")
    if not slash:
        raise _unreadable(
            "bad-artificial",
            f"{text!r} names one side only",
            text,
            "write NS/EW: A+/A-, A/A, 60/40; for a contestant alone A+/- or -/A+",
        )
    unless = parse_weighting(score.unless, declarer) if score.unless else ()
    return Artificial(Grade(ns), Grade(ew), unless)


def _awarded(score: ScoreOptions, _offender: str | None, _declarer: Declarer) -> Awarded:
    text = (score.awarded or "").replace(",", ".")
    ns, _slash, ew = text.partition("/")
    try:
        return Awarded(read_decimal(ns), read_decimal(ew), score.field or "keep")
    except ValueError:
        wrong = f"{text!r} is not a score for each side"
        raise _unreadable("bad-awarded", wrong, text, "write NS/EW: 23/11, or 20.5/19.5") from None


def _unreadable(code: str, message: str, text: str, hint: str) -> Unreadable:
    return Unreadable(code, message, text=text, marks=((0, len(text)),), hint=hint)


def _claim(score: ScoreOptions, _offender: str | None, declarer: Declarer) -> Claim:
    return Claim(parse_result(score.claim or "", declarer))


def _stands(_score: ScoreOptions, _offender: str | None, _declarer: Declarer) -> Stands:
    return Stands()


_READERS: dict[str, Callable[[ScoreOptions, str | None, Declarer], Adjustment]] = {
    "result": _assigned,
    "weighted": _weighted,
    "split": _split,
    "artificial": _artificial,
    "awarded": _awarded,
    "self_inflicted": _self_inflicted,
    "claim": _claim,
    "stands": _stands,
}
