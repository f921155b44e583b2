"""Change statements of a room at random, one at a time, and run the room's tests: which changes does no test notice?

    python -m tests.mutations ledger/trust --seed 1 --count 40     a folder or a module; several are one pool

Works in a copy of the tree. One run of all the room's tests first notes which test calls which function, so that a
change is held against those that call its function, the quickest first (all, where none is seen to: other processes are
not looked into). Prints each change that no test noticed, with its place, and the share that was noticed.
Not drawn: docstrings, annotations, what only a type checker reads, texts (messages, f-strings), `__repr__`, and
decorators. Some changes make no difference: each survivor wants a reader, and a test, or its code away.
"""

import argparse
import ast
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
RULES = ("tests/core", "tests/golden", "tests/projections", "tests/decide", "tests/session", "tests/scoring")
ON_SQLITE = ("-k", "not postgresql and not server")
TESTS = {
    "ledger/trust": (
        "tests/trust",
        *(f"tests/exchange/test_{each}.py" for each in ("bundle", "evidence_bundles", "tournament_bundle")),
        "tests/store/test_event_bounds.py",
        "tests/core/test_said_times.py",
        *ON_SQLITE,
        "--ignore=tests/trust/test_what_is_hashed.py",
    ),
    "ledger/store": ("tests/store", "tests/codec", *ON_SQLITE, "--ignore=tests/store/test_fuzz_rows.py"),
    "ledger/recording": ("tests/recording", "tests/core", "tests/store/test_acknowledged.py", *ON_SQLITE),
    "ledger/exchange": ("tests/exchange", "tests/devices", *ON_SQLITE),
    "cli": ("tests/cli", "tests/entry", "tests/shell", "tests/pages/test_pages.py", "tests/scenarios"),
}
"""The tests of a room, and which of them; of any other room, its folder in tests/ and the tests of what is ruled."""
_OTHERS = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.And: "or",
    ast.Or: "and",
}
_OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}


class Change(NamedTuple):
    """A part of a module, and what stands there instead; offsets in bytes."""

    path: Path
    line: int
    function: str
    start: int
    end: int
    text: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def told(self, source: bytes) -> str:
        old = " ".join(source[self.start : self.end].decode().split())
        return f"{self.path}:{self.line} {self.function}: {old} → {self.text}"


