"""A tournament on a page, and the list of them."""

from collections.abc import Iterable, Iterator

from cli.desk.desk import Desk
from cli.desk.tournaments import at_moment
from cli.json.tournaments import heads_json, tournament_json
from cli.screens import publishing
from cli.words.overalls import heads_text
from cli.words.regulations import signature_text
from cli.words.tournaments import stage_text
from cli.words.vocabulary import counted
from ledger.overall.scores import TournamentScores
from ledger.session.tournaments import Tournament


def say_heads(desk: Desk, scores: TournamentScores) -> None:
    """Up to which event of which stream it goes: where it is of an earlier moment, and with --verbose."""
    if (desk.settings.as_of or desk.settings.verbose) and not desk.settings.plain:
        desk.say(f"Up to {heads_text(scores)}", "")


def list_tournaments(desk: Desk) -> None:
    """The tournaments of the ledger."""
    found = [desk.office.tournaments.stream(name) for name in desk.office.tournaments.names()]
    if desk.settings.json:
        desk.json("tournaments/1", {"tournaments": [tournament_json(each) for each in found]})
        return
    rows = [_row(each) for each in found]
    desk.table(["tournament", "title", ">stages", ">sessions", ">events"], rows)
    if not rows:
        desk.hint_aside("no tournament yet: `tournament open NAME`")


def _row(tournament: Tournament) -> list[str]:
    counts = [str(len(tournament.stages)), str(len(tournament.sessions)), str(tournament.number)]
    return [tournament.id, tournament.opened.title, *counts]


def show_tournament(desk: Desk, named: str | None) -> None:
    """A tournament: its stages in order, each with its sessions."""
    scores = at_moment(desk, named)
    said = scores.tournament
    if desk.settings.json:
        shown = tournament_json(said) | publishing.publication_json(desk, scores)
        desk.json_at("tournament/1", said, {"heads": heads_json(scores)} | shown)
        return
    say_heads(desk, scores)
    desk.say(
        f"{said.id}   {said.opened.title}{'   closed' if said.closed else ''}", f"Regulations: {said.regulations.title}"
    )
    if said.signed_regulations:
        desk.say(f"  {signature_text(said, desk.now(said))}")
    if said.entrants:
        desk.say(f"{counted(len(said.entrants), 'contestant')} entered: {', '.join(said.entrants)}")
    for stage in said.stages.values():
        desk.say("", f"{stage.name}   {stage_text(stage)}")
        rows = [[str(each.sitting), each.section, each.session] for each in said.in_stage(stage.name)]
        desk.table([">sitting", "section", "session"], rows)
        for line in _who_is_who(said, stage.name):
            desk.say_long(line, 2)
        say_missing(desk, [each.session for each in said.in_stage(stage.name)])
    if said.sessions:
        desk.say()
        publishing.say_publication(desk, scores)
    if not said.stages:
        desk.hint_aside("no stage yet: `tournament stage add NAME`")


def _who_is_who(said: Tournament, stage: str) -> Iterator[str]:
    """'saturday: 5NS is 12, 6NS is 14': who plays in a session under another number."""
    for each in said.in_stage(stage):
        if links := said.links.get(each.session):
            yield f"{each.session}: {', '.join(f'{one} is {entrant}' for one, entrant in links.items())}"


def say_missing(desk: Desk, sessions: Iterable[str]) -> None:
    """Which of these sessions are not in this ledger: they were named before they are opened, or kept elsewhere."""
    there = desk.office.sessions()
    if away := [each for each in sessions if each not in there]:
        desk.hint_aside(f"not here yet: {', '.join(away)}; `import FILE.zip` brings a session's bundle")
