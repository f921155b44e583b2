"""Reading what is typed: a table, a result, a Law, what reopens a board, what players said; and the kinds of score.

A ruling or a decision gives a score; each kind has its notation and one reader.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from cli.options.addresses import Address
from cli.options.declared import ReallyOptions, ReopeningOptions, ScoreOptions, SeatsOptions
from cli.terminal.settings import check_text
from ledger.bridge import AsPlayed, Declarer, Result, Seat, Unreadable, parse_card, parse_result
from ledger.bridge.notation import plain_letters
from ledger.errors import Misuse
from ledger.facts import Reopening, Where
from ledger.facts.polls import PollAnswer
from ledger.labels import TABLE
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
    Weighting,
    parse_weighting,
)
from ledger.laws.citation import parse_law
from ledger.laws.rounding import read_decimal
from ledger.session import Session, TableBoard
from ledger.session.case_numbers import require_case


def parse_laws(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Citations of the Laws, each once."""
    return tuple(dict.fromkeys(parse_law(law) for text in texts for law in text.split(",")))


def seat(text: str | None) -> Seat | None:
    """A declarer given by --declarer."""
    return Seat(text.upper()) if text else None


def match_scores(text: str) -> tuple[Fraction, Fraction]:
    """What two have in a match, '34:20', '14.5 : 5.5'. Misuse (usage)."""
    one, colon, two = text.partition(":")
    try:
        scores = read_decimal(one.strip()), read_decimal(two.strip())
    except ValueError:
        colon = ""
    if not colon:
        raise Misuse("usage", f"{text[:40]!r} is no result of a match", "34:20, or 14.5:5.5")
    return scores


def where(board: Address, seats: SeatsOptions, *, switched: bool = False) -> Where:
    """A table's play of a board, from the positional and the options."""
    if seats.table and board.table and seats.table != board.table:
        raise Misuse("bad-table", f"table {board.table} or table {seats.table}?", "give the table once")
    table, words = board.table, board.words
    if table is not None and not TABLE.fullmatch(table):
        words = (table, *words)
        table = None
    for word in words:
        check_text("the board", word)
    seated = _label(seats.ns), _label(seats.ew)
    return Where(board.board, _table(seats.table) or table, *seated, seats.round, switched, words)


def really_where(board: int, seats: ReallyOptions) -> Where | None:
    """What was recorded wrongly of a table's seats, as it was; None where nothing is said of them."""
    said = Where(
        board, _table(seats.now_table), _label(seats.now_ns), _label(seats.now_ew), seats.now_round, seats.switched
    )
    if seats.swapped and (said.ns or said.ew):
        raise Misuse("usage", "--swapped says who sat where already", "leave --now-ns and --now-ew out, or --swapped")
    named = said.ns or said.ew or said.table
    if (seats.exchange or seats.switched) and not named:
        flag = "--exchange" if seats.exchange else "--switched"
        raise Misuse("usage", f"{flag} goes with who sat there", "--now-ns, --now-ew or --now-table")
    return said if named or said.round or seats.swapped else None


def _table(text: str | None) -> str | None:
    if text and not TABLE.fullmatch(text):
        raise Misuse("bad-table", f"{text[:30]!r} is no name for a table", "a number, or a short name: 1, A3, open")
    return text


def _label(text: str | None) -> str | None:
    return text.strip() if text else None


def reopening(late: ReopeningOptions) -> Reopening | None:
    """What the options for late changes say; None where nothing is to be reopened."""
    if late.reopen:
        return Reopening(late.reopen, late.authority or "", late.beyond_doubt)
    if late.authority or late.beyond_doubt:
        raise Misuse("usage", "--authority and --beyond-doubt go with --reopen", "--reopen 79C2 --authority WHO")
    return None


