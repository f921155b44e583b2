"""Words looked up in the manual: what speaks of them, kind by kind, best first.

An index in memory, made anew each time by SQLite's full text search (FTS5), which brings stems (Porter's: revoke,
revoked, revokes) and rank (BM25). Several words are wanted in one entry, which is a paragraph, a row of a table, a Law,
an option: so they stand near each other. What entries there are is said in `manual_entries` and `manual_laws`.
"""

import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Literal, NamedTuple

from ledger.errors import Misuse

Kind = Literal["laws", "topics", "regulations", "commands", "codes"]

KINDS: tuple[Kind, ...] = ("laws", "topics", "regulations", "commands", "codes")
"""In the order they are listed."""


class ManualEntry(NamedTuple):
    """What can be found. Of its texts the earlier counts for more.

    `name` is what is typed after `help`, or the code; `title` what it is about; `said` what else it is looked up by;
    `text` is shown, the sentence of it that has the words; `aside` where there is no text: a line that is typed.
    """

    kind: Kind
    name: str
    title: str
    said: str = ""
    text: str = ""
    aside: str = ""


class Saying(NamedTuple):
    """Words that players and directors use, and the Laws they are about, the one to begin with first."""

    words: str
    laws: tuple[str, ...]


class Found(NamedTuple):
    """A place that speaks of what is looked up, and the sentence that does."""

    kind: Kind
    name: str
    says: str


class Answer(NamedTuple):
    """What was found, best first of each kind; whether all the words stand there, or only some of them do."""

    found: list[Found]
    has_all: bool = True


_CREATED = (
    "CREATE VIRTUAL TABLE entry USING fts5(kind UNINDEXED, name UNINDEXED, title, said, text, aside, "
    "tokenize = \"porter unicode61 tokenchars '+−'\")"
)
_ASKED = """
    SELECT kind, name, title, highlight(entry, 4, char(2), char(3)), highlight(entry, 5, char(2), char(3))
    FROM entry WHERE entry MATCH ? ORDER BY bm25(entry, 0, 0, 8.0, 4.0, 1.0, 0.2)
"""
_Row = tuple[str, str, str, str, str]
"""Kind, name, title, text and aside, these with marks about the words."""
_MARKED = re.compile(r"[\x02\x03]")
_SAYING = "saying"
"""The kind of the rows that lead to Laws, and are shown themselves nowhere."""
_LONGEST = 190
_FEWEST_LETTERS = 3
"""Of a word that is looked up by its beginning."""
_MOST_NEAR = 3
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[^a-z])")
_CLAUSES = re.compile(r"(?<=[;:,])\s+")
_WORD = re.compile(r"(?:[^\W_]|[+−])+")
_PASSED_OVER = re.compile(
    r"an?|and|are|as|at|be|been|by|did|do|does|for|from|has|have|he|her|his|how|i|in|is|it|its|my|of|on|or|our|she"
    r"|that|the|their|there|they|this|to|was|we|were|what|when|where|which|who|whose|why|with|you|your"
)
_MEANT = {"a+": ("a+", "average plus"), "a−": ("a−", "average minus")}
_SPELLINGS = (
    (r"(?<=[a-z]{3})is(?=e|ing|ation)", "iz"),
    (r"(?<=[a-z]{3})iz(?=e|ing|ation)", "is"),
    (r"(?<=[a-z]{2})our", "or"),
    (r"(?<=[a-z]{2})or", "our"),
    (r"(?<=judg)e?ment", "ement"),
    (r"(?<=judg)e?ment", "ment"),
    (r"(?<=[ei]n)ce$", "se"),
    (r"(?<=[ei]n)se$", "ce"),
    (r"ll(?=ed$|ing$)", "l"),
    (r"(?<=[^l])l(?=ed$|ing$)", "ll"),
)
"""British and American, in both directions."""


