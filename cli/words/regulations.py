"""How regulations are told: the place of one of them, all of them by subject, and what a value in force is of."""

import textwrap
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from cli.words.times import moment_text
from ledger.laws.profile_loader import Described, described, otherwise, value_text, values
from ledger.laws.regulations import Regulations
from ledger.session import Stream

_WIDE = 110


class InForce(NamedTuple):
    """A regulation as it is in force: its value, and of whom that is.

    `of`: 'profile' where that states it, 'set here' where a session was opened with another, 'amended'; '' for the
    usual value. `verified`: False where nobody has verified that it is the organiser's.
    """

    regulation: Described
    value: object
    of: str
    verified: bool

    @property
    def mark(self) -> str:
        """'profile, unverified'."""
        return ", ".join([*([self.of] if self.of else []), *([] if self.verified else ["unverified"])])

    @property
    def rows(self) -> list[str]:
        """Its value, one line of a table a row."""
        if isinstance(self.value, tuple | list):
            return [_row(each) for each in self.value] or ["–"]
        return [value_text(self.value)]


def _row(value: object) -> str:
    return " ".join(map(_row, value)) if isinstance(value, tuple | list) else str(value)


def in_force(
    regulations: Regulations, opened: Regulations | None = None, signed: Regulations | None = None
) -> list[InForce]:
    """Every regulation, subject by subject; `opened`, `signed`: as the session was opened, and as they were signed."""
    now, first, usual = (values(each) for each in (regulations, opened or regulations, Regulations("", "")))
    own = values(signed or regulations)
    _, said = otherwise(regulations)

    def of(name: str) -> str:
        if now[name] != own[name]:
            return "amended, not signed"
        if now[name] != first[name]:
            return "amended"
        return "set here" if name in said else "profile" if now[name] != usual[name] else ""

    return [
        InForce(each, now[name], of(name), name not in regulations.unverified) for name, each in described().items()
    ]


def signature_text(stream: Stream, now: int) -> str:
    """Who signed the regulations of a session or a tournament, and whether they are those; '' where nobody did."""
    if not stream.signed_regulations:
        return ""
    number, at, by, regulations = stream.signed_regulations[-1]
    signed = f"signed by {by}, {moment_text(at, now)} (#{number})"
    same = regulations == stream.regulations
    return f"{signed}, digest {regulations.digest[:16]}" if same else f"{signed}; NOT SIGNED as they are, amended since"


def by_subject(found: list[InForce]) -> Iterator[tuple[str, list[InForce]]]:
    """Regulations under their subjects."""
    for subject, several in groupby(found, key=lambda each: each.regulation.subject):
        yield subject, list(several)


def listing() -> str:
    """Every regulation with its usual value and its title, by subject: a part of a page of the manual."""
    lines: list[str] = []
    for subject, several in by_subject(in_force(Regulations("", ""))):
        lines += ["", f"## {subject}", ""]
        for each in (each.regulation for each in several):
            lines.append(f"    {each.name:<32}{each.default if each.default != '[]' else '–':<24}{each.title}")
    return "\n".join(lines)


def place(regulation: Described, profiles: Mapping[str, Regulations]) -> str:
    """What there is to know of one regulation, as a page of the manual; `profiles`: those whose values it names."""
    default, widest = regulation.default, max(map(len, regulation.values))
    usual = [
        f"    {value:<{widest}}   {meaning}{' (the default)' if value == default else ''}"
        for value, meaning in regulation.values.items()
    ]
    stated = "" if default in regulation.values else f"The default is {default}. " if default != "[]" else ""
    example = next((value for value in regulation.values if value != default and not value.isupper()), "VALUE")
    return "\n".join(
        [
            f"# {regulation.name}: {regulation.title}",
            "",
            textwrap.fill(regulation.says, _WIDE),
            "",
            *usual,
            "",
            textwrap.fill(f"{stated}Source: {regulation.source}.", _WIDE),
            "",
            *_in_profiles(regulation, profiles),
            "",
            f"`session open … --regulation {regulation.name}={example}` opens a session with another, `session amend`",
            "changes it in its course, `session show` says what it is. `help regulations` lists them all.",
        ]
    )


def _in_profiles(regulation: Described, profiles: Mapping[str, Regulations]) -> Iterator[str]:
    """Which profiles have another value than the default, and in which nobody has verified it."""
    stated: dict[str, list[str]] = {}
    for name, regulations in profiles.items():
        value = value_text(values(regulations)[regulation.name])
        if value != regulation.default:
            stated.setdefault(value if len(value) < 60 else "a table", []).append(name)
    for value, names in stated.items():
        yield f"* {value} in {', '.join(names)}"
    if unverified := [name for name, each in profiles.items() if regulation.name in each.unverified]:
        yield f"* nobody has verified it for {', '.join(unverified)}"


def meanings(value: str) -> str:
    """What a value means in each regulation that has it, as a page of the manual; '' where none has."""
    told: dict[str, list[str]] = {}
    for each in (each for each in described().values() if value in each.values):
        told.setdefault(each.values[value], []).append(each.name)
    lines = [
        f"* {meaning}: `help {names[0]}`" + (f"; so in {', '.join(names[1:])}" if names[1:] else "")
        for meaning, names in told.items()
    ]
    return "\n".join([f"# {value}: a value of regulations", "", *lines]) if told else ""
