"""Editions of the Laws of Duplicate Bridge: folders of data, read and checked whole; and citations ('16B', '12C1(c)').

Code names a matter (`appeal-period`), and the edition of a session its paragraph. Shipped editions are in
`laws/editions/`; an office's own are in the folder that the variable BRIDGE_LEDGER_EDITIONS names.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct, structs

from ledger.errors import Misuse
from ledger.labels import Phrase
from ledger.laws.adjustment import Adjustment, Awarded, Stands, matter_of
from ledger.laws.citation import (
    CITATION,
    SUBJECTS,
    Subject,
    is_under,
    no_such_law,
    normal_form,
    number_of,
    tidy_citation,
)

Kind = Literal["assigned", "weighted", "split", "artificial", "self-inflicted"]
"""A kind of score that a Law may give."""

SHIPPED = "2017"
"""The edition that the program is written by: its matters are those an edition must have, its name the default."""

T = TypeVar("T")

_ANY_LETTER, _ANY_NUMBER = "abcdefghij", 9


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """A paragraph in our own words, and the ledger's use of it."""

    says: str
    does: str


class Edition(Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """An edition of the Laws, as its folder states it.

    `laws`: title and sections by number. `numbered`, `lettered`: the paragraphs of sections known to the last, any
    other number or letter is accepted. `was`: the paragraphs of the edition `before` that a paragraph replaces, where
    the citation changed; under "" those that nothing replaces. `fault`: why the edition of a session cannot be
    read on this machine; such a one names no paragraph, takes any, and recognises none.
    """

    name: str
    title: str
    laws: dict[int, tuple[str, str]]
    numbered: dict[str, int]
    lettered: dict[str, str]
    subjects: dict[str, Subject]
    scores: dict[str, tuple[Kind, ...]]
    matters: dict[str, tuple[str, ...]]
    thresholds: dict[str, int]
    before: str = ""
    was: dict[str, tuple[str, ...]] = {}
    fault: str = ""

    def parse(self, text: str) -> str:
        """Return a citation in its standard form; Unreadable (no-such-law) for a paragraph the edition does not have.

        >>> load_edition("2017").parse("12c1c"), load_edition("2017").parse("Law 16 B")
        ('12C1(c)', '16B')
        """
        if not (parts := CITATION.fullmatch(tidy_citation(text))):
            raise no_such_law(text, self._bounds())
        cited = normal_form(text)
        if hint := self._missing(parts):
            raise no_such_law(text, self._moved(cited) or hint, "" if self.is_newest else f" in {self.title}")
        return cited

    def has(self, citation: str) -> bool:
        """Return whether the edition has a paragraph."""
        parts = CITATION.fullmatch(tidy_citation(citation))
        return parts is not None and not self._missing(parts)

    def _missing(self, parts: re.Match[str]) -> str:
        """Return what the edition has instead of a paragraph; '' if it has the paragraph."""
        if self.fault:
            return ""
        law, letter, number, part = int(parts[1]), parts[2] or "", parts[3], (parts[4] or parts[5] or "").lower()
        if law not in self.laws:
            return self._bounds()
        title, letters = self.laws[law]
        section = f"{law}{letter}"
        if letter and letter not in letters:
            return f"Law {law} ({title}) has {_name_letters(letters)}: see `bridge-ledger help laws {law}`"
        if number and not 1 <= int(number) <= self.numbered.get(section, _ANY_NUMBER):
            return f"Law {section} has no paragraph {number}"
        known = self.lettered.get(f"{section}{number}", _ANY_LETTER)
        return f"{section}{number} has {_name_letters(known)}" if part and part not in known else ""

    def _bounds(self) -> str:
        return f"the Laws run from 1 to {max(self.laws)}: see `bridge-ledger help laws`"

    def _moved(self, cited: str) -> str:
        """Return the edition that has a paragraph, and what it is in this one; '' if no installed edition has it."""
        for there in dict.fromkeys((cited, re.sub("(?<=[A-Z]).*", "", cited))):  # booklets had more
            for other in map(load_edition, reversed(editions())):
                if not self.has(there) and other.has(there) and (here := other.became(there, self)):
                    when = f"is {here} now" if other.name < self.name else f"was {here} then"
                    return f"{there} of {other.title} {when}: see `bridge-ledger help laws {here}`"
        return ""

    @property
    def is_newest(self) -> bool:
        """True if no later edition is installed."""
        return self.name == editions()[-1]

    def cite(self, law: str) -> str:
        """Return a citation as it is printed: with the edition if that is not the newest, '12C1(b) of 2007'."""
        return law if self.is_newest else Phrase("%(law)s of %(edition)s", law=law, edition=self.name)

    def now(self, law: str) -> str:
        """Return the paragraph that a citation is in the newest edition; if it has none, the citation with its edition.

        >>> load_edition("2007").now("12C1(b)"), load_edition("2007").now("12C1(e)")
        ('12C1(e)', '12C1(e) of 2007')
        """
        return self.became(law, newest_edition()) or self.cite(law)

    def all_now(self, laws: Iterable[str], matters: Iterable[str | None]) -> tuple[str, ...]:
        """Return cited Laws and the paragraphs about matters, each once, as `now` cites them."""
        own = [self.paragraph(matter) for matter in matters if matter]
        return tuple(dict.fromkeys(map(self.now, [*laws, *filter(None, own)])))

    def law_title(self, citation: str) -> str:
        """Return the title of the Law a citation belongs to.

        >>> load_edition("2017").law_title("12C1(c)")
        "Director's discretionary powers"
        """
        return self.laws[number_of(citation)][0] if not self.fault else ""

    def subjects_of(self, laws: Iterable[str]) -> tuple[Subject, ...]:
        """Return the subjects of Laws, without repetition, in the order of SUBJECTS; some Laws (12, 80 …) have none.

        >>> load_edition("2017").subjects_of(("16B1(a)", "12C1(c)", "73D1"))
        ('hesitation', 'unauthorised-information')
        """
        cited = {_nearest(law, self.subjects) for law in laws}
        return tuple(each for each in SUBJECTS if each in cited)

    def law_of(self, adjustment: Adjustment, laws: Sequence[str] = ()) -> str | None:
        """Return the paragraph that allows a score, as it is printed; with a fault, the first of the `laws` cited."""
        if self.fault:
            return self.cite(laws[0]) if laws else None
        return self.cited(matter) if (matter := matter_of(adjustment)) else None

    def paragraph(self, matter: str) -> str | None:
        """Return the first paragraph about a matter; None if the edition has none. KeyError for an unknown matter."""
        stated = self.matters[matter]
        return stated[0] if stated else None

    def cited(self, matter: str) -> str | None:
        """Return the first paragraph about a matter, as it is printed; None if the edition has none."""
        return self.cite(law) if (law := self.paragraph(matter)) else None

    def law(self, matter: str, text: str = " (Law %s)") -> str:
        """Return the paragraph about a matter in a text, as it is printed: ' (Law 92B)'; '' if there is none."""
        return text % law if (law := self.cited(matter)) else ""

    def option(self, matter: str, before: str = " ") -> str:
        """Return the option that cites the paragraph about a matter, to be typed: ' --law 82C'; '' if there is none."""
        return f"{before}--law {law}" if (law := self.paragraph(matter)) else ""

    def fill(self, text: str) -> str:
        """Return a text with a matter's paragraphs, or a threshold, for each %(name)s; without any, none is named.

        >>> load_edition("2017").fill("artificial (%(fouled-board)s): --law %(fouled-board)s")
        'artificial (87): --law 87'
        """

        def name(at: re.Match[str]) -> str:
            if at[2] in self.thresholds:
                return f"{at[1]}{self.thresholds[at[2]]}"
            named = ", ".join(map(str if "--law" in at[1] else self.cite, self.matters.get(at[2], ())))
            return f"{at[1]}{named}{at[3]}" if named else ""

        return re.sub(r"( --law | \(| )%\(([a-z-]+)\)s(\)?)", name, text)

    def deals_with(self, law: str, matter: str) -> bool:
        """Return whether a cited Law is about a matter: one of its paragraphs, or a part of one.

        >>> [load_edition("2017").deals_with(law, "tricks-transferred") for law in ("64A2", "64C1")]
        [True, False]
        """
        return any(is_under(law, each) for each in self.matters[matter])

    def cites(self, laws: Iterable[str], matter: str) -> bool:
        """Return whether one of several cited Laws is about a matter."""
        return any(self.deals_with(law, matter) for law in laws)

    def fits(self, law: str, adjustment: Adjustment) -> bool:
        """Return True unless a law prescribes another kind of score; `Awarded` and `Stands` fit every law.

        >>> from ledger.bridge import Result
        >>> from ledger.laws.adjustment import Assigned
        >>> [load_edition("2017").fits(law, Assigned(Result("4SN="))) for law in ("12C2(a)", "16B")]
        [False, True]
        """
        kinds = _nearest(law, self.scores)
        if kinds is None or isinstance(adjustment, Awarded | Stands):
            return True
        tags = {each.__struct_config__.tag for each in type(adjustment).__mro__ if issubclass(each, Struct)}
        return bool(tags & {*kinds})

    def became(self, citation: str, other: "Edition") -> str | None:
        """Return the paragraph of another edition, earlier or later, that a paragraph corresponds to; None without one.

        >>> old, new = load_edition("2007"), load_edition("2017")
        >>> old.became("12C1(b)", new), new.became("23", old)
        ('12C1(e)', None)
        """
        if self.name == other.name:
            return citation
        if self.fault or other.fault:
            return None
        for one, next_one in _steps(self, other):
            forward = next_one.before == one.name
            table = (next_one if forward else one).was
            pairs = [(new, old) for new, olds in table.items() for old in olds or ("",)]
            found = _replace_prefix(citation, [(old, new) if forward else (new, old) for new, old in pairs], next_one)
            if found is None:
                return None
            citation = found
        return citation

    @property
    def notes(self) -> Mapping[str, Note]:
        """The paragraphs that the edition explains, with the ledger's use of each."""
        return _read_notes(self)

    @property
    def phrases(self) -> Mapping[str, Sequence[str]]:
        """The phrases of players and directors, with the Laws that each refers to, the most relevant first."""
        return _read_phrases(self)


def editions() -> tuple[str, ...]:
    """Return the names of the installed editions, the newest last; one with a fault is not among them."""
    return _read_all(os.environ.get(_VARIABLE, ""))[0]


def edition_faults() -> Mapping[str, Misuse]:
    """Return what is wrong in the office's editions, by their names; under "" what is wrong with their folder."""
    return _read_all(os.environ.get(_VARIABLE, ""))[1]


def load_edition(name: str) -> Edition:
    """Return an installed edition. Misuse (bad-edition) names the file and the place that is wrong."""
    return _load(name, os.environ.get(_VARIABLE, ""))


def newest_edition() -> Edition:
    """Return the newest installed edition."""
    return load_edition(editions()[-1])


def edition_of(name: str) -> Edition:
    """Return the edition of a session; one that is not installed, or has a fault, names no paragraph."""
    return _load_or_stand_in(name, os.environ.get(_VARIABLE, ""))


def parse_any(text: str) -> str:
    """Return a citation in its form if any installed edition has it; else the newest edition refuses it.

    >>> parse_any("73f"), parse_any("12 c 1 e")
    ('73F', '12C1(e)')
    """
    has = any(load_edition(name).has(text) for name in editions())
    return normal_form(text) if has else newest_edition().parse(text)


def parse_now(text: str) -> str:
    """Return a citation as `Edition.now` cites it; typed with its edition ('12C1b of 2007'), what it is by now.

    >>> parse_now("12c1e"), parse_now("12C1b of 2007"), parse_now("12c1e of 2007")
    ('12C1(e)', '12C1(e)', '12C1(e) of 2007')
    """
    citation, of, name = text.strip().partition(" of ")
    edition = edition_of(name.strip()) if of else newest_edition()
    return edition.now(edition.parse(citation))


def finds(wanted: str, law: str) -> bool:
    """Return whether a Law is the wanted one or a part of that, both as `Edition.now` cites them.

    >>> finds("12C", "12C1(e) of 2007"), finds("12C1(e)", "12C1(e) of 2007")
    (True, False)
    """
    (sought, _, of), (cited, _, name) = wanted.partition(" of "), law.partition(" of ")
    here = sought if of == name else None if of else newest_edition().became(sought, edition_of(name))
    return here is not None and is_under(cited, here)


def law_title(law: str) -> str:
    """Return the title of a Law cited as `Edition.now` cites it: '12C1(e)', or '12C1(e) of 2007'.

    >>> law_title("23A"), law_title("23 of 2007")
    ('Comparable call', 'Awareness of potential damage')
    """
    citation, _, name = law.partition(" of ")
    return (edition_of(name) if name else newest_edition()).law_title(citation)


_VARIABLE = "BRIDGE_LEDGER_EDITIONS"


@cache
def _load_or_stand_in(name: str, own: str) -> Edition:
    installed, faults = _read_all(own)
    if name in installed:
        return _load(name, own)
    fault = faults[name].message if name in faults else "that edition is not installed here"
    shipped, title = _load(SHIPPED, own), f"the Laws of {name}"
    unknown = {"before": "", "was": {}, "subjects": {}, "matters": dict.fromkeys(shipped.matters, ())}
    return structs.replace(shipped, name=name, title=title, fault=fault, **unknown)


@cache
def _read_all(own: str) -> tuple[tuple[str, ...], Mapping[str, Misuse]]:
    """Return the editions that can be read, the newest last, and the faults of the others."""
    faults = {"": fault} if (fault := _folder_fault(own)) else dict[str, Misuse]()
    for name in _list_folders(own):
        try:
            _load(name, own)
        except Misuse as wrong:
            faults[name] = wrong
    return tuple(name for name in _list_folders(own) if name not in faults), faults


@cache
def _folder_fault(own: str) -> Misuse | None:
    with suppress(OSError):
        if not own or any((each / "laws.toml").is_file() for each in Path(own).iterdir()):
            return None
    hint = "name the folder above the one that has your laws.toml, or unset it: `help regulations`"
    return Misuse("bad-edition", f"{_VARIABLE} names {own}, and no folder in it has a laws.toml", hint)


@cache
def _list_folders(own: str) -> Mapping[str, Traversable]:
    rows = [(each.name, each) for each in (files("ledger.laws") / "editions").iterdir() if each.is_dir()]
    if own and not _folder_fault(own):
        rows += [(each.name, each) for each in Path(own).iterdir() if (each / "laws.toml").is_file()]
    return dict(sorted(dict(reversed(rows)).items()))  # a shipped edition is never replaced


@cache
def _load(name: str, own: str) -> Edition:
    tables = _read_toml(name, own, "laws.toml")
    try:
        edition = msgspec.convert({**tables, "name": name}, Edition, str_keys=True)
        fault = next(_faults(edition, len(tables["laws"]), own), "")
    except (msgspec.ValidationError, ValueError) as error:
        fault = str(error)
    if fault:
        raise _bad(name, "laws.toml", fault)
    return edition


@cache  # each edition is held against the shipped one
def _read_toml(name: str, own: str, file: str) -> dict[str, Any]:
    try:
        text = (_list_folders(own)[name] / file).read_text("utf-8")
    except FileNotFoundError:
        return {}
    except (UnicodeDecodeError, OSError) as error:
        raise _bad(name, file, str(error)) from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        line = f": {text.splitlines()[int(at[1]) - 1]!r}" if at else ""
        raise _bad(name, file, f"{error}{line}") from error


def _bad(name: str, file: str, fault: str) -> Misuse:
    shipped = files("ledger.laws") / "editions" / SHIPPED / file
    return Misuse("bad-edition", f"{name}/{file}: {fault}", f"compare with {shipped}: `help regulations`")


def _faults(edition: Edition, laws_stated: int, own: str) -> Iterator[str]:
    """Yield what is wrong in an edition, with its place."""
    last = max(edition.laws, default=0)
    yield from (f"laws: {each} is missing" for each in range(1, last + 1) if each not in edition.laws)
    if len(edition.laws) != laws_stated or min(edition.laws, default=0) != 1:
        yield "laws: each number once, from 1"
    for law, (_, letters) in edition.laws.items():
        if letters != "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(letters)]:
            yield f"laws.{law}: sections are A, B, C …, and these are {letters!r}"
    for table in ("numbered", "lettered", "scores", "was"):
        yield from _strangers(edition, table, filter(None, getattr(edition, table)))
    yield from _strangers(edition, "subjects", (each for key in edition.subjects for each in key.split("-")))
    for matter, paragraphs in edition.matters.items():
        yield from _strangers(edition, f"matters.{matter}", paragraphs)
    if edition.name != SHIPPED:
        shipped = _read_toml(SHIPPED, "", "laws.toml")
        for table in ("matters", "thresholds"):
            stated, needed = {*getattr(edition, table)}, {*shipped[table]}
            yield from (f"{table}: {each} is missing" for each in sorted(needed - stated))
            yield from (f"{table}: the program knows no {each}" for each in sorted(stated - needed))
        if edition.title == shipped["title"]:
            yield f"title: {edition.title} is the title of {SHIPPED}"
    if edition.before and edition.before not in _list_folders(own):
        yield f"before: no edition {edition.before} is installed"
    elif edition.before < SHIPPED < edition.name:
        yield f"before: it is {edition.before!r}; {SHIPPED}, or an edition after it, comes before {edition.name}"
    elif edition.before >= edition.name or (edition.was and not edition.before):
        yield f"before: {edition.before!r} is no edition before {edition.name}"
    elif edition.before:
        replaced = [old for olds in edition.was.values() for old in olds]
        yield from _strangers(_load(edition.before, own), "was", replaced)
        yield from (f"was: {each} is replaced twice" for each in replaced if replaced.count(each) > 1)


def _strangers(edition: Edition, place: str, cited: Iterable[str]) -> Iterator[str]:
    for each in cited:
        if not edition.has(each):
            yield f"{place}: there is no {each} in {edition.title}"
        elif normal_form(each) != each:
            yield f"{place}: {each} is written {normal_form(each)}"


@cache
def _read_notes(edition: Edition) -> Mapping[str, Note]:
    rows = _read_toml(edition.name, os.environ.get(_VARIABLE, ""), "notes.toml") if not edition.fault else {}
    if fault := next(_strangers(edition, "notes", rows), ""):
        raise _bad(edition.name, "notes.toml", fault)
    try:
        return msgspec.convert(rows, dict[str, Note])
    except msgspec.ValidationError as error:
        raise _bad(edition.name, "notes.toml", str(error)) from error


@cache
def _read_phrases(edition: Edition) -> Mapping[str, Sequence[str]]:
    rows = _read_toml(edition.name, os.environ.get(_VARIABLE, ""), "words.toml") if not edition.fault else {}
    cited = {laws: laws.split(", ") for laws in rows}
    if fault := next(_strangers(edition, "words", (law for laws in cited.values() for law in laws)), ""):
        raise _bad(edition.name, "words.toml", fault)
    return {" ".join(each.split()): cited[laws] for laws, words in rows.items() for each in words.split(",")}


def _nearest(law: str, table: Mapping[str, T]) -> T | None:
    """Return the value of the longest citation, or range of Laws, that a law is under."""
    keys = sorted((each for each in table if _is_within(law, each)), key=lambda each: ("-" not in each, len(each)))
    return table[keys[-1]] if keys else None


def _is_within(law: str, key: str) -> bool:
    first, _, last = key.partition("-")
    return int(first) <= number_of(law) <= int(last) if last else is_under(law, key)


def _replace_prefix(citation: str, pairs: Iterable[tuple[str, str]], edition: Edition) -> str | None:
    """Return a citation with its longest listed prefix replaced, as far as the edition has it; None if it has none."""
    found = [(old, new) for old, new in pairs if old and is_under(citation, old)]
    old, new = max(found, key=lambda pair: len(pair[0]), default=("", "")) if found else (citation, citation)
    tail = citation.removeprefix(old)
    joined = f"{new}{tail}" if new and not (new[-1:].isdigit() and tail[:1].isdigit()) else new
    return next((each for each in (joined, new) if each and edition.has(each)), None)


def _steps(edition: Edition, other: Edition) -> Iterator[tuple[Edition, Edition]]:
    """Yield the pairs of neighbouring editions on the way from an edition to another."""
    back, forth = ([*_chain(each)] for each in (edition, other))
    common = next((each for each in back if each in forth), None)
    way = [*back[: back.index(common) + 1], *reversed(forth[: forth.index(common)])] if common else []
    return pairwise(way)


def _chain(edition: Edition) -> Iterator[Edition]:
    yield edition
    if edition.before:
        yield from _chain(load_edition(edition.before))


def _name_letters(letters: str) -> str:
    if len(letters) < 2:
        return letters or "no lettered sections"
    return f"{', '.join(letters[:-1])} and {letters[-1]}"
