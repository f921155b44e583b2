"""Parsing of tables, results, scores asked for by options, and statements of players."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cli.options.addresses import SEATS_IN_FULL, Address
from cli.options.declared import SCORES, CorrectSeatingOptions, ReopeningOptions, ScoreOptions, SeatsOptions
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
    """Parse the declarer of --declarer; None if the option was not typed."""
    return Seat(text.upper()) if text else None


def match_scores(text: str) -> tuple[Fraction, Fraction]:
    """Parse the scores of two sides in a match: '34:20', '14.5 : 5.5'. Misuse (usage) for anything else."""
    one, colon, two = text.partition(":")
    try:
        scores = read_decimal(one.strip()), read_decimal(two.strip())
    except ValueError:
        colon = ""
    if not colon:
        raise Misuse("usage", f"{text[:40]!r} is no result of a match", "34:20, or 14.5:5.5")
    return scores


def where(board: Address, seats: SeatsOptions, *, switched: bool = False) -> Where:
    """Return the address of a board's play at a table, from BOARD and options; Misuse (bad-table) for two tables."""
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


def read_correct_seating(board: int, seats: CorrectSeatingOptions) -> Where | None:
    """Return the correct seats, table and round of a wrong record; None if not typed, Misuse if options clash."""
    from ledger.kernel.at_table import Where

    correct = Where(
        board, _table(seats.now_table), _label(seats.now_ns), _label(seats.now_ew), seats.now_round, seats.switched
    )
    if seats.swapped and (correct.ns or correct.ew):
        raise Misuse("usage", "--swapped already says who sat where", "leave --now-ns and --now-ew out, or --swapped")
    named = correct.ns or correct.ew or correct.table
    if (seats.exchange or seats.switched) and not named:
        flag = "--exchange" if seats.exchange else "--switched"
        raise Misuse("usage", f"{flag} goes with a correction of seats", "--now-ns, --now-ew or --now-table")
    return correct if named or correct.round or seats.swapped else None


def _table(text: str | None) -> str | None:
    if text and not TABLE.fullmatch(text):
        raise Misuse("bad-table", f"{text[:30]!r} is no name for a table", "a number, or a short name: 1, A3, open")
    return text


def _label(text: str | None) -> str | None:
    return text.strip() if text else None


def reopening(late: ReopeningOptions) -> Reopening | None:
    """Return the reason for a change after the periods; None without --reopen, Misuse for its other options alone."""
    from ledger.subjects.reopening import Reopening

    if late.reopen:
        return Reopening(late.reopen, late.authority or "", late.beyond_doubt)
    if late.authority or late.beyond_doubt:
        raise Misuse(
            "usage", "--authority and --beyond-doubt go with --reopen", "--reopen scoring-error --authority WHO"
        )
    return None


def parse_weights(text: str) -> tuple[Fraction, Fraction]:
    """Parse a range of weights; a single weight '60%' means 60% to 100%. Misuse (usage) for anything else.

    >>> parse_weights("60%"), parse_weights("1/3-50%")
    ((Fraction(3, 5), Fraction(1, 1)), (Fraction(1, 3), Fraction(1, 2)))
    """
    one, _, two = text.replace("–", "-").partition("-")
    try:
        weights = _read_weight(one), _read_weight(two) if two else Fraction(1)
    except (ValueError, ZeroDivisionError):
        raise Misuse("usage", f"{text[:40]!r} are no weights", "--weight 60%, or --weight 60%-75%") from None
    if not 0 <= weights[0] <= weights[1] <= 1:
        raise Misuse("usage", f"{text[:40]!r} is no range up to 100%", "--weight 60%, or --weight 60%-75%")
    return weights


def _read_weight(text: str) -> Fraction:
    tidy = text.strip()
    return Fraction(tidy[:-1]) / 100 if tidy.endswith("%") else Fraction(tidy)


def require_text(what: str, text: str, hint: str = "say it in a few words") -> str:
    """Return a text without surrounding blanks; Misuse if nothing is left."""
    if not text.strip():
        raise Misuse("usage", f"{what} is empty", hint)
    return text.strip()


def lead(text: str | None) -> str | None:
    """Parse an opening lead; None if none was typed."""
    return parse_card(text) if text else None


def require_result(text: str | None) -> str:
    """Return the typed result; Misuse (usage) if the command gives neither a result nor a correct seating."""
    if text is None:
        raise Misuse(
            "usage", "what is to be corrected?", "the result (4SN-1), or who sat there: --now-ns, --now-ew, --swapped"
        )
    return text


def result(text: str, declarer: str | None) -> Result:
    """Parse a result; `declarer` is the seat of --declarer, for a result that has no declarer."""
    return parse_result(text, seat(declarer))


