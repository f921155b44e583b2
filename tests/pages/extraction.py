"""Every text of the program that a page may say, found in its source: what a catalogue has to have."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_from_dir

import cli
import ledger

PAGES = Path(cli.__file__).parent / "pages"

_SAYING = {
    "say": (0,),
    "say_counted": (0, 1),
    "Phrase": (0,),
    "phrase": (0,),
    "asked": (0,),
    "wide": (0,),
    "word": (0, 1),
    "yes_or_no": (0,),
    "FormPart": (0,),
    "OutcomeTable": (0,),
    "SignatureLine": (0,),
    "PageTable": (0,),
}
"""Which arguments of a function are texts."""

_REASONING = {"given": (1,), "derived": (1,), "rounded": (1,), "saying": (0, 1), "compared": (0,), "Derivation": (0,)}
"""The same where the ledger says how a number comes about; `tell` says it in the language of the page."""


def texts_of_templates() -> set[str | tuple[str, str]]:
    options = {"**.html": {"newstyle_gettext": "true"}}
    found = extract_from_dir(PAGES / "templates", [("**.html", "jinja2")], options)
    return {word if isinstance(word, str) else (word[0], word[1]) for _, _, word, _, _ in found}


def texts_of_python() -> dict[str | tuple[str, str], str]:
    """Texts, and the file each was found in first."""
    found: dict[str | tuple[str, str], str] = {}
    for top, calls in ((cli, _SAYING), (ledger, _SAYING | _REASONING)):
        root = Path(top.__file__ or "").parent
        for path in sorted(root.rglob("*.py")):
            source = path.read_text()
            if any(f"{name}(" in source for name in (*calls, "Wording", "counted", "Columns")):
                for text in _texts(ast.parse(source), calls):
                    found.setdefault(text, f"{root.name}/{path.relative_to(root)}")
    return found


def _texts(tree: ast.AST, calls: dict[str, tuple[int, ...]]) -> Iterator[str | tuple[str, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name == "say_counted":
            yield tuple(map(_constant, node.args[:2]))  # type: ignore[misc]
        elif name == "counted" and len(node.args) > 1 and (word := _constant(node.args[1])):
            yield f"%(number)s {word}", f"%(number)s {f'{word[:-1]}ies' if word.endswith('ty') else f'{word}s'}"
        elif name in ("Wording", "Columns"):
            yield from (each.value for each in ast.walk(node) if _is_value(each, node))  # type: ignore[attr-defined]
        else:
            yield from (text for at in calls.get(name, ()) for text in _constants(node.args[at : at + 1]))


def _is_value(each: ast.AST, table: ast.Call) -> bool:
    keys = {id(key) for kid in ast.walk(table) if isinstance(kid, ast.Dict) for key in kid.keys}
    return bool(_constant(each)) and id(each) not in keys


def _constants(args: list[ast.expr]) -> Iterator[str]:
    """The texts among which an argument chooses."""
    for arg in args:
        if isinstance(arg, ast.IfExp):
            yield from _constants([arg.body, arg.orelse])
        elif isinstance(arg, ast.Lambda):
            yield from _constants([arg.body])
        elif isinstance(arg, ast.Call):
            continue
        elif text := _constant(arg):
            yield text


def _constant(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
