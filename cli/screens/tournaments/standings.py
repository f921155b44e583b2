"""A tournament on a page, its standings and cross tables, who goes on, and why a total is what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from shlex import quote

from msgspec import UNSET

from cli.desk.desk import Desk
from cli.desk.tournaments import at_moment, the_time, time_in_periods
from cli.screens import publishing
from cli.screens.publishing import say_moved
from cli.terminal.tables import Layout
from cli.views.answers import as_json
from cli.views.finality import standing_finality
from cli.views.overall import OverallAnswer, heads_of, part_table, stage_value, survivors_table
from cli.views.tournaments import cross_table_json, cut_json, heads_json, overall_total_json, tournament_json
from cli.words.brackets import told_match_text
from cli.words.derivations import derivation_lines
from cli.words.finality import overall_finality_lines
from cli.words.overalls import (
    QualificationView,
    cross_notes,
    crossed_text,
    heads_text,
    mark_text,
    notes,
    qualification_views,
    recut_lines,
    substitute_lines,
    tie_lines,
    total_text,
)
from cli.words.regulations import signature_text
from cli.words.scores import places_of, score_text
from cli.words.tournaments import rules_of_carry_text, stage_text
from cli.words.vocabulary import counted, side_name
from ledger.errors import Refusal
from ledger.laws.rounding import decimal_text
from ledger.overall.aspects import moved_since, overall_finality
from ledger.overall.cross_table import CrossTable, cross_table
from ledger.overall.qualifying import would_have_qualified
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow, RankedBy, fields, rankings
from ledger.overall.standing import board_across, overalls, told_across, told_matches
from ledger.session.moment import iso
from ledger.subjects.tournaments.state import Tournament, how_to_draw_bracket


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
    rows = [
        [each.id, each.opened.title, str(len(each.stages)), str(len(each.sessions)), str(each.number)] for each in found
    ]
    desk.table(["tournament", "title", ">stages", ">sessions", ">events"], rows)
    if not rows:
        desk.hint_aside("no tournament yet: `tournament open NAME`")


def show_tournament(desk: Desk, named: str | None) -> None:
    """A tournament: its stages in order, each with its sessions."""
    scores = at_moment(desk, named)
    said = scores.tournament
    if desk.settings.json:
        published = scores.tournament.publications
        publication_json = {
            "published": {"number": published[-1].number, "at": iso(published[-1].at)} if published else None,
            "moved_since": list(moved_since(scores)),
            "finality": as_json(standing_finality(overall_finality(scores), the_time(desk, scores))),
        }
        shown = tournament_json(said) | publication_json
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
        for line in (
            f"{each.session}: {', '.join(f'{one} is {entrant}' for one, entrant in links.items())}"
            for each in said.in_stage(stage.name)
            if (links := said.links.get(each.session))
        ):
            desk.say_long(line, 2)
        say_missing(desk, [each.session for each in said.in_stage(stage.name)])
    if said.sessions:
        desk.say()
        publishing.say_publication(desk, scores)
    if not said.stages:
        desk.hint_aside("no stage yet: `tournament stage add NAME`")


def say_missing(desk: Desk, sessions: Iterable[str]) -> None:
    """Which of these sessions are not in this ledger: they were named before they are opened, or kept elsewhere."""
    there = desk.office.sessions()
    if away := [each for each in sessions if each not in there]:
        desk.hint_aside(f"not here yet: {', '.join(away)}; `import FILE.zip` brings a session's bundle")


def say_no_bracket(desk: Desk, tournament: Tournament, stage: str) -> None:
    """Print that a stage has no bracket yet, and what draws it."""
    desk.hint_aside(f"{stage} has no bracket yet: {how_to_draw_bracket(tournament, stage)}")


def print_qualified(desk: Desk, named: str | None, stage: str | None) -> None:
    """Who goes on, into one stage or into each."""
    scores = at_moment(desk, named)
    found = qualification_views(scores, stage)
    if desk.settings.json:
        desk.json_at(
            "qualified/1",
            scores.tournament,
            {"heads": heads_json(scores), "stages": [cut_json(each) for each in found]},
        )
        return
    say_heads(desk, scores)
    for each in found:
        if not desk.settings.plain:
            source, into = each.way
            cut = each.recut.cut if each.recut else None
            of = f"   {counted(len(cut.now), 'contestant')} of {source} (#{cut.number})" if cut else f"   {source}"
            rules = each.scores.tournament.qualified.rules(each.way)
            carry = [rules_of_carry_text(rules)] if rules else []
            desk.say(*([] if each is found[0] else [""]), into + of, *carry)
        _print_names(desk, each)
        for line in notes(each):
            desk.hint_aside(line)
    if not found:
        desk.hint_aside("nobody was cut yet: `tournament qualify STAGE --into FINAL --best 14`")


def hint_at_recut(desk: Desk, scores: TournamentScores, stage: str) -> None:
    """Print whom the cuts into a stage would name as things stand now, where that is not who is drawn."""
    recuts = (each for each in would_have_qualified(scores) if each.cut.said.into == stage)
    if lines := [line for each in recuts for line in recut_lines(each)]:
        desk.hint("", *lines)


def _print_names(desk: Desk, going: QualificationView) -> None:
    names, rules = going.names, going.standing.stage.rules
    rows = [going.standing.row(each) for each in names]
    columns = {
        ">place": [str(row.rank or "–") if row else "–" for row in rows],
        "contestant": names,
        f">{going.standing.unit or 'won'}": [total_text(row.total.value if row else None, rules) for row in rows],
    }
    if going.carried or desk.settings.plain:
        carried = [going.carried.get(each) for each in names]
        columns[">carries"] = [score_text(each.value if each else None) for each in carried]
    desk.table(list(columns), list(zip(*columns.values(), strict=True)))


def print_cross_table(desk: Desk, named: str | None, stage: str) -> None:
    """The cross table of a stage."""
    scores = at_moment(desk, named)
    format_ = scores.tournament.named_stage(stage).format
    found = cross_table(scores, stage)
    if desk.settings.json:
        desk.json_at(
            "cross-table/1", scores.tournament, {"heads": heads_json(scores), "stage": stage} | cross_table_json(found)
        )
        return
    say_heads(desk, scores)
    if found is None:
        desk.aside(f"no session of {stage} has matches yet")
    else:
        _print_cross_table(desk, found, all_meet=format_ == "all-play-all")


def _print_cross_table(desk: Desk, found: CrossTable, *, all_meet: bool) -> None:
    """A column for each opponent, by its place, where there is room; else each one's matches on a line beneath."""
    places = max((places_of(cell.worth.value) for row in found.cells.values() for cell in row), default=0)
    order = {entrant: str(at) for at, entrant in enumerate(found.entrants, start=1)}
    columns = {
        ">rank": [str(found.ranks.get(each, "–")) for each in order],
        "contestant": list(order),
        f">{found.unit}": [decimal_text(found.totals[each].value, places) for each in order],
        ">matches": [str(found.matches(each)) for each in order],
    }
    crossed = {f">{at}": [crossed_text(found, own, other, places) for own in order] for other, at in order.items()}
    widths = (max(map(len, (name, *cells))) for name, cells in (columns | crossed).items())
    if desk.settings.plain or sum(width + 2 for width in widths) <= desk.width:
        columns = {">no": list(order.values())} | columns | crossed
        desk.table(list(columns), list(zip(*columns.values(), strict=True)))
    else:
        columns["against"] = [  # 'Iceland 12.00, Malta 9.40': everybody one has met
            ", ".join(
                f"{each} {crossed_text(found, own, each, places)}" for each in order if (own, each) in found.cells
            )
            for own in order
        ]
        desk.table(list(columns), list(zip(*columns.values(), strict=True)), layout=Layout(beneath=("against",)))
    if not desk.settings.plain:
        for line in cross_notes(found, all_meet=all_meet):
            desk.say_long(line, 2)


