"""Statistics of rulings and appeals as tables of figures, for the screen, JSON and pages."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from cli.words.language import Wording, number_text, say, tell
from cli.words.notation import weight_text
from cli.words.scores import score_text
from cli.words.times import span_text
from cli.words.vocabulary import OUTCOMES, SCORINGS, SUBJECTS
from ledger import CaseAt, CaseStatistics, CaseTally, Measured, law_title, mean, median, tallies_shown_by_name

_OUTCOMES = Wording(
    {
        "lodged": "not decided yet",
        "screened": "not decided yet",
        "heard": "not decided yet",
        "to be confirmed": "not decided yet",
        "further appeal": "not decided yet",
        "rejected": "not admitted",
        "withdrawn": "withdrawn",
    }
)
_DEPOSIT_STATES = Wording({"held": "held", "returned": "returned", "forfeited": "forfeited"})
_FORM_UNITS = Wording(
    {
        "matchpoints": "MP",
        "butler": "IMP",
        "cross-imps": "IMP",
        "teams": "IMP",
        "board-a-match": "points",
        "total-points": "points",
        "knockout": "IMP",
        "teams-of-eight": "IMP",
    }
)


class CaseFigure(NamedTuple):
    """A figure of a table: its text, its exact value (times in µs; None if there is none), and the cases it counts."""

    text: str
    value: Fraction | None
    cases: tuple[CaseAt, ...] = ()


class FigureRow(NamedTuple):
    """A row of a table: the label of what is counted, and a figure for each column."""

    label: str
    figures: Sequence[CaseFigure]


class FigureTable(NamedTuple):
    """A table of figures; `note` explains how to read it."""

    title: str
    columns: Sequence[str]
    rows: Sequence[FigureRow]
    note: str = ""


Key = TypeVar("Key")

StatisticsByPeriod = Mapping[str, CaseStatistics]
"""The statistics of each period, '2025' or 'all', in the order of their columns."""


def statistics_tables(over: StatisticsByPeriod, *, whole: bool = False, people: bool = True) -> list[FigureTable]:
    """Return the tables of the statistics, without those that have no rows.

    `whole`: names directors with few cases too. Without `people`: neither directors nor committees.
    """
    committees = _tallied(over, say("By committee"), lambda each: each.by_committee, str)
    tables = [
        _overview(over),
        _tallied(over, say("By subject"), lambda each: each.by_subject, lambda name: SUBJECTS[name]),
        _tallied(over, say("By law"), lambda each: each.by_law, lambda law: f"{tell(law)}  {say(law_title(law))}"),
        *([_directors(over, whole=whole), committees] if people else []),
        _grouped(
            over,
            say("Outcome of appeals"),
            lambda each: each.appeals,
            lambda name: OUTCOMES[name] if name in OUTCOMES else _OUTCOMES[name],
        ),
        _score_changes(over),
        _grouped(over, say("Deposits"), lambda each: each.deposits, lambda name: _DEPOSIT_STATES[name]),
        _durations(over),
        _grouped(over, say("Weighted scores, by the largest weight"), lambda each: each.weights, weight_text),
    ]
    return [table for table in tables if table.rows]


def _overview(over: StatisticsByPeriod) -> FigureTable:
    lines: list[tuple[str, Callable[[CaseStatistics], CaseFigure]]] = [
        (say("sessions"), lambda each: _plain_figure(each.sessions)),
        (say("boards played"), lambda each: _plain_figure(each.boards)),
        (say("rulings"), lambda each: _count(each.rulings.cases)),
        (say("rulings in 1,000 boards"), lambda each: _rate(each, each.rulings.cases)),
        (say("penalties and warnings by themselves"), lambda each: _count(each.penalties.cases)),
        (say("penalties and warnings with a case"), lambda each: _count(each.penalties_beside)),
        (say("appealed"), lambda each: _count(each.all.appealed)),
        (say("appealed, in 1,000 boards"), lambda each: _rate(each, each.all.appealed)),
        (say("appealed, of all"), lambda each: _share(each.all.appealed, each.all.cases)),
        (say("changed by a decision"), lambda each: _count(each.all.changed)),
        (say("changed, of those appealed"), lambda each: _share(each.all.changed, each.all.appealed)),
        (say("polls"), lambda each: _count(tuple(poll.case for poll in each.asked))),
        (
            say("players asked"),
            lambda each: _plain_figure(int(sum(poll.value for poll in each.asked)))._replace(cases=_cases(each.asked)),
        ),
        (say("ruled or decided after publication"), lambda each: _count(each.after_publication)),
        (say("results corrected after publication"), lambda each: _plain_figure(each.corrected_after)),
    ]
    return FigureTable(
        say("In all"),
        tuple(over),
        [FigureRow(label, [figure(each) for each in over.values()]) for label, figure in lines],
        say("A board counts once for each table that played it. Withdrawn cases are not counted."),
    )


def _tallied(
    over: StatisticsByPeriod,
    title: str,
    tallies: Callable[[CaseStatistics], Mapping[Key, CaseTally]],
    name: Callable[[Key], str],
) -> FigureTable:
    return _tally_table(title, {span: tallies(each) for span, each in over.items()}, name)


def _directors(over: StatisticsByPeriod, *, whole: bool) -> FigureTable:
    table = say("By director")
    if whole:
        return _tallied(over, table, lambda each: each.by_director, str)
    # Figures over few cases would tell how one director rules: they share a row.
    known = {span: tallies_shown_by_name(each.by_director) for span, each in over.items()}
    few = say("others, with fewer than three cases each")
    tallies = {span: {**each.by_name, few: each.others} if each.few else each.by_name for span, each in known.items()}
    note = say("Directors and committees with fewer than three cases are named only to the chief director.")
    return _tally_table(table, tallies, str)._replace(note=note if any(each.few for each in known.values()) else "")


def _tally_table(title: str, by_span: Mapping[str, Mapping[Key, CaseTally]], name: Callable[[Key], str]) -> FigureTable:
    """Return a table with a row for each key: its cases, appeals and changes in one period, or its cases by period."""
    parts = (say("cases"), say("appealed"), say("changed")) if len(by_span) == 1 else ()
    keys = dict.fromkeys(key for tallies in by_span.values() for key in tallies)
    width, nothing = len(parts) or 1, CaseTally()
    rows = [
        FigureRow(name(key), [_count(cases) for each in by_span.values() for cases in each.get(key, nothing)[:width]])
        for key in keys
    ]
    # One year: cases, appeals and changes in columns; several years: a column each.
    return FigureTable(title, parts or tuple(by_span), rows)


def _grouped(
    over: StatisticsByPeriod,
    title: str,
    groups: Callable[[CaseStatistics], Mapping[Key, tuple[CaseAt, ...]]],
    name: Callable[[Key], str],
) -> FigureTable:
    """Count cases by the name of their group, a column for each period; groups of equal name are added up."""
    groups_of: list[dict[str, tuple[CaseAt, ...]]] = []
    for statistics in over.values():
        named: dict[str, tuple[CaseAt, ...]] = {}
        for key, cases in groups(statistics).items():
            named[name(key)] = (*named.get(name(key), ()), *cases)
        groups_of.append(named)
    labels = dict.fromkeys(label for each in groups_of for label in each)
    return FigureTable(
        title, tuple(over), [FigureRow(label, [_count(each.get(label, ())) for each in groups_of]) for label in labels]
    )


def _score_changes(over: StatisticsByPeriod) -> FigureTable:
    forms = dict.fromkeys(form for each in over.values() for form in each.moved)
    rows = [
        FigureRow(
            f"{SCORINGS[form]}, {say('mean, in %(unit)s', unit=_FORM_UNITS[form])}",
            [
                _decimal(mean([moved.value for moved in each.moved.get(form, ())]), _cases(each.moved.get(form, ())))
                for each in over.values()
            ],
        )
        for form in forms
    ]
    note = say(
        "How far each decision moved the score of the table that was ruled on, up or down; "
        "of the two sides the larger figure."
    )
    return FigureTable(say("By how much decisions changed scores"), tuple(over), rows, note)


def _durations(over: StatisticsByPeriod) -> FigureTable:
    rows = [
        FigureRow(label, [figure(spans(each)) for each in over.values()])
        for label, spans, figure in (
            (say("from the call to the ruling, median"), _until_ruled, _median_time),
            (say("from the call to the ruling, longest"), _until_ruled, _longest_time),
            (say("from the appeal to the decision, median"), _until_decided, _median_time),
            (say("from the appeal to the decision, longest"), _until_decided, _longest_time),
        )
        if any(spans(each) for each in over.values())
    ]
    return FigureTable(say("How long it took"), tuple(over), rows)


def _until_ruled(statistics: CaseStatistics) -> tuple[Measured, ...]:
    return statistics.until_ruled


def _until_decided(statistics: CaseStatistics) -> tuple[Measured, ...]:
    return statistics.until_decided


# Figures


def _plain_figure(count: int) -> CaseFigure:
    return CaseFigure(str(count), Fraction(count))


def _count(cases: tuple[CaseAt, ...]) -> CaseFigure:
    return CaseFigure(str(len(cases)), Fraction(len(cases)), tuple(dict.fromkeys(cases)))


def _rate(over: CaseStatistics, cases: tuple[CaseAt, ...]) -> CaseFigure:
    return _decimal(over.per_thousand(len(cases)), cases)


def _share(part: Sequence[CaseAt], of: Sequence[CaseAt]) -> CaseFigure:
    share = Fraction(100 * len(part), len(of)) if of else None
    figure = _decimal(share, tuple(part))
    return figure if share is None else figure._replace(text=say("%(number)s%%", number=figure.text))


def _median_time(measured: Sequence[Measured]) -> CaseFigure:
    return _time_figure(median([each.value for each in measured]), _cases(measured))


def _longest_time(measured: Sequence[Measured]) -> CaseFigure:
    longest = max(measured, key=lambda each: each.value, default=None)
    return _time_figure(longest.value, (longest.case,)) if longest else _time_figure(None, ())


def _decimal(value: Fraction | None, cases: tuple[CaseAt, ...]) -> CaseFigure:
    return CaseFigure(number_text(score_text(value)), value, tuple(dict.fromkeys(cases)))


def _time_figure(value: Fraction | None, cases: tuple[CaseAt, ...]) -> CaseFigure:
    return CaseFigure("–" if value is None else span_text(int(value)), value, cases)


def _cases(measured: Sequence[Measured]) -> tuple[CaseAt, ...]:
    return tuple(dict.fromkeys(each.case for each in measured))
