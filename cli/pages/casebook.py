"""The book of cases (title, preface, list, each case at length, figures, indexes), and the page of cases found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from cli.desk.case_selection import CaseChoice, SelectedCase, Selection, gather_statistics, selected_cases
from cli.desk.desk import Desk
from cli.desk.output import Output, with_symbols
from cli.options.declared import PageOptions
from cli.pages.boards import counted_sides, score_lines
from cli.pages.desk_reports import put
from cli.pages.fields import FormPart, diagram_of, narrow_field, played_part, wide_field, word
from cli.pages.forms import appeal_parts, call_part, penalty_part, ruling_part, score_part
from cli.pages.links import Links
from cli.pages.printing import Press, in_press_language
from cli.pages.table import Cell, Outline, PageTable, TableRow, page_table
from cli.screens.case_search import CaseSearch, SearchedArchives, search_cases, show_command
from cli.screens.case_statistics import print_left_out_sessions
from cli.views.cases import FoundRow, found_value
from cli.words.appeals import outcome_text
from cli.words.calls import evidence_text
from cli.words.case_statistics import StatisticsByPeriod, statistics_tables
from cli.words.casebook import cases_found_text, left_out_text, query_text, sessions_left_out, subjects_text
from cli.words.language import Wording, say, tell
from cli.words.notation import side_text
from cli.words.rulings import adjustment_text, penalty_text
from cli.words.scores import difference_text, place_text, score_text
from cli.words.times import span_text
from cli.words.vocabulary import SCORINGS, SUBJECTS, counted, side_name
from ledger import SUBJECTS as ALL_SUBJECTS
from ledger import (
    CaseAt,
    CaseFile,
    CasesFound,
    CaseStep,
    Envelope,
    Office,
    RankChange,
    RecordedCases,
    Refusal,
    Session,
    Side,
    case_statistics,
    case_steps,
    dealer,
    law_title,
    names_first,
    names_in_case,
    names_pattern,
    natural,
    vulnerability,
)

People = Literal["names", "roles", "class"]


class Naming(NamedTuple):
    """The way a casebook names people: by name, by role, or by `words` for their class."""

    people: People = "names"
    words: str = ""

    @property
    def named(self) -> bool:
        """True if everybody is named."""
        return self.people == "names"


class CaseNames:
    """The names or roles under which a casebook shows the people of one case."""

    def __init__(self, session: Session, case: CaseFile, naming: Naming) -> None:
        self._case, self.naming = case, naming
        roles = {
            "contestant": say("a contestant"),
            "player": naming.words or say("a player"),
            **{side.value: side_name(side.value) for side in Side},
            "official": say("an official"),
            "committee": say("a member of the committee"),
            "director": say("the director"),
        }
        people = {} if naming.named else {name: roles[part] for name, part in names_in_case(session, case)}
        self._roles = {name.casefold(): role for name, role in people.items()}
        self._pattern = names_pattern(people) if people else None

    def side(self, side: Side) -> str:
        """Return a side's contestant by name or by class; '' if unknown, or if the book names roles only."""
        seating = self._case.seating
        who = seating.contestant(side) if seating else ""
        if self.naming.named:
            return names_first(who, self._case.names) if who else ""
        return self.naming.words if who else ""

    def whose(self, contestant: str) -> str:
        """Return a contestant's name; in a book without names, its side or the words for its class."""
        if self.naming.named:
            return names_first(contestant, self._case.names)
        seating = self._case.seating
        sides = [side for side in Side if seating and contestant in seating.contestants(side)]
        return side_name(sides[0].value) if sides else self.naming.words or say("a contestant")

    def text(self, text: str) -> str:
        """Return a text with each name that may not be published replaced by the person's role."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._roles[found[0].casefold()], text)


_CONTESTANT, _APPELLANT = "Contestant", "Appellant"
"""Labels of form fields that name a contestant."""


BookPart = tuple[FormPart, Sequence[Outline], Sequence[str]]
"""A part of a case: its fields, and if its event moved scores, the derivation of the case's score and the moves."""


