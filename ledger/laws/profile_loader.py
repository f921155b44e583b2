"""Profiles of regulations, read from their files, and the descriptions of regulations."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from ledger.bounds.files import PROFILE
from ledger.bounds.tournaments import PERCENT
from ledger.bridge.scales import PercentLine
from ledger.errors import Misuse
from ledger.errors.visible import is_plain
from ledger.files import read_file
from ledger.laws.edition import SHIPPED, editions
from ledger.laws.penalty_amount import parse_amount
from ledger.laws.regulations import Regulations
from ledger.laws.rounding import read_decimal


class Described(NamedTuple):
    """The description of a regulation: name ('artificial.window'), subject, short title, and what it decides (`says`).

    `values`: its possible values with their meanings, placeholders in capitals (UNIT, LINES). `source`: the Law or book
    it comes from, or a note that nobody verified it.
    """

    name: str
    subject: str
    title: str
    says: str
    values: Mapping[str, str]
    source: str

    @property
    def choices(self) -> tuple[str, ...]:
        """The permitted values of a regulation that takes only certain words or true and false; else ().

        >>> describe_regulations()["knockout.rounded"].choices, describe_regulations()["total.unit"].choices
        (('before', 'after', 'never'), ())
        """
        type_, _ = self._type
        if type_ is bool:
            return ("false", "true")
        if isinstance(type_, type) and issubclass(type_, Enum):
            return tuple(each.value for each in type_)
        return tuple(map(str, get_args(type_))) if get_origin(type_) is Literal else ()

    @property
    def default(self) -> str:
        """The default value, as it is typed.

        >>> describe_regulations()["total.unit"].default, describe_regulations()["rulings.skewed"].default
        ('0.01', 'false')
        """
        return value_text(values(Regulations("", ""))[self.name])

    @property
    def may_be(self) -> str:
        """The permitted values as one line of text.

        >>> describe_regulations()["total.unit"].may_be
        'exact, UNIT'
        >>> describe_regulations()["cross_imps.most"].may_be
        'IMPS from 1 to 24'
        """
        _, bounds = self._type
        return ", ".join(self.values) + "".join(f" from {each.ge} to {each.le}" for each in bounds)

    @property
    def _type(self) -> tuple[Any, Sequence[msgspec.Meta]]:
        type_: Any = Regulations
        for key in self.name.split("."):
            type_ = get_type_hints(type_, include_extras=True)[key]
        return (type_.__origin__, type_.__metadata__) if get_origin(type_) is Annotated else (type_, ())


@cache
def describe_regulations() -> Mapping[str, Described]:
    """Return the descriptions of all regulations by name, grouped by subject.

    >>> describe_regulations()["total.unit"].title
    'the unit of a session total'
    """
    tables = tomllib.loads((files("ledger.laws") / "regulations.toml").read_text("utf-8"))
    shared = tables.pop("shared")
    subject_of = {table: subject for subject, names in tables.pop("subjects").items() for table in names}
    descriptions = {}
    for name, row in tables.items():
        values = shared[row["values"]] if isinstance(row["values"], str) else row["values"]
        subject = subject_of[name.rpartition(".")[0]]
        descriptions[name] = Described(name, subject, row["title"], row["says"].strip(), values, row["source"].strip())
    return descriptions


def values(regulations: Regulations) -> dict[str, object]:
    """Return all values of the regulations by name, in the order of their definition.

    >>> values(Regulations("", ""))["periods.appeal_minutes"]
    30
    """
    return dict(_flatten(msgspec.to_builtins(regulations)))


def _flatten(tables: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{before}{name}.")
        elif before:
            yield f"{before}{name}", value


def value_text(value: object) -> str:
    """Format a value as it is typed.

    >>> value_text((("standard", ("25%", "6IMP")),)), value_text(True), value_text("0.01")
    ('[["standard", ["25%", "6IMP"]]]', 'true', '0.01')
    """
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


_SHIPPED = files("ledger.laws") / "profiles"
_PENALTY_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")
_A_PROFILE = "a profile is a text file (TOML, UTF-8)"
_SHOWN = 40

# An exact datum could put a difference between two lines of the IMP scale (White Book §4.2.6.2)
_NEVER_EXACT = ("butler.unit",)

ONLY_WITH = {
    "matches.table": ("matches.vp", "table"),
    "matches.percent_full": ("matches.pairs", "converted"),
    "matches.percent_half": ("matches.pairs", "converted"),
}
"""Tables that need a certain value of another regulation."""


def list_shipped_profiles() -> list[str]:
    """Return the names of the profiles that the package contains.

    >>> list_shipped_profiles()[:4]
    ['abf', 'acbl', 'acblscore', 'bbo']
    """
    return sorted(entry.name.removesuffix(".toml") for entry in _SHIPPED.iterdir() if entry.name.endswith(".toml"))


class Profile(NamedTuple):
    """Regulations as read from a file; `sources`: by name of a regulation, the paragraph that its value comes from."""

    regulations: Regulations
    sources: Mapping[str, str]


def load_profile(name: str) -> Regulations:
    """Return the regulations of a shipped profile, or of the office's own TOML file.

    Raises Misuse (no-such-profile, no-such-file, bad-profile), naming the place that is wrong.

    >>> load_profile("acblscore").matchpoints.scale
    '1/0.5/0'
    """
    return read_profile(name).regulations


def read_profile(name: str) -> Profile:
    """Read a profile as `load_profile` does, and return also the sources of its values.

    >>> read_profile("ebu").sources["penalties.named"]
    'White Book 2023 §1.7.1'
    """
    if name in list_shipped_profiles():
        return _parse((_SHIPPED / f"{name}.toml").read_text("utf-8"), name)
    if not name.endswith(".toml"):
        known = f"shipped: {', '.join(list_shipped_profiles())}; or a file of your own: --profile FILE.toml"
        raise Misuse("no-such-profile", f"there is no profile {name}", similar_profile_hint(name) + known)
    try:
        text = read_file(Path(name), PROFILE).decode("utf-8")
    except FileNotFoundError as error:
        raise Misuse(
            "no-such-file", f"{name} is not there", f"shipped profiles: {', '.join(list_shipped_profiles())}"
        ) from error
    except OSError as error:
        raise Misuse("bad-profile", f"{name} cannot be read: {error.strerror}", _A_PROFILE) from error
    except UnicodeDecodeError as error:
        raise Misuse("bad-profile", f"{name} is no text (byte {error.start})", _A_PROFILE) from error
    return _parse(text, name)


def similar_profile_hint(name: str) -> str:
    """Return the hint 'did you mean wbf? ' if a shipped profile has a similar name; else ''.

    >>> similar_profile_hint("wfb"), similar_profile_hint("Thursday")
    ('did you mean wbf? ', '')
    """
    near = get_close_matches(name.casefold(), list_shipped_profiles(), 1)
    return f"did you mean {near[0]}? " if near else ""


def _parse(text: str, name: str) -> Profile:
    try:
        stated = tomllib.loads(text)
        sources = msgspec.convert(stated.pop("sources", {}), dict[str, str])
        regulations = msgspec.convert(stated, Regulations)
        check_regulations(regulations)
        if not regulations.edition.installed:
            raise ValueError(f"laws: {regulations.laws[:_SHOWN]} is not installed; there are {', '.join(editions())}")
        if unknown := [name for name in sources if name not in describe_regulations()]:
            raise ValueError(f"sources: there is no regulation {unknown[0][:_SHOWN]}")
        _check_plain(sources)
    except RecursionError as error:
        raise Misuse("bad-profile", f"{name}: it is nested too deeply", _A_PROFILE) from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError) as error:
        hint = (
            "compare with a shipped one: `regulations show default` prints them all, `help regulations` explains them"
        )
        for named in _find_regulations(str(error))[:1]:
            hint = f"{named} may be {describe_regulations()[named].may_be}: `help {named}`"
        raise Misuse("bad-profile", f"{name}: {_format_error(error)}", hint) from error
    return Profile(regulations, sources)


_BEYOND = re.compile(r"Expected `int` (<=|>=) (-?[0-9]+) - at `\$\.(\S+)`")


def _format_error(error: Exception) -> str:
    """Format a validation error for the user, with a bound as 'at most' or 'at least'.

    >>> _format_error(ValueError("Expected `int` <= 24 - at `$.cross_imps.most`"))
    'cross_imps.most is at most 24'
    """
    beyond = _BEYOND.fullmatch(str(error))
    return f"{beyond[3]} is at {'most' if beyond[1] == '<=' else 'least'} {beyond[2]}" if beyond else str(error)


def format_profile(profile: Profile) -> str:
    """Return a profile as the text of a file: values that differ from the defaults, unverified names, and sources.

    >>> print(format_profile(Profile(change_regulations(load_profile("default"), {"butler.trim": "1"}), {})), end="")
    profile = "default, butler.trim=1"
    title = "Generic: 2/1/0, exact fractions, totals to 0.01"
    <BLANKLINE>
    [butler]
    trim = "1"
    """
    regulations, usual = profile.regulations, values(Regulations("", ""))
    stated = {name: value for name, value in values(regulations).items() if value != usual[name]}
    lines = [f"profile = {_toml_text(regulations.profile)}", f"title = {_toml_text(regulations.title)}"]
    if regulations.laws != SHIPPED:
        lines.append(f"laws = {_toml_text(regulations.laws)}")
    if regulations.unverified:
        lines += ["# Nobody has read these in a text of the organiser:", "unverified = ["]
        lines += [*(f"    {_toml_text(name)}," for name in regulations.unverified), "]"]
    for table in dict.fromkeys(name.rpartition(".")[0] for name in stated):
        lines += ["", f"[{table}]"]
        rows = {name: value for name, value in stated.items() if name.rpartition(".")[0] == table}
        lines += [f"{name.rpartition('.')[2]} = {_toml_text(value)}" for name, value in rows.items()]
    if profile.sources:
        lines += [
            "",
            "[sources]",
            *(f"{_toml_text(name)} = {_toml_text(text)}" for name, text in profile.sources.items()),
        ]
    return "".join(f"{line}\n" for line in lines)


def _toml_text(value: object) -> str:
    rows = value if isinstance(value, tuple | list) else ()
    if len(rows) > 1:
        return "\n".join(["[", *(f"    {json.dumps(row, ensure_ascii=False)}," for row in rows), "]"])
    return json.dumps(value, ensure_ascii=False)


def _find_regulations(message: str) -> list[str]:
    words = {*re.findall(r"[a-z_]+(?:\.[a-z_]+)+", message)}
    return [name for name in describe_regulations() if name in words]


_ANOTHER = re.compile(r", (?=[a-z_]+(?:\.[a-z_]+)+=)")


def split_profile_name(regulations: Regulations) -> tuple[str, dict[str, str]]:
    """Return the name of the profile that regulations are based on, and the values changed from the profile, by name.

    >>> split_profile_name(change_regulations(load_profile("ebu"), {"total.unit": "exact"}))
    ('ebu', {'total.unit': 'exact'})
    """
    profile, *parts = _ANOTHER.split(regulations.profile)
    return profile, {name: value for name, _, value in (part.partition("=") for part in parts)}


def change_regulations(regulations: Regulations, changes: Mapping[str, str]) -> Regulations:
    """Return regulations with the given values, by name; the name of the new regulations lists the changes.

    Misuse (bad-profile) for an unknown regulation or a value it may not have.

    >>> never = change_regulations(load_profile("default"), {"participation.all_play_all": "never"})
    >>> never.participation.all_play_all, never.profile
    ('never', 'default, participation.all_play_all=never')
    """
    tables: dict[str, object] = msgspec.to_builtins(regulations)
    effective = {name: value for name, value in changes.items() if _apply_change(tables, name, value)}
    if not effective:
        return regulations
    profile, before = split_profile_name(regulations)
    stay = {name: value for name, value in before.items() if name not in effective}
    tables["profile"] = ", ".join([profile, *(f"{name}={value}" for name, value in {**stay, **effective}.items())])
    tables["unverified"] = [each for each in regulations.unverified if each not in effective]
    try:
        result = msgspec.convert(tables, Regulations)
        check_regulations(result)
    except ValueError as error:  # msgspec.ValidationError is one
        stated = ", ".join(f"{name} = {value[:_SHOWN]}" for name, value in effective.items())
        name = [*_find_regulations(str(error)), *reversed(effective)][0]
        is_now = f"{name} is {value_text(values(regulations)[name])} now"
        hint = f"{is_now}, and may be {describe_regulations()[name].may_be}: `help {name}` says what each is"
        raise Misuse("bad-profile", f"{stated}: {_format_error(error)}", hint) from error
    return result


def clear_dependent_tables(regulations: Regulations, changes: Mapping[str, str]) -> dict[str, str]:
    """Return the changes, with each table of `ONLY_WITH` emptied that has no meaning after these changes.

    >>> clear_dependent_tables(load_profile("ebu-swiss-pairs"), {"matches.pairs": "none"})
    {'matches.pairs': 'none', 'matches.percent_full': '[]', 'matches.percent_half': '[]'}
    """
    stated = values(regulations)
    gone = [name for name, (basis, value) in ONLY_WITH.items() if stated[name] and changes.get(basis, value) != value]
    return {**changes, **{name: "[]" for name in gone if name not in changes}}


def _apply_change(now: dict[str, object], name: str, value: str) -> bool:
    check_named(name)
    *tables, key = name.split(".")
    place: Any = now
    for table in tables:
        place = place[table]
    before, place[key] = place[key], _read_value(value, place[key])
    return bool(place[key] != before)


def check_named(name: str) -> None:
    """Refuse the name of an unknown regulation: Misuse (bad-profile), with the nearest known name."""
    if name not in describe_regulations():
        near = get_close_matches(name, describe_regulations(), 1) or [
            each for each in describe_regulations() if each.endswith(f".{name}")
        ]
        hint = f"did you mean {near[0]}?" if near else "`help regulations` lists them: participation.sit_out"
        raise Misuse("bad-profile", f"there is no regulation {name[:_SHOWN]}", hint)


def _read_value(text: str, now: object) -> object:
    if isinstance(now, str):
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def check_regulations(regulations: Regulations) -> None:
    """Raise ValueError for regulations with values that make scoring impossible or contradict each other."""
    stated = values(regulations)
    _check_plain({"profile": regulations.profile, "title": regulations.title, **stated})
    for name, unit in stated.items():
        if name.endswith("unit"):
            _check_unit(name, str(unit))
    margins = [margin for margin, _, _ in regulations.matches.table]
    if (regulations.matches.vp == "table") != bool(margins) or margins != sorted(set(margins)):
        raise ValueError(
            "matches.table: lines [largest margin, winner's VPs, loser's VPs], margins rising, with vp = 'table' only"
        )
    for _, winner, loser in regulations.matches.table:
        if read_decimal(winner) < read_decimal(loser):
            raise ValueError(f"matches.table: the winner has {winner} and the loser {loser}")
    if not regulations.artificial.imps_minus <= 0 <= regulations.artificial.imps_plus:
        raise ValueError("artificial: imps_plus must be 0 or more, and imps_minus 0 or less")
    awards = [(line.award, line.boards) for line in regulations.artificial.further]
    if len(set(awards)) < len(awards):
        raise ValueError("artificial.further: lines [award, boards, then], each award only once for so many boards")
    matches = regulations.matches
    if (matches.pairs == "converted") != bool(matches.percent_full):
        raise ValueError("matches.percent_full: the percentages of matches of pairs, with pairs = 'converted' only")
    for name in ("percent_full", "percent_half"):
        lines: tuple[PercentLine, ...] = getattr(matches, name)
        boards, limits = [most for most, _ in lines], [[read_decimal(limit) for limit in line] for _, line in lines]
        rising = all(line and line == sorted(set(line)) and line[0] >= 50 and PERCENT.hold(line[-1]) for line in limits)
        if boards != sorted(set(boards)) or not rising or len({len(line) for line in limits}) > 1:
            raise ValueError(
                f"matches.{name}: lines [most boards, [percentages]], both rising, as many percentages in each"
            )
    # Penalty names must be typeable and differ from amounts; each has one amount in a unit
    names = [name for name, _ in regulations.penalties.named]
    if len(set(names)) < len(names) or not all(_PENALTY_NAME.fullmatch(name) for name in names):
        raise ValueError('penalties.named: lines ["standard", ["25%", "6IMP"]], each name once, in small letters')
    for name, amounts in regulations.penalties.named:
        units = [parse_amount(amount)[1] for amount in amounts]
        if not units or len(set(units)) < len(units):
            raise ValueError(f"penalties.named: {name} wants one amount in each unit, as in 25%, 6IMP, 1VP")
    share = re.fullmatch(r"([0-9]{1,3})(%?)", regulations.standings.least_boards)
    if not share or (share[2] and not PERCENT.hold(int(share[1]))):
        raise ValueError(
            f"standings.least_boards is a number of boards or a share of them: {regulations.standings.least_boards!r}"
        )


def _check_plain(stated: Mapping[str, object]) -> None:
    """Refuse texts with control or invisible characters, as profiles appear on screens."""
    for text in _walk_texts(stated):
        if not is_plain(text):
            raise ValueError(f"{text[:_SHOWN]!r} has a character that steers a screen, or is not seen")


def _walk_texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        yield from _walk_texts(inner)


def _check_unit(name: str, unit: str) -> None:
    if unit == "exact" and name not in _NEVER_EXACT:
        return
    try:
        enough = read_decimal(unit) > 0
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    if not enough:
        raise ValueError(f"{name}: a rounding unit must be more than nothing: {unit!r}")
