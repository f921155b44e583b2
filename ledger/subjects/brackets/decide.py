"""The bracket of a knockout stage; who goes on where boards do not say it; and undo."""

import shlex
from collections import Counter
from collections.abc import Sequence

from ledger.bounds.tournaments import IN_BRACKET, SEGMENTS
from ledger.errors import Refusal
from ledger.guards.stages import check_name, check_within, has_withdrawn, require_stage
from ledger.kernel.fact import TakenBack
from ledger.overall.places import leaves_place
from ledger.session.response import Actor, Handlers, ProposedEvent, Undoing, event_of, taking_back
from ledger.subjects.brackets.facts import (
    BracketDrawn,
    BracketMatch,
    BracketSide,
    DecideKnockout,
    DrawBracket,
    KnockoutDecided,
    KnownMeeting,
)
from ledger.subjects.brackets.state import met
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.tournaments.state import Tournament, how_to_draw_bracket

FirstRound = Sequence[tuple[Sequence[str], int]]
"""The matches of a first round: who plays, and how many go on."""

_NAMES = {2: "F", 4: "SF", 8: "QF"}


def by_seeds(seeds: Sequence[str]) -> tuple[BracketMatch, ...]:
    """The best against the last, in halves so that the best two meet in the final; byes for the best.

    >>> [[side.entrant for side in match.sides] for match in by_seeds("12345")]
    [['4', '5'], ['1', ''], ['2', '3'], ['', '']]
    """
    size = _power_from(len(seeds))
    slots = [BracketSide(seeds[seed - 1]) if seed <= len(seeds) else None for seed in _order(size)]
    return tuple(_rounds(slots, 1))


def in_threes(seeds: Sequence[str]) -> tuple[BracketMatch, ...]:
    """The same with matches of three in the first round, so that a power of two goes on and nobody has a bye.

    Where that takes no more than the field has, two go on from each; else one does.

    >>> [(len(match.sides), match.survivors) for match in in_threes("1234567")]
    [(2, 1), (2, 1), (3, 2), (2, 1), (2, 1), (2, 1)]
    """
    field, below = len(seeds), _power_from(len(seeds)) // 2
    two_go_on = 2 * field >= 3 * below
    threes = 2 * below - field if two_go_on else field - below
    matches = (below - threes) if two_go_on else below // 2
    tops, middle, last = seeds[:matches], seeds[matches : 2 * matches][::-1], seeds[2 * matches :][::-1]
    first = [([*pair], 1) for pair in zip(tops, middle, strict=True)]
    for at, third in enumerate(last, start=matches - threes):
        first[at] = [*first[at][0], third], 2 if two_go_on else 1
    return after(first if two_go_on and threes else [first[seed - 1] for seed in _order(matches)])


def after(first: FirstRound) -> tuple[BracketMatch, ...]:
    """The bracket after a first round: neighbours meet, but never at once two who go on from one match."""
    go_on = sum(survivors for _, survivors in first)
    if go_on.bit_count() > 1:
        message = f"{go_on} go on from the first round: a bracket wants 1, 2, 4, 8, …"
        raise Refusal("bad-bracket", message, 'one alone has a bye: --matches "Norway, Iceland v Malta"')
    named, winners, seconds = list[BracketMatch](), list[BracketSide](), list[BracketSide]()
    for teams, survivors in first:
        if len(teams) == 1:
            winners.append(BracketSide(teams[0]))
            continue
        name = _name(2 * go_on, len(named) + 1)
        named.append(BracketMatch(name, 1, tuple(map(BracketSide, teams)), survivors))
        winners.append(BracketSide(feeder=name))
        if survivors == 2:
            seconds.append(BracketSide(feeder=name, place=2))
    slots = _apart(winners, seconds) if seconds else winners
    return (*named, *_rounds(slots, 2 if named else 1))


