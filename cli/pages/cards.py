"""A contestant's page: its place, what changed for it since the scores were first given out, and its boards."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from cli.pages.boards import is_explained
from cli.pages.history import PublishedScores, Step, counts, is_of_penalty
from cli.pages.links import Links
from cli.pages.periods import ScoresState
from cli.pages.standings import total_outline
from cli.pages.table import Cell, PageTable, TableRow, person, without_empty
from cli.words.events import case_of, event_text
from cli.words.language import say
from cli.words.notation import card_text, decimal_text, result_text, seating_text, side_text
from cli.words.rulings import adjustment_text, penalty_text, weighting_text
from cli.words.scores import score_text, standing_mark
from cli.words.vocabulary import seated
from ledger.bridge import Side, ns_score
from ledger.laws.adjustment import Stands
from ledger.projections.names import is_team_name, led_by_names, names_of
from ledger.projections.ripple import Change, ripple
from ledger.projections.scoreboard import Scoreboard, top_at
from ledger.projections.standings import CardLine, placed, scorecard
from ledger.scoring.line import Seating
from ledger.subjects.rulings.facts import PenaltyImposed


class MovedScore(NamedTuple):
    """A table's board whose score changed, in percent where there is a top, and the decisions that moved it.

    `own`: one of them was about this table; else they were about other tables of the board, with which it is compared.
    """

    board: int
    seating: Seating
    before: str
    now: str
    unit: str
    why: list[str]
    own: bool


class OwnChanges(NamedTuple):
    """What changed for a contestant since `time`, when scores were first published.

    `total` and `place` are before and now, or None where nothing changed. `others`: penalties, and what was decided of
    others and moved its place.
    """

    time: str
    total: tuple[str, str] | None
    place: tuple[str, str] | None
    boards: list[MovedScore]
    others: list[str]

    def before(self, board: int, seating: Seating) -> str:
        """What a board counted when the scores were given out, where that is otherwise now; '' where it is not."""
        return next((each.before for each in self.boards if (each.board, each.seating) == (board, seating)), "")


class ChangesOfAll:
    """Finds what changed for each contestant of a session; what all of them share is worked out once."""

    def __init__(self, now: Scoreboard, steps: Sequence[Step], first: PublishedScores) -> None:
        """`first`: the first publication that stands."""
        self._now, self._first = now, first
        self._old, self._new = placed(first.scoreboard), placed(now)
        self._changes = defaultdict[str, list[Change]](list)
        for change in ripple(first.scoreboard, now).changes:
            self._changes[change.contestant].append(change)
        self._names = names_of(now.session)
        self._of_board = defaultdict[tuple[str, int], list[Step]](list)
        self._of_place = defaultdict[str, list[Step]](list)
        for step in steps:
            event = step.envelope.event
            if not counts(step) or not first.number < step.envelope.number <= now.session.number:
                continue
            for change in step.moved.changes:
                self._of_board[change.contestant, change.board].append(step)
            whose = {change.contestant for change in step.moved.ranks}
            if is_of_penalty(event):
                whose.add(now.session.penalties[event.case].imposed.contestant)
            for contestant in whose:
                self._of_place[contestant].append(step)

    def of(self, contestant: str) -> OwnChanges:
        """Return what changed for a contestant: first what was decided at its own table."""
        moved, boards = self._changes.get(contestant, ()), list[MovedScore]()
        for change in moved:
            then, now = self._top(self._first.scoreboard, change), self._top(self._now, change)
            score, unit = (self._worth(change.before, then), self._worth(change.after, now)), self._now.unit
            steps = self._of_board.get((contestant, change.board), ())
            why = [self._told(step, change.seating) for step in steps]
            own = any(self._seating(step) == change.seating for step in steps)
            boards.append(MovedScore(change.board, change.seating, *score, "%" if now else say(unit), why, own))
        boards.sort(key=lambda each: not each.own)
        on_boards = {id(step) for each in moved for step in self._of_board.get((contestant, each.board), ())}
        others = [self._told(step, None) for step in self._of_place.get(contestant, ()) if id(step) not in on_boards]
        return OwnChanges(self._first.time, *self._totals(contestant), boards, others)

    def _told(self, step: Step, own: Seating | None) -> str:
        """Tell a decision in a sentence, with the names of the players of its table; `own`: the table of the reader."""
        event, text = step.envelope.event, event_text(step.envelope.event, self._now.session)
        seating = self._seating(step)
        if seating:
            met = seated(*(led_by_names(each, self._names) if each else "" for each in seating.pair))
            text = text.replace(seating_text(seating), say("our table") if seating == own else met, 1)
        if isinstance(event, PenaltyImposed):
            text = text.replace(event.contestant, led_by_names(event.contestant, self._names), 1)
        return f"{text} (#{step.envelope.number})"

    def _seating(self, step: Step) -> Seating | None:
        event, session = step.envelope.event, self._now.session
        own = getattr(event, "seating", None)
        case = case_of(event) or ""
        ruling = session.rulings.get(session.appeals[case].against if case in session.appeals else case)
        return own if isinstance(own, Seating) else ruling.seating if ruling else None

    def _worth(self, value: Fraction | None, top: Fraction | None) -> str:
        return score_text(100 * value / top if value is not None and top else value, self._now.totals.rounding)

    def _top(self, at: Scoreboard, change: Change) -> Fraction | None:
        played = at.session.boards.get(change.board, {}).get(change.seating)
        return top_at(at, played) if played else at.top

    def _totals(self, contestant: str) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
        (old, _), (new, _) = (known.get(contestant, (None, 0)) for known in (self._old, self._new))
        if old is None or new is None:
            return None, None
        mode, rows = self._now.totals.rounding, (old, new)
        totals = (
            score_text(row.total, mode) if row.percent is None else f"{decimal_text(row.percent, 2, mode)} %"
            for row in rows
        )
        places = (str(row.rank) if row.rank else standing_mark(row.mark) or "–" for row in rows)
        total, place = ((before, now) if before != now else None for before, now in (totals, places))
        return total, place


class Cards:
    """The cards of a session's contestants; `changes`: once scores were given out.

    `finality`: whether the scores are final; None for scores as they were published.
    """

    def __init__(
        self, scoreboard: Scoreboard, links: Links, changes: ChangesOfAll | None, finality: ScoresState | None
    ) -> None:
        self._scoreboard, self._links, self._changes, self._finality = scoreboard, links, changes, finality
        self._names, self._fields = names_of(scoreboard.session), dict[int, dict[Side, str]]()
        self._person = cache(lambda label: person(label, self._names, links.card(label)))

    def of(self, contestant: str) -> dict[str, object]:
        """Return everything a page says of a contestant; its rulings are with the state of the scores."""
        card, mode = scorecard(self._scoreboard, contestant), self._scoreboard.totals.rounding
        row, changes = card.row, self._changes.of(contestant) if self._changes else None
        scored = row if row and (row.boards or row.rank) else None
        unit = self._scoreboard.unit
        columns = [
            *(">round", ">board", "seat", "partner", "against", "contract", "lead"),
            *(">score", f">{unit}", ">%", "field", "ruling"),
        ]
        rows = [TableRow(self._row(contestant, line, changes)) for line in card.lines]
        in_percent = any(line.percent is not None for line in card.lines)
        points = frozenset([f">{unit}"]) if in_percent else frozenset[str]()
        boards = PageTable("Boards", columns, rows, aside=_ASIDE | points, under="against", spare=points)
        penalties = []  # 'P-0001: a penalty of 10% of a top': what is in force, and by which appeal
        for each in card.penalties:
            imposed, by = each.imposed, "" if each.case == each.imposed.case else f" ({each.case})"
            penalties.append(f"{imposed.case}: {penalty_text(imposed.amount, imposed.unit, imposed.named)}{by}")
        return {
            "contestant": contestant,
            "players": self._names.get(contestant, ""),
            "team": is_team_name(contestant),
            "place": (str(row.rank) if row.rank else standing_mark(row.mark)) if row else "",
            "of": card.of,
            "total": score_text(scored.total, mode) if scored else "",
            "unit": card.unit,
            "percent": decimal_text(row.percent, 2, mode) if row and row.percent is not None else "",
            "changes": changes,
            "state": self._finality.of_contestant(contestant) if self._finality else [],
            "boards": without_empty(boards),
            "penalties": penalties,
            "outlines": [total_outline(self._scoreboard, contestant, "total", self._names)] if scored else [],
        }

    def _row(self, contestant: str, line: CardLine, changes: OwnChanges | None) -> list[Cell]:
        scoreboard, links, mode = self._scoreboard, self._links, self._scoreboard.totals.rounding
        played, again = line.played, line.second_room
        told = is_explained(scoreboard, played) and scoreboard.counts(played, line.side)
        why = links.score(played, line.side) if told else links.board(played.board)
        was = changes.before(played.board, played.seating) if changes and not again else ""
        percent = "" if again or line.percent is None else score_text(line.percent, mode)
        before, changed = say("was %(score)s", score=was) if was else "", bool(line.ruling or was)
        adjustment = line.ruling.adjustment if line.ruling else None
        ruled = None if isinstance(adjustment, Stands) else adjustment
        # What the board counts as: the table result, or what a ruling put in its place.
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
            Cell(self._field(played.board)[line.side]),
            Cell(line.ruling.case if line.ruling else ""),
        ]

    def _field(self, board: int) -> dict[Side, str]:
        """'+420 ×5, +450 ×2, −50': the commonest table results of a board for each side, the rest as '…'."""
        if board not in self._fields:
            lines = self._scoreboard.session.boards.get(board, {}).values()
            counts = Counter(ns_score(each.result, board) for each in lines if each.result)
            first = sorted(counts.items(), key=lambda each: (-each[1], -each[0]))[:_SHOWN]
            more = ["…"] if len(counts) > _SHOWN else []
            for side, sign in ((Side.NS, 1), (Side.EW, -1)):
                shown = [f"{sign * score:+d}" + (f" ×{times}" if times > 1 else "") for score, times in first]
                self._fields.setdefault(board, {})[side] = ", ".join([*shown, *more])
        return self._fields[board]


_SHOWN = 3

_ASIDE = frozenset({">round", "seat", "partner", "contract", "lead", "field", "ruling"})
"""What a phone tells under the opponents of a board."""
