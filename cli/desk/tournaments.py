"""Reading what is said of a tournament: which one, its stages, sessions, contestants."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from cli.desk.desk import Desk
from cli.options.names import parse_contestants, parse_teams
from cli.words.vocabulary import TIE_BREAKS
from ledger.errors import Misuse
from ledger.facts import AddSession, LinkContestants
from ledger.facts.tournaments import Entrant, Stage, StageFormat
from ledger.labels import SECTION
from ledger.laws.rounding import read_fraction
from ledger.laws.stage_rules import StageRules, usual_rules

if TYPE_CHECKING:
    from cli.options.tournaments import StageOptions
    from ledger.overall.scores import TournamentScores

_NUMBERS = re.compile(f"{SECTION}[0-9]+([-–]{SECTION}[0-9]+)?(NS|EW)?")
"""Numbers and ranges, however long: what is too long for a number is refused, and not taken for a name."""


def the_tournament(desk: Desk, named: str | None) -> str:
    """The tournament meant: the one named; the stream of --session or `use`, or that of which it is; the only one."""
    there, meant = desk.office.tournaments, desk.settings.session_id
    if named is None and meant and len(names := there.names()) > 1:
        named = meant if meant in names else there.of_session(meant)
    return there.the_one(named)


def at_moment(desk: Desk, named: str | None) -> TournamentScores:
    """The tournament meant with the scores of its sessions, all as at the moment asked for: now, or --as-of."""
    return desk.office.tournaments.at(the_tournament(desk, named), desk.settings.as_of)


def the_time(desk: Desk, scores: TournamentScores) -> int:
    """The time to read the periods by (µs UTC): now, what --as-of names, or that of the last event it includes."""
    return desk.now(max(scores.streams, key=lambda each: each.recorded_at))


def stage(desk: Desk, tournament: str, name: str) -> Stage | None:
    """A stage as it is now; None where there is none yet."""
    return desk.office.tournaments.stream(tournament).stages.get(name)


def is_swiss(desk: Desk, session: str) -> bool:
    """Whether a session plays in a Swiss stage of its tournament."""
    if (there := desk.office.tournaments.of_session(session)) is None:
        return False
    tournament = desk.office.tournaments.stream(there)
    return tournament.named_stage(tournament.sessions[session].stage).format == "swiss"


def rules(how: StageOptions, now: Stage | None) -> tuple[StageFormat, StageRules]:
    """How a stage is played and added up: what is said, and else what holds now."""
    said = {name: value for name, value in vars(how).items() if value is not None and name != "format"}
    if how.ties is not None:
        said["ties"] = tie_breaks(how.ties)
    if how.bye is not None:
        said["bye"] = number(how.bye, "--bye")
    format_ = how.format or (now.format if now else "sessions")
    holds = now.rules if now else usual_rules(format_)
    if now and now.format != format_ == "swiss":
        holds = msgspec.structs.replace(holds, adds=usual_rules(format_).adds)
    return format_, msgspec.structs.replace(holds, **said)


def number(text: str, option: str) -> Fraction:
    """A number that was typed; Misuse (usage) naming the option it was typed behind."""
    try:
        return read_fraction(text)
    except ValueError as error:
        raise Misuse("usage", f"{option}: {error}", "a number: 12, 5.5, or 17/3") from error


def tie_breaks(text: str) -> tuple[str, ...]:
    """What splits ties, in order: 'between,last-session'; 'shared' alone splits none."""
    words = tuple(word.strip() for word in text.split(","))
    for word in words:
        if word not in TIE_BREAKS:
            raise Misuse("bad-stage-rules", f"{word[:40]!r} splits no tie", f"rules: {', '.join(TIE_BREAKS)}")
    return () if words == ("shared",) else words


def who_is_who(links: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """A contestant of a session, and who of the tournament that is: '5NS=12'."""
    pairs: list[tuple[str, str]] = []
    for text in links:
        contestant, equals, entrant = (part.strip() for part in text.partition("="))
        if not (contestant and equals and entrant):
            raise Misuse("bad-contestants", f"{text!r} does not say who is who", "write 5NS=12: 5NS there is 12")
        if contestant in (known for known, _ in pairs):
            raise Misuse("bad-contestants", f"{contestant} is named twice", "say once who each is")
        pairs.append((contestant, entrant))
    return tuple(pairs)


def others(text: str) -> tuple[str, ...]:
    """The contestants of a session that are the same as elsewhere with other people."""
    return tuple(dict.fromkeys(each.strip() for each in text.split(",") if each.strip()))


def note_strangers(desk: Desk, tournament: str, command: AddSession | LinkContestants) -> None:
    """Say which of them nobody entered, where somebody was: it may be a slip."""
    entered = desk.office.tournaments.stream(tournament).entrants
    if entered and (strangers := [each for _, each in command.links if each not in entered]):
        desk.note(f"not among the contestants entered: {', '.join(strangers)}")


def entrants(text: str, stratum: str, seed: int | None) -> tuple[Entrant, ...]:
    """Contestants by number, in ranges, or by name."""
    pieces = [piece.strip().upper() for piece in text.split(",")]
    labels = parse_contestants(text) if all(map(_NUMBERS.fullmatch, pieces)) else parse_teams(text)
    return tuple(Entrant(label, stratum, seed + at if seed else None) for at, label in enumerate(labels))
