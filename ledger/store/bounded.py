"""The bounds of an event in the words of the databases: SQL for which of them a record is beyond, made from the table.

A server asks it in `append_events` (`ledger.store.guards`), a file in a trigger. Neither knows what an event is; both
know how much one can be.
"""

from collections.abc import Iterable, Iterator
from functools import reduce

from ledger.bounds import Bounds
from ledger.bounds.events import DEPTH, DIGITS, MEMBERS, NUMBER, OF_ENVELOPE, OF_NAMES, RECORD, TEXT, WHOLE, WORDS
from ledger.bounds.files import EVIDENCE_PART

FIELDS = (
    *("session", "number", "name", "body", "command_id", "part"),
    *("occurred_at", "recorded_at", "by", "because", "program"),
)
"""What a record holds, in its order."""


def beyond_on_server() -> str:
    """The bound that a record is beyond, as it is told, '' where it is within all: an expression of `append_events`."""
    cases = " ".join(f"WHEN {condition} THEN {_quoted(bounds)}" for bounds, condition in _on_server())
    return f"CASE {cases} ELSE '' END"


def _quoted(bounds: Bounds) -> str:
    said = str(bounds).replace("'", "''")
    return f"'{said}'"


def _on_server() -> Iterator[tuple[Bounds, str]]:
    """When a record is beyond each bound, by what the function has of it: `stored`, `said` as text, `field` as jsonb.

    What is dear to ask is asked of those alone that have room for it.
    """
    yield RECORD, f"octet_length(stored) > {RECORD.most}"
    yield DIGITS, f"said ~ '[0-9]{{{DIGITS.most + 1}}}'"
    long = f"[0-9]{{{WHOLE.most + 1}}}"
    without_texts = r"""regexp_replace(said, '"[^"\\]*(?:\\.[^"\\]*)*"', '', 'g')"""
    bare = rf"regexp_replace({without_texts}, '\[-?[0-9]+,-?[0-9]+\]', '', 'g')"
    yield WHOLE, f"said ~ '{long}' AND {bare} ~ '{long}'"
    texts = r"""regexp_matches(said, '"([^"\\]*(?:\\.[^"\\]*)*)"', 'g') AS found (texts)"""
    long = f"EXISTS (SELECT FROM {texts} WHERE octet_length(texts[1]) > {TEXT.most})"
    yield TEXT, f"octet_length(stored) > {TEXT.most} AND {long}"
    lists = f'strict $.** ? (@.type() == "array" && @.size() > {MEMBERS.most})'
    yield MEMBERS, f"octet_length(stored) > {MEMBERS.most} AND jsonb_path_exists(field, '{lists}')"
    nested = f'strict $.**{{{DEPTH.most} to last}} ? (@.type() == "array" || @.type() == "object")'
    brackets = "length(said) - length(translate(said, '[{', ''))"
    yield DEPTH, f"{brackets} > {DEPTH.most} AND jsonb_path_exists(field, '{nested}')"
    yield NUMBER, f"number > {NUMBER.most}"
    for name, bounds in OF_ENVELOPE[1:]:
        yield bounds, f"(field ->> {FIELDS.index(name)})::numeric NOT BETWEEN {bounds.least} AND {bounds.most}"
    for name, bounds in OF_NAMES:
        yield bounds, f"char_length(field ->> {FIELDS.index(name)}) NOT BETWEEN {bounds.least} AND {bounds.most}"


def file_triggers() -> Iterator[str]:
    """What a file refuses: an event that is beyond a bound, and what is kept beside it that is."""
    yield _trigger("event", _in_file())
    yield _trigger("text", [(WORDS, f"length(CAST(NEW.text AS BLOB)) > {WORDS.most}")])
    yield _trigger("evidence", [(EVIDENCE_PART, f"length(NEW.bytes) > {EVIDENCE_PART.most}")])


