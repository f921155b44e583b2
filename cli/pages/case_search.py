"""The page of the cases that were found: what was asked, a line of each, and what was left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from cli.desk.output import Output, with_symbols
from cli.options.declared import PageOptions
from cli.pages.desk_reports import put
from cli.pages.links import NoLinks
from cli.pages.printing import Press, in_its_language
from cli.pages.table import PageTable, plain_row
from cli.screens.case_search import CasesSought, LookedThrough, found_cases, to_show
from cli.words.case_search import alike_text, event_of, found_row, found_text, left_out_text, query_text
from cli.words.language import say
from ledger.office import Office
from ledger.projections.case_search import CaseQuery
from ledger.recording.case_archive import CasesFound, FoundCase

_COLUMNS = ("case", "date", "session", ">board", "contestants", "about", "law", "score", "decided", "by")


@in_its_language
def found_page(
    press: Press,
    found: CasesFound,
    query: CaseQuery,
    words: Sequence[str],
    like: tuple[str, str] | None,
    to_show: Callable[[FoundCase], str],
) -> str:
    """The page; `to_show` says what is typed to see a case in full."""
    columns = [*_COLUMNS, *(["words"] if words else []), *(["like it"] if like else []), "to see it"]
    rows = []
    for each in found.found:
        date, _, case, *others = map(with_symbols, found_row(each.place, each.case))
        more = [*([each.excerpt] if words else []), *([alike_text(each.alike)] if like else [])]
        rows.append(plain_row([case, date, event_of(each.place), *others, *more, to_show(each)]))
    aside = frozenset(columns) - {"case", "score"}
    view = {
        "head": None,
        "asked": query_text(query, words, like),
        "count": found_text(len(rows), found.total, found.sessions),
        "table": PageTable("Cases found", columns, rows, aside=aside, under="case"),
        "left_out": left_out_text(each.what for each in found.left_out),
        "named": [
            say("%(name)s in %(place)s: %(why)s", name=each.name, place=each.archive.name, why=each.why)
            for each in found.left_out
        ],
    }
    return press.page("found_cases.html", NoLinks(), view)


def write_found(
    out: Output, office: Office | None, where: LookedThrough, wanted: CasesSought, file: Path, look: PageOptions
) -> None:
    """Put the page of what is found where it is wanted."""
    found = found_cases(out, office, where, wanted)
    page = found_page(Press.of(look), found, wanted.query, wanted.words, wanted.like, partial(to_show, out))
    put(out, file, page, max((each.case.given_at for each in found.found), default=0))