class _Drawing:
    """The changes that can be made in a module, by the statement they are in."""

    def __init__(self, path: Path, source: bytes) -> None:
        self.path, self.source = path, source
        self.lines = [0]
        for line in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.statements: list[list[Change]] = []
        self._within(ast.parse(source), "")

    def _within(self, node: ast.AST, function: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                continue
            name = function
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{function}.{child.name}".lstrip(".")
                if child.name == "__repr__":
                    continue
            elif isinstance(child, ast.stmt) and function and not isinstance(node, ast.ClassDef | ast.Module):
                self.statements.append(list(self._changes(child, function)))
            self._within(child, name)

    def _changes(self, statement: ast.stmt, function: str) -> Iterator[Change]:
        def change(node: ast.expr | ast.stmt, text: str, until: ast.expr | None = None) -> Change:
            return Change(self.path, node.lineno, function, self._at(node), self._end(until or node), text)

        match statement:
            case ast.Continue() | ast.Raise() | ast.AugAssign() | ast.Delete():
                yield change(statement, "pass")
            case ast.Break():
                yield change(statement, "continue")
            case ast.Expr(ast.Call()):
                yield change(statement, "pass")
            case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
                yield change(value, "None")
        for node in _expressions(statement):
            match node:
                case ast.Compare(left, [operator], [right]) if type(operator) in _OTHERS:
                    yield change(node, f"{self._text(left)} {_OTHERS[type(operator)]} {self._text(right)}")
                case ast.BinOp(left, operator, right) if type(operator) in _OTHERS:
                    yield change(node, f"{self._text(left)} {_OTHERS[type(operator)]} {self._text(right)}")
                case ast.BoolOp(operator, values):
                    yield change(node, f" {_OTHERS[type(operator)]} ".join(map(self._text, values)))
                case ast.UnaryOp(ast.Not(), operand):
                    yield change(node, self._text(operand))
                case ast.Constant(bool() as value):
                    yield change(node, str(not value))
                case ast.Constant(int() as value):
                    yield change(node, str(value + 1))
                    yield change(node, str(value - 1))
                case ast.Name(str() as name, ast.Load()) if name in _OTHER_NAMES:
                    yield change(node, _OTHER_NAMES[name])
                case ast.IfExp(test=test) | ast.comprehension(ifs=[test, *_]):
                    yield change(test, f"(not ({self._text(test)}))")
                case ast.Call(func, args=[first, second, *_]) if _can_swap(func, first, second):
                    yield change(first, f"{self._text(second)}, {self._text(first)}", second)
        if isinstance(statement, ast.If | ast.While):
            yield change(statement.test, f"not ({self._text(statement.test)})")

    def _at(self, node: ast.expr | ast.stmt) -> int:
        return self.lines[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        return self.lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def _text(self, node: ast.expr) -> str:
        text = self.source[self._at(node) : self._end(node)].decode()
        return text if isinstance(node, ast.Name | ast.Constant | ast.Call | ast.Attribute) else f"({text})"


def _can_swap(called: ast.expr, first: ast.expr, second: ast.expr) -> bool:
    in_any_order = isinstance(called, ast.Name) and called.id in ("min", "max")
    return not in_any_order and ast.Starred not in (type(first), type(second)) and ast.dump(first) != ast.dump(second)


def _expressions(statement: ast.AST) -> Iterator[ast.AST]:
    """What is evaluated in a statement itself: not in the statements below, and no texts, annotations, decorators."""
    for name, field in ast.iter_fields(statement) if not isinstance(statement, ast.Raise) else ():
        for node in field if isinstance(field, list) else [field]:
            unread = isinstance(node, ast.stmt | ast.JoinedStr | ast.excepthandler | ast.match_case)
            if isinstance(node, ast.AST) and not unread and name not in ("annotation", "returns", "decorator_list"):
                yield node
                yield from _expressions(node)


def drawn(rooms: list[str], seed: int, count: int, root: Path = ROOT) -> list[Change]:
    """Draw so many statements of all functions there, and of each a change."""
    statements = []
    for room in rooms:
        for path in sorted((root / room).rglob("*.py")) if (root / room).is_dir() else [root / room]:
            statements += filter(None, _Drawing(path.relative_to(root), path.read_bytes()).statements)
    lot = Random(seed)
    lot.shuffle(statements)
    changes = filter(None, (_python_of(lot.sample(each, len(each)), root) for each in statements))
    return list(islice(changes, count))


def _python_of(changes: list[Change], root: Path) -> Change | None:
    for change in changes:
        with suppress(SyntaxError):
            compile(change.applied((root / change.path).read_bytes()), "", "exec")
            return change
    return None


def chosen_tests(room: str, root: Path) -> tuple[str, ...]:
    """Which tests are run, as pytest is told them."""
    for name, tests in TESTS.items():
        if room == name or room.startswith(f"{name}/"):
            return tests
    own = f"tests/{Path(room).parts[1].removesuffix('.py')}" if len(Path(room).parts) > 1 else "tests"
    return tuple(dict.fromkeys([*([own] if (root / own).exists() else []), *RULES]))


class Copy:
    """A copy of the tree, in which one change is made at a time."""

    def __init__(self, root: Path, folder: Path, tests: tuple[str, ...], calls: Path | None) -> None:
        self.root, self.tree, self.told = root, folder / "tree", (calls or folder / "calls.json").resolve()
        ignored = shutil.ignore_patterns(".git", ".venv", ".hypothesis", ".*_cache", "__pycache__")
        shutil.copytree(root, self.tree, ignore=ignored, symlinks=True)
        if (root.parent / "shared").exists():
            (folder / "shared").symlink_to(root.parent / "shared")
        self.written = 0
        if not self.told.exists() and not self._passes(7200, "-p", "tests.mutations", *tests):
            sys.exit(f"the tests fail without any change: {' '.join(tests)}\n{(folder / 'said').read_text()[-3000:]}")
        self.calls: dict[str, list[str]]
        self.seconds: dict[str, float]
        self.calls, self.seconds = json.loads(self.told.read_bytes())

    def notices(self, change: Change) -> bool:
        """Whether a test fails with a change, or takes much longer."""
        path, source = self.tree / change.path, (self.root / change.path).read_bytes()
        calling = self.calls.get(f"{change.path} {change.function}", self.seconds)
        tests = sorted(calling, key=self.seconds.__getitem__)
        self._write(path, change.applied(source))
        try:
            return not self._passes(60 + 5 * sum(map(self.seconds.__getitem__, tests)), *tests)
        finally:
            self._write(path, source)

    def _write(self, path: Path, source: bytes) -> None:
        path.write_bytes(source)
        self.written += 1
        os.utime(path, (self.written, self.written))  # or an equally long module would be read from its old bytecode

    def _passes(self, seconds: float, *asked: str) -> bool:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:randomly", "-p", "no:cacheprovider"]
        environment = {**os.environ, "CI": "1", "PYTHONPATH": str(self.tree), _CALLS: str(self.told)}
        with (self.tree.parent / "said").open("w") as said:
            run = subprocess.Popen(
                [*command, *asked], cwd=self.tree, env=environment, stdout=said, stderr=said, start_new_session=True
            )
        for wait, ending in ((seconds, signal.SIGINT), (60, signal.SIGKILL)):  # pytest tidies up when interrupted
            try:
                return run.wait(wait) == 0
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, ending)
        run.wait()
        return False


_CALLS = "BRIDGE_LEDGER_CALLS"
"""Where the run under `-p tests.mutations` writes down which tests call which functions, and how long each takes."""
_calls: dict[str, set[str]] = defaultdict(set)
_seconds: dict[str, float] = {}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note every function of the tree that is called in a test, in its fixtures, and in the threads it starts."""
    seen: set[Any] = set()
    notes = lambda frame, event, _: seen.add(frame.f_code) if event == "call" else None  # noqa: E731
    start = time.monotonic()
    threading.setprofile(notes)
    sys.setprofile(notes)
    yield
    sys.setprofile(None)
    threading.setprofile(None)  # type: ignore[arg-type]
    _seconds[item.nodeid] = time.monotonic() - start
    for code in seen:
        if (path := Path(code.co_filename)).is_relative_to(Path.cwd()):
            _calls[f"{path.relative_to(Path.cwd())} {code.co_qualname.replace('.<locals>', '')}"].add(item.nodeid)


def pytest_sessionfinish() -> None:
    """Write down what was noted."""
    calls = {function: sorted(tests) for function, tests in _calls.items()}
    Path(os.environ[_CALLS]).write_text(json.dumps([calls, _seconds]))


def main(asked: argparse.Namespace, root: Path = ROOT) -> int:
    """Make the changes, print what no test noticed; how many those are."""
    changes = drawn(asked.rooms, asked.seed, asked.count, root)
    tests = shlex.split(asked.tests) or [each for room in asked.rooms for each in chosen_tests(room, root)]
    survivors = 0
    with tempfile.TemporaryDirectory(prefix="mutations") as folder:
        copy = Copy(root, Path(folder), tuple(dict.fromkeys(tests)), asked.calls)
        for number, change in enumerate(changes, start=1):
            noticed = copy.notices(change)
            if asked.verbose or not noticed:
                told = change.told((root / change.path).read_bytes())
                print(f"{number:3} {'noticed ' if noticed else 'SURVIVED'} {told}", flush=True)
            survivors += not noticed
    share = 100 * (len(changes) - survivors) // max(1, len(changes))
    print(f"noticed {len(changes) - survivors} of {len(changes)} ({share} %), seed {asked.seed}")
    return survivors


def options() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__.partition("\n")[0])
    found.add_argument("rooms", nargs="+", metavar="ROOM", help="a folder or a module, as ledger/trust")
    found.add_argument("--seed", type=int, default=1)
    found.add_argument("--count", type=int, default=40)
    found.add_argument("--tests", default="", help="what pytest is told instead: 'tests/trust -k receipt'")
    found.add_argument("--calls", type=Path, metavar="FILE", help="which tests call what: kept there, or read if it is")
    found.add_argument("-v", "--verbose", action="store_true", help="print what was noticed too")
    return found


if __name__ == "__main__":
    main(options().parse_args())
