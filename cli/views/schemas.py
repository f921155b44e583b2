"""The fields of every answer, read from its type: as JSON Schema, and in a line."""

from __future__ import annotations

import textwrap
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import msgspec

import cli.views
from cli.views.answers import Answer, ScoreValue

_HEAD: dict[str, Any] = {
    "session": {"type": ["string", "null"], "description": "The session or tournament."},
    "as_of": {"type": ["integer", "null"], "description": "The number of the last event it takes into account."},
    "digest": {"type": ["string", "null"], "description": "The digest of the log up to there."},
}


def answers() -> dict[str, type[Answer]]:
    """Every answer by its name in JSON, without the version of that."""
    for folder in cli.views.__path__:
        for path in sorted(Path(folder).glob("*.py")):
            import_module(f"cli.views.{path.stem}")
    found, left = dict[str, type[Answer]](), [*Answer.__subclasses__()]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        found[kind.schema.partition("/")[0]] = kind
    return dict(sorted(found.items()))


def json_schema(kind: type[Answer]) -> dict[str, Any]:
    """The JSON Schema of the object that a command prints."""
    schema = msgspec.json.schema(kind)
    own = schema["$defs"].pop(kind.__name__)
    properties = {"schema": {"const": kind.schema}, **_HEAD, **own["properties"]}
    required = ["schema", *own.get("required", ())]
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema", **own}
    found |= {"title": kind.schema, "properties": properties, "required": required, "$defs": schema["$defs"]}
    return found


def listing() -> str:
    """Every answer with its fields, a paragraph each."""
    paragraphs = []
    for name, kind in answers().items():
        about, *_ = (kind.__doc__ or "").splitlines()
        line = f"    {name:<11} {about.rstrip('.')}: {outline(kind)}"
        own = textwrap.fill(line, 120, subsequent_indent=" " * 16, break_on_hyphens=False, break_long_words=False)
        paragraphs.append(own)
    return "\n".join(paragraphs)


def outline(kind: type[msgspec.Struct]) -> str:
    """The fields of a type in a line: 'fields [{direction, rows [{rank, contestant}]}], finality {state}'."""
    return ", ".join(
        f"{field.encode_name}{'' if field.required else '?'} {_inner(field.type)}".rstrip()
        for field in cast(msgspec.inspect.StructType, msgspec.inspect.type_info(kind)).fields
    )


def _inner(kind: msgspec.inspect.Type) -> str:
    inspect = msgspec.inspect
    match kind:
        case inspect.StructType(cls=cls) if cls is not ScoreValue:
            return f"{{{outline(cls)}}}"
        case inspect.UnionType(types=types):
            return "|".join(filter(None, map(_inner, types)))
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"[{_inner(item)}]"
        case inspect.DictType(value_type=value):
            return f"{{name: {_inner(value)}}}" if _inner(value) else ""
        case inspect.LiteralType(values=values):
            return f"({' | '.join(map(str, values))})"
    return ""