def print_overalls(
    desk: Desk, named: str | None, stage: str | None, by: RankedBy | None = None, after_round: int | None = None
) -> None:
    """The standing of one stage, or of each; in parts, or as it was after a round, where that is asked."""
    scores = at_moment(desk, named)
    found = overalls(scores, stage, after_round)
    if desk.settings.json:
        final = (
            standing_finality(overall_finality(scores), time_in_periods(desk, scores)) if after_round is None else UNSET
        )
        stages = tuple(stage_value(each, by) for each in found)
        desk.answer(OverallAnswer(heads=heads_of(scores), stages=stages, finality=final), (), scores.tournament)
        return
    say_heads(desk, scores)
    for each in found:
        if not desk.settings.plain:
            after = f", after round {after_round}" if after_round else ""
            desk.say(*([] if each is found[0] else [""]), each.stage.name + after)
        _print_stage(desk, each, by)
    say_moved(desk, scores)
    if scores.tournament.publications and after_round is None and not desk.settings.plain:
        desk.aside(*overall_finality_lines(overall_finality(scores), time_in_periods(desk, scores)))
    if not found:
        desk.hint_aside("no stage yet: `tournament stage add NAME`")


def _print_stage(desk: Desk, found: Overall, by: RankedBy | None) -> None:
    if found.bracket and not by:
        desk.show([survivors_table(found.bracket)])
        return
    if found.stage.format == "knockout":
        say_no_bracket(desk, found.scores.tournament, found.stage.name)
        return
    parts = rankings(found, by) if by else fields(found)
    for part in parts:
        if part.name and not desk.settings.plain:
            whole = by in (None, "direction")
            title = side_name(part.name) if whole else f"{by.capitalize() if by else ''} {part.name}"
            desk.say(*([] if part is parts[0] else [""]), title)
        desk.show([part_table(found, part, by)])
    if parts and not desk.settings.plain:
        desk.say(*tie_lines(found), *substitute_lines(found), *found.notes)
        if found.way_out:
            desk.hint(found.way_out)
    if not found.rows:
        desk.aside(f"no scores in {found.stage.name} yet")
    elif not parts:
        desk.hint_aside("nobody is in a stratum yet: `tournament enter 1-12 --stratum B`")
    say_missing(desk, [each.session for each in found.scores.tournament.in_stage(found.stage.name)])


