"""Facts of a release: its version, and the bill of materials in its wheel."""

import ast
import json
import re
import runpy
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from ledger.version import __version__
from tests.needs import require

ROOT = Path(__file__).parents[2]
SAID = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LICENCES = SAID["tool"]["bridge-ledger"]["licences"]
sbom = runpy.run_path(str(ROOT / ".ci" / "sbom.py"))["sbom"]


def bill() -> dict:
    return json.loads(sbom(SAID["project"], LICENCES, __version__))


def test_the_bill_of_materials_has_all_that_an_installation_takes_each_with_a_licence_and_nothing_else():
    components = {each["name"]: each for each in bill()["components"]}
    assert components.keys() == LICENCES.keys()
    assert components["sqlalchemy"]["versionRange"] == "vers:pypi/>=2.1.9"
    assert components["access-parser"]["versionRange"] == "vers:pypi/>=0.0.6|<0.1"
    assert components["psycopg"]["scope"] == "optional"
    assert components["psycopg"]["properties"] == [{"name": "python:extra", "value": "postgres"}]
    assert not {"pytest", "mypy", "eventsourcing"} & components.keys(), "what only work on the program takes"
    assert bill()["metadata"]["component"]["licenses"] == [{"expression": "MIT"}]


def test_no_bill_is_made_where_a_licence_is_missing():
    with pytest.raises(KeyError, match="click"):
        sbom(SAID["project"], {name: each for name, each in LICENCES.items() if name != "click"}, __version__)


def imported(path: Path) -> set[str]:
    """Return the first name of everything a module imports."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    whole = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    parts = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return {name.split(".")[0] for name in (*whole, *parts)}


def test_what_the_first_command_installs_is_all_that_is_imported_but_for_three_extras():
    ours = {"ledger", "cli", "migrations"}
    modules = [path for room in ours for path in (ROOT / room).rglob("*.py")]
    names = set().union(*map(imported, modules)) - ours - sys.stdlib_module_names
    wanted = {re.split(r"[\[<>=]", each)[0].replace("-", "_") for each in SAID["project"]["dependencies"]}
    distributions = metadata.packages_distributions()
    not_said = {
        name for name in names if not wanted & {each.lower().replace("-", "_") for each in distributions.get(name, ())}
    }
    come_with_those = {"markupsafe", "h11", "construct", "typing_extensions"}
    assert not_said == {"psycopg", "openpyxl", "endplay"} | come_with_those, "what README shows works without an extra"


SAID_OTHERWISE = {"MIT": "MIT", "BSD": "BSD-3-Clause", "Apache": "Apache-2.0", "Python Software": "PSF-2.0"}


@pytest.mark.parametrize("name", sorted(LICENCES))
def test_a_licence_is_what_the_library_itself_says(name):
    if name == "endplay":
        require("endplay")
    said = metadata.metadata(name)
    if expression := said.get("License-Expression"):
        assert LICENCES[name] == expression
        return
    told = "; ".join(each for each in said.get_all("Classifier") or [] if each.startswith("License"))
    assert LICENCES[name] in [licence for word, licence in SAID_OTHERWISE.items() if word in told]


def test_what_is_new_is_told_under_the_version():
    changes = (ROOT / "cli" / "help" / "changes.md").read_text(encoding="utf-8").splitlines()
    first = next(line for line in changes if line[:1].isdigit())
    assert first.split(",")[0] == __version__
