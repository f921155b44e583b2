"""tournament open, stage, add, remove, enter, link."""

from __future__ import annotations

from pathlib import Path

import click

from cli import screens
from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk.commands import RecordingCommand, Verbs
from cli.desk.desk import Desk
from cli.options.declared import ENTRIES, reason_option, takes
from cli.options.tournaments import EntrantOptions, StageOptions, range_type
from ledger.bounds.tournaments import SITTING
from ledger.errors import Misuse

OTHER_PEOPLE = click.option(
    "--other-people",
    default="",
    metavar="CONTESTANTS",
    help="Those of the session who are the same contestants as elsewhere, though other people play: 7NS,9NS.",
)


@tournament.command("open", cls=RecordingCommand)
@click.argument("name")
@click.option("--title", help="What it is called.")
@click.option("--profile", default="default", metavar="NAME|FILE.toml", help="Its regulations [default: default].")
def open_(desk: Desk, name: str, title: str | None, profile: str) -> None:
    """Open a tournament: an event of several sessions.

    \b
    Examples:
      bridge-ledger tournament open spring --title "Spring congress"
    """
    from cli.options import openings
    from ledger.subjects.tournaments.facts import OpenTournament

    command = OpenTournament(title or name, openings.regulations(profile))
    screens.effects.record(desk, command, name)


@tournament.command(cls=RecordingCommand)
@click.argument("of_session", metavar="SESSION")
@click.argument("links", nargs=-1, metavar="[CONTESTANT=ENTRANT]...")
@click.option("--stage", required=True, metavar="STAGE", help="The stage it plays in.")
@click.option("--sitting", type=range_type(SITTING), help="Which session of the stage it is [default: the next].")
@click.option("--section", default="", metavar="A", help="Which section of that session.")
@click.option("--by-people", is_flag=True, help="Whoever is known from another session by name is linked so.")
@OTHER_PEOPLE
@TOURNAMENT
def add(
    desk: Desk,
    of_session: str,
    links: tuple[str, ...],
    stage: str,
    sitting: int | None,
    section: str,
    by_people: bool,
    other_people: str,
    named: str | None,
) -> None:
    """Say that a session plays in a stage of the tournament, and who is who where numbers differ there.

    Sections of one session have the same --sitting, and a letter each; the session itself does not wait for anything.
    Where people are named, the same people keep their number of the tournament; others get it only with --other-people.

    \b
    Examples:
      bridge-ledger tournament add friday-a --stage qualifying --section A
      bridge-ledger tournament add friday-b --stage qualifying --sitting 1 --section B
      bridge-ledger tournament add saturday --stage qualifying --by-people
    """
    from cli.desk import tournaments
    from ledger.subjects.tournaments.facts import AddSession

    name = desk.tournament_name(named)
    who, strangers = tournaments.who_is_who(links), tournaments.parse_other_players(other_people)
    command = AddSession(stage, of_session, sitting, section.upper(), who, by_people=by_people, other_people=strangers)
    tournaments.note_unentered_links(desk, name, command)
    screens.effects.record(desk, command, name)


@tournament.command(cls=RecordingCommand)
@click.argument("of_session", metavar="SESSION")
@reason_option
@TOURNAMENT
def remove(desk: Desk, of_session: str, reason: str, named: str | None) -> None:
    """Take a session out of the tournament.

    \b
    Examples:
      bridge-ledger tournament remove friday-b --reason "a club game, not of the event"
    """
    from ledger.subjects.tournaments.facts import RemoveSession

    name = desk.tournament_name(named)
    screens.effects.record(desk, RemoveSession(of_session, reason), name)


@tournament.command(cls=RecordingCommand)
@click.argument("contestants", required=False)
@click.argument("players", nargs=-1)
@ENTRIES
@takes(of=EntrantOptions)
@TOURNAMENT
def enter(
    desk: Desk,
    contestants: str | None,
    players: tuple[str, ...],
    file: Path | None,
    of: EntrantOptions,
    named: str | None,
) -> None:
    """Enter contestants with their players, or complete their data; `help entries` says how people are typed.

    A session of the tournament in which they play knows them by these names.

    Once a round of a Swiss is drawn, whoever is new is entered in its session too, and is in the next draw.

    \b
    Examples:
      bridge-ledger tournament enter 1-44
      bridge-ledger tournament enter 45 "Ann Bell (1234) & Carl Dunn" --stratum B
      bridge-ledger tournament enter "Norway, Iceland, Malta" --seed 1
    """
    screens.entries.enter_entrants(desk, desk.tournament_name(named), (contestants, players, file), of)


@tournament.command(cls=RecordingCommand)
@click.argument("of_session", metavar="SESSION")
@click.argument("links", nargs=-1, metavar="[CONTESTANT=ENTRANT]...")
@OTHER_PEOPLE
@TOURNAMENT
def link(desk: Desk, of_session: str, links: tuple[str, ...], other_people: str, named: str | None) -> None:
    """Link contestants of a session to the tournament's.

    Their numbers may differ from session to session.

    \b
    Examples:
      bridge-ledger tournament link saturday 5NS=12 5EW=31
      bridge-ledger tournament link saturday --other-people 7NS
    """
    from cli.desk import tournaments
    from ledger.subjects.tournaments.facts import LinkContestants

    name, strangers = desk.tournament_name(named), tournaments.parse_other_players(other_people)
    if not (links or strangers):
        raise Misuse("usage", "who is who?", "tournament link saturday 5NS=12: 5NS there is 12")
    command = LinkContestants(of_session, tournaments.who_is_who(links), other_people=strangers)
    tournaments.note_unentered_links(desk, name, command)
    screens.effects.record(desk, command, name)


@tournament.group(cls=Verbs, guide="tournaments")
def stage() -> None:
    """Add stages, and change how their scores are added up."""


@stage.command("add", cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@click.option("--before", default="", metavar="STAGE", help="Before which stage [default: after those there are].")
@takes(how=StageOptions)
@TOURNAMENT
def add_stage(desk: Desk, stage: str, before: str, named: str | None, how: StageOptions) -> None:
    """Add a stage at the end, or before another stage.

    \b
    Examples:
      bridge-ledger tournament stage add qualifying
      bridge-ledger tournament stage add final --adds matchpoints
      bridge-ledger tournament stage add heats --before final
    """
    from cli.desk import tournaments
    from ledger.subjects.tournaments.facts import AddStage

    name = desk.tournament_name(named)
    format_, rules = tournaments.rules(how, None)
    screens.effects.record(desk, AddStage(stage, format_, rules, before), name)


@stage.command(cls=RecordingCommand)
@click.argument("stage", metavar="STAGE")
@takes(how=StageOptions)
@reason_option
@TOURNAMENT
def amend(desk: Desk, stage: str, reason: str, named: str | None, how: StageOptions) -> None:
    """Change how a stage is added up from now on; rules that are not typed stay as they are.

    \b
    Examples:
      bridge-ledger tournament stage amend qualifying --best 2 --reason "announced on Friday"
    """
    from cli.desk import tournaments
    from ledger.subjects.tournaments.facts import AmendStage

    name = desk.tournament_name(named)
    format_, rules = tournaments.rules(how, tournaments.stage(desk, name, stage))
    screens.effects.record(desk, AmendStage(stage, format_, rules, reason=reason), name)
