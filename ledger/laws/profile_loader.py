"""Profiles of regulations read from their files, with what each regulation means."""

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
from ledger.laws.penalty_amount import parse_amount
from ledger.laws.regulations import Matches, Regulations
from ledger.laws.rounding import read_decimal


class Described(NamedTuple):
    """A regulation: its name ('artificial.window'), the subject it belongs to, a title of a few words, what it decides.

    `values`: what it may be, each with its meaning; in capitals what stands for many: UNIT, LINES. `source`: the Law or
    the book it is from; where nobody verified it, that.
    """

    name: str
    subject: str
    title: str
    says: str
    values: Mapping[str, str]
    source: str

    @property
    def choices(self) -> tuple[str, ...]:
        """Its values, where only some words are allowed; else none.

        >>> described()["knockout.rounded"].choices, described()["total.unit"].choices
        (('before', 'after', 'never'), ())
        """
        meant, _ = self._type
        if meant is bool:
            return ("false", "true")
        if isinstance(meant, type) and issubclass(meant, Enum):
            return tuple(each.value for each in meant)
        return tuple(map(str, get_args(meant))) if get_origin(meant) is Literal else ()

    @property
    def default(self) -> str:
        """What it is where nothing is said, as it is typed.

        >>> described()["total.unit"].default, described()["rulings.skewed"].default
        ('0.01', 'false')
        """
        return value_text(values(Regulations("", ""))[self.name])

    @property
    def may_be(self) -> str:
        """What it may be, in a line.

        >>> described()["total.unit"].may_be
        'exact, UNIT'
        >>> described()["cross_imps.most"].may_be
        'IMPS from 1 to 24'
        """
        _, bounds = self._type
        return ", ".join(self.values) + "".join(f" from {each.ge} to {each.le}" for each in bounds)

    @property
    def _type(self) -> tuple[Any, Sequence[msgspec.Meta]]:
        meant: Any = Regulations
        for key in self.name.split("."):
            meant = get_type_hints(meant, include_extras=True)[key]
        return (meant.__origin__, meant.__metadata__) if get_origin(meant) is Annotated else (meant, ())


@cache
def described() -> Mapping[str, Described]:
    """Every regulation there is, by its name, subject by subject.

    >>> described()["total.unit"].title
    'the unit of a session total'
    """
    told = tomllib.loads((files("ledger.laws") / "regulations.toml").read_text("utf-8"))
    shared = told.pop("shared")
    subject_of = {table: subject for subject, tables in told.pop("subjects").items() for table in tables}
    found = {}
    for name, row in told.items():
        values = shared[row["values"]] if isinstance(row["values"], str) else row["values"]
        subject = subject_of[name.rpartition(".")[0]]
        found[name] = Described(name, subject, row["title"], row["says"].strip(), values, row["source"].strip())
    return found


def values(regulations: Regulations) -> dict[str, object]:
    """Every value of regulations by its name, in the order of the type.

    >>> values(Regulations("", ""))["periods.appeal_minutes"]
    30
    """
    return dict(_flattened(msgspec.to_builtins(regulations)))


