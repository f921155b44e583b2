"""Profiles of regulations, read from their files, and the descriptions of regulations."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from functools import cache, reduce
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_origin, get_type_hints

import msgspec
from msgspec import Struct, structs

from ledger.bounds.files import PROFILE
from ledger.bounds.tournaments import PERCENT
from ledger.bridge.scales import PercentLine
from ledger.errors import Misuse
from ledger.errors.visible import is_plain
from ledger.files import read_file
from ledger.laws.edition import SHIPPED, edition_faults, editions
from ledger.laws.penalty_amount import parse_amount
from ledger.laws.regulations import Regulations, check_match_tables
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
        type_: Any = Regulations
        for key in self.name.split("."):
            type_ = get_type_hints(type_, include_extras=True)[key]
        bounds: Sequence[msgspec.Meta] = type_.__metadata__ if get_origin(type_) is Annotated else ()
        return ", ".join(self.values) + "".join(f" from {each.ge} to {each.le}" for each in bounds)


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
    return dict(_flatten(_tables(regulations)))


def _tables(regulations: Regulations) -> dict[str, Any]:
    tables: dict[str, Any] = msgspec.to_builtins(regulations)
    tables["matches"].setdefault("also", ())
    return tables


def _flatten(tables: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{before}{name}.")
        elif before:
            yield f"{before}{name}", value


def value_text(value: object) -> str:
    """Format a value as it is typed.

    >>> value_text((("standard", ("25%", "6IMP")),)), value_text(True)
    ('[["standard", ["25%", "6IMP"]]]', 'true')
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

    >>> list_shipped_profiles()[0]
    'abf'
    """
    return sorted(entry.name.removesuffix(".toml") for entry in _SHIPPED.iterdir() if entry.name.endswith(".toml"))


class Profile(NamedTuple):
    """Regulations as read from a file; `sources`: by name of a regulation, the paragraph that its value comes from."""

    regulations: Regulations
    sources: Mapping[str, str]


def load_profile(name: str, on: str | None = None) -> Regulations:
    """Return the regulations of a shipped profile, or of the office's own TOML file, in force on a day.

    `on`: '2024-03-05', by default the newest values; a day in the name ('ebu@2018-08-01') goes before it.
    Raises Misuse (no-such-profile, no-such-file, bad-profile), naming the place that is wrong.

    >>> load_profile("acblscore").matchpoints.scale, load_profile("ebu", "2020-02-29").profile
    ('1/0.5/0', 'ebu@2018-08-01')
    """
    return read_profile(name, on).regulations


def read_profile(name: str, on: str | None = None) -> Profile:
    """Read a profile as `load_profile` does, and return also the sources of its values.

    >>> read_profile("ebu", "2024-01-01").sources["penalties.named"]
    'White Book 2023 §1.7.1; the disciplinary one as in 2018'
    """
    name, named = split_day(name)
    versions, on = read_versions(name), named or on
    if in_force := [each for each in versions if on is None or split_day(each.regulations.profile)[1] <= on]:
        return in_force[-1]
    first = split_day(versions[0].regulations.profile)[1]
    hint = f"{name}@{first} is its oldest; or a file of your own: `regulations new`"
    raise Misuse("no-such-profile", f"{name} is known from {first}, and not of {on}", hint)


def read_versions(name: str) -> tuple[Profile, ...]:
    """Read a profile with all its changes, the oldest values first; the name of each has the day it holds from.

    >>> [each.regulations.profile for each in read_versions("ebu-swiss-pairs")]  # doctest: +ELLIPSIS
    ['ebu-swiss-pairs', 'ebu-swiss-pairs@2017-08-01', 'ebu-swiss-pairs@2018-08-01', ...]
    """
    if name in list_shipped_profiles():
        return _parse((_SHIPPED / f"{name}.toml").read_text("utf-8"), name)
    shipped = f"shipped: {', '.join(list_shipped_profiles())}; or a file of your own: --profile FILE.toml"
    if not name.endswith(".toml"):
        hint = similar_profile_hint(name.partition("@")[0]) + shipped
        raise Misuse("no-such-profile", f"there is no profile {name}", hint)
    try:
        text = read_file(Path(name), PROFILE).decode("utf-8")
    except FileNotFoundError as error:
        raise Misuse("no-such-file", f"{name} is not there", shipped) from error
    except OSError as error:
        raise Misuse("bad-profile", f"{name} cannot be read: {error.strerror}", _A_PROFILE) from error
    except UnicodeDecodeError as error:
        raise Misuse("bad-profile", f"{name} is no text (byte {error.start})", _A_PROFILE) from error
    return _parse(text, name)


def split_day(profile: str) -> tuple[str, str]:
    """Split the name of a profile from the day its values hold from; '' if the name has no day.

    >>> split_day("ebu@2018-08-01"), split_day("wbf"), split_day("wbf@2018-02-30")
    (('ebu', '2018-08-01'), ('wbf', ''), ('wbf@2018-02-30', ''))
    """
    name, at, day = profile.rpartition("@")
    try:
        return (name, f"{date.fromisoformat(day)}") if at else (profile, "")
    except ValueError:
        return profile, ""


def similar_profile_hint(name: str) -> str:
    """Return the hint 'did you mean wbf? ' if a shipped profile has a similar name; else ''.

    >>> similar_profile_hint("wfb"), similar_profile_hint("Thursday")
    ('did you mean wbf? ', '')
    """
    near = get_close_matches(name.casefold(), list_shipped_profiles(), 1)
    return f"did you mean {near[0]}? " if near else ""


class _Origin(Struct, frozen=True, rename={"since": "from"}):
    """The day from which the values of a profile or of a change hold, and the texts they are from.

    `source`: of all values stated with it, unless `sources` or `unverified` says otherwise.
    """

    since: date | None = None
    source: str = ""
    sources: dict[str, str] = {}
    unverified: tuple[str, ...] = ()
    changes: tuple[dict[str, object], ...] = ()


def _parse(text: str, name: str) -> tuple[Profile, ...]:
    versions, place = list[Profile](), name
    try:
        stated = tomllib.loads(text)
        changes = msgspec.convert(stated, _Origin).changes
        stated.pop("changes", None)
        versions.append(_read_version(stated, None))
        for change in changes:
            place = f"{name}, change {len(versions)} ({change.get('from', 'without a day')})"
            versions.append(_read_version(change, versions[-1]))
    except RecursionError as error:
        raise Misuse("bad-profile", f"{name}: it is nested too deeply", _A_PROFILE) from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError) as error:
        message = _format_error(error)
        hint = "compare with a shipped one: `regulations show NAME` prints it, `help regulations` explains each"
        if isinstance(error, tomllib.TOMLDecodeError) and (at := re.search(r"at line (\d+)", message)):
            message += f": {text.split(chr(10))[int(at[1]) - 1][:_SHOWN]!r}"
        if re.search(r"'from\b|`\$\.(from|changes)`", message):
            hint = "a change begins with [[changes]] on one line and from = 2023-08-01 on the next"
        for named in _find_regulations(message)[:1]:
            hint = f"{named} may be {describe_regulations()[named].may_be}: `help {named}`"
        if message.startswith("laws: "):
            hint = "set BRIDGE_LEDGER_EDITIONS to the folder that has it: `help regulations`"
        if "`$.laws`" in message:
            hint = f'an edition is written in quotes: laws = "{SHIPPED}"'
        raise Misuse("bad-profile", f"{place}: {message}", hint) from error
    return tuple(versions)


def _read_version(stated: dict[str, object], before: Profile | None) -> Profile:
    """Return the profile after a change; without `before`, what the file states first."""
    origin = msgspec.convert(stated, _Origin)
    tables: dict[str, Any] = {key: stated[key] for key in stated if key not in ("from", "source", "sources")}
    names = {name for name, _ in _flatten(tables)}
    sources = (dict.fromkeys(names - {*origin.unverified}, origin.source) if origin.source else {}) | origin.sources
    if unknown := [name for name in origin.sources if name not in describe_regulations()]:
        raise ValueError(f"sources: there is no regulation {unknown[0][:_SHOWN]}")
    _check_plain(sources)
    if before:
        profile, last = split_day(before.regulations.profile)
        if not origin.since:
            raise ValueError("it must say from when it holds: from = 2023-08-01")
        if f"{origin.since}" <= last:
            raise ValueError(f"it is not after {last}: the oldest change comes first, and each has a day of its own")
        if "profile" in tables or not (tables or sources):
            raise ValueError("it states no value under [changes.TABLE], or a profile")
        tables = _merge(_tables(before.regulations), {**tables, "profile": profile})
        # Who states a value or its source has read it
        unread = [name for name in before.regulations.unverified if name not in names and name not in sources]
        tables["unverified"] = [*unread, *origin.unverified]
        sources = {name: text for name, text in before.sources.items() if name not in names} | sources
    regulations = _make_regulations(tables)
    if regulations.laws not in editions():
        fault = edition_faults().get(regulations.laws) or edition_faults().get("")
        missing = f"laws: {regulations.laws[:_SHOWN]} is not installed; there are {', '.join(editions())}"
        raise ValueError(missing + (f"; {fault.message}" if fault else ""))
    if origin.since:
        regulations = structs.replace(regulations, profile=f"{regulations.profile}@{origin.since}")
    return Profile(regulations, sources)


def _merge(before: dict[str, Any], stated: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested tables with the stated values in place of those before; an unknown name is kept, to be refused."""
    return before | {
        key: _merge(before[key], value) if isinstance(value, dict) and isinstance(before.get(key), dict) else value
        for key, value in stated.items()
    }


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
    ('ebu@2025-08-01', {'total.unit': 'exact'})
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
    tables, now = _tables(regulations), values(regulations)
    for name in changes:
        check_named(name)
    new: dict[str, Any] = {name: _read_value(text, now[name]) for name, text in changes.items()}
    effective = {name: text for name, text in changes.items() if new[name] != now[name]}
    if not effective:
        return regulations
    for name in effective:
        tables = _merge(tables, reduce(lambda inner, key: {key: inner}, reversed(name.split(".")), new[name]))
    profile, before = split_profile_name(regulations)
    stay = {name: value for name, value in before.items() if name not in effective}
    tables["profile"] = ", ".join([profile, *(f"{name}={value}" for name, value in {**stay, **effective}.items())])
    tables["unverified"] = [each for each in regulations.unverified if each not in effective]
    try:
        return _make_regulations(tables)
    except ValueError as error:  # msgspec.ValidationError is one
        stated = ", ".join(f"{name} = {value[:_SHOWN]}" for name, value in effective.items())
        name = [*_find_regulations(str(error)), *reversed(effective)][0]
        is_now = f"{name} is {value_text(now[name])} now"
        hint = f"{is_now}, and may be {describe_regulations()[name].may_be}: `help {name}` says what each is"
        raise Misuse("bad-profile", f"{stated}: {_format_error(error)}", hint) from error


