"""regulations: the profiles there are, what one says, what two differ in, and those in force in a session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from msgspec import structs

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.options import openings
from cli.terminal.settings import settings
from cli.words.regulations import InForce, by_subject, in_force, signature_text
from ledger.errors import Misuse, Refusal, Unavailable
from ledger.laws.profile_loader import (
    Profile,
    changed,
    meant,
    otherwise,
    read_profile,
    shipped,
    with_what_goes,
    written,
)
from ledger.laws.regulation_names import described, value_text, values
from ledger.laws.regulations import Regulations
from ledger.session import Session

_LONGEST_VALUE = 24


def regulations_in_force(session: Session, now: int, width: int) -> Iterator[str]:
    """The regulations of a session: who signed them, what was amended."""
    signed = session.signed_regulations[-1].regulations if session.signed_regulations else None
    told = _lines(session.regulations, in_force(session.regulations, session.opening.regulations, signed), width)
    yield next(told)
    if signature := signature_text(session, now):
        yield f"  {signature}"
    yield from told


def _lines(regulations: Regulations, found: list[InForce], width: int) -> Iterator[str]:
    """What regulations are called; each with its value and of whom that is, and what it decides where there is room."""
    profile, said = otherwise(regulations)
    yield f"Regulations: {regulations.title}"
    if said:
        yield f"  {profile}, but for {', '.join(f'{name}={value}' for name, value in said.items())}"
    if regulations.unverified:
        yield "  unverified: nobody has read it in a text of the organiser"
    yield "  `help NAME` says what one is, and what it may be"
    rows = [[each.regulation.name, _short(each), each.mark, each.regulation.title] for each in found]
    widths = [max(len(row[at]) for row in rows) for at in range(4)]
    told = 3 if 2 + sum(widths) + 2 * 3 > width else 4
    beside = iter(rows)
    for subject, several in by_subject(found):
        yield from ("", f"  {subject}:")
        for each in several:
            row = next(beside)
            line = "  ".join(f"{text:<{wide}}" for text, wide in zip(row[:told], widths, strict=False))
            yield f"  {line}".rstrip()
            if row[1] != each.rows[0]:
                yield from (f"{'':<{4 + widths[0]}}{one}" for one in each.rows)


def _short(each: InForce) -> str:
    rows = each.rows
    if len(rows) == 1 and len(rows[0]) <= _LONGEST_VALUE:
        return rows[0]
    return "1 line" if len(rows) == 1 else f"{len(rows)} lines"


def list_profiles(output: Output) -> None:
    """The profiles in the package: of whom they are, and how many of their values nobody has verified."""
    found = {name: read_profile(name) for name in shipped()}
    if output.settings.json:
        output.json("profiles/1", {"profiles": [_profile_json(name, each) for name, each in found.items()]})
        return
    rows = [
        [name, each.regulations.title, str(len(each.regulations.unverified)), str(len(each.sources))]
        for name, each in found.items()
    ]
    output.table(["profile", "of whom", ">unverified", ">with a source"], rows)
    every = len(values(found["default"].regulations))
    output.hint_aside(
        f"of {every} regulations each; `regulations show NAME` prints one, `help regulations` explains them"
    )


def _profile_json(name: str, profile: Profile) -> dict[str, object]:
    regulations = profile.regulations
    return {
        "profile": name,
        "title": regulations.title,
        "unverified": list(regulations.unverified),
        "sources": dict(profile.sources),
    }


def show_profile(output: Output, name: str) -> None:
    """All values of a profile, and where they are from."""
    profile = read_profile(name)
    if output.settings.json:
        said = {"values": values(profile.regulations)}
        output.json("profile/1", _profile_json(profile.regulations.profile, profile) | said)
        return
    output.hint(*_lines(profile.regulations, in_force(profile.regulations), output.width))
    output.say("", f"  digest {profile.regulations.digest}")
    if profile.sources:
        widest = max(map(len, profile.sources))
        output.say("", "  Where they are from:", *(f"  {at:<{widest}}  {text}" for at, text in profile.sources.items()))


def compare(context: click.Context, one: str, other: str | None) -> None:
    """What two regulations differ in, each value with what it means."""
    output = Output(settings(context))
    ours, theirs = _named(context, one), _named(context, other)
    first, second = values(ours), values(theirs)
    names = [name for name in described() if first[name] != second[name]]
    if output.settings.json:
        differing = [{"name": name, "a": first[name], "b": second[name]} for name in names]
        output.json("regulations-diff/1", {"a": ours.profile, "b": theirs.profile, "differing": differing})
        return
    if not names:
        output.say(f"{ours.profile} and {theirs.profile} have the same values")
        return
    output.say(f"A  {ours.profile}: {ours.title}", f"B  {theirs.profile}: {theirs.title}")
    for name in names:
        output.say("", f"{name}: {described()[name].title}")
        for letter, regulations in (("A", ours), ("B", theirs)):
            output.say_long(f"  {letter}  {_meant(name, regulations)}", 5)


def _meant(name: str, regulations: Regulations) -> str:
    """A value with what it means: 'before: each team's own score, before the averaging'."""
    value = value_text(values(regulations)[name])
    meaning = described()[name].values.get(value)
    mark = "   (unverified)" if name in regulations.unverified else ""
    return (f"{value}: {meaning}" if meaning else "–" if value == "[]" else value) + mark


def _named(context: click.Context, name: str | None) -> Regulations:
    """The regulations of a profile, of a file, of a session or a tournament; without a name, those in force."""
    if name and (name in shipped() or name.endswith(".toml")):
        return read_profile(name).regulations
    try:
        desk = Desk(context)
    except Unavailable as error:
        if name and error.code == "no-database":
            raise _no_such(name, f"there is no profile {name}; for a session, {error.message}") from None
        raise
    if name is None:
        return desk.stream().regulations
    if not desk.office.streams.has(name):
        raise _no_such(name, f"there is no profile and no session {name}")
    return desk.office.stream(name).regulations


def _no_such(name: str, message: str) -> Misuse:
    ways = "`regulations list`, `session list`; or a file of your own: FILE.toml"
    return Misuse("no-such-profile", message, meant(name) + ways)


def make_profile(output: Output, file: Path, base: str, title: str | None, changes: Sequence[str]) -> None:
    """Write a profile of an office's own, where no file is yet."""
    if file.suffix != ".toml" or file.stem in shipped():
        raise Misuse("usage", f"a profile of your own is a file NAME.toml, not {file}", "`regulations new our.toml`")
    profile = read_profile(base)
    said = with_what_goes(profile.regulations, openings.said_otherwise(changes))
    made = changed(profile.regulations, said)
    named = structs.replace(
        made,
        profile=file.stem,
        title=title or f"{file.stem}, after {made.profile}",
        unverified=tuple(name for name in made.unverified if name not in said),  # who says what it is anyway, knows
    )
    sources = {name: text for name, text in profile.sources.items() if name not in said}
    text = written(Profile(named, sources))
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError as error:
        raise Refusal("file-exists", f"{file} is there already", "choose another name: nothing is lost") from error
    except OSError as error:
        raise Misuse("output-lost", f"{file} cannot be written: {error.strerror}", "name another folder") from error
    if output.settings.json:
        output.json("profile/1", _profile_json(file.stem, Profile(named, sources)))
        return
    output.hint(
        f"{file} is ready: `session open NAME --boards 1-24 --profile {file}`", f"`regulations diff {base} {file}`"
    )
