"""Decide the bracket of a knockout stage, and winners that no boards decide; and undo these."""

import shlex
from collections import Counter
from collections.abc import Sequence

from ledger.bounds.tournaments import IN_BRACKET, SEGMENTS
from ledger.errors import Refusal
from ledger.guards.stages import check_name, check_within, has_withdrawn, require_stage
from ledger.labels import counted
from ledger.overall.places import loses_place
from ledger.session.response import Actor, ProposedEvent, Undoing, event_of, refuse_if_taken_back
from ledger.subjects.brackets import facts
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.tournaments.state import Tournament, how_to_draw_bracket

FirstRound = Sequence[tuple[Sequence[str], int]]
"""The matches of a first round: the contestants, and how many of them go on."""

_NAMES = {2: "F", 4: "SF", 8: "QF"}


def draw_by_seeds(seeds: Sequence[str]) -> tuple[facts.BracketMatch, ...]:
    """Draw a bracket by seeds: the best seed meets the last, the first two can meet in the final, the best have byes.

    >>> [[side.entrant for side in match.sides] for match in draw_by_seeds("12345")]
    [['4', '5'], ['1', ''], ['2', '3'], ['', '']]
    """
    size = _power_of_two(len(seeds))
    slots = [facts.BracketSide(seeds[seed - 1]) if seed <= len(seeds) else None for seed in _order(size)]
    return tuple(_draw_rounds(slots, 1))


def draw_in_threes(seeds: Sequence[str]) -> tuple[facts.BracketMatch, ...]:
    """Draw a bracket by seeds with matches of three, instead of byes, in the first round.

    Two go on from each match of three if the field is large enough for that, else one.

    >>> [(len(match.sides), match.survivors) for match in draw_in_threes("1234567")]
    [(2, 1), (2, 1), (3, 2), (2, 1), (2, 1), (2, 1)]
    """
    field, below = len(seeds), _power_of_two(len(seeds)) // 2
    two_go_on = 2 * field >= 3 * below
    threes = 2 * below - field if two_go_on else field - below
    matches = (below - threes) if two_go_on else below // 2
    tops, middle, last = seeds[:matches], seeds[matches : 2 * matches][::-1], seeds[2 * matches :][::-1]
    first = [([*pair], 1) for pair in zip(tops, middle, strict=True)]
    for at, third in enumerate(last, start=matches - threes):
        first[at] = [*first[at][0], third], 2 if two_go_on else 1
    return draw_next_rounds(first if two_go_on and threes else [first[seed - 1] for seed in _order(matches)])


def draw_next_rounds(first: FirstRound) -> tuple[facts.BracketMatch, ...]:
    """Draw a bracket from its first round: neighbours meet next, but survivors of one match stay apart.

    Refused (bad-bracket) unless 1, 2, 4, 8, … go on from the first round.
    """
    go_on = sum(survivors for _, survivors in first)
    if go_on.bit_count() > 1:  # no power of two
        message = f"{go_on} go on from the first round: a bracket needs 1, 2, 4, 8, …"
        hint = 'a contestant alone has a bye: --matches "Norway, Iceland v Malta"'
        raise Refusal("bad-bracket", message, hint)
    named, winners, seconds = list[facts.BracketMatch](), list[facts.BracketSide](), list[facts.BracketSide]()
    for teams, survivors in first:
        if len(teams) == 1:
            winners.append(facts.BracketSide(teams[0]))
            continue
        name = _name(2 * go_on, len(named) + 1)
        named.append(facts.BracketMatch(name, 1, tuple(map(facts.BracketSide, teams)), survivors))
        winners.append(facts.BracketSide(feeder=name))
        if survivors == 2:
            seconds.append(facts.BracketSide(feeder=name, place=2))
    slots = _separate(winners, seconds) if seconds else winners
    return (*named, *_draw_rounds(slots, 2 if named else 1))


