"""Reading what is said of a tournament: stages, sessions, contestants, cuts, carry-forwards, draws and brackets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from cli.desk.desk import Desk
from cli.options.addresses import parse_contestants, parse_teams
from cli.words.vocabulary import TIE_BREAKS
from ledger.errors import Misuse
from ledger.labels import SECTION
from ledger.laws.regulations import CarryBy, CarryRules, StageRules, usual_rules
from ledger.laws.rounding import read_fraction
from ledger.subjects.brackets.facts import DrawBracket
from ledger.subjects.draws.facts import DrawnMatch, DrawRound
from ledger.subjects.qualifying.facts import ChangeQualifiers, Qualify, RuleCarryForward
from ledger.subjects.tournaments.facts import AddSession, Entrant, LinkContestants, Stage, StageFormat

if TYPE_CHECKING:
    from cli.options.tournaments import (
        ByHandOptions,
        CarryOptions,
        CutOptions,
        DrawingOptions,
        DrawOptions,
        StageOptions,
    )
    from ledger.overall.scores import TournamentScores


_NUMBERS = re.compile(f"{SECTION}[0-9]+([-–]{SECTION}[0-9]+)?(NS|EW)?")
"""Numbers and ranges, however long: what is too long for a number is refused, and not taken for a name."""


def at_moment(desk: Desk, named: str | None) -> TournamentScores:
    """The tournament meant with the scores of its sessions, all as at the moment asked for: now, or --as-of."""
    return desk.office.tournaments.at(desk.the_tournament(named), desk.settings.as_of)


def the_time(desk: Desk, scores: TournamentScores) -> int:
    """The time to read the periods by (µs UTC): now, what --as-of names, or that of the last event it includes."""
    return desk.now(max(scores.streams, key=lambda each: each.recorded_at))


def time_in_periods(desk: Desk, scores: TournamentScores) -> int:
    """Return the time to read the periods by, as `the_time`.

    Until the tournament or one of its sessions has published scores, that is the time of the last event.
    """
    published = any(each.publications for each in scores.streams)
    return the_time(desk, scores) if published else scores.recorded_at


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
        words = tuple(word.strip() for word in how.ties.split(","))
        for word in words:
            if word not in TIE_BREAKS:
                raise Misuse("bad-stage-rules", f"{word[:40]!r} splits no tie", f"rules: {', '.join(TIE_BREAKS)}")
        said["ties"] = () if words == ("shared",) else words
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


def cutting(
    desk: Desk, tournament: str, source: str, into: str, how: CutOptions, reason: str
) -> Qualify | ChangeQualifiers:
    """A cut; or, where one was made, what is to be different in it."""
    cuts = desk.office.tournaments.stream(tournament).qualified.cuts
    if how.instead or ((source, into) in cuts and how.best is None):
        changes = []
        for text in how.instead:
            out, equals, in_ = (part.strip() for part in text.partition("="))
            if not (out and equals and in_):
                raise Misuse("bad-contestants", f"{text!r} does not say who for whom", "write 3=15: 15 instead of 3")
            changes.append((out, in_))
        changes += [("", each) for each in _labels(how.also)] + [(each, "") for each in _labels(how.barred)]
        if len(changes) != 1:
            raise Misuse(
                "usage", "after a cut one is changed at a time", "--instead OUT=IN; --also NAME; or --not NAME"
            )
        leaves, enters = changes[0]
        return ChangeQualifiers(source, into, leaves, enters, reason)
    if how.best is None and not how.also:
        raise Misuse("usage", "who goes on?", "--best 14, the best of the stage; or --also NAME --reason TEXT")
    also, barred = _labels(how.also), _labels(how.barred)
    return Qualify(source, into, how.best or 0, how.apart or "", also, barred, how.despite, reason)


def _labels(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each.label for text in texts for each in entrants(text, "", None))


def carrying(
    way: tuple[str, str], regulation: CarryBy | Literal["nothing"], how: CarryOptions, reason: str
) -> RuleCarryForward:
    """By which regulation something is carried."""
    source, into = way
    if regulation == "nothing":
        return RuleCarryForward(source, into, None, reason)
    share = None
    if how.share:
        try:
            share = read_fraction(how.share.removesuffix("%")) / (100 if how.share.endswith("%") else 1)
        except ValueError as error:
            raise Misuse("usage", f"{how.share[:40]!r} is no share", "--share 1/2, 50%, or 0.5") from error
    figures = tuple(number(each, "--figures") for each in how.figures.split(",")) if how.figures else ()
    top = number(how.top, "--top") if how.top else None
    rules = CarryRules(regulation, share, figures, top, how.unit or CarryRules(regulation).unit)
    return RuleCarryForward(source, into, rules, reason)


_HEADINGS = ("table", "contestant", "opponent", "third")

_BETWEEN = re.compile(r"\s*[-–]\s*|\s+v\s+")


class _TypedDraw(NamedTuple):
    """What was drawn outside, as far as it was said."""

    matches: tuple[DrawnMatch, ...] = ()
    bye: str = ""
    triangle: tuple[str, ...] = ()


def drawn_round(desk: Desk, tournament: str, stage: str, how: DrawOptions, by_hand: ByHandOptions) -> DrawRound:
    """The draw that is asked for."""
    from ledger.overall.before_a_draw import playing_in  # with what draws rounds: not for a look at a standing

    said = _said(by_hand, lambda: playing_in(desk.office.tournaments.scores(tournament), stage))
    return DrawRound(
        stage=stage,
        round=how.round or 0,
        by_hand=said is not None,
        **(said or _TypedDraw())._asdict(),
        odd=how.odd,
        repeat=how.repeat,
        early=how.early,
        after_round=how.after_round,
        reason=how.reason,
    )


def _said(by_hand: ByHandOptions, playing: Callable[[], Iterable[str]]) -> _TypedDraw | None:
    """What was drawn outside, of those who play; None where it is to be drawn by the rule."""
    if by_hand.pairs and by_hand.file:
        raise Misuse("usage", "--pairs and --file both say who meets whom", "one of them")
    if not (by_hand.file or by_hand.pairs or by_hand.triangle):
        if by_hand.bye:
            raise Misuse("usage", "--bye says who meets nobody; who meets whom?", "--pairs, or --file")
        return None
    names = {each.casefold(): each for each in playing()}
    if by_hand.file:
        return _read(Path(by_hand.file), names)
    pairs = [_pair(text, names) for text in (by_hand.pairs or "").split(",") if text.strip()]
    matches = tuple(DrawnMatch(at, pair) for at, pair in enumerate(pairs, start=1))
    triangle = tuple(_name(each, names) for each in parse_teams(by_hand.triangle or ""))
    return _TypedDraw(matches, _name(by_hand.bye or "", names), triangle)


def _name(text: str, names: dict[str, str]) -> str:
    """A contestant as the tournament calls it, whatever the case it is typed in."""
    return names.get(text.strip().casefold(), text.strip())


def _pair(text: str, names: dict[str, str]) -> tuple[str, str]:
    """Two contestants, 'Norway-Iceland'; a hyphen in a name is its own, where the two sides of another are known."""
    places = [(text[: found.start()].strip(), text[found.end() :].strip()) for found in _BETWEEN.finditer(text)]
    fit = [two for two in places if all(each.casefold() in names for each in two)]
    for one, other in fit if len(fit) == 1 else places if len(places) == 1 else ():
        if one and other:
            return _name(one, names), _name(other, names)
    raise Misuse("bad-draw", f"{text.strip()[:80]!r} are not two contestants", 'write "Norway-Iceland, Malta-Oslo"')


def _read(path: Path, names: dict[str, str]) -> _TypedDraw:
    """A draw in a file: table, contestant, opponent, third; a bye has no opponent, a triangle has a third."""
    from ledger.exchange.csv.tables import read_table

    table = read_table(path, lambda cells: sum(cell.casefold() in _HEADINGS for cell in cells))
    columns = [name.casefold() for name in table.columns]
    if not {"contestant", "opponent"} <= set(columns):
        raise Misuse("bad-file", f"{path} does not say who meets whom", f"its columns are {','.join(_HEADINGS)}")
    matches, bye, triangle = list[DrawnMatch](), list[str](), list[tuple[str, ...]]()
    for line, row in table.rows:
        if isinstance(row, str):
            raise Misuse("bad-file", f"{path}, line {line}: {row}", "every line has the columns of the first")
        cells = dict(zip(columns, row, strict=True))
        one, *others = (_name(cells.get(each, ""), names) for each in _HEADINGS[1:])
        if others[1:] != [""]:
            triangle.append((one, *others))
        elif others == [""] or not others[0]:
            bye.append(one)
        else:
            said = cells.get("table", "").strip()
            if said and not (said.isascii() and said.isdigit() and len(said) <= 4 and int(said)):
                told = f"{path}, line {line}: {said[:40]!r} is no number of a table"
                raise Misuse("bad-file", told, "tables are numbered 1, 2, 3")
            matches.append(DrawnMatch(int(said) if said else len(matches) + 1, (one, others[0])))
    if len(bye) > 1:
        raise Misuse("bad-file", f"{path}: {', '.join(bye)} have no opponent", "one has a bye; three make a triangle")
    if len(triangle) > 1:
        raise Misuse("bad-file", f"{path} has {len(triangle)} triangles", "a round has one at most")
    return _TypedDraw(tuple(matches), "".join(bye), triangle[0] if triangle else ())


_GO_ON = re.compile(r"\s*\(\s*([0-9])\s*\)\s*")

_VERSUS = re.compile(r"\s+v\.?\s+")


def drawn_bracket(stage: str, how: DrawingOptions) -> DrawBracket:
    """A bracket to be drawn; Misuse (usage) where it is said in two ways, or in none."""
    said = [name for name, text in (("--seeds", how.seeds), ("--from", how.source), ("--matches", how.matches)) if text]
    if len(said) > 1:
        raise Misuse("usage", f"{' and '.join(said)} are different draws", f"{said[0]} alone")
    if how.best and not how.source:
        raise Misuse("usage", "--best is of the places in another stage", f"--from qualifying --best {how.best}")
    segments = segments_of(how.segments)
    if how.matches:
        return DrawBracket(stage, (), first_round(how.matches), segments, how.three_way)
    return DrawBracket(stage, labels(how.seeds), (), segments, how.three_way, how.source, how.best or 0)


def labels(text: str) -> tuple[str, ...]:
    """Contestants in the order they are written, each as often as it is.

    >>> labels("Norway, 2-4")
    ('Norway', '2', '3', '4')
    """
    pieces = [piece for piece in text.split(",") if piece.strip()]
    return tuple(each.label for piece in pieces for each in entrants(piece, "", None))


def first_round(text: str) -> tuple[tuple[tuple[str, ...], int], ...]:
    """The matches of a first round, each with how many go on from it.

    >>> first_round("Norway v Wales, Iceland v Malta v 4 (2), Italy")
    ((('Norway', 'Wales'), 1), (('Iceland', 'Malta', '4'), 2), (('Italy',), 1))
    """
    matches = []
    for piece in (piece for piece in text.split(",") if piece.strip()):
        go_on = _GO_ON.search(piece)
        teams = _VERSUS.split((piece[: go_on.start()] if go_on else piece).strip())
        matches.append((tuple(label for team in teams for label in labels(team)), int(go_on[1]) if go_on else 1))
    return tuple(matches)


def segments_of(text: str) -> tuple[int, ...]:
    """In how many sittings matches are played, by round; Misuse (usage) where that is no number.

    >>> segments_of("2, 2,4")
    (2, 2, 4)
    """
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    if wrong := [piece for piece in pieces if not re.fullmatch(r"[1-9][0-9]{0,8}", piece)]:
        raise Misuse("usage", f"{wrong[0]!r} is no number of sittings", "--segments 2, or --segments 2,2,4 by round")
    return tuple(map(int, pieces))


def as_drawn(desk: Desk, tournament: str, stage: str, *teams: str) -> tuple[str, ...]:
    """Contestants as the bracket writes them, whatever the case of the letters typed."""
    drawn = desk.office.tournaments.stream(tournament).knockouts.bracket(stage)
    sides = [side.entrant for match in drawn.matches for side in match.sides] if drawn else []
    written = {each.casefold(): each for each in sides}
    return tuple(written.get(team.strip().casefold(), team.strip()) for team in teams)
