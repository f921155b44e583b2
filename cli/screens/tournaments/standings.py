"""Print a tournament, its standings and cross tables, its qualifiers, and the derivation of a total."""

from collections.abc import Callable, Iterable, Iterator
from shlex import quote

from msgspec import UNSET

from cli.desk.desk import Desk
from cli.desk.tournaments import reading_time, scores_at_moment, time_in_periods
from cli.screens import publishing
from cli.screens.publishing import print_moved_stages
from cli.views.answers import TournamentAnswer, fill_row
from cli.views.finality import standing_finality
from cli.views.overall import OverallAnswer, heads_of, knockout_places_table, part_table, stage_value
from cli.views.tables import Part
from cli.views.tournaments import (
    OneTournament,
    OverallExplainAnswer,
    PublicationRow,
    QualifiedAnswer,
    TournamentsAnswer,
    cut_row,
    explained_total,
    tournament_row,
)
from cli.words.brackets import finished_match_text
from cli.words.derivations import derivation_lines
from cli.words.finality import overall_finality_lines
from cli.words.overalls import (
    QualificationView,
    changed_cuts_lines,
    no_bracket_text,
    notes,
    overall_mark_text,
    qualification_views,
    read_up_to_text,
    substitute_lines,
    tie_lines,
    total_text,
)
from cli.words.regulations import signature_text
from cli.words.scores import score_text
from cli.words.tournaments import carry_rule_text, stage_text
from cli.words.vocabulary import counted, side_name
from ledger.errors import Refusal
from ledger.overall.aspects import moved_since, overall_finality
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow, RankedBy, rankings, split_by_winner
from ledger.overall.standing import derive_across_sections, derive_board_across_sections, list_bracket_matches, overalls
from ledger.session.moment import iso

StageQuestion = Callable[[TournamentScores, str, int | None], tuple[TournamentAnswer, Iterable[Part]]]
"""A function from a stage and the width of the screen (None: for programs) to an answer and its parts."""


def print_heads(desk: Desk, scores: TournamentScores) -> None:
    """Print how far each stream was read, if the answer is of an earlier moment or with --verbose."""
    if (desk.settings.as_of or desk.settings.verbose) and not (desk.settings.plain or desk.settings.json):
        desk.say(f"Up to {read_up_to_text(scores)}", "")


def list_tournaments(desk: Desk) -> None:
    """Print the tournaments of the ledger."""
    tournaments = [desk.office.tournaments.stream(name) for name in desk.office.tournaments.names()]
    if desk.settings.json:
        desk.answer(TournamentsAnswer(tuple(map(tournament_row, tournaments))), ())
        return
    rows = [
        [each.id, each.opened.title, str(len(each.stages)), str(len(each.sessions)), str(each.number)]
        for each in tournaments
    ]
    desk.table(["tournament", "title", ">stages", ">sessions", ">events"], rows)
    if not rows:
        desk.hint_aside("no tournament yet: `tournament open NAME`")


def show_tournament(desk: Desk, named: str | None) -> None:
    """Print a tournament: its stages in order, each with its sessions."""
    scores = scores_at_moment(desk, named)
    tournament = scores.tournament
    if desk.settings.json:
        published = tournament.publications
        value = fill_row(
            OneTournament,
            tournament_row(tournament),
            heads=heads_of(scores),
            published=PublicationRow(published[-1].number, iso(published[-1].at)) if published else None,
            moved_since=moved_since(scores),
            finality=standing_finality(overall_finality(scores), reading_time(desk, scores)),
        )
        desk.answer(value, (), tournament)
        return
    print_heads(desk, scores)
    closed = "   closed" if tournament.closed else ""
    desk.say(f"{tournament.id}   {tournament.opened.title}{closed}", f"Regulations: {tournament.regulations.title}")
    if tournament.signed_regulations:
        desk.say(f"  {signature_text(tournament, desk.now(tournament))}")
    if tournament.entrants:
        desk.say(f"{counted(len(tournament.entrants), 'contestant')} entered: {', '.join(tournament.entrants)}")
    for stage in tournament.stages.values():
        desk.say("", f"{stage.name}   {stage_text(stage)}")
        rows = [[str(each.sitting), each.section, each.session] for each in tournament.in_stage(stage.name)]
        desk.table([">sitting", "section", "session"], rows)
        for line in (
            f"{each.session}: {', '.join(f'{one} is {entrant}' for one, entrant in links.items())}"
            for each in tournament.in_stage(stage.name)
            if (links := tournament.links.get(each.session))
        ):
            desk.say_long(line, 2)
        print_absent_sessions(desk, [each.session for each in tournament.in_stage(stage.name)])
    if tournament.sessions:
        desk.say()
        publishing.say_publication(desk, scores)
    if not tournament.stages:
        desk.hint_aside("no stage yet: `tournament stage add NAME`")