def explain_overall(
    desk: Desk, named: str | None, contestant: str, stage: str | None, board: int | None = None
) -> None:
    """A contestant's total in one stage, or in each it has one in; refused where it has none.

    With a board: what it has on that one, across the sections.
    """
    scores = at_moment(desk, named)
    asked = contestant.casefold()
    rows = [
        (each, each.row(contestant) or next((row for row in each.rows if row.entrant.casefold() == asked), None))
        for each in overalls(scores, stage)
    ]
    found = [(each, row) for each, row in rows if row]
    if not found:
        where = f"in {stage}" if stage else f"in {scores.tournament.id}"
        raise Refusal(
            "no-such-contestant", f"{contestant} has no score {where}", "`tournament standings` shows who has"
        )
    if desk.settings.json:
        payload = {"heads": heads_json(scores), "stages": [overall_total_json(*each, board) for each in found]}
        desk.json_at("overall-explain/1", scores.tournament, payload)
        return
    say_heads(desk, scores)
    for each in found:
        told = _total_lines(*each) if board is None else _board_lines(*each, board)
        for line in (*([] if each is found[0] else [""]), *told):
            desk.say_long(line, len(line) - len(line.lstrip()) + _MOVED_IN)
        desk.hint("", *_way_on(*each, board))


def _board_lines(found: Overall, row: OverallRow, board: int) -> Iterator[str]:
    told = list(board_across(found, row, board))
    if not told:
        own = row.last
        hint = f"`explain {board} {quote(own.contestant)} --session {own.of.session}`" if own else "`tournament show`"
        raise Refusal("no-such-board", f"{row.entrant} has no board {board} scored across sections", hint)
    for figure, each in told:
        value = score_text(each.value, found.stage.rules.rounding)
        yield f"{value} {each.unit}   {row.entrant} on board {board}, sitting {figure.of.sitting}, across the sections"
        yield from derivation_lines(each)


_MOVED_IN = 7
"""How far what is folded stands deeper: as deep as the words after a number."""


def _total_lines(found: Overall, row: OverallRow) -> Iterator[str]:
    total = total_text(row.total.value, found.stage.rules)
    unit = found.unit or "won"
    place = f"place {row.rank}" if row.rank else f"no place: {mark_text(row.mark)}"
    place = "still in" if row.entrant in found.still_in else place
    yield f"{total} {unit}   total of {row.entrant} in {found.stage.name}, {place}"
    yield from derivation_lines(row.total.derivation())
    left = [figure for figure in row.figures if figure not in row.counted]
    for figure in left:
        why = "without standing there" if not figure.counts else f"not one of the best {found.stage.rules.best}"
        value = score_text(figure.value.value, found.stage.rules.rounding)
        yield f"  {value:>8}  {figure.value.derivation().text}   does not count: {why}"
    for match in told_matches(found, row):
        yield from ("", told_match_text(match, row.entrant))
        for each in match.scores:
            yield from derivation_lines(each)
    for figure, told in told_across(found, row):
        yield ""
        yield f"Sitting {figure.of.sitting}, {figure.of.session}, across the sections: {figure.contestant}"
        for each in told:
            yield from derivation_lines(each)
    beneath = [*tie_lines(found, row.entrant), *substitute_lines(found, row.entrant), *found.notes]
    yield from ["", *beneath] if beneath else []


def _way_on(found: Overall, row: OverallRow, board: int | None) -> Iterator[str]:
    across = {(figure.of.session, figure.contestant) for figure, _ in told_across(found, row)}
    for figure in row.figures:
        own, at = quote(figure.contestant), figure.of.session
        card = f"`scorecard {own} --session {at}`"
        if (at, figure.contestant) in across:
            one = f", `tournament explain {quote(row.entrant)} {quote(found.stage.name)} --board 1`"
            yield f"The boards in {at}: {card}{'' if board else one}"
        else:
            yield f"Its total in {at}: `explain --contestant {own} --session {at}`, {card}"
