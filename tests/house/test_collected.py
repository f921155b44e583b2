"""Pytest collects every test: no file is ignored for its name, its folder or its settings."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FILES = sorted(TESTS.rglob("*.py"))


def names_of(path):
    """Return the names of a module's tests: functions, classes, and assigned machines of Hypothesis."""
    found = []
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign):
            found += [each.id for each in node.targets if isinstance(each, ast.Name)]
    return [name for name in found if name.startswith(("test_", "Test"))]


def passed_by(path, config):
    """Return why pytest collects nothing of a file, or ''; checked for the file and each folder above it."""
    if TESTS not in {(config.rootpath / each).resolve() for each in config.getini("testpaths")}:
        return "tests is not among the testpaths"
    if not any(path.match(pattern) for pattern in config.getini("python_files")):
        return "its name"
    for each in (path, *path.parents[: len(path.relative_to(TESTS).parts)]):
        if config.hook.pytest_ignore_collect(collection_path=each, config=config):
            return f"{each} is ignored"
        if each != path and not (each / "__init__.py").is_file():
            return f"{each} is no package: another file of its name would stand in its place"
    return "" if names_of(path) else "there is no test in it"


def test_every_file_of_tests_is_collected(pytestconfig):
    files = [path for path in FILES if path.name.startswith("test_") or names_of(path)]
    assert len(files) > 100
    assert {path: why for path in files if (why := passed_by(path, pytestconfig))} == {}


@pytest.mark.parametrize("package", ["ledger", "cli"])
def test_what_docstrings_show_is_run(package, pytestconfig):
    assert "--doctest-modules" in pytestconfig.getini("addopts")
    assert package in pytestconfig.getini("testpaths")


@pytest.mark.parametrize("name", ["core/extra_tests.py", "nowhere/test_x.py", "core/test_empty.py"])
def test_what_would_be_passed_by_is_told(name, pytestconfig, monkeypatch):
    monkeypatch.setattr(Path, "read_text", lambda *_: "" if "empty" in name else "def test_it(): ...")
    assert passed_by(TESTS / name, pytestconfig)
