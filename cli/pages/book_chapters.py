"""A case as a book has it: everything that is said of it, from the call to the last instance; nothing to fill in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cli.desk.case_selection import SelectedCase
from cli.desk.output import with_symbols
from cli.pages.anonymity import CaseNames, Naming
from cli.pages.appeal_forms import appeal_parts
from cli.pages.fields import FormField, FormPart, asked, wide, word
from cli.pages.ruling_forms import call_part, penalty_part, ruling_part, score_part
from cli.pages.sheets import diagram_of, played_part
from cli.pages.table import Outline
from cli.words.casebook import subjects_text
from cli.words.derivations import outline
from cli.words.evidence import piece_text
from cli.words.language import say
from cli.words.notation import side_text
from cli.words.rulings import adjustment_text, penalty_text
from cli.words.scores import difference_text, own_scores_text, place_text, score_text
from cli.words.times import span_text
from cli.words.vocabulary import SCORINGS, side_name
from ledger.bridge import Side, dealer, vulnerability
from ledger.facts.appeals import AppealLodged
from ledger.projections.casework import CaseFile, CaseStep
from ledger.projections.ripple import RankChange
from ledger.session import TableBoard
from ledger.session.evidence import pieces

_CONTESTANT, _APPELLANT = "Contestant", "Appellant"
"""Fields of the forms that say who somebody is."""


class BookPart(NamedTuple):
    """A part of a case: what is said, and, of what gave a score, how it comes about and who moved."""

    part: FormPart
    why: Sequence[Outline] = ()
    moved: Sequence[str] = ()


class BookComment(NamedTuple):
    """A comment, and whose it is."""

    who: str
    words: str


class BookCase(NamedTuple):
    """A case of the book under its number."""

    number: int
    anchor: str
    event: str
    board: int | None
    subjects: str
    score: str
    head: Sequence[FormField]
    hands: Mapping[str, list[str]]
    seats: Sequence[str]
    calls: Sequence[Sequence[str]]
    parts: Sequence[BookPart]
    comments: Sequence[BookComment]
    withdrawn: bool


def book_case(number: int, selected: SelectedCase, steps: Mapping[int, CaseStep], naming: Naming) -> BookCase:
    """A case under its number in the book; `steps`: what gave cases of its session their scores."""
    return _Chapter(selected, steps, naming).case(number)


class _Chapter:
    """One case as it is written into a book."""

    def __init__(self, selected: SelectedCase, steps: Mapping[int, CaseStep], naming: Naming) -> None:
        self.session, self.about = selected
        self.steps = steps
        self.names = CaseNames(self.session, self.about, naming)

    def case(self, number: int) -> BookCase:
        """Everything, under this number."""
        about, shown = self.about, self._diagram()
        return BookCase(
            number,
            f"case-{number}",
            about.session.tournament or about.session.title,
            about.board,
            subjects_text(about.subjects),
            _score(about),
            [field for field in self._head() if field.said],
            *shown,
            list(self._parts()),
            [BookComment(each.said.commentator, self.names.text(each.said.comment)) for each in about.comments],
            about.withdrawn,
        )

    def _head(self) -> list[FormField]:
        about, of = self.about, self.about.session
        head = [
            asked("Event", of.tournament or of.title),
            asked("Session", *dict.fromkeys((of.title, of.id)) if of.tournament else (of.id,)),
            asked("Date", of.date),
            asked("Scoring", SCORINGS[of.scoring]),
            asked("Round", str(about.round or "")),
            asked("Table", about.table),
            asked("Case", ", ".join(about.cases)),
        ]
        if about.board is None:
            return head
        return [
            *head,
            asked("Board", str(about.board)),
            asked("Dealer", side_text(dealer(about.board).value)),
            word("Vulnerable", vulnerability(about.board).value),
            asked("North–South", self.names.side(Side.NS)),
            asked("East–West", self.names.side(Side.EW)),
        ]

    def _diagram(self) -> tuple[Mapping[str, list[str]], Sequence[str], list[list[str]]]:
        """The hands and the auction, as far as they are known."""
        if self.about.board is None or self.about.seating is None:
            return {}, (), []
        shown = diagram_of(self.session, self.about.board, self.session.line(self.about.board, self.about.seating))
        calls = [row for row in shown.calls if any(row)]
        return (shown.hands if shown.known else {}), (shown.seats if calls else ()), calls

    # What was said, in the order in which it came

    def _parts(self) -> Iterator[BookPart]:
        about, session = self.about, self.session
        if about.ruling:
            yield from self._told(played_part(session, about.ruling))
        yield from self._told(self._called())
        for ruling in about.rulings:
            yield from self._told(ruling_part(session, ruling))
            score = score_part(session, ruling)
            timed = self._since_call() if ruling is about.rulings[0] else []
            yield from self._told(score._replace(fields=[*score.fields, *timed]), ruling.scored.number)
        if about.penalty:
            yield from self._told(penalty_part(session, about.penalty))
        appealed = {file.appeal.case for file in about.appeals}
        for penalty in about.beside:
            if penalty.imposed.beside not in appealed:
                yield from self._told(penalty_part(session, penalty))
        yield from self._appeals()
        for said in about.differences:
            other = f"{said.other} ({said.session})" if said.session else said.other
            yield from self._told(FormPart("Ruled otherwise than", [asked("Case", other), wide("Reason", said.reason)]))

    def _called(self) -> FormPart:
        """The call, the facts, the polls; of the evidence what may be told outside of the office."""
        part, call = call_part(self.about.call), self.about.call
        public = [piece_text(each.filed) for _, each in pieces(call) if each.filed.public] if call else []
        return part._replace(fields=[*part.fields, wide("Evidence", *public)])

    def _since_call(self) -> list[FormField]:
        since = self.about.until_ruled
        return [asked("From the call to the ruling", span_text(since))] if since and since > 0 else []

    def _appeals(self) -> Iterator[BookPart]:
        for file in self.about.appeals:
            decided = list(file.appeal.decisions)
            for part in appeal_parts(self.session, file):
                number = 0
                if part.heading == "Decision" and decided:
                    decision = decided.pop(0)
                    number, first = decision.number, decision is file.appeal.decisions[0]
                    took = [asked("From the appeal to the decision", span_text(decision.at - file.appeal.at))]
                    part = part._replace(
                        fields=[*part.fields, *(took if first and decision.at > file.appeal.at else [])]
                    )
                yield from self._told(self._appealed(part, file.appeal.lodged), number)

    def _appealed(self, part: FormPart, lodged: AppealLodged) -> FormPart:
        """The appellant by name, or by the part he has in the case."""
        if lodged.appellant not in ("NS", "EW"):
            return part
        side = Side(lodged.appellant)
        who = ", ".join(dict.fromkeys(each for each in (side_name(side.value), self.names.side(side)) if each))
        return part._replace(
            fields=[asked(_APPELLANT, who) if each.label == _APPELLANT else each for each in part.fields]
        )

    # How it is told

    def _told(self, part: FormPart, number: int = 0) -> Iterator[BookPart]:
        """A part without what nobody said, and what the event of this number came to."""
        fields = [self._field(each) for each in part.fields if each.said]
        if fields:
            step = self.steps.get(number)
            yield BookPart(part._replace(fields=fields), *((self._why(step), self._moved(step)) if step else ()))

    def _field(self, field: FormField) -> FormField:
        if field.label == _CONTESTANT:
            return field._replace(said=tuple(map(self.names.whose, field.said)))
        return field if field.own else field._replace(said=tuple(map(self.names.text, field.said)), write=0)

    def _why(self, step: CaseStep) -> list[Outline]:
        """How the score of each side came about then."""
        played = step.played(self.about)
        if played is None:
            return []
        board = step.scoreboard
        sides = [side for side in Side if played.seating.contestant(side) and board.counts(played, side)]
        return [self._outline(step, played, side) for side in sides]

    def _outline(self, step: CaseStep, played: TableBoard, side: Side) -> Outline:
        board = step.scoreboard
        own = board.own_scores(played, side)
        whose = played.seating.contestants(side) if len(own) > 1 else (None,)
        told = (line for each in whose for line in outline(board.score(played, side, each).derivation()))
        lines = [(deep, value, self.names.text(text)) for deep, value, text in told]
        score = f"{own_scores_text(own, board.totals.rounding)} {say(board.unit)}"
        return Outline("", f"{side_name(side.value)}: {score}", lines)

    def _moved(self, step: CaseStep) -> list[str]:
        """What it moved: both sides' scores on the board, their places, and how many others'."""
        changes, unit = step.moved.changes, say(step.scoreboard.unit)
        own = [each for each in changes if (each.board, each.seating) == (self.about.board, self.about.seating)]
        whose = {each.contestant for each in own}
        lines = [
            f"{self.names.whose(each.contestant)}: "
            f"{score_text(each.before)} → {score_text(each.after)} {unit} ({difference_text(each)})"
            for each in own
        ]
        lines += [self._place(each) for each in step.moved.ranks if each.contestant in whose]
        others = len({each.contestant for each in changes} - whose)
        return [*lines, say("Others whose score moved: %(number)s", number=others)] if changes else lines

    def _place(self, change: RankChange) -> str:
        who = self.names.whose(change.contestant)
        return say("place of %(place)s", place=place_text(RankChange(who, change.before, change.after), "→"))


def _score(case: CaseFile) -> str:
    """What counts in the end, in a line."""
    if case.in_force:
        return with_symbols(adjustment_text(case.in_force.adjustment))
    imposed = case.penalty_in_force.imposed if case.penalty_in_force else None
    return penalty_text(imposed.amount, imposed.unit, imposed.named) if imposed else say("no penalty")
