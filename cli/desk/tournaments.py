"""Reading what is typed for a tournament: stages, sessions, contestants, cuts, carry-forward, draws, brackets."""

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


def scores_at_moment(desk: Desk, named: str | None) -> TournamentScores:
    """Return the tournament with the scores of its sessions at the moment asked for: now, or --as-of."""
    return desk.office.tournaments.at(desk.tournament_name(named), desk.settings.as_of)


def reading_time(desk: Desk, scores: TournamentScores) -> int:
    """Return the time (µs UTC) by which a tournament's running periods are judged: now, or that of --as-of."""
    return desk.now(max(scores.streams, key=lambda stream: stream.recorded_at))


def time_in_periods(desk: Desk, scores: TournamentScores) -> int:
    """Return `reading_time`; while nothing is published, so that no period runs, the time of the last event."""
    published = any(each.publications for each in scores.streams)
    return reading_time(desk, scores) if published else scores.recorded_at


def stage(desk: Desk, tournament: str, name: str) -> Stage | None:
    """Return a stage of a tournament in its present state; None if there is no such stage."""
    return desk.office.tournaments.stream(tournament).stages.get(name)


def is_swiss(desk: Desk, session: str) -> bool:
    """Return True if a session plays in a Swiss stage of its tournament."""
    if (name := desk.office.tournaments.of_session(session)) is None:
        return False
    tournament = desk.office.tournaments.stream(name)
    return tournament.named_stage(tournament.sessions[session].stage).format == "swiss"


def rules(how: StageOptions, current: Stage | None) -> tuple[StageFormat, StageRules]:
    """Return a stage's format and rules: the `current` ones (None: the usual ones), changed by the options typed."""
    changes = {name: value for name, value in vars(how).items() if value is not None and name != "format"}
    if how.ties is not None:
        words = tuple(word.strip() for word in how.ties.split(","))
        for word in words:
            if word not in TIE_BREAKS:
                raise Misuse("bad-stage-rules", f"{word[:40]!r} splits no tie", f"rules: {', '.join(TIE_BREAKS)}")
        changes["ties"] = () if words == ("shared",) else words
    if how.bye is not None:
        changes["bye"] = number(how.bye, "--bye")
    format_ = how.format or (current.format if current else "sessions")
    holds = current.rules if current else usual_rules(format_)
    if current and current.format != format_ == "swiss":
        holds = msgspec.structs.replace(holds, adds=usual_rules(format_).adds)
    return format_, msgspec.structs.replace(holds, **changes)


def number(text: str, option: str) -> Fraction:
    """Parse a number; Misuse (usage) names the option it was typed for."""
    try:
        return read_fraction(text)
    except ValueError as error:
        raise Misuse("usage", f"{option}: {error}", "a number: 12, 5.5, or 17/3") from error