def _apart(winners: Sequence[BracketSide], seconds: list[BracketSide]) -> list[BracketSide]:
    """Where each goes: as seeds, the seconds after the winners, none at once against the winner of its own match."""
    size = len(winners) + len(seconds)
    turned = [seconds[::-1], *(seconds[at:] + seconds[:at] for at in range(len(seconds)))]
    for tried in turned:
        ranked = [*winners, *tried]
        if all(ranked[at].feeder != ranked[size - 1 - at].feeder for at in range(size // 2)):
            return [ranked[seed - 1] for seed in _order(size)]
    return [*winners, *seconds]


def _rounds(slots: Sequence[BracketSide | None], number: int) -> list[BracketMatch]:
    if len(slots) < 2:
        return []
    found, onward = list[BracketMatch](), list[BracketSide | None]()
    for one, two in zip(slots[::2], slots[1::2], strict=True):
        if one is None or two is None:
            onward.append(one or two)
            continue
        name = _name(len(slots), len(found) + 1)
        found.append(BracketMatch(name, number, (one, two)))
        onward.append(BracketSide(feeder=name))
    return [*found, *_rounds(onward, number + 1)]


def _name(size: int, number: int) -> str:
    """F, SF1, QF3, R16-5: a match of a round of so many."""
    if size == 2:
        return "F"
    return f"{_NAMES[size]}{number}" if size in _NAMES else f"R{size}-{number}"


def _order(size: int) -> list[int]:
    """The seeds in the order of the bracket: 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < size:
        order = [seed for top in order for seed in (top, 2 * len(order) + 1 - top)]
    return order


def _power_from(count: int) -> int:
    """The least power of two that is as much, or more; at least 2."""
    return max(2, 1 << (count - 1).bit_length())


def draw_bracket(command: DrawBracket, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The bracket of a knockout stage, once: another one when this one is undone."""
    stage = require_stage(tournament, command.stage)
    if stage.format != "knockout":
        swiss = tournament.drawn.of(stage.name)
        shown = f"`tournament draw {stage.name}` draws its next round"
        hint = shown if swiss else f"`tournament stage amend {stage.name} --format knockout`"
        raise Refusal("not-knockout", f"{stage.name} is no knockout stage", hint)
    if there := tournament.knockouts.brackets.get(stage.name):
        message = f"{stage.name} has its bracket (#{there[0]})"
        raise Refusal("bracket-drawn", message, f"`undo {there[0]} --session {tournament.id}` first")
    _check_field(command, tournament)
    check_within(SEGMENTS, *command.segments)
    if not command.seeds:
        matches = after(command.first_round)
    elif command.three_way and len(command.seeds).bit_count() > 1:
        matches = in_threes(command.seeds)
    else:
        matches = by_seeds(command.seeds)
    drawn = BracketDrawn(
        stage.name,
        matches,
        command.segments,
        "seeds" if command.seeds else "matches",
        command.three_way or "wins",
        heads=command.heads,
    )
    return (ProposedEvent(drawn),)


def _check_field(command: DrawBracket, tournament: Tournament) -> None:
    field = command.seeds or tuple(team for teams, _ in command.first_round for team in teams)
    check_within(IN_BRACKET, *filter(None, [command.best]))
    if not IN_BRACKET.least <= len(field) <= IN_BRACKET.most:
        message = f"a bracket of {len(field)}: it is of {IN_BRACKET.least} to {IN_BRACKET.most}"
        raise Refusal("bad-bracket", message, '--seeds "Norway, Iceland, …"')
    for each in field:
        check_name(each, "a contestant")
    if twice := [team for team, times in Counter(field).items() if times > 1]:
        raise Refusal("plays-twice", f"{', '.join(twice)} would stand in the bracket twice", "name everybody once")
    _check_qualified(field, command.stage, tournament)
    qualifiers = tournament.qualified.qualifiers(command.stage)
    if command.source and qualifiers and command.seeds != qualifiers:
        by_place = f"by their places in {command.source} it is {', '.join(command.seeds)}"
        message = f"{by_place}; they qualified as {', '.join(qualifiers)}"
        hint = "leave --from out: the order of the cut leads; another order is typed by --seeds"
        raise Refusal("bad-bracket", message, hint)
    known = {*tournament.entrants, *(tournament.qualified.qualifiers(command.stage) or ())}
    if unknown := [team for team in field if tournament.entrants and team not in known]:
        hint = f"`tournament enter {unknown[0]}` enters it; `tournament show` lists who is"
        raise Refusal("no-such-contestant", f"not entered: {', '.join(unknown)}", hint)
    for teams, survivors in command.first_round:
        if len(teams) > 3 or not 0 < survivors < max(2, len(teams)):
            message = f"{' v '.join(teams)}, of whom {survivors} would go on, is no match"
            raise Refusal("bad-bracket", message, "two or three play, and at least one is out")


def _check_qualified(field: Sequence[str], stage: str, tournament: Tournament) -> None:
    """Refuse a field with a contestant that has withdrawn, or that is not who qualified where a cut was made."""
    said = tournament.qualified
    for team in field:
        if team not in said.withdrawn or not leaves_place(tournament, stage, said.withdrawn[team]):
            continue
        hint = "leave it out"
        if cut := next((each for each in said.into(stage).values() if team in each.now), None):
            reserve = said.next_reserve(cut)
            instead = f"--instead {shlex.quote(f'{team}={reserve}')}"
            change = instead if reserve else f"--not {shlex.quote(team)} --reason TEXT"
            hint = f"`tournament qualify {cut.said.source} --into {stage} {change}`"
        raise has_withdrawn(team, tournament, hint)
    difference = said.difference(stage, field)
    wrong = [f"{', '.join(difference.strangers)} did not qualify for {stage}"] if difference.strangers else []
    if difference.left_out:
        wrong.append(f"{', '.join(difference.left_out)} qualified for {stage} and would be left out")
    if wrong:
        change = " or ".join(f"`tournament qualify {source} --into {stage} …`" for source in said.into(stage))
        hint = f"`tournament draw-bracket {stage}` draws who qualified; {change} changes who did"
        raise Refusal("not-qualified", "; ".join(wrong), hint)


def decide_knockout(command: DecideKnockout, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Who of two goes on, where boards do not say it: they are to meet, and nobody has decided it yet."""
    stage = require_stage(tournament, command.stage)
    drawn = tournament.knockouts.brackets.get(stage.name)
    if drawn is None:
        hint = f"{how_to_draw_bracket(tournament, stage.name)} draws it"
        raise Refusal("no-bracket", f"{stage.name} has no bracket yet", hint)
    meeting = _last_meeting(command)
    teams = frozenset(meeting.teams)
    if said := tournament.knockouts.decision(stage.name, meeting.match, teams):
        message = f"{meeting.match}: {said[1].winner} goes on against {said[1].loser} already"
        raise Refusal("match-decided", message, f"`undo {said[0]} --session {tournament.id}` first")
    if command.how == "walk-over" and meeting.boards:
        leads = f"{meeting.leads} leads" if meeting.leads else "it is tied"
        message = f"{' and '.join(meeting.teams)} played {meeting.boards} boards of {meeting.match}: {leads}"
        hint = f"--conceded where {command.loser} gave up; `tournament winner` by the director's word"
        raise Refusal("match-played", message, hint)
    if command.how == "conceded" and not meeting.boards:
        message = f"{command.winner} and {command.loser} have played no board of {meeting.match}"
        raise Refusal("nothing-conceded", message, "without --conceded it is a walk-over")
    if not command.reason.strip():
        raise Refusal("needs-reason", f"why does {command.winner} go on?", f'--reason "{command.loser} did not come"')
    return (ProposedEvent(event_of(KnockoutDecided, command, match=meeting.match), (drawn[0],)),)


def _last_meeting(command: DecideKnockout) -> KnownMeeting:
    """Return where the two meet, the last time they do; Refusal (not-in-match) saying whom they do meet."""
    two = {command.winner, command.loser}
    if met := [each for each in command.meetings if {*each.teams} == two]:
        return met[-1]
    meets = list[str]()
    for team in (command.winner, command.loser):
        last = next((each for each in reversed(command.meetings) if team in each.teams), None)
        other = f"meets {last.teams[last.teams[0] == team]} in {last.match}" if last else "is in no match"
        meets.append(f"{team} {other}")
    message = f"{command.winner} does not meet {command.loser} in {command.stage}"
    raise Refusal("not-in-match", message, "; ".join(meets))


def _withdraw(event: BracketDrawn, command: Undo, tournament: Tournament, actor: Actor) -> TakenBack:
    knockouts, number = tournament.knockouts, command.target.number
    there = knockouts.brackets.get(event.stage)
    if there is None or there[0] != number:
        raise Refusal("undo-nothing", f"the bracket of #{number} does not hold any more", "`tournament bracket STAGE`")
    if decided := knockouts.of_stage(event.stage):
        last, said = decided[-1]
        message = f"#{last} rests on it: {said.winner} goes on from {said.match}"
        raise Refusal("has-dependants", message, f"`undo {last} --session {tournament.id}` first")
    return taking_back(command)


def _reopen(event: KnockoutDecided, command: Undo, tournament: Tournament, actor: Actor) -> TakenBack:
    number = command.target.number
    there = tournament.knockouts.decided.get(met(event))
    if there is None or there[0] != number:
        message = f"{event.winner} against {event.loser} in {event.match} was taken back, or decided anew"
        raise Refusal("undo-nothing", message, "`tournament bracket STAGE`")
    return taking_back(command)


HANDLERS: Handlers = {DrawBracket: draw_bracket, DecideKnockout: decide_knockout}


UNDO: Undoing = {BracketDrawn: _withdraw, KnockoutDecided: _reopen}