class Chapter:
    """A casebook's chapter on one case; `steps`: the events of the session that changed scores, by event number."""

    def __init__(self, selected: SelectedCase, steps: Mapping[int, CaseStep], naming: Naming) -> None:
        self.session, self.about = selected
        self.steps = steps
        self.names = CaseNames(self.session, self.about, naming)

    def view(self, number: int) -> dict[str, object]:
        """Return everything a book shows of the case, under its `number` in the book."""
        about, of = self.about, self.about.session
        head = [
            narrow_field("Event", of.tournament or of.title),
            narrow_field("Session", *dict.fromkeys((of.title, of.id)) if of.tournament else (of.id,)),
            narrow_field("Date", of.date),
            narrow_field("Scoring", SCORINGS[of.scoring]),
            narrow_field("Round", str(about.round or "")),
            narrow_field("Table", about.table),
            narrow_field("Case", ", ".join(about.cases)),
        ]
        if about.board is not None:
            head += [
                narrow_field("Board", str(about.board)),
                narrow_field("Dealer", side_text(dealer(about.board).value)),
                word("Vulnerable", vulnerability(about.board).value),
                narrow_field("North–South", self.names.side(Side.NS)),
                narrow_field("East–West", self.names.side(Side.EW)),
            ]
        diagram = None
        if about.board is not None and about.seating is not None:
            diagram = diagram_of(self.session, about.board, self.session.line(about.board, about.seating))
        calls = [row for row in diagram.calls if any(row)] if diagram else []
        return {
            "number": number,
            "event": of.tournament or of.title,
            "board": about.board,
            "subjects": subjects_text(about.subjects),
            "head": [field for field in head if field.said],
            "hands": diagram.hands if diagram and diagram.known else {},
            "seats": diagram.seats if diagram and calls else (),
            "calls": calls,
            "parts": list(self._parts()),
            "comments": [(each.said.commentator, self.names.text(each.said.comment)) for each in about.comments],
            "withdrawn": about.withdrawn,
        }

    def _parts(self) -> Iterator[BookPart]:
        about, session, call = self.about, self.session, self.about.call
        if about.ruling:
            yield from self._finished_part(played_part(session, about.ruling))
        part = call_part(call)
        # The book is read outside the office, so only public evidence is shown.
        pieces = [each for each in call.evidence if not each.withdrawn] if call else []
        public = [evidence_text(each.filed) for each in pieces if each.filed.public]
        yield from self._finished_part(part._replace(fields=[*part.fields, wide_field("Evidence", *public)]))
        for ruling in about.rulings:
            yield from self._finished_part(ruling_part(session, ruling))
            score = score_part(session, ruling)
            since = about.until_ruled if ruling is about.rulings[0] else None
            timed = [narrow_field("From the call to the ruling", span_text(since))] if since and since > 0 else []
            yield from self._finished_part(score._replace(fields=[*score.fields, *timed]), ruling.scored.number)
        if about.penalty:
            yield from self._finished_part(penalty_part(session, about.penalty))
        appealed = {file.appeal.case for file in about.appeals}
        for penalty in about.beside:
            if penalty.imposed.beside not in appealed:
                yield from self._finished_part(penalty_part(session, penalty))
        yield from self._appeals()
        for contrast in about.differences:
            case = f"{contrast.other} ({contrast.session})" if contrast.session else contrast.other
            fields = [narrow_field("Case", case), wide_field("Reason", contrast.reason)]
            yield from self._finished_part(FormPart("Ruled otherwise than", fields))

    def _appeals(self) -> Iterator[BookPart]:
        for file in self.about.appeals:
            appeal, decided = file.appeal, list(file.appeal.decisions)
            appellant = appeal.lodged.appellant
            if appellant in ("NS", "EW"):
                sides = (side_name(appellant), self.names.side(Side(appellant)))
                who = narrow_field(_APPELLANT, ", ".join(dict.fromkeys(each for each in sides if each)))
            else:
                who = None
            for part in appeal_parts(self.session, file):
                number, fields = 0, [who if who and each.label == _APPELLANT else each for each in part.fields]
                if part.heading == "Decision" and decided:
                    decision = decided.pop(0)
                    number = decision.number
                    if decision is appeal.decisions[0] and decision.at > appeal.at:
                        fields.append(
                            narrow_field("From the appeal to the decision", span_text(decision.at - appeal.at))
                        )
                yield from self._finished_part(part._replace(fields=fields), number)

    def _finished_part(self, part: FormPart, number: int = 0) -> Iterator[BookPart]:
        """Yield a part of the chapter, empty fields left out; with the scores that event #`number` changed, if any."""
        fields = [
            each._replace(said=tuple(map(self.names.whose, each.said)))
            if each.label == _CONTESTANT
            else each
            if each.own
            else each._replace(said=tuple(map(self.names.text, each.said)), write=0)
            for each in part.fields
            if each.said
        ]
        if fields:
            step = self.steps.get(number)
            yield part._replace(fields=fields), *((self._derivations(step), self._moved(step)) if step else ([], []))

    def _derivations(self, step: CaseStep) -> list[Outline]:
        played, outlines = step.played(self.about), list[Outline]()
        if played is None:
            return outlines
        for side in counted_sides(step.scoreboard, played):
            score, derived = score_lines(step.scoreboard, played, side)
            lines = [(deep, value, self.names.text(text)) for deep, value, text in derived]
            outlines.append(Outline("", f"{side_name(side.value)}: {score}", lines))
        return outlines

    def _moved(self, step: CaseStep) -> list[str]:
        changes, unit = step.moved.changes, say(step.scoreboard.unit)
        # Scores at the case's own table are listed; of the rest of the field only the count.
        moves = [
            change for change in changes if (change.board, change.seating) == (self.about.board, self.about.seating)
        ]
        whose = {change.contestant for change in moves}
        lines = [
            f"{self.names.whose(change.contestant)}: "
            f"{score_text(change.before)} → {score_text(change.after)} {unit} ({difference_text(change)})"
            for change in moves
        ]
        for change in step.moved.ranks:
            if change.contestant in whose:
                change = RankChange(self.names.whose(change.contestant), change.before, change.after)
                lines.append(say("place of %(place)s", place=place_text(change, "→")))
        count = len({change.contestant for change in changes} - whose)
        return [*lines, say("Others whose score moved: %(number)s", number=count)] if changes else lines


