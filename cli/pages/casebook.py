"""The book of cases: title, preface, list, each case at length, figures, indexes; who is named; and cases found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from cli.desk.case_selection import CasesWanted, SelectedCase, Selection, gathered, selected_cases
from cli.desk.desk import Desk
from cli.desk.output import Output, with_symbols
from cli.options.declared import PageOptions
from cli.pages.boards import counted_sides, score_lines
from cli.pages.desk_reports import put
from cli.pages.fields import FormPart, asked, diagram_of, played_part, wide, word
from cli.pages.forms import appeal_parts, call_part, penalty_part, ruling_part, score_part
from cli.pages.links import Links
from cli.pages.printing import Press, in_its_language
from cli.pages.table import Cell, Outline, PageTable, TableRow, page_table
from cli.screens.case_search import CasesSought, LookedThrough, found_cases, to_show
from cli.screens.case_statistics import say_left_out
from cli.views.cases import FoundRow, found_value
from cli.words.appeals import outcome_text
from cli.words.calls import piece_text
from cli.words.case_statistics import Spanned, statistics_tables
from cli.words.casebook import found_text, left_out_text, query_text, sessions_left_out, subjects_text
from cli.words.language import Wording, say
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
    led_by_names,
    names_in_case,
    names_pattern,
    natural,
    vulnerability,
)

People = Literal["names", "roles", "class"]


class Naming(NamedTuple):
    """How people are told in a book; `words` are what the players are where they are told as of a class."""

    people: People = "names"
    words: str = ""

    @property
    def named(self) -> bool:
        """Whether everybody is named."""
        return self.people == "names"


class CaseNames:
    """How the people of one case are told."""

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
        told = {} if naming.named else {name: roles[part] for name, part in names_in_case(session, case)}
        self._roles = {name.casefold(): role for name, role in told.items()}
        self._pattern = names_pattern(told) if told else None

    def side(self, side: Side) -> str:
        """Return who sat on a side: by name, by the words for the class, or "" where only parts in a case are told."""
        seating = self._case.seating
        who = seating.contestant(side) if seating else ""
        if self.naming.named:
            return led_by_names(who, self._case.names) if who else ""
        return self.naming.words if who else ""

    def whose(self, contestant: str) -> str:
        """Return a contestant by name, or by the side it sat on."""
        if self.naming.named:
            return led_by_names(contestant, self._case.names)
        seating = self._case.seating
        sides = [side for side in Side if seating and contestant in seating.contestants(side)]
        return side_name(sides[0].value) if sides else self.naming.words or say("a contestant")

    def text(self, text: str) -> str:
        """Replace the names in a text that are not to be told."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._roles[found[0].casefold()], text)


_CONTESTANT, _APPELLANT = "Contestant", "Appellant"
"""Fields of the forms that say who somebody is."""


BookPart = tuple[FormPart, Sequence[Outline], Sequence[str]]
"""A part of a case: what is said, and, of what gave a score, how it comes about and who moved."""


