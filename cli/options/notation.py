"""Reading what is typed: a table, a result, the score that options ask for, what players said."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cli.options.addresses import SEATS_IN_FULL, Address
from cli.options.declared import SCORES, ReallyOptions, ReopeningOptions, ScoreOptions, SeatsOptions
from cli.terminal.settings import check_text
from ledger.bounds.files import PREFACE
from ledger.bridge import AsPlayed, Declarer, Result, Seat, Unreadable, parse_card, parse_result
from ledger.errors import Misuse
from ledger.files import read_file
from ledger.labels import TABLE
from ledger.laws.rounding import read_decimal

if TYPE_CHECKING:
    from ledger.kernel.at_table import Where
    from ledger.laws.adjustment import Adjustment
    from ledger.session import Session, TableBoard
    from ledger.subjects.calls.facts import PollAnswer
    from ledger.subjects.reopening import Reopening

_WITH_CONTRACTS = ("result", "weighted", "split", "unless", "self_inflicted", "claim")
"""The options whose results may leave the declarer out."""


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
    from ledger.kernel.at_table import Where

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
    from ledger.kernel.at_table import Where

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
    from ledger.subjects.reopening import Reopening

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
    letter = SEATS_IN_FULL.get(seat.strip().casefold(), seat.strip().upper())
    if not colon or letter not in ("N", "E", "S", "W") or not said.strip():
        raise Unreadable(
            "bad-statement",
            f"{text!r} does not say who said what",
            text=text,
            marks=((0, len(seat)),),
            hint='write "W: I was counting losers"',
        )
    return letter, said.strip()


def parse_answer(text: str) -> PollAnswer:
    """What was chosen, and what else was seriously considered.

    >>> parse_answer("Pass; considered 5H, X")
    PollAnswer(chose='Pass', considered=('5H', 'X'))
    """
    from ledger.subjects.calls.facts import PollAnswer

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


def offender_of(session: Session, case: str) -> str | None:
    """Who offended by a ruling as it is in force, None for a penalty; refused where there is neither of that name."""
    from ledger.session.case_numbers import require_case

    return None if case in session.penalties else session.in_force(require_case(session, case)).offender


def table_of(session: Session, case: str) -> TableBoard | None:
    """The table's board a ruling, or an appeal against one, is about; None where there is none."""
    appeal = session.appeals.get(case)
    ruling = session.rulings.get(appeal.against if appeal else case)
    return session.boards[ruling.board].get(ruling.seating) if ruling else None


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


def adjustment(score: ScoreOptions, offender: str | None = None, declarer: Declarer = None) -> Adjustment | None:
    """Return the one kind of score the options ask for, None where they ask for none; Misuse (one-kind) for several.

    `declarer`: who declares, where neither a result nor --declarer says it.
    """
    if score.field and not score.awarded:
        raise Misuse("usage", "--field goes with --awarded", "--awarded 23/11 --field out")
    if score.unless and not score.artificial:
        raise Misuse("usage", "--unless goes with --artificial", '--artificial A+/A- --unless "4SN="')
    if score.declarer and not any(getattr(score, kind) for kind in _WITH_CONTRACTS):
        raise Misuse("usage", "--declarer goes with a score that names a contract", "--result 4S= --declarer N")
    asked = [kind for kind in SCORES if getattr(score, kind)]
    if len(asked) > 1:
        names = ", ".join(f"--{kind.replace('_', '-')}" for kind in asked)
        several = f"a ruling is of one kind, not of {len(asked)}: {names}"
        raise Misuse("one-kind", several, "give two rulings, or one of them")
    if not asked:
        return None
    from cli.options.scores import parse_score  # with the Laws: nobody waits for it who only asks for help

    text, declarer = getattr(score, asked[0]), seat(score.declarer) or declarer
    return parse_score(asked[0], text, offender, declarer, unless=score.unless, field=score.field or "keep")


def require_score(score: Adjustment | None) -> Adjustment:
    """The score that was asked for; Misuse where none was."""
    if score is None:
        kinds = " ".join(f"--{kind.replace('_', '-')}" for kind in SCORES)
        raise Misuse("one-kind", "which score?", f"one of {kinds}")
    return score


def read_preface(path: Path) -> list[str]:
    """Return the paragraphs of a text that is to stand before a book; Misuse where it is not there, or no text."""
    try:
        text = read_file(path, PREFACE).decode("utf-8-sig")
    except OSError as error:
        raise Misuse("no-such-file", f"{path} cannot be read: {error.strerror}", "--preface FILE, a text") from None
    except UnicodeDecodeError:
        raise Misuse("bad-file", f"{path} is no text in UTF-8", "--preface FILE, a text") from None
    paragraphs = (" ".join(lines.split()) for lines in text.replace("\r\n", "\n").split("\n\n"))
    return [each for each in paragraphs if each]
