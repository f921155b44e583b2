"""A contestant's page: its place, its boards, and what changed since scores were first published."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from cli.pages.boards import has_derivations
from cli.pages.history import PublishedScores, Step, changes_penalties, changes_scores
from cli.pages.links import Links
from cli.pages.periods import ScoresState
from cli.pages.standings import total_outline
from cli.pages.table import Cell, PageTable, TableRow, drop_empty_columns, mark_move, person, plain_row
from cli.words.evenings import board_worths, roles_table
from cli.words.events import case_of_event, event_text
from cli.words.language import say
from cli.words.notation import card_text, decimal_text, result_text, seating_text, side_text
from cli.words.rulings import adjustment_text, penalty_text, weighting_text
from cli.words.scores import score_text, signed_text, standing_mark_text, total_text
from cli.words.vocabulary import name_seated
from ledger.laws.adjustment import Stands
from ledger.projections.evening import evening_of
from ledger.projections.names import is_team_name, names_first, names_of
from ledger.projections.ripple import Change, ripple
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.projections.standings import CardLine, Scorecard, rows_with_field_size, scorecard
from ledger.scoring.line import Seating
from ledger.subjects.rulings.facts import PenaltyImposed


class MovedScore(NamedTuple):
    """A score that changed at one table, in percent if the board has a top, and the decisions that changed it.

    `own`: one of the decisions was about this table; False if all were about other tables of the board, with which it
    is compared. `move` has the scores.
    """

    board: int
    seating: Seating
    move: Moved
    unit: str
    why: list[str]
    own: bool


class ContestantChanges(NamedTuple):
    """The changes for a contestant since `time`, when scores were first published.

    `total` and `place` are None if unchanged. `others`: the contestant's penalties, and decisions about other tables
    that moved its place. `last`: the changes since the last decision that changed something, if there were several and
    it changed this contestant's total or place; its `time` is that case.
    """

    time: str
    total: Moved | None
    place: Moved | None
    boards: list[MovedScore]
    others: list[str]
    last: ContestantChanges | None = None

    def moved(self, board: int, seating: Seating) -> MovedScore | None:
        """Return the change of a board's score since the first publication; None if it is the same."""
        here = (score for score in self.boards if (score.board, score.seating) == (board, seating))
        return next((score for score in here if score.move.before != score.move.now), None)


class Moved(NamedTuple):
    """A number before and now as text, the change with its sign, and its mark: 'up' or 'down'."""

    before: str
    now: str
    gain: str
    mark: str