class Chapter:
    """A case at length; `steps`: what gave cases of its session their scores."""

    def __init__(self, selected: SelectedCase, steps: Mapping[int, CaseStep], naming: Naming) -> None:
        self.session, self.about = selected
        self.steps = steps
        self.names = CaseNames(self.session, self.about, naming)

    def view(self, number: int) -> dict[str, object]:
        """Return everything a book says of the case under this number; each comment follows its commentator."""
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
        if about.board is not None:
            head += [
                asked("Board", str(about.board)),
                asked("Dealer", side_text(dealer(about.board).value)),
                word("Vulnerable", vulnerability(about.board).value),
                asked("North–South", self.names.side(Side.NS)),
                asked("East–West", self.names.side(Side.EW)),
            ]
        shown = None
        if about.board is not None and about.seating is not None:
            shown = diagram_of(self.session, about.board, self.session.line(about.board, about.seating))
        calls = [row for row in shown.calls if any(row)] if shown else []
        return {
            "number": number,
            "event": of.tournament or of.title,
            "board": about.board,
            "subjects": subjects_text(about.subjects),
            "head": [field for field in head if field.said],
            "hands": shown.hands if shown and shown.known else {},
            "seats": shown.seats if shown and calls else (),
            "calls": calls,
            "parts": list(self._parts()),
            "comments": [(each.said.commentator, self.names.text(each.said.comment)) for each in about.comments],
            "withdrawn": about.withdrawn,
        }

    def _parts(self) -> Iterator[BookPart]:
        """Yield the parts of the case in the order in which it happened."""
        about, session, call = self.about, self.session, self.about.call
        if about.ruling:
            yield from self._told(played_part(session, about.ruling))
        part = call_part(call)
        # The book is read outside of the office: of the evidence it has what is public.
        pieces = [each for each in call.evidence if not each.withdrawn] if call else []
        public = [piece_text(each.filed) for each in pieces if each.filed.public]
        yield from self._told(part._replace(fields=[*part.fields, wide("Evidence", *public)]))
        for ruling in about.rulings:
            yield from self._told(ruling_part(session, ruling))
            score = score_part(session, ruling)
            since = about.until_ruled if ruling is about.rulings[0] else None
            timed = [asked("From the call to the ruling", span_text(since))] if since and since > 0 else []
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

    def _appeals(self) -> Iterator[BookPart]:
        for file in self.about.appeals:
            appeal, decided = file.appeal, list(file.appeal.decisions)
            appellant = appeal.lodged.appellant
            if appellant in ("NS", "EW"):
                told = (side_name(appellant), self.names.side(Side(appellant)))
                who = asked(_APPELLANT, ", ".join(dict.fromkeys(each for each in told if each)))
            else:
                who = None
            for part in appeal_parts(self.session, file):
                number, fields = 0, [who if who and each.label == _APPELLANT else each for each in part.fields]
                if part.heading == "Decision" and decided:
                    decision = decided.pop(0)
                    number = decision.number
                    if decision is appeal.decisions[0] and decision.at > appeal.at:
                        fields.append(asked("From the appeal to the decision", span_text(decision.at - appeal.at)))
                yield from self._told(part._replace(fields=fields), number)

    def _told(self, part: FormPart, number: int = 0) -> Iterator[BookPart]:
        """Yield a part without its empty fields, and how the score came about that the event of this number gave."""
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
            yield part._replace(fields=fields), *((self._why(step), self._moved(step)) if step else ([], []))

    def _why(self, step: CaseStep) -> list[Outline]:
        """Return how the scores came about that an event gave."""
        played, outlines = step.played(self.about), list[Outline]()
        if played is None:
            return outlines
        for side in counted_sides(step.scoreboard, played):
            score, told = score_lines(step.scoreboard, played, side)
            lines = [(deep, value, self.names.text(text)) for deep, value, text in told]
            outlines.append(Outline("", f"{side_name(side.value)}: {score}", lines))
        return outlines

    def _moved(self, step: CaseStep) -> list[str]:
        changes, unit = step.moved.changes, say(step.scoreboard.unit)
        own = [each for each in changes if (each.board, each.seating) == (self.about.board, self.about.seating)]
        whose = {each.contestant for each in own}
        lines = [
            f"{self.names.whose(each.contestant)}: "
            f"{score_text(each.before)} → {score_text(each.after)} {unit} ({difference_text(each)})"
            for each in own
        ]
        for each in step.moved.ranks:
            if each.contestant in whose:
                change = RankChange(self.names.whose(each.contestant), each.before, each.after)
                lines.append(say("place of %(place)s", place=place_text(change, "→")))
        others = len({each.contestant for each in changes} - whose)
        return [*lines, say("Others whose score moved: %(number)s", number=others)] if changes else lines


Logs = Callable[[str], Iterable[Envelope]]
"""The log of a session, by its name."""


