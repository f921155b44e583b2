"""Regulations in words: one of them, all by subject, and the origin of a value in force."""

import textwrap
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from cli.words.times import moment_text
from ledger.laws.profile_loader import Described, describe_regulations, split_profile_name, value_text, values
from ledger.laws.regulations import Regulations
from ledger.session import Stream

_WIDE = 110


class InForce(NamedTuple):
    """A regulation in force, with its value and the origin of the value.

    `of`: 'profile' if the profile states it, 'set here' if the session was opened with another, 'amended' or
    'amended, not signed' if changed since; '' for the usual value. `verified`: False if nobody has verified it against
    the organiser's regulations.
    """

    regulation: Described
    value: object
    of: str
    verified: bool

    @property
    def mark(self) -> str:
        """The origin of the value, and whether it is unverified: 'profile, unverified'."""
        return ", ".join([*([self.of] if self.of else []), *([] if self.verified else ["unverified"])])

    @property
    def rows(self) -> list[str]:
        """The value as text; a table has a line for each of its rows."""
        if isinstance(self.value, tuple | list):
            return [_row(each) for each in self.value] or ["–"]
        return [value_text(self.value)]


def _row(value: object) -> str:
    return " ".join(map(_row, value)) if isinstance(value, tuple | list) else str(value)


def in_force(
    regulations: Regulations, opened: Regulations | None = None, signed: Regulations | None = None
) -> list[InForce]:
    """Return every regulation; `opened`, `signed`: its values at the opening and as signed, to tell their origin."""
    current, first, usual = (values(each) for each in (regulations, opened or regulations, Regulations("", "")))
    at_signing = values(signed or regulations)
    _, stated = split_profile_name(regulations)

    def of(name: str) -> str:
        if current[name] != at_signing[name]:
            return "amended, not signed"
        if current[name] != first[name]:
            return "amended"
        return "set here" if name in stated else "profile" if current[name] != usual[name] else ""

    return [
        InForce(each, current[name], of(name), name not in regulations.unverified)
        for name, each in describe_regulations().items()
    ]


def signature_text(stream: Stream, now: int) -> str:
    """Say who signed the regulations of a session or a tournament; warn of later amendments. '' if unsigned."""
    if not stream.signed_regulations:
        return ""
    number, at, by, regulations = stream.signed_regulations[-1]
    signed = f"signed by {by}, {moment_text(at, now)} (#{number})"
    same = regulations == stream.regulations
    return f"{signed}, digest {regulations.digest[:16]}" if same else f"{signed}; NOT SIGNED as they are, amended since"


def by_subject(regulations: list[InForce]) -> Iterator[tuple[str, list[InForce]]]:
    """Group regulations by subject."""
    for subject, several in groupby(regulations, key=lambda item: item.regulation.subject):
        yield subject, list(several)


def regulations_page() -> str:
    """Return every regulation with its usual value and title, by subject, for a page of the manual."""
    lines: list[str] = []
    for subject, several in by_subject(in_force(Regulations("", ""))):
        lines += ["", f"## {subject}", ""]
        for row in several:
            regulation = row.regulation
            default = "–" if regulation.default == "[]" else regulation.default
            lines.append(f"    {regulation.name:<32}{default:<24}{regulation.title}")
    return "\n".join(lines)


def regulation_page(regulation: Described, profiles: Mapping[str, Regulations]) -> str:
    """Return the manual's page on a regulation, with its values in the `profiles`."""
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
            f"`session open … --regulation {regulation.name}={example}` opens a session with another value,",
            "`session amend` changes it later, `session show` prints it. `help regulations` lists all regulations.",
        ]
    )


def _in_profiles(regulation: Described, profiles: Mapping[str, Regulations]) -> Iterator[str]:
    """Yield the profiles whose value differs from the default, and those whose value nobody has verified."""
    stated: dict[str, list[str]] = {}
    for name, regulations in profiles.items():
        value = value_text(values(regulations)[regulation.name])
        if value != regulation.default:
            stated.setdefault(value if len(value) < 60 else "a table", []).append(name)
    for value, names in stated.items():
        yield f"* {value} in {', '.join(names)}"
    if unverified := [name for name, each in profiles.items() if regulation.name in each.unverified]:
        yield f"* nobody has verified it for {', '.join(unverified)}"


def value_page(value: str) -> str:
    """Return the manual's page on a value: its meaning in each regulation that has it; '' for an unknown value."""
    meanings_of: dict[str, list[str]] = {}
    for regulation in describe_regulations().values():
        if value in regulation.values:
            meanings_of.setdefault(regulation.values[value], []).append(regulation.name)
    lines = [
        f"* {meaning}: `help {names[0]}`" + (f"; so in {', '.join(names[1:])}" if names[1:] else "")
        for meaning, names in meanings_of.items()
    ]
    return "\n".join([f"# {value}: a value of regulations", "", *lines]) if lines else ""