Logs = Callable[[str], Iterable[Envelope]]
"""Returns the log of a session by name."""


@in_press_language
def casebook(press: Press, title: str, preface: Sequence[str], selected: Selection, logs: Logs, naming: Naming) -> str:
    """Return a casebook as a page; the cases are numbered in the order given."""
    records = []
    for session in selected.sessions:
        ids = [each.case for each in selected.cases if each.session.id == session.id]
        records.append(RecordedCases(session, ids, case_steps(logs(session.id), session.id, ids) if ids else {}))
    steps = {each.session.id: each.steps for each in records}
    chapters = (Chapter(each, steps[each.session.id], naming) for each in selected.cases)
    numbered = list(enumerate((each.case for each in selected.cases), start=1))
    numbers = {CaseAt(case.session.id, case.case): number for number, case in numbered}
    subjects = {subject: [at for at, case in numbered if subject in case.subjects] for subject in ALL_SUBJECTS}
    about = ((SUBJECTS[subject], cases) for subject, cases in subjects.items() if cases)
    by_law = defaultdict[str, list[int]](list)
    for at, case in numbered:
        for law in case.laws_now:
            by_law[law].append(at)
    book = {
        "title": title or say("Casebook"),
        "size": counted(len(numbered), "case"),
        "preface": preface,
        "contents": _contents(numbered),
        "cases": [each.view(number) for number, each in enumerate(chapters, start=1)],
        "by_subject": sorted(about, key=lambda it: it[0].casefold()),
        "by_law": [(f"{tell(law)}  {say(law_title(law))}", by_law[law]) for law in sorted(by_law, key=natural)],
        "statistics": figures({"": case_statistics(records)}, lambda at: _chapter(numbers[at]), people=naming.named),
        "left_out": sessions_left_out(selected.left_out),
    }
    return press.page("casebook.html", Links(), {"head": None, "book": book})


_HEADINGS = Wording({"no.": "no.", "date": "date", "subject": "subject"})


def _chapter(number: int) -> Cell:
    return Cell(str(number), f"#case-{number}")


def _contents(numbered: Sequence[tuple[int, CaseFile]]) -> PageTable:
    number, date, subject = f">{_HEADINGS['no.']}", _HEADINGS["date"], _HEADINGS["subject"]
    columns = [number, "event", date, ">board", subject, "score", "appeal"]
    rows = []
    for at, case in numbered:
        imposed = case.penalty_in_force.imposed if case.penalty_in_force else None
        if case.in_force:
            score = adjustment_text(case.in_force.adjustment)
        else:
            score = penalty_text(imposed.amount, imposed.unit, imposed.named) if imposed else say("no penalty")
        cells = [
            _chapter(at),
            Cell(case.session.tournament or case.session.title),
            Cell(case.session.date),
            Cell(str(case.board or "")),
            Cell(subjects_text(case.subjects)),
            Cell(score),
            Cell(", ".join(outcome_text(file.appeal) for file in case.appeals)),
        ]
        rows.append(TableRow(cells))
    return PageTable("Cases", columns, rows, aside=frozenset({date, subject, "score", "appeal"}), under="event")


Named = Callable[[CaseAt], Cell]
"""Returns a cell that names a case, linked to the case if the page shows it."""