def _flattened(tables: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _flattened(value, f"{before}{name}.")
        elif before:
            yield f"{before}{name}", value


def value_text(value: object) -> str:
    """A value as it is typed.

    >>> value_text((("standard", ("25%", "6IMP")),)), value_text(True), value_text("0.01")
    ('[["standard", ["25%", "6IMP"]]]', 'true', '0.01')
    """
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


_SHIPPED = files("ledger.laws") / "profiles"
_PENALTY_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")
_A_PROFILE = "a profile is a text file (TOML, UTF-8)"
_SHOWN = 40

_NEVER_EXACT = ("butler.unit",)
"""Else a difference could fall between two lines of the IMP scale (White Book §4.2.6.2)."""

ONLY_WITH = {
    "matches.table": ("matches.vp", "table"),
    "matches.percent_full": ("matches.pairs", "converted"),
    "matches.percent_half": ("matches.pairs", "converted"),
}
"""Tables that make sense only where another regulation has this value."""


def shipped() -> list[str]:
    """The names of the profiles in the package.

    >>> shipped()[:4]
    ['abf', 'acbl', 'acblscore', 'bbo']
    """
    return sorted(entry.name.removesuffix(".toml") for entry in _SHIPPED.iterdir() if entry.name.endswith(".toml"))


class Profile(NamedTuple):
    """Regulations as a file states them; `sources`: by the name of one, the paragraph somebody read it in."""

    regulations: Regulations
    sources: Mapping[str, str]


def load_profile(name: str) -> Regulations:
    """The regulations of a shipped profile, or of a TOML file of the office's own.

    Raises Misuse (no-such-profile, bad-profile) naming the place that is wrong.

    >>> load_profile("acblscore").matchpoints.scale
    '1/0.5/0'
    """
    return read_profile(name).regulations


def read_profile(name: str) -> Profile:
    """The same, with where its values are from.

    >>> read_profile("ebu").sources["penalties.named"]
    'White Book 2023 §1.7.1'
    """
    if name in shipped():
        return _parsed((_SHIPPED / f"{name}.toml").read_text("utf-8"), name)
    if not name.endswith(".toml"):
        known = f"shipped: {', '.join(shipped())}; or a file of your own: --profile FILE.toml"
        raise Misuse("no-such-profile", f"there is no profile {name}", meant(name) + known)
    try:
        text = read_file(Path(name), PROFILE).decode("utf-8")
    except FileNotFoundError as error:
        raise Misuse("no-such-file", f"{name} is not there", f"shipped profiles: {', '.join(shipped())}") from error
    except OSError as error:
        raise Misuse("bad-profile", f"{name} cannot be read: {error.strerror}", _A_PROFILE) from error
    except UnicodeDecodeError as error:
        raise Misuse("bad-profile", f"{name} is no text (byte {error.start})", _A_PROFILE) from error
    return _parsed(text, name)


def meant(name: str) -> str:
    """'did you mean wbf? ', where a name is nearly that of a shipped profile; else ''.

    >>> meant("wfb"), meant("Thursday")
    ('did you mean wbf? ', '')
    """
    near = get_close_matches(name.casefold(), shipped(), 1)
    return f"did you mean {near[0]}? " if near else ""


def _parsed(text: str, name: str) -> Profile:
    try:
        stated = tomllib.loads(text)
        sources = msgspec.convert(stated.pop("sources", {}), dict[str, str])
        regulations = msgspec.convert(stated, Regulations)
        check_regulations(regulations)
        if unknown := [name for name in sources if name not in described()]:
            raise ValueError(f"sources: there is no regulation {unknown[0][:_SHOWN]}")
        _check_plain(sources)
    except RecursionError as error:
        raise Misuse("bad-profile", f"{name}: it is nested too deeply", _A_PROFILE) from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError) as error:
        hint = (
            "compare with a shipped one: `regulations show default` prints them all, `help regulations` explains them"
        )
        for named in _spoken_of(str(error))[:1]:
            hint = f"{named} may be {described()[named].may_be}: `help {named}`"
        raise Misuse("bad-profile", f"{name}: {_in_words(error)}", hint) from error
    return Profile(regulations, sources)


_BEYOND = re.compile(r"Expected `int` (<=|>=) (-?[0-9]+) - at `\$\.(\S+)`")


def _in_words(error: Exception) -> str:
    """What is wrong, as it is said; of a number what it is at most, or at least.

    >>> _in_words(ValueError("Expected `int` <= 24 - at `$.cross_imps.most`"))
    'cross_imps.most is at most 24'
    """
    beyond = _BEYOND.fullmatch(str(error))
    return f"{beyond[3]} is at {'most' if beyond[1] == '<=' else 'least'} {beyond[2]}" if beyond else str(error)


def written(profile: Profile) -> str:
    """A profile as a file: only what differs from the defaults, and what nobody has verified.

    >>> print(written(Profile(changed(load_profile("default"), {"butler.trim": "1"}), {})), end="")
    profile = "default, butler.trim=1"
    title = "Generic: 2/1/0, exact fractions, totals to 0.01"
    <BLANKLINE>
    [butler]
    trim = "1"
    """
    regulations, usual = profile.regulations, values(Regulations("", ""))
    stated = {name: value for name, value in values(regulations).items() if value != usual[name]}
    lines = [f"profile = {_toml(regulations.profile)}", f"title = {_toml(regulations.title)}"]
    if regulations.unverified:
        lines += ["# Nobody has read these in a text of the organiser:", "unverified = ["]
        lines += [*(f"    {_toml(name)}," for name in regulations.unverified), "]"]
    for table in dict.fromkeys(name.rpartition(".")[0] for name in stated):
        lines += ["", f"[{table}]"]
        own = {name: value for name, value in stated.items() if name.rpartition(".")[0] == table}
        lines += [f"{name.rpartition('.')[2]} = {_toml(value)}" for name, value in own.items()]
    if profile.sources:
        lines += ["", "[sources]", *(f"{_toml(name)} = {_toml(text)}" for name, text in profile.sources.items())]
    return "".join(f"{line}\n" for line in lines)


def _toml(value: object) -> str:
    rows = value if isinstance(value, tuple | list) else ()
    if len(rows) > 1:
        return "\n".join(["[", *(f"    {_toml_row(row)}," for row in rows), "]"])
    return _toml_row(value)