def who_is_who(links: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Parse links of a session's contestants to the tournament's, '5NS=12'; Misuse (bad-contestants) if wrong."""
    pairs: list[tuple[str, str]] = []
    for text in links:
        contestant, equals, entrant = (part.strip() for part in text.partition("="))
        if not (contestant and equals and entrant):
            raise Misuse("bad-contestants", f"{text!r} does not say who is who", "write 5NS=12: 5NS there is 12")
        if contestant in (known for known, _ in pairs):
            raise Misuse("bad-contestants", f"{contestant} is named twice", "say once who each is")
        pairs.append((contestant, entrant))
    return tuple(pairs)


def parse_other_players(text: str) -> tuple[str, ...]:
    """Parse the contestants of a session who have other players there than in the tournament's other sessions."""
    return tuple(dict.fromkeys(each.strip() for each in text.split(",") if each.strip()))


def note_unentered_links(desk: Desk, tournament: str, command: AddSession | LinkContestants) -> None:
    """Print a note if linked contestants are not entered in the tournament: perhaps a typing error."""
    entered = desk.office.tournaments.stream(tournament).entrants
    if entered and (strangers := [each for _, each in command.links if each not in entered]):
        desk.note(f"not among the contestants entered: {', '.join(strangers)}")


def entrants(text: str, stratum: str, seed: int | None) -> tuple[Entrant, ...]:
    """Parse contestants by number, range or name; the first gets the seed `seed`, the next ones the seeds after it."""
    pieces = [piece.strip().upper() for piece in text.split(",")]
    labels = parse_contestants(text) if all(map(_NUMBERS.fullmatch, pieces)) else parse_teams(text)
    return tuple(Entrant(label, stratum, seed + at if seed else None) for at, label in enumerate(labels))


def cut_command(
    desk: Desk, tournament: str, source: str, into: str, how: CutOptions, reason: str
) -> Qualify | ChangeQualifiers:
    """Return the command that records a cut, or that changes a recorded cut; Misuse (usage) if nobody is named."""
    cuts = desk.office.tournaments.stream(tournament).qualified.cuts
    if how.instead or ((source, into) in cuts and how.best is None):
        changes = []
        for text in how.instead:
            out, equals, in_ = (part.strip() for part in text.partition("="))
            if not (out and equals and in_):
                what = f"{text!r} does not say who replaces whom"
                raise Misuse("bad-contestants", what, "write 3=15: 15 instead of 3")
            changes.append((out, in_))
        changes += [("", each) for each in _parse_labels(how.also)] + [(each, "") for each in _parse_labels(how.barred)]
        if len(changes) != 1:
            what = "a cut is changed one contestant at a time"
            raise Misuse("usage", what, "--instead OUT=IN; --also NAME; or --not NAME")
        leaves, enters = changes[0]
        return ChangeQualifiers(source, into, leaves, enters, reason)
    if how.best is None and not how.also:
        raise Misuse("usage", "who goes on?", "--best 14, the best of the stage; or --also NAME --reason TEXT")
    also, barred = _parse_labels(how.also), _parse_labels(how.barred)
    return Qualify(source, into, how.best or 0, how.apart or "", also, barred, how.despite, reason)


def _parse_labels(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each.label for text in texts for each in entrants(text, "", None))


def carry_command(
    way: tuple[str, str], regulation: CarryBy | Literal["nothing"], how: CarryOptions, reason: str
) -> RuleCarryForward:
    """Return the command that records the carry-forward from one stage into another."""
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

_OPPONENTS_SEPARATOR = re.compile(r"\s*[-–]\s*|\s+v\s+")


class _TypedDraw(NamedTuple):
    """A draw made outside this program, as it was typed or read from a file."""

    matches: tuple[DrawnMatch, ...] = ()
    bye: str = ""
    triangle: tuple[str, ...] = ()


def draw_round_command(desk: Desk, tournament: str, stage: str, how: DrawOptions, by_hand: ByHandOptions) -> DrawRound:
    """Return the command that draws a round of a stage, by rule or as typed."""
    from ledger.overall.before_a_draw import list_stage_entrants  # loads the drawing of rounds

    draw = _typed_draw(by_hand, lambda: list_stage_entrants(desk.office.tournaments.scores(tournament), stage))
    return DrawRound(
        stage=stage,
        round=how.round or 0,
        by_hand=draw is not None,
        **(draw or _TypedDraw())._asdict(),
        odd=how.odd,
        repeat=how.repeat,
        early=how.early,
        after_round=how.after_round,
        reason=how.reason,
    )


def _typed_draw(by_hand: ByHandOptions, playing: Callable[[], Iterable[str]]) -> _TypedDraw | None:
    """Return the draw that was typed or read from a file; None if the program is to draw by rule."""
    if by_hand.pairs and by_hand.file:
        raise Misuse("usage", "--pairs and --file both say who meets whom", "leave one of them out")
    if not (by_hand.file or by_hand.pairs or by_hand.triangle):
        if by_hand.bye:
            raise Misuse("usage", "--bye says who meets nobody; who meets whom?", "--pairs, or --file")
        return None
    names = {each.casefold(): each for each in playing()}
    if by_hand.file:
        return _read_draw(Path(by_hand.file), names)
    pairs = [_parse_pair(text, names) for text in (by_hand.pairs or "").split(",") if text.strip()]
    matches = tuple(DrawnMatch(at, pair) for at, pair in enumerate(pairs, start=1))
    triangle = tuple(_spelling(each, names) for each in parse_teams(by_hand.triangle or ""))
    return _TypedDraw(matches, _spelling(by_hand.bye or "", names), triangle)


def _spelling(text: str, names: dict[str, str]) -> str:
    """Return a contestant's name as the tournament writes it, ignoring case."""
    return names.get(text.strip().casefold(), text.strip())


def _parse_pair(text: str, names: dict[str, str]) -> tuple[str, str]:
    """Parse two contestants, 'Norway-Iceland'; if a name contains a hyphen, both names must be in `names`."""
    places = [
        (text[: dash.start()].strip(), text[dash.end() :].strip()) for dash in _OPPONENTS_SEPARATOR.finditer(text)
    ]
    fit = [two for two in places if all(each.casefold() in names for each in two)]
    for first, second in fit if len(fit) == 1 else places if len(places) == 1 else ():
        if first and second:
            return _spelling(first, names), _spelling(second, names)
    raise Misuse("bad-draw", f"{text.strip()[:80]!r} are not two contestants", 'write "Norway-Iceland, Malta-Oslo"')


def _read_draw(path: Path, names: dict[str, str]) -> _TypedDraw:
    """Read a draw from a file: table, contestant, opponent, third; a bye has no opponent, a triangle a third."""
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
        contestant, *opponents = (_spelling(cells.get(each, ""), names) for each in _HEADINGS[1:])
        if opponents[1:] != [""]:
            triangle.append((contestant, *opponents))
        elif opponents == [""] or not opponents[0]:
            bye.append(contestant)
        else:
            cell = cells.get("table", "").strip()
            if cell and not (cell.isascii() and cell.isdigit() and len(cell) <= 4 and int(cell)):
                problem = f"{path}, line {line}: {cell[:40]!r} is no number of a table"
                raise Misuse("bad-file", problem, "tables are numbered 1, 2, 3")
            matches.append(DrawnMatch(int(cell) if cell else len(matches) + 1, (contestant, opponents[0])))
    if len(bye) > 1:
        raise Misuse(
            "bad-file",
            f"{path}: {', '.join(bye)} have no opponent",
            "only one contestant has a bye; three meet each other in a line of three",
        )
    if len(triangle) > 1:
        raise Misuse("bad-file", f"{path} has {len(triangle)} triangles", "a round has one at most")
    return _TypedDraw(tuple(matches), "".join(bye), triangle[0] if triangle else ())


_NUMBER_GOING_ON = re.compile(r"\s*\(\s*([0-9])\s*\)\s*")

_VERSUS = re.compile(r"\s+v\.?\s+")


def draw_bracket_command(stage: str, how: DrawingOptions) -> DrawBracket:
    """Return the command that draws a stage's bracket; Misuse (usage) for two sources, or --best without --from."""
    sources = [
        name for name, text in (("--seeds", how.seeds), ("--from", how.source), ("--matches", how.matches)) if text
    ]
    if len(sources) > 1:
        raise Misuse("usage", f"{' and '.join(sources)} are different draws", f"{sources[0]} alone")
    if how.best and not how.source:
        what = "--best needs --from: it counts places in another stage"
        raise Misuse("usage", what, f"--from qualifying --best {how.best}")
    segments = segments_of(how.segments)
    if how.matches:
        return DrawBracket(stage, (), first_round(how.matches), segments, how.three_way)
    return DrawBracket(stage, labels(how.seeds), (), segments, how.three_way, how.source, how.best or 0)


def labels(text: str) -> tuple[str, ...]:
    """Parse contestants in the order typed; keep repeated ones.

    >>> labels("Norway, 2-4")
    ('Norway', '2', '3', '4')
    """
    pieces = [piece for piece in text.split(",") if piece.strip()]
    return tuple(each.label for piece in pieces for each in entrants(piece, "", None))


def first_round(text: str) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Parse the matches of a first round; each has its contestants, and the number of them who go on.

    >>> first_round("Norway v Wales, Iceland v Malta v 4 (2), Italy")
    ((('Norway', 'Wales'), 1), (('Iceland', 'Malta', '4'), 2), (('Italy',), 1))
    """
    matches = []
    for piece in (piece for piece in text.split(",") if piece.strip()):
        go_on = _NUMBER_GOING_ON.search(piece)
        teams = _VERSUS.split((piece[: go_on.start()] if go_on else piece).strip())
        matches.append((tuple(label for team in teams for label in labels(team)), int(go_on[1]) if go_on else 1))
    return tuple(matches)


def segments_of(text: str) -> tuple[int, ...]:
    """Parse the number of sittings of a match, by round of the bracket; Misuse (usage) for anything else.

    >>> segments_of("2, 2,4")
    (2, 2, 4)
    """
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    if wrong := [piece for piece in pieces if not re.fullmatch(r"[1-9][0-9]{0,8}", piece)]:
        raise Misuse("usage", f"{wrong[0]!r} is no number of sittings", "--segments 2, or --segments 2,2,4 by round")
    return tuple(map(int, pieces))


def spell_as_drawn(desk: Desk, tournament: str, stage: str, *teams: str) -> tuple[str, ...]:
    """Return contestants in the spelling of a stage's bracket; leave a name that is not in the bracket as typed."""
    drawn = desk.office.tournaments.stream(tournament).knockouts.bracket(stage)
    sides = [side.entrant for match in drawn.matches for side in match.sides] if drawn else []
    written = {each.casefold(): each for each in sides}
    return tuple(written.get(team.strip().casefold(), team.strip()) for team in teams)
