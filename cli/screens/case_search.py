"""Cases that are looked for: where, and what was found, as a table or as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from cli.desk.output import Output, typed
from cli.json.case_search import found_json, left_out_json
from cli.terminal.progress import counted_off
from cli.terminal.settings import state_folder
from cli.words.case_search import COLUMNS, alike_text, found_row, found_text, left_out_text
from ledger.errors import Misuse
from ledger.office import Office
from ledger.projections.case_search import CaseQuery
from ledger.recording.case_archive import CaseArchive, CasesFound, FoundCase, bundle_archive, search
from ledger.recording.ledgers import ledger_name

MOST_SHOWN = 30
_MOST_NAMED = 10


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
        if named and not any(name == named for each in there for _, name in each.streams()):
            raise Misuse("no-such-session", f"there is no session or tournament {named}", "`session list`")
        return search(there, wanted.query, wanted.words, wanted.like, most=wanted.most)


def print_found(out: Output, office: Office | None, where: LookedThrough, wanted: CasesSought) -> None:
    """What was found, as a table or as JSON, with what was left out."""
    found = found_cases(out, office, where, wanted)
    if out.settings.json:
        out.json(
            "cases/1",
            {
                "total": found.total,
                "sessions": found.sessions,
                "cases": [found_json(each, to_show(out, each)) for each in found.found],
                "left_out": [left_out_json(each) for each in found.left_out],
                "twice": list(found.twice),
            },
        )
        return
    _print_table(out, found, wanted)
    say_left_out(out, found)


def _print_table(out: Output, found: CasesFound, wanted: CasesSought) -> None:
    columns, rows = found_table(out, found, wanted.words, wanted.like)
    if out.settings.plain:
        out.table(
            [*columns, "to see it"], [[*row, to_show(out, each)] for row, each in zip(rows, found.found, strict=True)]
        )
        return
    if not rows:
        out.say("no case is like that")
    else:
        out.cards(columns, rows)
    out.say("", found_text(len(rows), found.total, found.sessions))
    first = found.found[0] if rows else None
    if first and first.archive.is_ledger:
        out.say(f"`{to_show(out, first)}`: the first of them in full, and so each of its session")


def found_table(
    out: Output, found: CasesFound, words: Sequence[str], like: tuple[str, str] | None
) -> tuple[list[str], list[list[str]]]:
    """The headings and the lines: where there are several ledgers or folders, with which each is in."""
    several = len({(each.archive, each.source) for each in found.found}) > 1
    more = {"in": several, "words": bool(words), "like it": bool(like)}
    rows = []
    for each in found.found:
        said = (place_of(each), each.excerpt, alike_text(each.alike))
        shown = [text for text, is_shown in zip(said, more.values(), strict=True) if is_shown]
        rows.append([*map(out.in_suits, found_row(each.place, each.case)), *shown])
    return [*COLUMNS, *(name for name, is_shown in more.items() if is_shown)], rows


def place_of(each: FoundCase) -> str:
    """The ledger a case was found in, or the file of a bundle."""
    return str(Path(each.archive.name) / each.source) if each.source else each.archive.name


def to_show(out: Output, each: FoundCase) -> str:
    """What is typed to see a case in full; of one in a bundle, the file it is in."""
    if not each.archive.is_ledger:
        return f"in {place_of(each)}"
    other = "" if each.archive.name == ledger_name(out.settings.database) else f" --db {shlex.quote(each.archive.name)}"
    return typed(f"show {each.case.case} --session {shlex.quote(each.place.session)}{other}", out.settings)


def say_left_out(out: Output, found: CasesFound) -> None:
    """What was not looked through, counted and by name, with the reason; and what is there twice."""
    if found.left_out:
        out.aside("", left_out_text(each.what for each in found.left_out))
        for each in found.left_out[:_MOST_NAMED]:
            out.hint_aside(f"  {each.name} in {each.archive.name}: {each.why}")
        others = [each.name for each in found.left_out[_MOST_NAMED:]]
        if others:
            out.aside(f"  and {', '.join(others)}")
    if found.twice:
        out.aside(f"in more than one place, and looked through once: {', '.join(found.twice)}")