def parse_statement(text: str) -> tuple[str, str]:
    """Parse a player's seat and his statement; Unreadable (bad-statement) if either is missing.

    >>> parse_statement("w: I was counting")
    ('W', 'I was counting')
    """
    seat, colon, statement = text.partition(":")
    letter = SEATS_IN_FULL.get(seat.strip().casefold(), seat.strip().upper())
    if not colon or letter not in ("N", "E", "S", "W") or not statement.strip():
        raise Unreadable(
            "bad-statement",
            f"{text!r} does not say who said what",
            text=text,
            marks=((0, len(seat)),),
            hint='write "W: I was counting losers"',
        )
    return letter, statement.strip()


def parse_answer(text: str) -> PollAnswer:
    """Parse a player's answer to a poll: the call he chose, and calls he considered. Unreadable without a choice.

    >>> parse_answer("Pass; considered 5H, X")
    PollAnswer(chose='Pass', considered=('5H', 'X'))
    """
    from ledger.subjects.calls.facts import PollAnswer

    chose, _, alternatives = text.partition(";")
    considered = re.sub(r"^\s*considered\b:?", "", alternatives, flags=re.IGNORECASE)
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
    """Return the offending side of a case by its ruling in force; None for a penalty. Refusal for an unknown case."""
    from ledger.session.case_numbers import require_case

    return None if case in session.penalties else session.in_force(require_case(session, case)).offender


def table_of(session: Session, case: str) -> TableBoard | None:
    """Return the play of a board that a ruling, or an appeal against a ruling, concerns; None for other cases."""
    appeal = session.appeals.get(case)
    ruling = session.rulings.get(appeal.against if appeal else case)
    return session.boards[ruling.board].get(ruling.seating) if ruling else None


class ScoreReading(NamedTuple):
    """A parsed score; `note`: what was not typed and so taken from the table's result, '' for nothing."""

    score: Adjustment | None
    note: str = ""


def read(score: ScoreOptions, offender: str | None, table: Callable[[], TableBoard | None]) -> ScoreReading:
    """Parse the score that the options give; a contract without a declarer takes that of the table's result.

    Raises Misuse (one-kind) for several kinds of score, Unreadable (no-declarer) if the table has no declarer either.
    """
    try:
        return ScoreReading(adjustment(score, offender))
    except Unreadable as unreadable:
        played = table() if unreadable.code == "no-declarer" else None
        at_table = played and played.result and played.result.played
        if not at_table:
            raise
        try:
            completed = adjustment(score, offender, AsPlayed(at_table.declarer, at_table.strain))
        except Unreadable as still:
            raise (unreadable if still.code == "no-declarer" else still) from None
        return ScoreReading(completed, f"declarer {at_table.declarer.value}, as at the table")


def adjustment(score: ScoreOptions, offender: str | None = None, declarer: Declarer = None) -> Adjustment | None:
    """Parse the score that the options give; None for no score, Misuse (one-kind) for several kinds.

    `declarer`: for results that name none, unless --declarer is given.
    """
    if score.field and not score.awarded:
        raise Misuse("usage", "--field goes with --awarded", "--awarded 23/11 --field out")
    if score.unless and not score.artificial:
        raise Misuse("usage", "--unless goes with --artificial", '--artificial A+/A- --unless "4SN="')
    if score.declarer and not any(getattr(score, kind) for kind in _WITH_CONTRACTS):
        raise Misuse("usage", "--declarer goes with a score that names a contract", "--result 4S= --declarer N")
    kinds = [kind for kind in SCORES if getattr(score, kind)]
    if len(kinds) > 1:
        names = ", ".join(f"--{kind.replace('_', '-')}" for kind in kinds)
        several = f"a ruling is of one kind, not of {len(kinds)}: {names}"
        raise Misuse("one-kind", several, "give two rulings, or one of them")
    if not kinds:
        return None
    from cli.options.scores import parse_score  # loads the Laws: `--help` and Tab do without

    text, declarer = getattr(score, kinds[0]), seat(score.declarer) or declarer
    return parse_score(kinds[0], text, offender, declarer, unless=score.unless, field=score.field or "keep")


def require_score(score: Adjustment | None) -> Adjustment:
    """Return the score; Misuse if there is none."""
    if score is None:
        kinds = " ".join(f"--{kind.replace('_', '-')}" for kind in SCORES)
        raise Misuse("one-kind", "which score?", f"one of {kinds}")
    return score


def read_preface(path: Path) -> list[str]:
    """Return the paragraphs of a book's preface from a file; Misuse if it is missing, or no text."""
    try:
        text = read_file(path, PREFACE).decode("utf-8-sig")
    except OSError as error:
        raise Misuse("no-such-file", f"{path} cannot be read: {error.strerror}", "--preface FILE, a text") from None
    except UnicodeDecodeError:
        raise Misuse("bad-file", f"{path} is no text in UTF-8", "--preface FILE, a text") from None
    paragraphs = (" ".join(lines.split()) for lines in text.replace("\r\n", "\n").split("\n\n"))
    return [each for each in paragraphs if each]
