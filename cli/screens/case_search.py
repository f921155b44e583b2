"""Search the cases of ledgers and bundles; print the hits as a table or JSON."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.desk.output import Output, full_command
from cli.terminal.progress import counted_progress
from cli.terminal.settings import state_folder
from cli.views.cases import found_parts, found_value
from ledger.errors import Misuse
from ledger.office import Office
from ledger.projections.case_search import CaseQuery
from ledger.recording.case_archive import CaseArchive, CasesFound, FoundCase, bundle_archive, search
from ledger.recording.ledgers import ledger_name

MOST_SHOWN = 30


class CaseSearch(NamedTuple):
    """A search for cases: by `words` in their texts, or by likeness to one (session, case); `most` hits, 0 for all."""

    query: CaseQuery
    words: Sequence[str] = ()
    like: tuple[str, str] | None = None
    most: int = 0


class SearchedArchives(NamedTuple):
    """The ledgers, and folders of bundles, to search besides the desk's ledger; `anew`: rebuild their indexes."""

    ledgers: Sequence[str]
    folders: Sequence[Path]
    anew: bool


@contextmanager
def archives(out: Output, office: Office | None, where: SearchedArchives) -> Iterator[list[CaseArchive]]:
    """Yield the case archives of the desk's ledger, of other ledgers and of folders, each with its index up to date."""
    state = state_folder()
    with ExitStack() as stack:
        more_offices = [stack.enter_context(Office.open(each, state=state, looking=True)) for each in where.ledgers]
        offices = [*([office] if office else []), *more_offices]
        searched = [stack.enter_context(each.cases.archive(anew=where.anew)) for each in offices]
        searched += [stack.enter_context(bundle_archive(each, state, anew=where.anew)) for each in where.folders]
        for archive in searched:
            with counted_progress(f"reading the cases of {archive.name}") as progress:
                archive.update(progress)
            if archive.note:
                out.aside(f"note: {archive.note}")
        yield searched


def search_cases(out: Output, office: Office | None, where: SearchedArchives, wanted: CaseSearch) -> CasesFound:
    """Return the cases that match a search; Misuse if its session or tournament is in no archive."""
    with archives(out, office, where) as searched:
        named = wanted.query.session
        if named and not any(name == named for each in searched for _, name in each.index.streams()):
            raise Misuse("no-such-session", f"there is no session or tournament {named}", "`session list`")
        hits = search(searched, wanted.query, wanted.words, wanted.like, most=wanted.most)
        if not hits.total:
            wanted.query.only.check_editions()
        return hits


def print_hits(desk: Desk, office: Office | None, where: SearchedArchives, wanted: CaseSearch) -> None:
    """Print the cases that match a search, and the sources that were left out, as a table or JSON."""
    hits = search_cases(desk, office, where, wanted)
    value = found_value(hits, [show_command(desk, each) for each in hits.found])
    desk.answer(value, found_parts(value, words=bool(wanted.words), like=bool(wanted.like)))


def show_command(out: Output, hit: FoundCase) -> str:
    """Return the command that shows a found case in full, or, if the case is in a bundle, the name of the bundle."""
    if not hit.archive.is_ledger:
        return f"in {Path(hit.archive.name) / hit.source}"
    ledger = "" if hit.archive.name == ledger_name(out.settings.database) else f" --db {shlex.quote(hit.archive.name)}"
    return full_command(f"show {hit.case.case} --session {shlex.quote(hit.place.session)}{ledger}", out.settings)