def _toml_row(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _spoken_of(said: str) -> list[str]:
    words = {*re.findall(r"[a-z_]+(?:\.[a-z_]+)+", said)}
    return [name for name in described() if name in words]


_ANOTHER = re.compile(r", (?=[a-z_]+(?:\.[a-z_]+)+=)")


def otherwise(regulations: Regulations) -> tuple[str, dict[str, str]]:
    """The profile that regulations were made from, and what was said to be otherwise, by its name.

    >>> otherwise(changed(load_profile("ebu"), {"total.unit": "exact"}))
    ('ebu', {'total.unit': 'exact'})
    """
    profile, *parts = _ANOTHER.split(regulations.profile)
    return profile, {name: value for name, _, value in (part.partition("=") for part in parts)}


def changed(regulations: Regulations, changes: Mapping[str, str]) -> Regulations:
    """The same regulations but for some, by the names `session show` has; their own name says which.

    Misuse (bad-profile) where there is no such regulation, or it may not have the value.

    >>> never = changed(load_profile("default"), {"participation.all_play_all": "never"})
    >>> never.participation.all_play_all, never.profile
    ('never', 'default, participation.all_play_all=never')
    """
    now: dict[str, object] = msgspec.to_builtins(regulations)
    others = {name: value for name, value in changes.items() if _is_changed(now, name, value)}
    if not others:
        return regulations
    profile, before = otherwise(regulations)
    stay = {name: value for name, value in before.items() if name not in others}
    now["profile"] = ", ".join([profile, *(f"{name}={value}" for name, value in {**stay, **others}.items())])
    now["unverified"] = [each for each in regulations.unverified if each not in others]
    try:
        found = msgspec.convert(now, Regulations)
        check_regulations(found)
    except ValueError as error:  # msgspec's own is one
        said = ", ".join(f"{name} = {value[:_SHOWN]}" for name, value in others.items())
        meant = [*_spoken_of(str(error)), *reversed(others)][0]
        is_now = f"{meant} is {value_text(values(regulations)[meant])} now"
        hint = f"{is_now}, and may be {described()[meant].may_be}: `help {meant}` says what each is"
        raise Misuse("bad-profile", f"{said}: {_in_words(error)}", hint) from error
    return found


def with_what_goes(regulations: Regulations, changes: Mapping[str, str]) -> dict[str, str]:
    """Changes, and that the tables are taken out which make no sense after them.

    >>> with_what_goes(load_profile("ebu-swiss-pairs"), {"matches.pairs": "none"})
    {'matches.pairs': 'none', 'matches.percent_full': '[]', 'matches.percent_half': '[]'}
    """
    stated = values(regulations)
    gone = [name for name, (other, value) in ONLY_WITH.items() if stated[name] and changes.get(other, value) != value]
    return {**changes, **{name: "[]" for name in gone if name not in changes}}


def _is_changed(now: dict[str, object], name: str, value: str) -> bool:
    check_named(name)
    *tables, key = name.split(".")
    place: Any = now
    for table in tables:
        place = place[table]
    before, place[key] = place[key], _as_written(value, place[key])
    return bool(place[key] != before)


def check_named(name: str) -> None:
    """Misuse (bad-profile), naming the nearest there is, where there is no regulation of that name."""
    if name not in described():
        near = get_close_matches(name, described(), 1) or [each for each in described() if each.endswith(f".{name}")]
        hint = f"did you mean {near[0]}?" if near else "`help regulations` lists them: participation.sit_out"
        raise Misuse("bad-profile", f"there is no regulation {name[:_SHOWN]}", hint)


def _as_written(text: str, now: object) -> object:
    if isinstance(now, str):
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def check_regulations(regulations: Regulations) -> None:
    """ValueError where regulations that were read have a value that no arithmetic can follow."""
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
        raise ValueError("artificial: imps_plus are not less than 0, and imps_minus not more")
    awards = [(line.award, line.boards) for line in regulations.artificial.further]
    if len(set(awards)) < len(awards):
        raise ValueError("artificial.further: lines [award, boards, then], each award only once for so many boards")
    _check_percentages(regulations.matches)
    # Each has a name that can be typed and is no amount, and one amount in a unit.
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
    """What stands in a profile stands in the log, and on screens: it is such as a desk may type."""
    for text in _texts(stated):
        if not is_plain(text):
            raise ValueError(f"{text[:_SHOWN]!r} has a character that steers a screen, or is not seen")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
        yield from _texts(inner)


def _check_unit(name: str, unit: str) -> None:
    if unit == "exact" and name not in _NEVER_EXACT:
        return
    try:
        enough = read_decimal(unit) > 0
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    if not enough:
        raise ValueError(f"{name}: a rounding unit must be more than nothing: {unit!r}")


def _check_percentages(matches: Matches) -> None:
    """A table for whole matches of pairs, where they are converted; each line of a table has as many limits."""
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