def _trigger(table: str, conditions: Iterable[tuple[Bounds, str]]) -> str:
    cases = " ".join(f"WHEN {condition} THEN RAISE(ABORT, {_quoted(bounds)})" for bounds, condition in conditions)
    return f"CREATE TRIGGER {table}_bounds BEFORE INSERT ON {table} BEGIN SELECT CASE {cases} END; END"


_SAID = "CAST(NEW.record AS TEXT)"

_WITHIN = f"length(NEW.record) <= {RECORD.most} AND json_valid({_SAID})"
"""What is no JSON, or too much of it, has no parts."""


def _in_file() -> Iterator[tuple[Bounds, str]]:
    """The same of a row that comes into a file of SQLite."""
    yield RECORD, f"length(NEW.record) > {RECORD.most}"
    yield DIGITS, f"length(NEW.record) > {DIGITS.most} AND {_row(DIGITS)}"
    yield WHOLE, f"{_row(WHOLE)} AND {_WITHIN} AND EXISTS ({_long_numbers()})"
    parts = f"FROM json_tree({_SAID})"
    # as written, a text is longer than what it says by its escapes: canonical JSON has them for quotes and the unseen
    long = f"SELECT 1 {parts} WHERE type = 'text' AND length(CAST(json_quote(atom) AS BLOB)) - 2 > {TEXT.most}"
    yield TEXT, f"length(NEW.record) > {TEXT.most} AND {_WITHIN} AND EXISTS ({long})"
    lists = f"SELECT 1 {parts} WHERE type = 'array' AND json_array_length(value) > {MEMBERS.most}"
    yield MEMBERS, f"length(NEW.record) > {MEMBERS.most} AND {_WITHIN} AND EXISTS ({lists})"
    nested = f"NOT json_valid({_SAID}) OR EXISTS ({_deeper()})"  # what is far too deep is no JSON to it
    yield DEPTH, f"{_brackets()} > {DEPTH.most} AND length(NEW.record) <= {RECORD.most} AND ({nested})"
    for name, bounds in OF_ENVELOPE:
        yield bounds, f"{_WITHIN} AND {_part(name)} NOT BETWEEN {bounds.least} AND {bounds.most}"
    for name, bounds in OF_NAMES:
        yield bounds, f"{_WITHIN} AND length({_part(name)}) NOT BETWEEN {bounds.least} AND {bounds.most}"


def _row(bounds: Bounds) -> str:
    """Whether there are more digits in a row than that, anywhere: told of the record with all digits alike, in half the
    time that a pattern takes.
    """
    alike = reduce(lambda said, digit: f"replace({said}, '{digit}', '0')", "123456789", _SAID)
    return f"instr({alike}, '{'0' * (bounds.most + 1)}')"


def _long_numbers() -> str:
    """The whole numbers with too many digits, but for the two of a fraction."""
    two = " AND ".join(f"json_type(list.value, '$[{at}]') = 'integer'" for at in (0, 1))
    most = 10**WHOLE.most - 1
    return f"""SELECT 1 FROM json_tree({_SAID}) AS list, json_each(list.value) AS one
        WHERE list.type IN ('array', 'object') AND one.type = 'integer' AND one.atom NOT BETWEEN {-most} AND {most}
        AND NOT (json_array_length(list.value) = 2 AND {two})"""


def _part(name: str) -> str:
    return f"json_extract({_SAID}, '$[{FIELDS.index(name)}]')"


def _brackets() -> str:
    return f"2 * length({_SAID}) - length(replace({_SAID}, '[', '')) - length(replace({_SAID}, '{{', ''))"


def _deeper() -> str:
    """A way down through more lists and structures than there can be in one another."""
    inner = "FROM way, json_each(way.value) WHERE json_each.type IN ('array', 'object')"
    return f"""WITH RECURSIVE way (value, depth) AS (
        SELECT {_SAID}, 1 UNION ALL SELECT json_each.value, depth + 1 {inner} AND depth <= {DEPTH.most}
    ) SELECT 1 FROM way WHERE depth > {DEPTH.most}"""