def print_absent_sessions(desk: Desk, sessions: Iterable[str]) -> None:
    """Name the sessions that are not in this ledger: not opened yet, or kept in another ledger."""
    known = desk.office.sessions()
    if away := [each for each in sessions if each not in known]:
        desk.hint_aside(f"not here yet: {', '.join(away)}; `import FILE.zip` brings a session's bundle")


def print_qualified(desk: Desk, named: str | None, stage: str | None) -> None:
    """Print the contestants who qualified for a stage, or for each."""
    scores = scores_at_moment(desk, named)
    views = qualification_views(scores, stage)
    if desk.settings.json:
        value = QualifiedAnswer(heads=heads_of(scores), stages=tuple(map(cut_row, views)))
        desk.answer(value, (), scores.tournament)
        return
    print_heads(desk, scores)
    for view in views:
        if not desk.settings.plain:
            source, into = view.way
            cut = view.recut.cut if view.recut else None
            of = f"   {counted(len(cut.now), 'contestant')} of {source} (#{cut.number})" if cut else f"   {source}"
            rules = view.scores.tournament.qualified.rules(view.way)
            carry = [carry_rule_text(rules)] if rules else []
            desk.say(*([] if view is views[0] else [""]), into + of, *carry)
        _print_names(desk, view)
        for line in notes(view):
            desk.hint_aside(line)
    if not views:
        desk.hint_aside("no cut is recorded yet: `tournament qualify STAGE --into FINAL --best 14`")


def print_recut_hint(desk: Desk, scores: TournamentScores, stage: str) -> None:
    """Print how the cuts into a stage would differ if they were made today; nothing if they would not."""
    if lines := changed_cuts_lines(scores, stage):
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


def print_stage_answer(desk: Desk, named: str | None, stage: str, question: StageQuestion) -> None:
    """Print the answer to a question about a stage: its bracket or its cross table."""
    scores = scores_at_moment(desk, named)
    value, parts = question(scores, stage, None if desk.settings.plain else desk.width)
    print_heads(desk, scores)
    desk.answer(value, parts, scores.tournament)


def print_standings(
    desk: Desk, named: str | None, stage: str | None, by: RankedBy | None = None, after_round: int | None = None
) -> None:
    """Print the standings of one stage or of each; `by` ranks groups apart, `after_round` gives those after a round."""
    scores = scores_at_moment(desk, named)
    standings = overalls(scores, stage, after_round)
    if desk.settings.json:
        now = time_in_periods(desk, scores)
        final = standing_finality(overall_finality(scores), now) if after_round is None else UNSET
        stages = tuple(stage_value(each, by) for each in standings)
        desk.answer(OverallAnswer(heads=heads_of(scores), stages=stages, finality=final), (), scores.tournament)
        return
    print_heads(desk, scores)
    for overall in standings:
        if not desk.settings.plain:
            after = f", after round {after_round}" if after_round else ""
            desk.say(*([] if overall is standings[0] else [""]), overall.stage.name + after)
        _print_stage(desk, overall, by)
    print_moved_stages(desk, scores)
    if scores.tournament.publications and after_round is None and not desk.settings.plain:
        desk.aside(*overall_finality_lines(overall_finality(scores), time_in_periods(desk, scores)))
    if not standings:
        desk.hint_aside("no stage yet: `tournament stage add NAME`")


def _print_stage(desk: Desk, overall: Overall, by: RankedBy | None) -> None:
    if overall.bracket and not by:
        desk.show([knockout_places_table(overall.bracket)])
        return
    if overall.stage.format == "knockout":
        desk.hint_aside(no_bracket_text(overall.scores.tournament, overall.stage.name))
        return
    parts = rankings(overall, by) if by else split_by_winner(overall)
    for part in parts:
        if part.name and not desk.settings.plain:
            whole = by in (None, "direction")
            title = side_name(part.name) if whole else f"{by.capitalize() if by else ''} {part.name}"
            desk.say(*([] if part is parts[0] else [""]), title)
        desk.show([part_table(overall, part, by)])
    if parts and not desk.settings.plain:
        desk.say(*tie_lines(overall), *substitute_lines(overall), *overall.notes)
        if overall.way_out:
            desk.hint(overall.way_out)
    if not overall.rows:
        desk.aside(f"no scores in {overall.stage.name} yet")
    elif not parts:
        desk.hint_aside("nobody is in a stratum yet: `tournament enter 1-12 --stratum B`")
    print_absent_sessions(desk, [each.session for each in overall.scores.tournament.in_stage(overall.stage.name)])


