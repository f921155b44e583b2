"""The printed figures of a result file that differ from ours, with the rules that explain them (`check figures`)."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from cli.views.answers import Answer
from cli.views.tables import AnswerColumn, AnswerTable, Part, Text
from cli.words.vocabulary import counted
from ledger.exchange.explaining import Examination, rule_text

_RULES_SHOWN = 3


class DifferingFigure(Struct, frozen=True):
    """A printed figure that differs from ours, and the rules by which it comes out, the likeliest first."""

    kind: str
    where: str
    printed: str
    ours: str
    rules: tuple[str, ...]

    @property
    def rule(self) -> str:
        """The first rules; '?' if no rule that is known gives the printed figure."""
        more = len(self.rules) - _RULES_SHOWN
        return "; or ".join(self.rules[:_RULES_SHOWN]) + (f"; or {more} more" if more > 0 else "") or "?"


class UnreadLine(Struct, frozen=True):
    """A line of the file that was not compared, or not read as it stands: its place, and why."""

    where: str
    why: str


class FiguresAnswer(Answer, frozen=True):
    """The figures of a result file compared with ours: their number by kind, and those that differ."""

    file: str
    profile: str
    figures: dict[str, int]
    differing: tuple[DifferingFigure, ...]
    unexplained: int
    left_out: tuple[UnreadLine, ...]
    notes: tuple[UnreadLine, ...]


_COLUMNS = (
    AnswerColumn("where"),
    AnswerColumn("kind", "figure"),
    AnswerColumn("printed", "file"),
    AnswerColumn("ours"),
    AnswerColumn("rule", beneath=True),
)


def figures_value(file: str, examined: Examination) -> FiguresAnswer:
    """Return what was found in a file as an answer."""
    return FiguresAnswer(
        file=file,
        profile=examined.profile,
        figures=dict(examined.counts),
        differing=tuple(DifferingFigure(*each.figure, rules=each.rules) for each in examined.explained),
        unexplained=examined.unexplained,
        left_out=tuple(UnreadLine(*each) for each in examined.left_out),
        notes=tuple(UnreadLine(*each) for each in examined.notes),
    )


def figures_parts(value: FiguresAnswer, summary: str) -> Iterator[Part]:
    """Yield the figures as a screen shows them: their number, those that differ, the rules in words, lines left out."""
    yield Text("say", (f"{value.file} by {value.profile}: {summary}",))
    if value.differing:
        yield Text("say", ("",))
        yield AnswerTable(value.differing, _COLUMNS)
        first = Counter(each.rules[0] if each.rules else "?" for each in value.differing)
        texts = [f"  {number} by {rule}: {rule_text(rule)}".rstrip(": ") for rule, number in first.most_common()]
        texts = [text.replace("by ?", "by no rule that is known") for text in texts]
        yield Text("say", ("", "How the printed figures come out", *texts))
    for lines, heading in ((value.left_out, "left out"), (value.notes, "to look at")):
        if lines:
            told = (f"  {each.where}: {each.why}" for each in lines)
            yield Text("say", ("", f"{counted(len(lines), 'line')} {heading}:", *told))
