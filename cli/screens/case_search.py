"""Cases that are looked for: where, and what was found, as a table or as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.desk.output import Output, typed
from cli.terminal.progress import counted_off
from cli.terminal.settings import state_folder
from cli.views.cases import found_parts, found_value
from ledger.errors import Misuse
from ledger.office import Office
from ledger.projections.case_search import CaseQuery
from ledger.recording.case_archive import CaseArchive, CasesFound, FoundCase, bundle_archive, search
from ledger.recording.ledgers import ledger_name

MOST_SHOWN = 30


class CasesSought(NamedTuple):
    """What is looked for: `words` in the texts, `like` a case of a session; `most` are shown, 0: all."""

    query: CaseQuery
    words: Sequence[str] = ()
    like: tuple[str, str] | None = None
    most: int = 0


class LookedThrough(NamedTuple):
    """Where it is looked for beside the ledger meant: other ledgers, folders of bundles; `anew`: all is read again."""

    ledgers: Sequence[str]
    folders: Sequence[Path]
    anew: bool


@contextmanager
def archives(out: Output, office: Office | None, where: LookedThrough) -> Iterator[list[CaseArchive]]:
    """The ledgers and the folders that are meant, each with its index brought up to date."""
    state = state_folder()
    with ExitStack() as stack:
        others = [stack.enter_context(Office.open(each, state=state, looking=True)) for each in where.ledgers]
        offices = [*([office] if office else []), *others]
        found = [stack.enter_context(each.cases.archive(anew=where.anew)) for each in offices]
        found += [stack.enter_context(bundle_archive(each, state, anew=where.anew)) for each in where.folders]
        for each in found:
            with counted_off(f"reading the cases of {each.name}") as progress:
                each.update(progress)
            if each.note:
                out.aside(f"note: {each.note}")
        yield found


def found_cases(out: Output, office: Office | None, where: LookedThrough, wanted: CasesSought) -> CasesFound:
    """What was found. Misuse (no-such-session) where the session or tournament that is named is nowhere."""
    with archives(out, office, where) as there:
        named = wanted.query.session
        if named and not any(name == named for each in there for _, name in each.index.streams()):
            raise Misuse("no-such-session", f"there is no session or tournament {named}", "`session list`")
        return search(there, wanted.query, wanted.words, wanted.like, most=wanted.most)


def print_found(desk: Desk, office: Office | None, where: LookedThrough, wanted: CasesSought) -> None:
    """What was found, as a table or as JSON, with what was left out."""
    found = found_cases(desk, office, where, wanted)
    value = found_value(found, [to_show(desk, each) for each in found.found])
    desk.answer(value, found_parts(value, words=bool(wanted.words), like=bool(wanted.like)))


def to_show(out: Output, each: FoundCase) -> str:
    """What is typed to see a case in full; of one in a bundle, the file it is in."""
    if not each.archive.is_ledger:
        return f"in {Path(each.archive.name) / each.source}"
    other = "" if each.archive.name == ledger_name(out.settings.database) else f" --db {shlex.quote(each.archive.name)}"
    return typed(f"show {each.case.case} --session {shlex.quote(each.place.session)}{other}", out.settings)