class Index:
    """The entries and the words that lead to Laws, for as long as something is looked up in them."""

    def __init__(self, entries: Iterable[ManualEntry], sayings: Iterable[Saying]) -> None:
        """Misuse (tool-missing) where the SQLite of this Python was built without FTS5."""
        self._entries, self._sayings = list(entries), list(sayings)
        self._db = sqlite3.connect(":memory:")
        try:
            self._db.execute(_CREATED)
        except sqlite3.OperationalError as error:
            self._db.close()
            hint = "`help` lists the topics, `help laws` the Laws, `bridge-ledger --help` the commands"
            raise Misuse("tool-missing", f"the SQLite of this Python cannot look up words: {error}", hint) from error
        self._db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", self._entries)
        leading = ((_SAYING, " ".join(saying.laws), saying.words) for saying in self._sayings)
        self._db.executemany("INSERT INTO entry (kind, name, title) VALUES (?, ?, ?)", leading)

    def close(self) -> None:
        """Nothing more is looked up."""
        self._db.close()

    def look_up(self, asked: str) -> Answer:
        """What speaks of some words; nothing where one of them is nowhere.

        What is called so is the first of its kind; of the Laws then those to which the words lead. A word that stands
        nowhere as it is may be the beginning of one.
        """
        wanted = words(asked)
        for begun in (False, True):
            if rows := self._rows(wanted, begun=begun):
                return Answer(_in_order(asked, len(wanted), rows))
        if all(self._rows([word]) for word in wanted):
            return Answer(_in_order(asked, 0, self._rows(wanted, joined=" OR ")), has_all=False)
        return Answer([])

    def spelled_alike(self, asked: str) -> list[str]:
        """What may have been meant, the likeliest first: words that stand somewhere in place of those that do not."""
        unknown = [word for word in words(asked) if not self._rows([word])]
        known = self._known()
        near = {word: self._likeliest(get_close_matches(word, known, n=_MOST_NEAR)) for word in unknown}
        meant = [[near[word][at] if word in near else word for word in words(asked)] for at in range(_fewest(near))]
        return [" ".join(each) for each in meant]

    def _likeliest(self, near: Iterable[str]) -> list[str]:
        """Those first of which most is said."""
        return sorted(near, key=lambda word: -len(self._rows([word])))

    def _known(self) -> list[str]:
        """Every word there is, as it is written."""
        texts = [*(" ".join(entry[1:]) for entry in self._entries), *(saying.words for saying in self._sayings)]
        return sorted({word for text in texts for word in words(text) if word.isalpha()})

    def _rows(self, wanted: Sequence[str], *, joined: str = " AND ", begun: bool = False) -> list[_Row]:
        if not wanted:
            return []
        return self._db.execute(_ASKED, (joined.join(_one_of(word, begun) for word in wanted),)).fetchall()


def _fewest(near: Mapping[str, Sequence[str]]) -> int:
    return min(map(len, near.values()), default=0)


def words(text: str) -> list[str]:
    """The words of a text as they are looked up; those that say nothing only where there is no other.

    >>> words("What is A- for a Break-in-Tempo?")
    ['a−', 'break', 'tempo']
    """
    signed = re.sub(r"\ba-(?!\w)", "a−", text.lower())
    every = _WORD.findall(re.sub(r"\bmis-", "mis", signed))
    return [word for word in every if not _PASSED_OVER.fullmatch(word)] or every


def _one_of(word: str, begun: bool) -> str:
    """A word in the language of the index, however it is spelled.

    >>> _one_of("honour", False)
    '("honor" OR "honour")'
    """
    spelled = {re.sub(*spelling, word) for spelling in _SPELLINGS}
    star = "*" if begun and len(word) >= _FEWEST_LETTERS else ""
    quoted = [f'"{each}"{star}' for each in sorted({word, *spelled, *_MEANT.get(word, ())})]
    return f"({' OR '.join(quoted)})"


def _in_order(asked: str, many: int, rows: Sequence[_Row]) -> list[Found]:
    """One line for each place: by kind, what is called so, the Laws the words lead to, and then by rank."""
    best: dict[tuple[str, str], _Row] = {}
    for row in rows:
        best.setdefault(row[:2], row)
    led_to = _led_to(rows, many)
    called = " ".join(asked.lower().split())
    found = [Found(kind, name, _sentence(*best[kind, name][3:])) for kind in KINDS for of, name in best if of == kind]

    def before(each: Found) -> tuple[int, bool, int]:
        at = led_to.get(each.name, len(led_to)) if each.kind == "laws" else 0
        return KINDS.index(each.kind), each.name.lower() != called, at

    return sorted(found, key=before)


def _led_to(rows: Sequence[_Row], many: int) -> dict[str, int]:
    """The Laws of sayings that have these words and no others, with their place."""
    said = (name for kind, name, title, *_ in rows if kind == _SAYING and len(words(title)) == many)
    return {law: at for at, law in enumerate(dict.fromkeys(law for names in said for law in names.split()))}


def _sentence(text: str, aside: str) -> str:
    """The sentence that has most of the words; the part of it about the first of them, where it is long."""
    best = max(_SENTENCES.split(text or aside), key=lambda each: each.count("\x02"))
    plain = _MARKED.sub("", best)
    return plain if len(plain) <= _LONGEST else _part(best)


def _part(sentence: str) -> str:
    clauses = _CLAUSES.split(sentence)
    first = next((at for at, clause in enumerate(clauses) if "\x02" in clause), 0)
    begun = first if len(_MARKED.sub("", " ".join(clauses[: first + 1]))) > _LONGEST else 0
    rest = _MARKED.sub("", " ".join(clauses[begun:]))
    ended = rest if len(rest) <= _LONGEST else f"{rest[:_LONGEST].rpartition(' ')[0].rstrip(',;:')} …"
    return f"… {ended}" if begun else ended
