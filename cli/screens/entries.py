"""Contestants who are entered: read as they are typed or listed, recorded, and told with who they are."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.desk import tournaments
from cli.desk.desk import Desk
from cli.json.sessions import player_json
from cli.options import openings
from cli.options.people import contestant
from cli.screens import effects
from cli.screens.members_lists import the_list
from cli.screens.tournaments import late
from ledger.errors import Misuse, Refusal
from ledger.exchange.csv.entries import read_entries, require_none
from ledger.facts import EnterContestants, EnterEntrants, Event, RemoveContestants
from ledger.facts.people import Player, PlayersNamed
from ledger.facts.play import ContestantsEntered
from ledger.facts.tournaments import Entrant, EntrantsEntered
from ledger.labels import NUMBER, joined
from ledger.labels.club_members import Members
from ledger.overall.people import PlaysAs
from ledger.projections.planned import not_met
from ledger.recording.effect import Effect
from ledger.session import Session, Stream, Tournament, session_of
from ledger.session.movement import plan_of, seats
from ledger.session.people import players_of, players_told
from ledger.session.places import known

if TYPE_CHECKING:
    from cli.options.tournaments import EntrantOptions

Labels = Callable[[str], tuple[str, ...]]
"""The contestants a text names, as the form of scoring has them."""


def enter(desk: Desk, contestants: str | None, players: Sequence[str], file: Path | None, named: Path | None) -> None:
    """Enter contestants of a session: those typed, or those of a list."""
    if bool(file) is bool(contestants):
        raise Misuse("usage", "who is entered?", 'session enter 15 "Ann Bell & Carl Dunn"; or --from FILE.csv')
    scoring = desk.office.session(desk.session_id).opening.scoring
    members = the_list(desk, named)

    def labels(text: str) -> tuple[str, ...]:
        return openings.contestants(text, scoring)

    found = _listed(file, labels, members) if file else _typed(str(contestants), players, labels, members)
    effect = effects.submit(desk, EnterContestants(*found))
    report(desk, effect)
    _print_without_seat(desk, session_of(effect.after), found[0])


def remove(desk: Desk, contestants: str, reason: str) -> None:
    """Take out contestants who were entered by mistake: '15NS,15EW', or a team."""
    session = desk.before()
    who = tuple(known(session, each) for each in openings.contestants(contestants, session.opening.scoring))
    effects.ask_and_record(desk, RemoveContestants(who, reason), "Take them out?")


def _print_without_seat(desk: Desk, session: Session, entered: Sequence[str]) -> None:
    """Who comes late and sits nowhere in the movement, and how it is changed."""
    plan = plan_of(session)
    idle = [each for each in entered if plan.covers([each]) and each not in plan.contestants]
    if idle and not (desk.settings.quiet or desk.settings.plain or desk.settings.json):
        where = f"{joined(idle)} {'sits' if len(idle) == 1 else 'sit'} nowhere in the movement"
        desk.hint("", f"{where}: `movement change --seat {shlex.quote(idle[0])}`")


def print_still_seated(desk: Desk, withdrawn: Effect, who: str) -> None:
    """Whom somebody who left would have met yet: how the movement goes on without him, and what they have for it."""
    session = session_of(withdrawn.after)
    label = known(session, who)
    left = not_met(session, label)
    if not left or desk.settings.quiet or desk.settings.plain or desk.settings.json:
        return
    first, to_meet = left[0], [next(who for who in seats(each).everyone if who != label) for each in left]
    told = f"{label} is in the movement from round {first.round} on, against {joined(to_meet)}"
    desk.hint("", f"{told}: `movement change --without {shlex.quote(label)} --from-round {first.round}`")
    boards = ",".join(map(str, first.boards))
    sits_out = f"contestant sit-out {shlex.quote(to_meet[0])} --round {first.round} --boards {boards}"
    desk.hint("", f"What {to_meet[0]} has for it: `{sits_out} --against {shlex.quote(label)}`")


def enter_entrants(
    desk: Desk, tournament: str, typed: tuple[str | None, Sequence[str], Path | None], of: EntrantOptions
) -> None:
    """Enter contestants of a tournament: those `typed`, with their players, or those of a list."""
    contestants, players, file = typed
    if bool(file) is bool(contestants):
        raise Misuse("usage", "who is entered?", 'tournament enter 15 "Ann Bell & Carl Dunn"; or --from FILE.csv')
    members = the_list(desk, of.members)

    def labels(text: str) -> tuple[str, ...]:
        return tuple(each.label for each in tournaments.entrants(text, "", None))

    found, named = _listed(file, labels, members) if file else _typed(str(contestants), players, labels, members)
    entrants = [Entrant(label, of.stratum, of.seed + at if of.seed else None) for at, label in enumerate(found)]
    if named and not (of.stratum or of.seed):  # then it is said who they are, and what was said before holds
        known = desk.office.tournaments.stream(tournament).entrants
        entrants = [known.get(each.label, each) for each in entrants]
    command = EnterEntrants(tuple(entrants), named)
    effect = effects.submit(desk, command, session_id=tournament)
    beside = late.enter_in_session(desk, effect, found)
    report(desk, effect)
    if beside and not desk.settings.json:
        effects.show_beside(desk, beside)


Entries = tuple[tuple[str, ...], tuple[Player, ...]]
"""Who is entered, and the players of those of whom they are said."""


def _typed(contestants: str, players: Sequence[str], labels: Labels, members: Members | None) -> Entries:
    """Contestants as they are typed: several by number, or one with its players."""
    called = labels(contestants)
    if players and members is None and all(re.fullmatch(NUMBER, each.strip()) for each in players):
        together = " ".join([contestants, *players])
        raise Misuse(
            "unquoted",
            "this was typed in several words",
            f'quote it: "{together}"; or {contestants},{",".join(players)}',
        )
    if players and len(called) > 1:
        raise Misuse("usage", f"{contestants} are several: whose names are these?", "one at a time, or --from FILE.csv")
    return called, contestant(called[0], players, members) if players else ()


def _listed(file: Path, labels: Labels, members: Members | None) -> Entries:
    """The contestants of a list, with their players as far as it has them; refused by each line that has none."""
    found: list[str] = []
    players: list[Player] = []
    lines, problems = read_entries(file, alone=True)
    for line in lines:
        try:
            (label,) = _one(labels(line.contestant))
            players += contestant(label, line.players, members, whole=True)
            if label in found:
                raise Misuse("bad-contestants", f"{label} stands in a line before")
            found.append(label)
        except (Refusal, Misuse) as error:
            problems.append((line.place, error.message))
    require_none(file, problems)
    if not found:
        raise Misuse("bad-file", f"{file} names no contestant", "a line each: pair,player 1,player 2")
    return tuple(found), tuple(players)


def _one(labels: tuple[str, ...]) -> tuple[str, ...]:
    if len(labels) != 1:
        raise Misuse("bad-contestants", f"{', '.join(labels)} are several")
    return labels


def report(desk: Desk, effect: Effect) -> None:
    """What came of it, with who is entered as whom; in the words of the log where one contestant is named in it."""
    who: dict[str, tuple[Player, ...]] = {label: () for each in effect.events for label in _labels(each.event)}
    for (label, _), player in sorted(_known(desk, effect.after).items()):
        if label in who:
            who[label] = (*who[label], player)
    if not (desk.settings.quiet or desk.settings.json):
        said = any(isinstance(each.event, PlayersNamed) for each in effect.events) and len(who) == 1
        for label, people in who.items():
            if people and not said:
                desk.say(f"{label}: {PlaysAs('', label, people).names}")
    effects.report(desk, effect, entered=entered_json(who))


def _known(desk: Desk, after: Stream) -> Mapping[tuple[str, int], Player]:
    """The players of a session, also those whom its tournament knows; or of a tournament."""
    if isinstance(after, Tournament):
        return players_of(after)
    return players_told(desk.office.tournaments.tell_names(session_of(after)))


def entered_json(who: Mapping[str, Sequence[Player]]) -> list[dict[str, object]]:
    """Who is entered, and as whom, for programs."""
    return [{"contestant": label, "players": [*map(player_json, people)]} for label, people in who.items()]


def _labels(event: Event) -> Iterator[str]:
    """Whom an event enters, or names."""
    if isinstance(event, ContestantsEntered):
        yield from event.contestants
    elif isinstance(event, EntrantsEntered):
        yield from (each.label for each in event.entrants)
    elif isinstance(event, PlayersNamed):
        yield from (each.contestant for each in event.players)