class SessionChanges:
    """Computes what has changed for each contestant of a session since scores were first published."""

    def __init__(
        self, now: Scoreboard, steps: Sequence[Step], first: PublishedScores, before_last: PublishedScores | None = None
    ) -> None:
        """Compare the scores `now` with `first`, the first publication still in force, and with `before_last`."""
        self._now, self._first = now, first
        self._old, self._new = rows_with_field_size(first.scoreboard), rows_with_field_size(now)
        self._changes = defaultdict[str, list[Change]](list)
        for change in ripple(first.scoreboard, now).changes:
            self._changes[change.contestant].append(change)
        self._names = names_of(now.session)
        self._of_board = defaultdict[tuple[str, int], list[Step]](list)
        self._of_place = defaultdict[str, list[Step]](list)
        self._at_own_table = defaultdict[str, dict[int, Change]](dict)
        for step in steps:
            event = step.envelope.event
            if not changes_scores(step) or not first.number < step.envelope.number <= now.session.number:
                continue
            for change in step.moved.changes:
                self._of_board[change.contestant, change.board].append(step)
                if change.seating == self._seating(step):
                    self._at_own_table[change.contestant][change.board] = change
            whose = {change.contestant for change in step.moved.ranks}
            if changes_penalties(event):
                whose.add(now.session.penalties[event.case].imposed.contestant)
            for contestant in whose:
                self._of_place[contestant].append(step)
        several = sum(changes_scores(each) and each.envelope.number > first.number for each in steps) > 1
        is_later = before_last is not None and several and before_last.number > first.number
        self._last = SessionChanges(now, (), before_last) if before_last and is_later else None

    def of(self, contestant: str) -> ContestantChanges:
        """Return what changed for a contestant; boards with decisions about its own table come first."""
        moved, boards = list(self._changes.get(contestant, ())), list[MovedScore]()
        known = {each.board for each in moved}  # a later decision may have given back what an earlier one took
        again = [each for board, each in self._at_own_table.get(contestant, {}).items() if board not in known]
        moved += [replace(each, before=each.after) for each in again]
        for change in moved:
            old_top, new_top = self._top(self._first.scoreboard, change), self._top(self._now, change)
            before, now = self._share(change.before, old_top), self._share(change.after, new_top)
            mode, unit = self._now.totals.rounding, self._now.unit
            move = _move(before, now, score_text(before, mode), score_text(now, mode))
            steps = self._of_board.get((contestant, change.board), ())
            why = [self._text(step, change.seating) + self._step_text(step, change) for step in steps]
            direct = any(self._seating(step) == change.seating for step in steps)
            boards.append(MovedScore(change.board, change.seating, move, "%" if new_top else say(unit), why, direct))
        boards.sort(key=lambda each: not each.own)
        on_boards = {id(step) for each in moved for step in self._of_board.get((contestant, each.board), ())}
        moves = [
            self._text(step, seating if seating and contestant in seating.pair else None)
            for step in self._of_place.get(contestant, ())
            if id(step) not in on_boards
            for seating in [self._seating(step)]
        ]
        last = self._last and self._last.of(contestant)
        last = last if last and (last.total or last.place) else None
        return ContestantChanges(self._first.time, *self._totals(contestant), boards, moves, last)

    def _step_text(self, step: Step, change: Change) -> str:
        """Return what one decision made of a score: ' 50 → 62.5'; '' if it was the only one."""
        if len(self._of_board[change.contestant, change.board]) < 2:
            return ""
        here = (each for each in step.moved.changes if each.contestant == change.contestant)
        moved = next(each for each in here if each.board == change.board)
        top, mode = self._top(self._now, moved), self._now.totals.rounding
        return f": {' → '.join(score_text(self._share(each, top), mode) for each in (moved.before, moved.after))}"

    def _text(self, step: Step, own_table: Seating | None) -> str:
        """Return a decision as a sentence with the players' names; the seating `own_table` is called 'our table'."""
        event, text = step.envelope.event, event_text(step.envelope.event, self._now.session)
        seating = self._seating(step)
        if seating:
            met = name_seated(*(names_first(each, self._names) if each else "" for each in seating.pair))
            text = text.replace(seating_text(seating), say("our table") if seating == own_table else met, 1)
        if isinstance(event, PenaltyImposed):
            text = text.replace(event.contestant, names_first(event.contestant, self._names), 1)
        return f"{text} (#{step.envelope.number})"

    def _seating(self, step: Step) -> Seating | None:
        event, session = step.envelope.event, self._now.session
        seating = getattr(event, "seating", None)
        case = case_of_event(event) or ""
        ruling = session.rulings.get(session.appeals[case].against if case in session.appeals else case)
        return seating if isinstance(seating, Seating) else ruling.seating if ruling else None

    @staticmethod
    def _share(value: Fraction | None, top: Fraction | None) -> Fraction | None:
        return 100 * value / top if value is not None and top else value

    def _top(self, at: Scoreboard, change: Change) -> Fraction | None:
        played = at.session.boards.get(change.board, {}).get(change.seating)
        return top_at(at, played) if played else at.top

    def _totals(self, contestant: str) -> tuple[Moved | None, Moved | None]:
        (old, _), (new, _) = (known.get(contestant, (None, 0)) for known in (self._old, self._new))
        if old is None or new is None:
            return None, None
        rows, totals = (old, new), [total_text(row, self._now.totals.rounding) for row in (old, new)]
        past, present = (str(row.rank) if row.rank else standing_mark_text(row.mark) or "–" for row in rows)
        in_percent = old.percent is not None and new.percent is not None
        total = _move(*((old.percent, new.percent) if in_percent else (old.total, new.total)), *totals)
        gain = f"{old.rank - new.rank:+d}" if old.rank and new.rank else ""
        place = Moved(past, present, gain, mark_move(new.rank, old.rank))  # the first place is the highest
        return total if total.before != total.now else None, place if place.before != place.now else None


def _move(before: Fraction | None, now: Fraction | None, old_text: str, text: str) -> Moved:
    gain = (now or Fraction(0)) - (before or Fraction(0))
    return Moved(old_text, text, signed_text(gain) if gain else "", mark_move(Fraction(0), gain))


