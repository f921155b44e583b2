"""The architecture, read from the source: imports between rooms, no float, no clock, and no module without a place."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = sorted([*(ROOT / "ledger").rglob("*.py"), *(ROOT / "cli").rglob("*.py"), *(ROOT / "migrations").glob("*.py")])

# Lowest first; a module may import its own floor and those below it.
FLOORS = (
    (
        "ledger.version",
        "ledger.bounds",
        "ledger.digests",
        "ledger.errors",
        "ledger.files",
        "ledger.labels",
        "ledger.bridge",
    ),
    ("ledger.movements",),
    ("ledger.laws",),
    ("ledger.scoring",),
    ("ledger.kernel",),
    ("ledger.subjects.*.facts", "ledger.subjects.reopening"),
    ("ledger.session",),
    ("ledger.subjects.*.state",),
    ("ledger.subjects",),  # small subjects, a module each; the list of all, and what it evolves
    ("ledger.projections",),
    ("ledger.overall",),
    ("ledger.guards",),
    ("ledger.subjects.*.*",),  # decide.py, and what else decides
    ("ledger.decide",),
    ("ledger.store",),
    ("ledger.trust",),
    ("ledger.exchange",),
    ("ledger.recording",),
    ("ledger.office",),
    ("migrations",),
    ("cli.words",),  # how things are said: pure
    ("cli.views",),  # what questions answer: pure
    ("cli.terminal",),
    ("cli.options",),
    ("cli.desk",),
    ("cli.screens", "cli.pages"),
    ("cli.main",),  # finds a command by its name, and imports none
    ("cli.entry", "cli.shell"),
    ("cli.serving",),
    ("cli.commands",),
    ("cli",),
)
EDGES = (
    "ledger.files",  # reads what is named on the command line
    "ledger.laws.edition",  # reads the editions of the Laws, those of an office too
    "ledger.laws.profile_loader",  # reads the profiles, and what is said of each regulation
    "ledger.session.moment",  # knows the time zone of the office, reads days of the calendar
    "ledger.store",
    "ledger.trust",
    "ledger.exchange",
    "ledger.recording",
    "ledger.office",
    "migrations",
    "cli",
)
IMPURE = {
    "sqlalchemy",
    "click",
    "json",
    "os",
    "pathlib",
    "random",
    "logging",
    "time",
    "sqlite3",
    "rich",
    "alembic",
    "tempfile",
    "sys",
    "datetime",
}


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module(path) for path in SOURCE}


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return the nodes of a module's source, parsed once."""
    return tuple(ast.walk(ast.parse(path.read_text())))


def for_annotations(nodes: tuple[ast.AST, ...]) -> set[ast.AST]:
    """Return the nodes under `if TYPE_CHECKING:`, which are never imported at run time."""
    return {
        inner
        for node in nodes
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }


@cache
def imports(path: Path, *, running: bool = False) -> frozenset[str]:
    """Return the imports of a module; `running`: without those for annotations."""
    found = set[str]()
    nodes = nodes_of(path)
    left_out = for_annotations(nodes) if running else set()
    for node in nodes:
        if node in left_out:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


def floor(name: str) -> int | None:
    """Return the floor of a module or a name in it; for a subject's folder, that of its part."""
    while name not in MODULES and "." in name:
        name = name.rpartition(".")[0]
    subject = re.fullmatch(r"ledger\.subjects\.\w+\.(\w+)", name)
    part = f"ledger.subjects.*.{subject[1] if subject and subject[1] in ('facts', 'state') else '*'}"
    looked_for = [part] if subject else [name, *(name.rsplit(".", at)[0] for at in range(1, name.count(".") + 1))]
    return next((at for each in looked_for for at, names in enumerate(FLOORS) if each in names), None)


def test_imports_go_down():
    for path in SOURCE:
        mine = floor(module(path))
        if module(path) == "ledger":
            continue
        assert mine is not None, f"{module(path)} has no place in the house"
        taken = imports(path) - {name.rpartition(".")[0] for name in imports(path)}  # of a room, the module named
        upward = [name for name in taken if (theirs := floor(name)) is not None and theirs > mine]
        assert not upward, module(path)


def reached(name: str, graph: dict[str, set[str]]) -> set[str]:
    """Return all modules a module needs, directly or indirectly."""
    found, left = set[str](), [name]
    while left:
        new = graph[left.pop()] - found
        found |= new
        left += new
    return found


def needed(path: Path, names: set[str]) -> set[str]:
    """Return the project's modules that a module imports: at its top, in a function, or for an annotation."""
    found = set[str]()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            taken = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (taken & names) | ({node.module} if taken - names else set())
    return (found & names) - {module(path)}


def test_no_modules_import_each_other_in_a_circle():
    names = {module(path) for path in SOURCE}
    graph = {module(path): needed(path, names) for path in SOURCE}
    assert not [name for name in sorted(names) if name in reached(name, graph)]