_ListedFigure = tuple[str, str, Sequence[Cell]]
"""The anchor of a figure, its text, and a cell for each of its cases."""

_Figures = tuple[Sequence[PageTable], Sequence[_ListedFigure]]
"""Tables of figures, and below them the cases behind each figure."""


@in_press_language
def statistics_page(press: Press, over: StatisticsByPeriod, left_out: Sequence[tuple[str, str]], *, whole: bool) -> str:
    """Return a page of statistics and the cases behind each figure; `left_out`: the sessions not counted, and why."""
    tables = figures(over, lambda at: Cell(f"{at.session} {at.case}"), whole=whole)
    view = {"head": None, "figures": tables, "left_out": sessions_left_out(left_out)}
    return press.page("statistics.html", Links(), view)


def figures(over: StatisticsByPeriod, named: Named, *, whole: bool = False, people: bool = True) -> _Figures:
    """Return statistics as tables, and the list of cases behind each figure; options as in `statistics_tables`."""
    listed: list[_ListedFigure] = []
    tables = []
    for table in statistics_tables(over, whole=whole, people=people):
        rows = []
        for row in table.rows:
            cells = [Cell(row.label)]
            for column, figure in zip(table.columns, row.figures, strict=True):
                anchor = f"f{len(listed) + 1}"
                cells.append(Cell(figure.text, f"#{anchor}" if figure.cases else None))
                if figure.cases:
                    title = ", ".join(filter(None, (table.title, row.label, column)))
                    listed.append((anchor, f"{title}: {figure.text}", [named(at) for at in figure.cases]))
            rows.append(TableRow(cells))
        headings = ["", *(f">{column}" for column in table.columns)]
        tables.append(PageTable(table.title, headings, rows, table.note))
    return tables, listed


class BookOrder(NamedTuple):
    """The request for a casebook: its cases, its title, its preface, and how people are named."""

    cases: CaseChoice
    title: str
    preface: Sequence[str]
    naming: Naming


def write_casebook(desk: Desk, out: Path, look: PageOptions, wanted: BookOrder) -> None:
    """Write a casebook to a file; Refusal (no-cases) if no case matches."""
    selected = selected_cases(desk, wanted.cases)
    if not selected.cases:
        hint = "choose fewer --law and --subject, or another --of; `report register` lists the rulings"
        raise Refusal("no-cases", "no case matches: the book would be empty", hint)
    moment = max(session.recorded_at for session in selected.sessions)
    page = casebook(Press.of(look), wanted.title, wanted.preface, selected, desk.office.log, wanted.naming)
    put(desk, out, page, moment)
    print_left_out_sessions(desk, selected.left_out)


def write_statistics(desk: Desk, out: Path, look: PageOptions, wanted: CaseChoice, *, by_year: bool) -> None:
    """Write the page of statistics on cases to a file."""
    result = gather_statistics(desk, wanted, by_year=by_year)
    page = statistics_page(Press.of(look), result.over, result.left_out, whole=result.whole)
    put(desk, out, page, result.moment)
    print_left_out_sessions(desk, result.left_out)


def write_cases_found(
    out: Output, office: Office | None, where: SearchedArchives, wanted: CaseSearch, file: Path, look: PageOptions
) -> None:
    """Write the page of the cases found by a search to a file."""
    matches = search_cases(out, office, where, wanted)
    page = _found_page(Press.of(look), matches, wanted, out)
    put(out, file, page, max((each.case.given_at for each in matches.found), default=0))


@in_press_language
def _found_page(press: Press, found: CasesFound, wanted: CaseSearch, out: Output) -> str:
    value = found_value(found, [show_command(out, each) for each in found.found])
    table = value.table(words=bool(wanted.words), like=bool(wanted.like))
    date, session, case, *columns = table.columns
    table = table._replace(columns=[case, date, session, *columns])
    cells: dict[str, Callable[[FoundRow], Cell]] = {
        "session": lambda row: Cell(row.occasion),
        "text": lambda row: Cell(with_symbols(row.text)),
    }
    view = {
        "head": None,
        "asked": query_text(wanted.query, wanted.words, wanted.like),
        "count": cases_found_text(len(value.cases), found.total, found.sessions),
        "table": page_table("Cases found", table, cells),
        "left_out": left_out_text(each.what for each in found.left_out),
        "named": [
            say("%(name)s in %(place)s: %(why)s", name=each.name, place=each.archive.name, why=each.why)
            for each in found.left_out
        ],
    }
    return press.page("found_cases.html", Links(), view)