def _separate(winners: Sequence[facts.BracketSide], seconds: list[facts.BracketSide]) -> list[facts.BracketSide]:
    """Return the survivors of the first round in bracket order; survivors of one match apart, if possible."""
    size = len(winners) + len(seconds)
    turned = [seconds[::-1], *(seconds[at:] + seconds[:at] for at in range(len(seconds)))]
    for tried in turned:
        ranked = [*winners, *tried]
        if all(ranked[at].feeder != ranked[size - 1 - at].feeder for at in range(size // 2)):
            return [ranked[seed - 1] for seed in _order(size)]
    return [*winners, *seconds]


def _draw_rounds(slots: Sequence[facts.BracketSide | None], number: int) -> list[facts.BracketMatch]:
    if len(slots) < 2:
        return []
    matches, onward = list[facts.BracketMatch](), list[facts.BracketSide | None]()
    for one, two in zip(slots[::2], slots[1::2], strict=True):
        if one is None or two is None:
            onward.append(one or two)
            continue
        name = _name(len(slots), len(matches) + 1)
        matches.append(facts.BracketMatch(name, number, (one, two)))
        onward.append(facts.BracketSide(feeder=name))
    return [*matches, *_draw_rounds(onward, number + 1)]


def _name(size: int, number: int) -> str:
    """Return the name of a match in a round of `size` contestants: F, SF1, QF3, R16-5."""
    if size == 2:
        return "F"
    return f"{_NAMES[size]}{number}" if size in _NAMES else f"R{size}-{number}"


def _order(size: int) -> list[int]:
    """Return the seeds in the order of the bracket's lines: 1 8 4 5 2 7 3 6 for a size of 8."""
    order = [1]
    while len(order) < size:
        order = [seed for top in order for seed in (top, 2 * len(order) + 1 - top)]
    return order


def _power_of_two(count: int) -> int:
    """Return the least power of two that is at least `count`, and at least 2."""
    return max(2, 1 << (count - 1).bit_length())


def draw_bracket(command: facts.DrawBracket, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Draw the bracket of a knockout stage; refused if the stage has one, or if the contestants do not fit."""
    stage = require_stage(tournament, command.stage)
    if stage.format != "knockout":
        swiss = tournament.drawn.of(stage.name)
        draw_hint = f"`tournament draw {stage.name}` draws its next round"
        hint = draw_hint if swiss else f"`tournament stage amend {stage.name} --format knockout`"
        raise Refusal("not-knockout", f"{stage.name} is no knockout stage", hint)
    if bracket := tournament.knockouts.brackets.get(stage.name):
        message = f"{stage.name} has a bracket already (#{bracket[0]})"
        raise Refusal("bracket-drawn", message, f"`undo {bracket[0]} --session {tournament.id}` first")
    _check_field(command, tournament)
    check_within(SEGMENTS, *command.segments)
    if not command.seeds:
        matches = draw_next_rounds(command.first_round)
    elif command.three_way and len(command.seeds).bit_count() > 1:  # no power of two: by seeds there would be byes
        matches = draw_in_threes(command.seeds)
    else:
        matches = draw_by_seeds(command.seeds)
    drawn = facts.BracketDrawn(
        stage.name,
        matches,
        command.segments,
        "seeds" if command.seeds else "matches",
        command.three_way or "wins",
        heads=command.heads,
    )
    return (ProposedEvent(drawn),)


def _check_field(command: facts.DrawBracket, tournament: Tournament) -> None:
    field = command.seeds or tuple(team for teams, _ in command.first_round for team in teams)
    check_within(IN_BRACKET, *filter(None, [command.best]))
    if not IN_BRACKET.least <= len(field) <= IN_BRACKET.most:
        message = f"a bracket has {IN_BRACKET.least} to {IN_BRACKET.most} contestants, not {len(field)}"
        raise Refusal("bad-bracket", message, '--seeds "Norway, Iceland, Malta, Oslo"')
    for contestant in field:
        check_name(contestant, "a contestant")
    if twice := [team for team, times in Counter(field).items() if times > 1]:
        raise Refusal("plays-twice", f"{', '.join(twice)} would stand in the bracket twice", "name everybody once")
    _check_qualified(field, command.stage, tournament)
    qualifiers = tournament.qualified.qualifiers(command.stage)
    if command.source and qualifiers and command.seeds != qualifiers:
        by_place = f"by place in {command.source} the seeds are {', '.join(command.seeds)}"
        message = f"{by_place}; by the cut they are {', '.join(qualifiers)}"
        hint = "leave --from out to seed by the cut; --seeds states another order"
        raise Refusal("bad-bracket", message, hint)
    known = {*tournament.entrants, *(tournament.qualified.qualifiers(command.stage) or ())}
    if unknown := [team for team in field if tournament.entrants and team not in known]:
        hint = f"`tournament enter {unknown[0]}` enters it; `tournament show` lists the contestants"
        raise Refusal("no-such-contestant", f"not entered: {', '.join(unknown)}", hint)
    for teams, survivors in command.first_round:
        if len(teams) > 3 or not 0 < survivors < max(2, len(teams)):
            message = f"{survivors} of {' v '.join(teams)} would go on: that is no match"
            raise Refusal("bad-bracket", message, "a match is of two or three, and at least one of them is out")


def _check_qualified(field: Sequence[str], stage: str, tournament: Tournament) -> None:
    """Refuse a bracket's field if a contestant in it withdrew, or if it differs from the qualifiers of a cut."""
    qualified = tournament.qualified
    for team in field:
        if team not in qualified.withdrawn or not loses_place(tournament, stage, qualified.withdrawn[team]):
            continue
        hint = "leave it out"
        if cut := next((each for each in qualified.into(stage).values() if team in each.now), None):
            reserve = qualified.next_reserve(cut)
            instead = f"--instead {shlex.quote(f'{team}={reserve}')}"
            change = instead if reserve else f"--not {shlex.quote(team)} --reason TEXT"
            hint = f"`tournament qualify {cut.said.source} --into {stage} {change}`"
        raise has_withdrawn(team, tournament, hint)
    difference = qualified.difference(stage, field)
    wrong = [f"{', '.join(difference.strangers)} did not qualify for {stage}"] if difference.strangers else []
    if difference.left_out:
        wrong.append(f"{', '.join(difference.left_out)} qualified for {stage} and would be left out")
    if wrong:
        ways = (f"{source} --into {stage} --not ENTRANT --reason TEXT" for source in qualified.into(stage))
        change = " or ".join(f"`tournament qualify {way}`" for way in ways)
        hint = f"`tournament draw-bracket {stage}` draws who qualified; {change} changes who did"
        raise Refusal("not-qualified", "; ".join(wrong), hint)


def decide_knockout(command: facts.DecideKnockout, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record who goes on from a match, whatever its boards; refused without a reason, or if the two do not meet."""
    stage = require_stage(tournament, command.stage)
    drawn = tournament.knockouts.brackets.get(stage.name)
    if drawn is None:
        hint = f"{how_to_draw_bracket(tournament, stage.name)} draws it"
        raise Refusal("no-bracket", f"{stage.name} has no bracket yet", hint)
    teams = frozenset((command.winner, command.loser))
    meeting = next((each for each in reversed(command.meetings) if {*each.teams} == teams), None)
    if meeting is None:
        meets = list[str]()
        for team in (command.winner, command.loser):
            last = next((each for each in reversed(command.meetings) if team in each.teams), None)
            meeting_text = f"meets {last.teams[last.teams[0] == team]} in {last.match}" if last else "is in no match"
            meets.append(f"{team} {meeting_text}")
        message = f"{command.winner} does not meet {command.loser} in {command.stage}"
        raise Refusal("not-in-match", message, "; ".join(meets))
    if decision := tournament.knockouts.decision(stage.name, meeting.match, teams):
        message = f"{meeting.match}: {decision[1].winner} goes on against {decision[1].loser} already"
        raise Refusal("match-decided", message, f"`undo {decision[0]} --session {tournament.id}` first")
    leads = f"{meeting.leads} leads" if meeting.leads else "it is tied"
    if command.how == "walk-over" and meeting.boards:
        message = f"{' and '.join(meeting.teams)} played {meeting.boards} boards of {meeting.match}: {leads}"
        hint = f"--conceded if {command.loser} gave up; `tournament winner` by the director's word"
        raise Refusal("match-played", message, hint)
    if command.how == "conceded" and not meeting.boards:
        message = f"{command.winner} and {command.loser} have played no board of {meeting.match}"
        raise Refusal("nothing-conceded", message, "without --conceded it is a walk-over")
    if not command.reason.strip():
        played = f"{meeting.match}: {leads} after {counted(meeting.boards, 'board')}; " if meeting.boards else ""
        example = f"{command.loser} gave up" if meeting.boards else f"{command.loser} did not come"
        raise Refusal("needs-reason", f"{played}why does {command.winner} go on?", f'--reason "{example}"')
    return (ProposedEvent(event_of(facts.KnockoutDecided, command, match=meeting.match), (drawn[0],)),)


def _withdraw(event: facts.BracketDrawn, command: Undo, tournament: Tournament, actor: Actor) -> None:
    knockouts, number = tournament.knockouts, command.target.number
    bracket = knockouts.brackets.get(event.stage)
    if bracket is None or bracket[0] != number:
        raise Refusal("undo-nothing", f"the bracket of #{number} is no longer in force", "`tournament bracket STAGE`")
    if decided := knockouts.of_stage(event.stage):
        last, decision = decided[-1]
        message = f"#{last} rests on it: {decision.winner} goes on from {decision.match}"
        raise Refusal("has-dependants", message, f"`undo {last} --session {tournament.id}` first")


UNDO: Undoing = {
    facts.BracketDrawn: _withdraw,
    facts.KnockoutDecided: refuse_if_taken_back(
        "{event.winner} against {event.loser} in {event.match} was taken back, or decided anew",
        "`tournament bracket STAGE`",
    ),
}
