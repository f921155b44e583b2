"""Every name in backticks in a map of the code exists."""

import re
from functools import cache

import pytest

from tests.house.test_house import ROOT, SOURCE

MAPS = ("README.md", "ledger/README.md", "ledger/DECISIONS.md", "cli/README.md", "tests/README.md")
PLACEHOLDER = re.compile(r"\b(SUBJECT|NAME|FORMAT)\b")
PATH = re.compile(r"[\w.-]*[\w]/[\w./*-]*|[\w-]+\.(py|md|toml|txt|html|css|js|jsonl)")
DOTTED = re.compile(r"[a-z_]\w*(\.\w+)+")
NAME = re.compile(r"_*[A-Z]\w*(\.\w+)?|[a-z]\w*_\w+")


def named(page):
    """Return the words in backticks on a page, blocks of code excluded, and the targets of its links."""
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"`([^`\n]+)`", text), re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)


def exists(path, page):
    """Return whether a file or folder exists: in the project, in the map's folder, or next to the checkout."""
    pattern, house = PLACEHOLDER.sub("*", path.rstrip("/")), (ROOT / page).parent
    found = any(ROOT.glob(pattern)) or any(house.glob(pattern))
    return found or path.startswith("../") or ("/" not in path and any(house.rglob(pattern)))


@cache
def source():
    return "\n".join(path.read_text("utf-8") for path in [*SOURCE, *(ROOT / "tests").rglob("*.py")])


@cache
def is_expressible(name):
    """Return whether the code contains a name: a class, a function, a field, a constant."""
    return re.search(rf"\b{re.escape(name)}\b", source()) is not None


def is_in_the_code(dotted):
    """Return whether a module exists, and defines or re-exports the names after it."""
    parts = dotted.split(".")
    for size in range(len(parts), 0, -1):
        module = ROOT.joinpath(*parts[:size])
        file = module.with_suffix(".py") if module.with_suffix(".py").is_file() else module / "__init__.py"
        if file.is_file():
            text = file.read_text("utf-8")
            defined = r"\b(def|class) {0}\b|^ *{0}\b.*=" + (r"|\b{0}," if file.stem == "__init__" else "")
            return all(re.search(defined.format(name), text, re.MULTILINE) for name in parts[size:])
    return False


def missing(page):
    words, links = named(page)
    for word in (each.removeprefix("python -m ").split()[0] for each in words if each.strip()):
        if DOTTED.fullmatch(word) and word.split(".")[0] in ("ledger", "cli", "tests"):
            if not is_in_the_code(word):
                yield word
        elif PATH.fullmatch(word):
            if not exists(word, page):
                yield word
        elif NAME.fullmatch(word) and not all(map(is_expressible, word.split("."))):
            yield word
    yield from (link for link in links if not is_there_from(link, page))


def is_there_from(link, page):
    return ((ROOT / page).parent / link.replace("\\_", "_")).exists()


@pytest.mark.parametrize("page", MAPS)
def test_whatever_a_map_names_is_there(page):
    assert sorted(set(missing(page))) == []


@pytest.mark.parametrize("house", ["ledger", "cli"])
def test_the_map_names_every_room(house):
    words, _ = named(f"{house}/README.md")
    rooms = {path.parent.name for path in (ROOT / house).glob("*/__init__.py")}
    assert {room for room in rooms if f"{room}/" not in words} == set()


def test_the_map_is_found_where_one_begins():
    import ledger

    assert "ledger/README.md" in ledger.__doc__
    assert "ledger/README.md" in (ROOT / "README.md").read_text("utf-8")
