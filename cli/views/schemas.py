"""The fields of every answer, read from its type, as JSON Schema and as a line of text."""

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
    "digest": {"type": ["string", "null"], "description": "The digest of the log up to that event."},
}


def answers() -> dict[str, type[Answer]]:
    """Return every type of answer by its name in JSON, without the version: 'standings'."""
    for folder in cli.views.__path__:
        for path in sorted(Path(folder).glob("*.py")):
            import_module(f"cli.views.{path.stem}")
    by_name, kinds = dict[str, type[Answer]](), [*Answer.__subclasses__()]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if not kind.__subclasses__():
            by_name[kind.schema.partition("/")[0]] = kind
    return dict(sorted(by_name.items()))


def json_schema(kind: type[Answer]) -> dict[str, Any]:
    """Return the JSON Schema of the object that a command prints with --json for an answer of this type."""
    schema = msgspec.json.schema(kind)
    answer = schema["$defs"].pop(kind.__name__)
    properties = {"schema": {"const": kind.schema}, **_HEAD, **answer["properties"]}
    required = ["schema", *answer.get("required", ())]
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", **answer}
    return head | {"title": kind.schema, "properties": properties, "required": required, "$defs": schema["$defs"]}


def listing() -> str:
    """Return the text of `help json`: a paragraph for each answer, with its fields."""
    lines = []
    for name, kind in answers().items():
        about, *_ = (kind.__doc__ or "").splitlines()
        line = f"    {name:<11} {about.rstrip('.')}: {outline(kind)}"
        lines += textwrap.wrap(line, 120, subsequent_indent=" " * 16, break_on_hyphens=False, break_long_words=False)
    return "\n".join(lines)


def outline(kind: type[msgspec.Struct], within: tuple[type, ...] = ()) -> str:
    """Return the fields of a type, nested: 'fields [{direction, rows [{rank}]}]'; '{...}' for a type of `within`."""
    return ", ".join(
        f"{field.encode_name}{'' if field.required else '?'} {_inner(field.type, (*within, kind))}".rstrip()
        for field in cast(msgspec.inspect.StructType, msgspec.inspect.type_info(kind)).fields
    )


def _inner(kind: msgspec.inspect.Type, within: tuple[type, ...]) -> str:
    inspect = msgspec.inspect
    match kind:
        case inspect.StructType(cls=cls) if cls is not ScoreValue:
            return "{...}" if cls in within else f"{{{outline(cls, within)}}}"
        case inspect.UnionType(types=types):
            return "|".join(filter(None, (_inner(each, within) for each in types)))
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"[{_inner(item, within)}]"
        case inspect.DictType(value_type=value):
            return f"{{name: {inner}}}" if (inner := _inner(value, within)) else ""
        case inspect.LiteralType(values=values):
            return f"({' | '.join(map(str, values))})"
    return ""