def clear_dependent_tables(regulations: Regulations, changes: Mapping[str, str]) -> dict[str, str]:
    """Return the changes, with each table of `ONLY_WITH` emptied that has no meaning after these changes.

    >>> clear_dependent_tables(load_profile("ebu-swiss-pairs"), {"matches.pairs": "none"})
    {'matches.pairs': 'none', 'matches.percent_full': '[]', 'matches.percent_half': '[]'}
    """
    stated = values(regulations)
    gone = [name for name, (basis, value) in ONLY_WITH.items() if stated[name] and changes.get(basis, value) != value]
    return {**changes, **{name: "[]" for name in gone if name not in changes}}


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


def _make_regulations(tables: Mapping[str, object]) -> Regulations:
    """Make regulations; ValueError for values that make scoring impossible or contradict each other."""
    regulations = msgspec.convert(tables, Regulations)
    stated = values(regulations)
    _check_plain({"profile": regulations.profile, "title": regulations.title, **stated})
    for name, unit in stated.items():
        if name.endswith("unit"):
            _check_unit(name, str(unit))
    matches = regulations.matches
    if not matches.further_forms:
        regulations = structs.replace(regulations, matches=structs.replace(matches, also=msgspec.UNSET))
    check_match_tables(matches)
    if not regulations.artificial.imps_minus <= 0 <= regulations.artificial.imps_plus:
        raise ValueError("artificial: imps_plus must be 0 or more, and imps_minus 0 or less")
    awards = [(line.award, line.boards) for line in regulations.artificial.further]
    if len(set(awards)) < len(awards):
        raise ValueError("artificial.further: lines [award, boards, then], each award only once for so many boards")
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
    names = [name for name, _ in regulations.penalties.named]  # typed, and unlike amounts
    if len(set(names)) < len(names) or not all(_PENALTY_NAME.fullmatch(name) for name in names):
        raise ValueError('penalties.named: lines ["standard", ["25%", "6IMP"]], each name once, in small letters')
    for name, amounts in regulations.penalties.named:
        units = [parse_amount(amount)[1] for amount in amounts]
        if not units or len(set(units)) < len(units):
            raise ValueError(f"penalties.named: {name} wants one amount in each unit, as in 25%, 6IMP, 1VP")
    least = regulations.standings.least_boards
    share = re.fullmatch(r"([0-9]{1,3})(%?)", least)
    if not share or (share[2] and not PERCENT.hold(int(share[1]))):
        raise ValueError(f"standings.least_boards is a number of boards or a share of them: {least!r}")
    return regulations


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
