"""Every text of the program that a page may say, found in its source: what a catalogue has to have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_from_dir

import cli
import ledger
from cli.pages.checking import record_names
from ledger.laws import profile_loader
from ledger.laws.edition import editions, load_edition

CONTEXT = "\x04"
"""Between what a word stands for and the word, as gettext has it."""

PAGES = Path(cli.__file__).parent / "pages"

_SAYING = {
    "say": (0,),
    "say_of": (1,),
    "say_counted": (0, 1),
    "Phrase": (0,),
    "phrase_of": (0,),
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


_OF_PAGES = ("pages", "views", "words")
_OF_REASONS = ("labels", "overall", "projections", "scoring", "session")


def texts_of_templates() -> set[str | tuple[str, str]]:
    options = {"**.html": {"newstyle_gettext": "true"}}
    found = extract_from_dir(PAGES / "templates", [("**.html", "jinja2")], options)
    return {word if isinstance(word, str) else (word[0], word[1]) for _, _, word, _, _ in found}


def texts_of_python() -> dict[str | tuple[str, str], str]:
    """Texts, and the file each was found in first."""
    found: dict[str | tuple[str, str], str] = {}
    for top, calls, rooms in ((cli, _SAYING, _OF_PAGES), (ledger, _SAYING | _REASONING, _OF_REASONS)):
        root = Path(top.__file__ or "").parent
        for room, path in ((top, each) for top in rooms for each in sorted((root / top).rglob("*.py"))):
            source = path.read_text()
            tree = ast.parse(source)
            # the headings of views are a screen's; which of them a page has, tests/pages/test_languages.py sees there
            for text in (*(_headings(tree) if room != "views" else ()), *_texts(tree, calls)):
                found.setdefault(text, f"{root.name}/{path.relative_to(root)}")
    for name in editions():
        found |= {title: f"ledger/laws/editions/{name}" for title, _ in load_edition(name).laws.values()}
    found |= {
        profile_loader.load_profile(each).title: "ledger/laws/profiles"
        for each in profile_loader.list_shipped_profiles()
    }
    found |= {f"record{CONTEXT}{name}": "cli/pages/checking.py" for name in record_names()}
    return found


def _headings(tree: ast.AST) -> Iterator[str]:
    """The headings of tables, which stand in lists called `columns`; one that starts with '>' is of numbers."""
    for node in ast.walk(tree):
        names = [each.id for each in getattr(node, "targets", ()) if isinstance(each, ast.Name)]
        if isinstance(node, ast.Assign) and any("columns" in name.lower() for name in names):
            found = (_constant(each).removeprefix(">") for each in ast.walk(node.value))
            yield from (each for each in found if _WORDS.fullmatch(each))


_WORDS = re.compile("[a-zA-Z]{2}[a-z –]*")


def _texts(tree: ast.AST, calls: dict[str, tuple[int, ...]]) -> Iterator[str | tuple[str, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        method = isinstance(node.func, ast.Attribute)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name == "say_counted" or (method and name == "counted"):
            yield tuple(map(_constant, node.args[:2]))  # type: ignore[misc]
        elif method and name == "say":
            continue  # a desk's own
        elif name == "counted" and len(node.args) > 1 and (word := _constant(node.args[1])):
            yield f"%(number)s {word}", f"%(number)s {f'{word[:-1]}ies' if word.endswith('ty') else f'{word}s'}"
        elif name == "Wording":
            context = _constant(node.args[1]) + CONTEXT if len(node.args) > 1 else ""
            yield from (context + _constant(each) for each in ast.walk(node.args[0]) if _is_value(each, node.args[0]))
        else:
            yield from (text for at in calls.get(name, ()) for text in _constants(node.args[at : at + 1]))


def _is_value(each: ast.AST, table: ast.AST) -> bool:
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