class Cards:
    """The scorecards of a session's contestants, as data for their pages.

    `changes`: the changes since publication, None before one. `finality`: whether the scores are final, None for the
    page of a publication, which shows no state.
    """

    def __init__(
        self, scoreboard: Scoreboard, links: Links, changes: SessionChanges | None, finality: ScoresState | None
    ) -> None:
        self._scoreboard, self._links, self._changes, self._finality = scoreboard, links, changes, finality
        self._names = names_of(scoreboard.session)
        self.scorecards = dict[str, Scorecard]()
        self._person = cache(lambda label: person(label, self._names, links.card(label)))

    def of(self, contestant: str) -> dict[str, object]:
        """Return everything a contestant's page shows: place, total, boards, penalties, changes since publication."""
        card, mode = scorecard(self._scoreboard, contestant), self._scoreboard.totals.rounding
        self.scorecards[contestant] = card
        row, changes = card.row, self._changes.of(contestant) if self._changes else None
        scored = row if row and (row.boards or row.rank) else None
        unit = self._scoreboard.unit
        columns = [
            *(">round", ">board", "seat", "partner", "against", "contract", "lead"),
            *(">score", f">{unit}", ">%", "ruling"),
        ]
        rows = [TableRow(self._row(contestant, line, changes)) for line in card.lines]
        in_percent = any(line.percent is not None for line in card.lines)
        points = frozenset([f">{unit}"]) if in_percent else frozenset[str]()
        boards = PageTable("Boards", columns, rows, aside=_ASIDE | points, under="against", spare=points)
        penalties = []  # 'P-0001: a penalty of 10% of a top', with the appeal that changed it
        for penalty in card.penalties:
            imposed, by = penalty.imposed, "" if penalty.case == penalty.imposed.case else f" ({penalty.case})"
            penalties.append(f"{imposed.case}: {penalty_text(imposed.amount, imposed.unit, imposed.named)}{by}")
        return {
            "contestant": contestant,
            "players": self._names.get(contestant, ""),
            "team": is_team_name(contestant),
            "place": (str(row.rank) if row.rank else standing_mark_text(row.mark)) if row else "",
            "of": card.of,
            "total": score_text(scored.total, mode) if scored else "",
            "unit": card.unit,
            "percent": decimal_text(row.percent, 2, mode) if row and row.percent is not None else "",
            "changes": changes,
            "state": self._finality.of_contestant(contestant) if self._finality else [],
            "boards": drop_empty_columns(boards),
            **self._evening(card),
            "penalties": penalties,
            "outlines": [total_outline(self._scoreboard, contestant, "total", self._names)] if scored else [],
        }

    def _evening(self, card: Scorecard) -> dict[str, object]:
        """Return the best and worst boards with their links and scores, and the table of averages by role."""
        evening, mode = evening_of(card), self._scoreboard.totals.rounding
        named = {say("Best boards"): evening.best, say("Worst boards"): evening.worst}
        extremes = {
            heading: [(board, self._links.board(board), worth) for board, worth in board_worths(evening, lines, mode)]
            for heading, lines in named.items()
        }
        columns, rows = roles_table(evening, mode)
        return {"extremes": extremes, "roles": PageTable("By role", columns, list(map(plain_row, rows)))}

    def _row(self, contestant: str, line: CardLine, changes: ContestantChanges | None) -> list[Cell]:
        scoreboard, links, mode = self._scoreboard, self._links, self._scoreboard.totals.rounding
        played, again = line.played, line.second_room
        is_derived = has_derivations(scoreboard, played) and scoreboard.counts(played, line.side)
        why = links.score(played, line.side) if is_derived else links.board(played.board)
        moved = changes.moved(played.board, played.seating) if changes and not again else None
        percent = "" if again or line.percent is None else score_text(line.percent, mode)
        before = say("was %(score)s", score=moved.move.before) if moved else ""
        changed = moved.move.mark if moved else "changed" if line.ruling else ""
        adjustment = line.ruling.adjustment if line.ruling else None
        ruled = None if isinstance(adjustment, Stands) else adjustment
        # The board counts by its table result, or by the score a ruling put in its place.
        if line.assigned:
            contract = weighting_text(line.assigned, symbols=True)
        elif ruled:
            contract = adjustment_text(ruled)
        else:
            contract = result_text(line.result, True) if line.result and line.result.bare_score is None else "–"
        if len(line.assigned) == 1:
            score = f"{line.score_of(line.assigned[0].result):+d}"
        else:
            score = "–" if ruled or line.score is None else f"{line.score:+d}"
        return [
            Cell(str(played.round or "")),
            Cell(str(played.board), links.board(played.board)),
            Cell(side_text(line.side.value)),
            person(line.partner(contestant), self._names),
            self._person(line.opponents),
            Cell(contract),
            Cell(card_text(played.lead, True) if played.lead else ""),
            Cell(score),
            Cell("" if again else score_text(line.earned, mode), why, changed, beside="" if percent else before),
            Cell(percent, why, changed, beside=before if percent else ""),
            Cell(line.ruling.case if line.ruling else ""),
        ]


_ASIDE = frozenset({">round", "seat", "partner", "contract", "lead", "ruling"})
"""Columns that a phone shows under the opponents of a board."""
