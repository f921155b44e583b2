"""Enter contestants as typed or listed, remove them, and print the steps after a withdrawal."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from cli.desk import tournaments
from cli.desk.desk import Desk
from cli.desk.movements import in_section
from cli.options import openings
from cli.options.people import contestant
from cli.screens import effects
from cli.screens.checks import sit_outs_to_record
from cli.screens.people import read_member_list
from cli.screens.tournaments import late
from cli.words.play import sit_out_command
from ledger.errors import Misuse, Refusal
from ledger.exchange.members import read_entries, refuse_bad_lines
from ledger.kernel.fact import Event
from ledger.labels import NUMBER, joined
from ledger.labels.persons import Members
from ledger.overall.people import PlaysAs
from ledger.projections.planned import last_rounds
from ledger.recording.effect import Effect
from ledger.session.places import find_contestants, label_as_entered
from ledger.subjects.movement.facts import MovementSet
from ledger.subjects.movement.state import plan_of, seats
from ledger.subjects.participation.facts import ContestantDisqualified, ContestantWithdrew
from ledger.subjects.people.facts import Player, PlayersNamed
from ledger.subjects.play.facts import ContestantsEntered, EnterContestants, RemoveContestants
from ledger.subjects.tournaments.facts import EnterEntrants, Entrant, EntrantsEntered
from ledger.subjects.tournaments.state import Tournament, players_of, players_to_show, session_of

if TYPE_CHECKING:
    from cli.options.tournaments import EntrantOptions

Labels = Callable[[str], tuple[str, ...]]
"""A function from a text to the contestants it names, by the form of scoring."""


def enter(desk: Desk, contestants: str | None, players: Sequence[str], file: Path | None, named: Path | None) -> None:
    """Enter contestants in a session, as typed or from a file; Misuse (usage) unless just one of the two is given."""
    _require_one_source("session", contestants, file)
    scoring = desk.office.session(desk.session_id).opening.scoring
    members = read_member_list(desk, named)

    def labels(text: str) -> tuple[str, ...]:
        return openings.contestants(text, scoring)

    entries = _read_list(file, labels, members) if file else _read_typed(str(contestants), players, labels, members)
    effect = effects.submit(desk, EnterContestants(*entries))
    report(desk, effect)
    if not desk.settings.is_for_people:
        return
    plan = plan_of(session_of(effect.after))
    idle = [each for each in entries[0] if plan.covers([each]) and each not in plan.contestants]
    if idle:
        where = f"{joined(idle)} {'sits' if len(idle) == 1 else 'sit'} nowhere in the movement"
        desk.hint("", f"{where}: `movement change --seat {shlex.quote(idle[0])}`")


def _require_one_source(group: str, contestants: str | None, file: Path | None) -> None:
    if contestants and file:
        message = f"contestants ({contestants}) and a file ({file}) are both given"
        raise Misuse("usage", message, "leave one of the two out")
    if not contestants and not file:
        raise Misuse("usage", "who is entered?", f'{group} enter 15 "Ann Bell & Carl Dunn"; or --from FILE.csv')


def remove(desk: Desk, contestants: str, reason: str) -> None:
    """Ask, then remove contestants entered by mistake: '15NS,15EW', or a team."""
    session = desk.before()
    who = tuple(label_as_entered(session, each) for each in openings.contestants(contestants, session.opening.scoring))
    effects.ask_and_record(desk, RemoveContestants(who, reason), "Take them out?")


def print_withdrawal_steps(desk: Desk, withdrawal: Effect, who: str) -> None:
    """Print the commands to type after a withdrawal: to change the movement, and to record each sit-out."""
    if not desk.settings.is_for_people:  # saves reading and scoring the tournament, needed for the hints alone
        return
    session = session_of(withdrawal.after)
    label = label_as_entered(session, who)
    plan, missed = plan_of(session), sit_outs_to_record(desk, session)
    last = last_rounds(session, plan).get(label, 0)
    seated = [each for each in plan.of(label) if each.played and each.round > last]
    if seated and not session.participation.is_phantom(label):
        to_meet = [who for each in seated for who in seats(each).everyone if who != label]
        against = joined([*dict.fromkeys(to_meet)])
        conflict = f"{label} is in the movement from round {seated[0].round} on, against {against}"
        change = f"movement change --without {shlex.quote(label)} --from-round {seated[0].round}"
        desk.hint("", f"{conflict}: `{change}`")
    if lines := [f"  `{sit_out_command(each)}`" for each in missed if each.opponent == label]:
        desk.hint("", f"The opponents of {label} get their scores for not playing once these are recorded:", *lines)


def print_removal_steps(desk: Desk, changed: Effect, who: str) -> None:
    """Print the commands to type once a contestant is out of the movement: to withdraw it, or to record sit-outs."""
    if not desk.settings.is_for_people:
        return
    before, session = session_of(changed.before), session_of(changed.after)
    sections = (each.event.section for each in changed.events if isinstance(each.event, MovementSet))
    named = in_section(who, next(sections, ""))
    label = next(iter(find_contestants(before, named, plan_of(before).contestants)), named)
    facts = session.participation
    if facts.is_phantom(label) or any(facts.last(kind, label) for kind in (ContestantWithdrew, ContestantDisqualified)):
        print_withdrawal_steps(desk, changed, label)
    elif any(True for _ in session.boards_of(label)):
        withdraw = f"`contestant withdraw {shlex.quote(label)}`"
        desk.hint("", f"This decides what becomes of its scores and of its opponents: {withdraw}")


def enter_entrants(
    desk: Desk, tournament: str, typed: tuple[str | None, Sequence[str], Path | None], of: EntrantOptions
) -> None:
    """Enter contestants with players in a tournament, as `typed` or from a file; Misuse (usage) for both or none."""
    contestants, players, file = typed
    _require_one_source("tournament", contestants, file)
    members = read_member_list(desk, of.members)

    def labels(text: str) -> tuple[str, ...]:
        return tuple(each.label for each in tournaments.entrants(text, "", None))

    if file:
        entered, named = _read_list(file, labels, members)
    else:
        entered, named = _read_typed(str(contestants), players, labels, members)
    entrants = [Entrant(label, of.stratum, of.seed + at if of.seed else None) for at, label in enumerate(entered)]
    if named and not (of.stratum or of.seed):  # players only: stratum and seed stay as entered
        known = desk.office.tournaments.stream(tournament).entrants
        entrants = [known.get(each.label, each) for each in entrants]
    command = EnterEntrants(tuple(entrants), named)
    effect = effects.submit(desk, command, tournament)
    in_session = late.enter_in_session(desk, effect, entered)
    report(desk, effect)
    if in_session and not desk.settings.json:
        effects.print_second_stream(desk, in_session)


Entries = tuple[tuple[str, ...], tuple[Player, ...]]
"""The contestants to enter, and the players named for them."""


def _read_typed(contestants: str, players: Sequence[str], labels: Labels, members: Members | None) -> Entries:
    """Return the contestants typed: several by number, or one with its players."""
    entered = labels(contestants)
    # `session enter 15 16`: numbers in the place of names are contestants in several words
    if players and members is None and all(re.fullmatch(NUMBER, each.strip()) for each in players):
        together = " ".join([contestants, *players])
        hint = f'quote it: "{together}"; or {contestants},{",".join(players)}'
        raise Misuse("unquoted", f"{together!r} was typed without quotes", hint)
    if players and len(entered) > 1:
        several = f"{contestants} are several contestants: whose names are these?"
        raise Misuse("usage", several, "one at a time, or --from FILE.csv")
    return entered, contestant(entered[0], players, members) if players else ()


def _read_list(file: Path, labels: Labels, members: Members | None) -> Entries:
    """Return the contestants of a file, with their players where given; the Refusal lists every faulty line."""
    entered: list[str] = []
    players: list[Player] = []
    lines, problems = read_entries(file, alone=True)
    for line in lines:
        try:
            label, *more = labels(line.contestant)
            if more:
                raise Misuse("bad-contestants", f"{', '.join((label, *more))} are several")
            players += contestant(label, line.players, members, whole=True)
            if label in entered:
                raise Misuse("bad-contestants", f"{label} is in an earlier line too")
            entered.append(label)
        except (Refusal, Misuse) as error:
            problems.append((line.place, error.message))
    refuse_bad_lines(file, problems)
    if not entered:
        raise Misuse("bad-file", f"{file} names no contestant", "a line each: pair,player 1,player 2")
    return tuple(entered), tuple(players)


def report(desk: Desk, effect: Effect) -> None:
    """Print the effect of an entry, and the players of each contestant entered."""
    who: dict[str, tuple[Player, ...]] = {label: () for each in effect.events for label in _labels(each.event)}
    after = effect.after
    tells = desk.office.tournaments.add_names_from_tournament
    known_players = players_of(after) if isinstance(after, Tournament) else players_to_show(tells(session_of(after)))
    for (label, _), player in sorted(known_players.items()):
        if label in who:
            who[label] = (*who[label], player)
    if not (desk.settings.quiet or desk.settings.json):
        named_in_event = any(isinstance(each.event, PlayersNamed) for each in effect.events) and len(who) == 1
        for label, people in who.items():
            if people and not named_in_event:
                desk.say(f"{label}: {PlaysAs('', label, people).names}")
    entered = [{"contestant": label, "players": [*map(structs.asdict, people)]} for label, people in who.items()]
    effects.report(desk, effect, entered=entered)


def _labels(event: Event) -> Iterator[str]:
    if isinstance(event, ContestantsEntered):
        yield from event.contestants
    elif isinstance(event, EntrantsEntered):
        yield from (each.label for each in event.entrants)
    elif isinstance(event, PlayersNamed):
        yield from (each.contestant for each in event.players)