def explain_overall(
    desk: Desk, named: str | None, contestant: str, stage: str | None, board: int | None = None
) -> None:
    """Print the derivation of a contestant's total in one stage or each; Refusal if it has none.

    With a board: its score on that board, compared across the sections.
    """
    scores = scores_at_moment(desk, named)
    name = contestant.casefold()
    rows = [
        (each, each.row(contestant) or next((row for row in each.rows if row.entrant.casefold() == name), None))
        for each in overalls(scores, stage)
    ]
    totals = [(each, row) for each, row in rows if row]
    if not totals:
        where = f"in {stage}" if stage else f"in {scores.tournament.id}"
        hint = "`tournament standings` shows who has"
        raise Refusal("no-such-contestant", f"{contestant} has no score {where}", hint)
    if desk.settings.json:
        stages = tuple(explained_total(*each, board) for each in totals)
        desk.answer(OverallExplainAnswer(heads=heads_of(scores), stages=stages), (), scores.tournament)
        return
    print_heads(desk, scores)
    for total in totals:
        lines = _total_lines(*total) if board is None else _board_lines(*total, board)
        for line in (*([] if total is totals[0] else [""]), *lines):
            desk.say_long(line, len(line) - len(line.lstrip()) + _INDENT)
        desk.hint("", *_next_commands(*total, board))


def _board_lines(overall: Overall, row: OverallRow, board: int) -> Iterator[str]:
    scores = list(derive_board_across_sections(overall, row, board))
    if not scores:
        at = row.last
        hint = f"`explain {board} {quote(at.contestant)} --session {at.of.session}`" if at else "`tournament show`"
        raise Refusal("no-such-board", f"{row.entrant} has no board {board} scored across sections", hint)
    for figure, score in scores:
        value = score_text(score.value, overall.stage.rules.rounding)
        yield f"{value} {score.unit}   {row.entrant} on board {board}, sitting {figure.of.sitting}, across the sections"
        yield from derivation_lines(score)


_INDENT = 7
"""The indent of folded lines, under the words that follow a number."""


def _total_lines(overall: Overall, row: OverallRow) -> Iterator[str]:
    total = total_text(row.total.value, overall.stage.rules)
    unit = overall.unit or "won"
    place = f"place {row.rank}" if row.rank else f"no place: {overall_mark_text(row.mark)}"
    place = "still in" if row.entrant in overall.still_in else place
    yield f"{total} {unit}   total of {row.entrant} in {overall.stage.name}, {place}"
    yield from derivation_lines(row.total.derivation())
    for figure in (each for each in row.figures if each not in row.counted):
        why = "without standing there" if not figure.counts else f"not one of the best {overall.stage.rules.best}"
        value = score_text(figure.value.value, overall.stage.rules.rounding)
        yield f"  {value:>8}  {figure.value.derivation().text}   does not count: {why}"
    for match in list_bracket_matches(overall, row):
        yield from ("", finished_match_text(match, row.entrant))
        for score in match.scores:
            yield from derivation_lines(score)
    for figure, values in derive_across_sections(overall, row):
        yield ""
        yield f"Sitting {figure.of.sitting}, {figure.of.session}, across the sections: {figure.contestant}"
        for score in values:
            yield from derivation_lines(score)
    beneath = [*tie_lines(overall, row.entrant), *substitute_lines(overall, row.entrant), *overall.notes]
    yield from ["", *beneath] if beneath else []


def _next_commands(overall: Overall, row: OverallRow, board: int | None) -> Iterator[str]:
    across = {(figure.of.session, figure.contestant) for figure, _ in derive_across_sections(overall, row)}
    for figure in row.figures:
        contestant, at = quote(figure.contestant), figure.of.session
        card = f"`scorecard {contestant} --session {at}`"
        if (at, figure.contestant) in across:
            one = f", `tournament explain {quote(row.entrant)} {quote(overall.stage.name)} --board 1`"
            yield f"The boards in {at}: {card}{'' if board else one}"
        else:
            yield f"Its total in {at}: `explain --contestant {contestant} --session {at}`, {card}"