@in_its_language
def casebook(press: Press, title: str, preface: Sequence[str], selected: Selection, logs: Logs, naming: Naming) -> str:
    """Make the page of a book; the cases are numbered in the order in which they are given."""
    records = []
    for session in selected.sessions:
        own = [each.case for each in selected.cases if each.session.id == session.id]
        records.append(RecordedCases(session, own, case_steps(logs(session.id), session.id, own) if own else {}))
    steps = {each.session.id: each.steps for each in records}
    chapters = (Chapter(each, steps[each.session.id], naming) for each in selected.cases)
    numbered = list(enumerate((each.case for each in selected.cases), start=1))
    numbers = {CaseAt(case.session.id, case.case): number for number, case in numbered}
    subjects = {subject: [at for at, case in numbered if subject in case.subjects] for subject in ALL_SUBJECTS}
    about = ((SUBJECTS[subject], cases) for subject, cases in subjects.items() if cases)
    laws = sorted({law for _, case in numbered for law in case.laws}, key=natural)
    book = {
        "title": title or say("Casebook"),
        "size": counted(len(numbered), "case"),
        "preface": preface,
        "contents": _contents(numbered),
        "cases": [each.view(number) for number, each in enumerate(chapters, start=1)],
        "by_subject": sorted(about, key=lambda it: it[0].casefold()),
        "by_law": [
            (f"{law}  {say(law_title(law))}", [at for at, case in numbered if law in case.laws]) for law in laws
        ],
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
            score = with_symbols(adjustment_text(case.in_force.adjustment))
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
"""What a case is called, and where it stands."""


_ListedFigure = tuple[str, str, Sequence[Cell]]
"""Where a figure is told, what it says, and each of its cases with where it stands."""

_Figures = tuple[Sequence[PageTable], Sequence[_ListedFigure]]
"""Tables of figures, and beneath them the cases of each."""


@in_its_language
def statistics_page(press: Press, over: Spanned, left_out: Sequence[tuple[str, str]], *, whole: bool) -> str:
    """Make the page of the figures; no page shows its cases. `left_out`: sessions that are not counted, and why."""
    found = figures(over, lambda at: Cell(f"{at.session} {at.case}"), whole=whole)
    view = {"head": None, "figures": found, "left_out": sessions_left_out(left_out)}
    return press.page("statistics.html", Links(), view)


def figures(over: Spanned, named: Named, *, whole: bool = False, people: bool = True) -> _Figures:
    """Return the tables with the lists they lead to; `whole` and `people` as in `statistics_tables`."""
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
                    told = ", ".join(filter(None, (table.title, row.label, column)))
                    listed.append((anchor, f"{told}: {figure.text}", [named(at) for at in figure.cases]))
            rows.append(TableRow(cells))
        headings = ["", *(f">{column}" for column in table.columns)]
        tables.append(PageTable(table.title, headings, rows, table.note))
    return tables, listed


class BookWanted(NamedTuple):
    """Which cases are to be in a book, what it is called, what stands before them, and how people are named."""

    cases: CasesWanted
    title: str
    preface: Sequence[str]
    naming: Naming


def write_casebook(desk: Desk, out: Path, look: PageOptions, wanted: BookWanted) -> None:
    """Write the book; Refusal (no-cases) where no case would be in it."""
    selected = selected_cases(desk, wanted.cases)
    if not selected.cases:
        hint = "`report register` lists the rulings; wider: another --of, fewer --law and --subject"
        raise Refusal("no-cases", "there is no case for this book", hint)
    moment = max(session.recorded_at for session in selected.sessions)
    page = casebook(Press.of(look), wanted.title, wanted.preface, selected, desk.office.log, wanted.naming)
    put(desk, out, page, moment)
    say_left_out(desk, selected.left_out)


def write_statistics(desk: Desk, out: Path, look: PageOptions, wanted: CasesWanted, *, by_year: bool) -> None:
    """Write the page of the figures."""
    found = gathered(desk, wanted, by_year=by_year)
    page = statistics_page(Press.of(look), found.over, found.left_out, whole=found.whole)
    put(desk, out, page, found.moment)
    say_left_out(desk, found.left_out)


def write_found(
    out: Output, office: Office | None, where: LookedThrough, wanted: CasesSought, file: Path, look: PageOptions
) -> None:
    """Put the page of what is found where it is wanted."""
    found = found_cases(out, office, where, wanted)
    page = _found_page(Press.of(look), found, wanted, out)
    put(out, file, page, max((each.case.given_at for each in found.found), default=0))


@in_its_language
def _found_page(press: Press, found: CasesFound, wanted: CasesSought, out: Output) -> str:
    """The page; with each case what is typed to see it in full."""
    value = found_value(found, [to_show(out, each) for each in found.found])
    table = value.table(words=bool(wanted.words), like=bool(wanted.like))
    date, session, case, *others = table.columns
    table = table._replace(columns=[case, date, session, *others])
    cells: dict[str, Callable[[FoundRow], Cell]] = {
        "session": lambda row: Cell(row.occasion),
        "text": lambda row: Cell(with_symbols(row.text)),
    }
    view = {
        "head": None,
        "asked": query_text(wanted.query, wanted.words, wanted.like),
        "count": found_text(len(value.cases), found.total, found.sessions),
        "table": page_table("Cases found", table, cells),
        "left_out": left_out_text(each.what for each in found.left_out),
        "named": [
            say("%(name)s in %(place)s: %(why)s", name=each.name, place=each.archive.name, why=each.why)
            for each in found.left_out
        ],
    }
    return press.page("found_cases.html", Links(), view)
