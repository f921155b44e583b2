"""Boundaries of rooms: permitted callers, public names, and one word for one thing."""

import ast
import re
from collections import defaultdict
from pathlib import Path
from typing import Literal, get_origin

import ledger
from ledger.subjects.register import SUBJECTS
from tests.house.test_house import ROOT, SOURCE, imports, module, nodes_of

CODE = [path for path in SOURCE if module(path).startswith(("ledger", "cli"))]
DESK = [path for path in CODE if module(path).startswith("cli")]
SHUT = ("ledger.decide", "ledger.store", "sqlalchemy", "alembic", "migrations")
LONGEST_LINE = 120
MOST_METHODS = 25  # of the office, which is the only door
BUILD = ROOT / ".ci" / "hatch_build.py"
EVERY_PYTHON_FILE = sorted(
    path for path in ROOT.rglob("*.py") if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
)


def test_no_line_is_too_long_and_no_formatting_is_switched_off():
    for path in EVERY_PYTHON_FILE:
        text = path.read_text()
        long = [at for at, line in enumerate(text.splitlines(), start=1) if len(line) > LONGEST_LINE]
        assert not long, f"{path.relative_to(ROOT)}: {long}"
        assert ("fmt: " + "skip") not in text, path.relative_to(ROOT)
        assert ("fmt: " + "off") not in text, path.relative_to(ROOT)


def test_nothing_is_loose():
    assert {path.name for path in (ROOT / "ledger").glob("*.py")} == {"__init__.py", "office.py", "version.py"}
    assert {path.name for path in (ROOT / "cli").glob("*.py")} == {"__init__.py", "main.py"}


def test_the_desk_goes_by_the_office():
    """The command line neither decides nor stores: it asks the office."""
    for path in DESK:
        assert not [name for name in imports(path, running=True) if name.startswith(SHUT)], module(path)
        assert "office.store" not in path.read_text(), module(path)


def test_what_changes_scores_that_are_out_is_asked_about():
    """`Desk.submit` asks nothing: all callers submit through `cli.screens.effects.submit`, which asks."""
    asks_itself = {"cli.screens.effects", "cli.entry.running", "cli.screens.publishing", "cli.commands.publish"}
    # on trial, before they ask whether to go on
    asks_itself |= {"cli.screens.checks", "cli.screens.tournaments.draws", "cli.screens.officials"}
    found = {module(path) for path in DESK if re.search(r"\bdesk\.submit\(", path.read_text())}
    assert found == asks_itself


def writes_to_a_terminal(node: ast.AST) -> bool:
    """Return whether a call prints: `print`, `click.echo` and its like, `sys.stdout.write`, a traceback to stderr."""
    if not isinstance(node, ast.Call):
        return False
    match node.func:
        case ast.Name(id="print"):
            return True
        case ast.Attribute(attr="echo" | "secho" | "echo_via_pager" | "print_exc"):
            return True
        case ast.Attribute(attr="print_exception"):
            return not any(keyword.arg == "file" for keyword in node.keywords)
        case ast.Attribute(attr="write" | "writelines", value=ast.Attribute(attr="stdout" | "stderr")):
            return True
    return False


def test_one_module_prints():
    """Only `cli.terminal.screen` prints, and it escapes control characters.

    The verifier in a bundle stands alone and prints one text that a stranger wrote, the session's name, in ASCII.
    """
    for path in CODE:
        if module(path) not in ("cli.terminal.screen", "ledger.trust.bundle.verifier"):
            printing = [node.lineno for node in nodes_of(path) if writes_to_a_terminal(node)]
            assert not printing, module(path)


def test_every_module_is_used():
    """A module is imported by another or when a wheel is built, decides a subject, or is a command or the way in."""
    importers = defaultdict[str, set[Path]](set)
    for path in [*EVERY_PYTHON_FILE, BUILD]:
        for name in imports(path):
            importers[name].add(path)
    named = {f"ledger.{each}" for subject in SUBJECTS for each in subject.decided_by}
    named |= {f"cli.words.{subject.name}" for subject in SUBJECTS}  # found by the name of the subject
    for path in CODE:
        name = module(path)
        if path.name == "__init__.py" or name in named or name.startswith("cli.commands.") or name == "cli.main":
            continue
        inside = importers[name] & {*SOURCE, BUILD} - {path}
        assert inside, f"{name} is imported by nothing{' but tests' if importers[name] else ''}"


def test_every_public_name_is_documented():
    public = getattr(ledger, "__all__", ())
    assert public, "`import ledger` offers nothing by name"
    for name in public:
        value = getattr(ledger, name)
        assert get_origin(value) is Literal or (value.__doc__ or "").strip(), name  # a Literal can have no docstring


def classes() -> list[tuple[Path, ast.ClassDef]]:
    return [(path, node) for path in CODE for node in nodes_of(path) if isinstance(node, ast.ClassDef)]


def test_no_class_does_everything():
    for path, node in classes():
        methods = [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
        assert len(methods) <= MOST_METHODS, f"{module(path)}.{node.name} has {len(methods)}"


def test_one_name_is_one_class():
    found: dict[str, list[str]] = defaultdict(list)
    for path, node in classes():
        if not node.name.startswith("_"):
            found[node.name].append(module(path))
    assert not {name: where for name, where in found.items() if len(where) > 1}


def test_what_is_hashed_and_signed_stands_where_the_table_says():
    """A new hash needs a row in the table of `ledger.digests`, so that its parts are joined unambiguously."""
    hashing = {module(path) for path in SOURCE if imports(path) & {"hashlib", "hmac", "_hashlib"}}
    assert hashing == {
        "ledger.digests",
        "ledger.trust.bundle.verifier",  # stands alone, with the rows it needs
        "cli.terminal.settings",  # what a file of its own is called; at a Tab nothing is imported
    }
    signing = {module(path) for path in SOURCE if any("cryptography" in name for name in imports(path))}
    assert signing == {f"ledger.trust.{name}" for name in ("keys", "devices", "certificates", "bundle.verifier")}
    in_pages = {
        path.name: called
        for path in (ROOT / "cli" / "pages" / "templates").glob("*.*")
        if (called := len(re.findall(r"crypto\.subtle\.\w+\(", path.read_text("utf-8"))))
    }
    # the digest; keys read, and signatures held; a device's key made, and what it signs
    assert in_pages == {"check_reading.js": 1, "check_sealing.js": 4, "office.js": 5}
    in_sql = {
        module(path) for path in SOURCE if re.search(r"sha(256|224|384|512)\('|md5\(|digest\('", path.read_text())
    }
    assert in_sql == {"ledger.store.guards"}
