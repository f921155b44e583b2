"""What is held about a person, what erasing leaves, and what no erasing reaches."""

from collections.abc import Iterator

from cli.views.answers import Answer
from cli.views.tables import AnswerColumn, AnswerTable, Part, Text
from ledger.recording.traces import Remains, Trace
from ledger.session.moment import DAY, local

_FIRST_WORDS = 60


def _what(row: Trace) -> str:
    """Return the case, or the contestant with the seat, and the field: 'C-0001 facts', '7NS seat 1 name'."""
    who, field = row.player, row.field
    of = f"{who.contestant} seat {who.seat}" if who else row.case or row.kind.replace("-", " ")
    field = field.rpartition(".")[2].replace("_", " ") if who else field
    return f"{of} {field}" + (f", of {row.events} events" if row.events > 1 else "")


class PersonAnswer(Answer, frozen=True):
    """What is held about a person; `parts`: texts with a part of the name; `keep_days`: 0 if the office does not say.

    `copies`: those of the ledger that this machine knows of.
    """

    held: tuple[Trace, ...]
    parts: tuple[Trace, ...]
    similar: tuple[str, ...]
    remains: tuple[Remains, ...]
    copies: tuple[str, ...]
    keep_days: int

    def table(self, rows: tuple[Trace, ...], title: str = "", without: str = "") -> AnswerTable:
        """Return the texts as a table: where they are, their first words, until when they are kept."""

        def kept(row: Trace) -> str:
            until = f"{local(row.recorded_at + self.keep_days * DAY):%Y-%m-%d}"
            return "as long as the log" if not row.erasing else until if self.keep_days else "until it is erased"

        columns = (
            AnswerColumn("session"),
            AnswerColumn("number", "event", say=lambda row: f"#{row.number}", number=True),
            AnswerColumn("field", "what", say=_what),
            AnswerColumn("text", say=lambda row: row.text[:_FIRST_WORDS] + "…" * (len(row.text) > _FIRST_WORDS)),
            AnswerColumn("recorded_at", "kept until", say=kept, spare=1),
        )
        return AnswerTable(rows, columns, title, without, plain=not title)

    def shown(self, who: str) -> list[Part]:
        """Return the tables and sentences of the answer."""
        part = [self.table(self.parts, "A part of the name stands in:")] if self.parts else []
        similar = [f"Similar names, not counted here: {', '.join(self.similar)}"] if self.similar else []
        held = self.table(self.held, without=f"nobody is known as {who}")
        return [held, *part, Text("hint", ("", *similar, *self.left()))]

    def left(self) -> Iterator[str]:
        """Yield the sentences on what erasing leaves, and on the copies it does not reach."""
        for each in self.remains:
            if numbers := (*each.seats, *each.cases):
                yield f"Erasing leaves numbers in {each.session}: {', '.join(numbers)}"
        if log := [f"{_what(each)} (#{each.number} of {each.session})" for each in self.held if not each.erasing]:
            yield f"Erasing leaves in the log: {', '.join(log)}"
        copies = [f"{copy} of {each.session}" for each in self.remains for copy in each.copies]
        if copies := [*copies, *self.copies]:
            yield f"Erasing does not reach: {', '.join(copies)}"