def parse_weights(text: str) -> tuple[Fraction, Fraction]:
    """From which weight to which: '60%' is that or more. Misuse (usage).

    >>> parse_weights("60%"), parse_weights("1/3-50%")
    ((Fraction(3, 5), Fraction(1, 1)), (Fraction(1, 3), Fraction(1, 2)))
    """
    one, _, two = text.replace("–", "-").partition("-")
    try:
        weights = _read_weight(one), _read_weight(two) if two else Fraction(1)
    except (ValueError, ZeroDivisionError):
        raise Misuse("usage", f"{text[:40]!r} are no weights", "--weight 60%, or --weight 60%-75%") from None
    if not 0 <= weights[0] <= weights[1] <= 1:
        raise Misuse("usage", f"no weight is {text[:40]}", "up to 100%: --weight 60%, or --weight 60%-75%")
    return weights


def _read_weight(text: str) -> Fraction:
    tidy = text.strip()
    return Fraction(tidy[:-1]) / 100 if tidy.endswith("%") else Fraction(tidy)


def require_text(what: str, text: str, hint: str = "say it in a few words") -> str:
    """A text that says something, without the blanks around it; Misuse where it is empty."""
    if not text.strip():
        raise Misuse("usage", f"{what} is empty", hint)
    return text.strip()


def lead(text: str | None) -> str | None:
    """An opening lead."""
    return parse_card(text) if text else None


def require_result(text: str | None) -> str:
    """The result that was typed; Misuse where neither it nor who sat there was."""
    if text is None:
        raise Misuse(
            "usage", "what is to be corrected?", "the result (4SN-1), or who sat there: --now-ns, --swapped, …"
        )
    return text


def result(text: str, declarer: str | None) -> Result:
    """A table's result; who declares may stand beside it."""
    return parse_result(text, seat(declarer))


def parse_statement(text: str) -> tuple[str, str]:
    """A seat and what it said.

    >>> parse_statement("w: I was counting")
    ('W', 'I was counting')
    """
    seat, colon, said = text.partition(":")
    if not colon or seat.strip().upper() not in ("N", "E", "S", "W") or not said.strip():
        raise Unreadable(
            "bad-statement",
            f"{text!r} does not say who said what",
            text=text,
            marks=((0, len(seat)),),
            hint='write "W: I was counting losers"',
        )
    return seat.strip().upper(), said.strip()


def parse_answer(text: str) -> PollAnswer:
    """What was chosen, and what else was seriously considered.

    >>> parse_answer("Pass; considered 5H, X")
    PollAnswer(chose='Pass', considered=('5H', 'X'))
    """
    chose, _, rest = text.partition(";")
    considered = re.sub(r"^\s*considered\b:?", "", rest, flags=re.IGNORECASE)
    if not chose.strip():
        raise Unreadable(
            "bad-answer",
            f"{text!r} does not say what was chosen",
            text=text,
            marks=((0, len(text)),),
            hint='write "Pass", or "Pass; considered 5H, X"',
        )
    return PollAnswer(chose.strip(), tuple(each.strip() for each in considered.split(",") if each.strip()))


class ScoreReading(NamedTuple):
    """A score as it was read, and what was taken from the table because it was not said; '' where nothing was."""

    score: Adjustment | None
    note: str = ""


def read(score: ScoreOptions, offender: str | None, table: Callable[[], TableBoard | None]) -> ScoreReading:
    """The one kind of score the options ask for, if any; an outcome in the strain that was played has its declarer.

    Raises Misuse (one-kind) where several are asked for, Unreadable (no-declarer) where the table does not say either.
    """
    try:
        return ScoreReading(adjustment(score, offender))
    except Unreadable as unreadable:
        played = table() if unreadable.code == "no-declarer" else None
        at_table = played and played.result and played.result.played
        if not at_table:
            raise
        try:
            found = adjustment(score, offender, AsPlayed(at_table.declarer, at_table.strain))
        except Unreadable as still:
            raise (unreadable if still.code == "no-declarer" else still) from None
        return ScoreReading(found, f"declarer {at_table.declarer.value}, as at the table")


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


def offender_of(session: Session, case: str) -> str | None:
    """Who offended by a ruling as it is in force, None for a penalty; refused where there is neither of that name."""
    return None if case in session.penalties else session.in_force(require_case(session, case)).offender


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