def test_the_core_is_pure():
    for path in SOURCE:
        if not module(path).startswith(EDGES):
            tops = {name.partition(".")[0] for name in imports(path)}
            assert not tops & IMPURE, module(path)


def test_who_may_talk_to_a_database_and_to_a_terminal():
    for path in SOURCE:
        tops = {name.partition(".")[0] for name in imports(path)}
        if "sqlalchemy" in tops:
            assert module(path).startswith(("ledger.store.", "migrations."))
        if "click" in tops or "rich" in tops:
            assert module(path).startswith("cli")


MAY_BE_INEXACT = ("ledger.recording.recorder", "ledger.guards.seats", "cli.terminal.progress", "cli.terminal.clubs")
MAY_BE_INEXACT += ("ledger.projections.doubts",)  # what is likely: it scores nothing


def inexact(path: Path) -> list[str]:
    """Return the places in a module that use floats; waiting, spelling and colours may be inexact."""
    calls = [
        f"{module(path)}:{node.lineno}: float()"
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"
    ]
    if module(path) in MAY_BE_INEXACT:
        return calls
    return calls + [
        f"{module(path)}:{node.lineno}: {node.value}"
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]


def test_no_float_comes_near_a_score():
    assert not [place for path in SOURCE if not module(path).startswith("migrations") for place in inexact(path)]


def test_rooms_stay_comfortable():
    for path in SOURCE:
        assert len(path.read_text().splitlines()) <= 500, f"{module(path)}: a person reads a file in one sitting"
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno - node.lineno <= 60, f"{module(path)}.{node.name} is long"


def test_nothing_is_left_to_do():
    for path in SOURCE:
        for word in ("TODO", "FIXME", "XXX ", "NotImplemented"):
            assert word not in path.read_text(), f"{word} in {module(path)}"


def test_the_top_level_is_as_it_was_fixed():
    allowed = {"pyproject.toml", "README.md", "LICENSE", "ledger", "migrations", "cli", "tests"}
    here = {
        path.name for path in ROOT.iterdir() if not path.name.startswith(".") and not path.name.endswith(".egg-info")
    }
    assert here <= allowed | {"bridge-ledger.db", "dist", "build"}


def test_the_public_names_have_one_home_each_and_the_types_know_it():
    import ledger

    source = (ROOT / "ledger" / "__init__.py").read_text()
    typed = dict(reversed(pair) for pair in re.findall(r"^    from (\S+) import (\w+) as \2$", source, re.MULTILINE))
    assert typed == ledger._HOME_OF


CASEBOOK = (
    "cli.commands.casebook",
    "cli.desk.case_selection",
    "cli.pages.casebook",
    "cli.screens.case_statistics",
    "cli.words.case_statistics",
    "cli.words.casebook",
)


def test_the_casebook_and_its_figures_use_the_office_only_through_import_ledger():
    import ledger

    found = {module(path): path for path in SOURCE if module(path) in CASEBOOK}
    assert set(found) == {*CASEBOOK}
    for name, path in found.items():
        taken = {each for each in imports(path) if each == "ledger" or each.startswith("ledger.")}
        assert taken <= {"ledger", *(f"ledger.{each}" for each in ledger.__all__)}, name


def test_the_map_of_what_hangs_on_a_standing_names_every_module():
    folder = ROOT / "ledger" / "overall"
    named = set(re.findall(r"[a-z_]+", ast.get_docstring(nodes_of(folder / "__init__.py")[0]) or ""))
    assert not {path.stem for path in folder.glob("*.py")} - {"__init__"} - named


SCORED_BY = ("ledger.scoring", "ledger.projections", "ledger.overall")


def test_the_referee_shares_nothing_with_what_it_judges():
    """tests/oracle is written from the Laws alone; only `play` knows the program, but not its scoring."""
    for path in sorted((ROOT / "tests" / "oracle").glob("*.py")):
        names = imports(path)
        assert not [name for name in names if name.startswith(SCORED_BY)], path.name
        if path.stem != "play":
            assert not [name for name in names if name.partition(".")[0] in ("ledger", "cli")], path.name


def test_no_subject_takes_from_what_another_decides():
    """A part of a subject imports earlier parts only; checks shared by decisions are in `ledger.guards`."""
    parts = {"facts": 0, "state": 1}
    for path in SOURCE:
        name = module(path)
        if not name.startswith("ledger.subjects.") or name.count(".") != 3:
            continue
        _, _, subject, part = name.split(".")
        for taken in needed(path, MODULES):
            if taken.startswith("ledger.subjects.") and taken.count(".") == 3:
                _, _, theirs, what = taken.split(".")
                assert parts.get(what, 2) <= parts.get(part, 2), (name, taken)
                assert theirs == subject or what in parts, (name, taken)
