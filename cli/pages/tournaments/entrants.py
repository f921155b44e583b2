"""A contestant of a tournament (place, sessions and derived total in each stage), and the contestants going on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.pages.table import Cell, Outline, PageTable, TableRow, drop_empty_columns
from cli.pages.tournaments.links import TournamentSite, without_command
from cli.words import overalls
from cli.words.brackets import finished_match_text
from cli.words.derivations import outline
from cli.words.language import say, tell
from cli.words.next_steps import draw_mismatch_lines, free_place_lines
from cli.words.rulings import penalty_text
from cli.words.scores import score_text
from cli.words.tournaments import carry_rule_text
from cli.words.vocabulary import counted, put_in_quotes
from ledger.overall.qualifying import find_unqualified
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow, split_by_winner
from ledger.overall.standing import derive_across_sections, list_bracket_matches, substitutes, without_events
from ledger.projections.names import is_team_name, names_first


def entrant_views(standings: Sequence[Overall], links: TournamentSite) -> dict[str, dict[str, object]]:
    """Return, by contestant, everything its page shows: its players, and its facts in each stage with a score."""
    rows: dict[str, list[tuple[Overall, OverallRow]]] = {standing: [] for standing in links.slugs}
    for standing in standings:
        for row in standing.rows:
            rows.setdefault(row.entrant, []).append((standing, row))
    shared = {standing.stage.name: _StageFacts(standing) for standing in standings}
    return {
        entrant: {
            "contestant": entrant,
            "players": links.names.get(entrant, ""),
            "team": is_team_name(entrant),
            "stages": [shared[standing.stage.name].view(row, links) for standing, row in stage_rows],
        }
        for entrant, stage_rows in rows.items()
    }


class _StageFacts:
    def __init__(self, standing: Overall) -> None:
        self._standing = standing
        self._ranked_with = _ranked_with(standing)
        self._tied = {entrant for split in standing.ties for entrant in split.tied}
        self._across = any(field.together for field in standing.fields)
        self._seated = {each.fact.contestant for each in substitutes(standing)}
        self._notes = list(map(tell, standing.notes))

    def view(self, row: OverallRow, links: TournamentSite) -> dict[str, object]:
        standing, anchor = self._standing, links.stages[self._standing.stage.name]
        penalties = []
        for figure in row.figures:
            board = standing.scores.scoreboards.get(figure.of.session)
            for penalty in board.session.penalties_of(figure.contestant) if board else ():
                text = penalty_text(penalty.imposed.amount, penalty.imposed.unit, penalty.imposed.named)
                penalties.append(f"{figure.of.session} {penalty.case}: {text}")
        notes = [*overalls.tie_lines(standing, row.entrant)] if row.entrant in self._tied else []
        if self._seated & {figure.contestant for figure in row.figures}:
            notes += overalls.substitute_lines(standing, row.entrant)
        return {
            "stage": standing.stage.name,
            "anchor": anchor,
            "href": links.stage(standing.stage.name),
            "total": overalls.total_text(row.total.value, standing.stage.rules),
            "unit": standing.unit or "won",
            "place": "" if row.entrant in standing.still_in or not row.rank else str(row.rank),
            "of": self._ranked_with[row.entrant],
            "mark": overalls.overall_mark_text(row.mark),
            "sessions": _sessions(standing, row, links),
            "penalties": penalties,
            "why": [*self._why(row, anchor)],
            "notes": [without_command(line) for line in (*notes, *self._notes)],
        }

    def _why(self, row: OverallRow, anchor: str) -> Iterator[Outline]:
        total = overalls.total_text(row.total.value, self._standing.stage.rules)
        heading = f"{total} {say(self._standing.unit) or say('won')}"
        yield Outline(f"{anchor}-total", heading, list(outline(without_events(row.total.derivation()))))
        for at, match in enumerate(list_bracket_matches(self._standing, row), start=1):
            lines = [line for each in match.scores for line in outline(each)]
            yield Outline(f"{anchor}-match-{at}", finished_match_text(match, row.entrant), lines)
        for at, (figure, scores) in enumerate(
            derive_across_sections(self._standing, row) if self._across else (), start=1
        ):
            heading = say(
                "sitting %(sitting)s, %(session)s, across the sections: %(contestant)s",
                sitting=figure.of.sitting,
                session=figure.of.session,
                contestant=figure.contestant,
            )
            lines = [line for each in scores for line in outline(without_events(each))]
            yield Outline(f"{anchor}-across-{at}", heading, lines)


def _ranked_with(standing: Overall) -> dict[str, int]:
    """Return, by contestant, the number of contestants in its ranking: one direction's if there are two winners."""
    placed = ((part, sum(1 for rank, _ in part.rows if rank)) for part in split_by_winner(standing))
    return {row.entrant: count for part, count in placed for _, row in part.rows}


def _sessions(standing: Overall, row: OverallRow, links: TournamentSite) -> PageTable | None:
    if not row.figures:
        return None
    columns = [">sitting", "section", "session", "played as", f">{standing.unit or 'won'}", ">boards", "standing"]
    rows, rules = [], standing.stage.rules
    for figure in row.figures:
        value, href, remark = score_text(figure.value.value, rules.rounding), links.figure(figure), ""
        if figure not in row.counted:
            value = f"({value})"
            remark = say("not one of the best %(best)s", best=rules.best)
            if not figure.counts:
                remark = say("without standing there")
        cells = [
            Cell(str(figure.of.sitting)),
            Cell(figure.of.section),
            Cell(links.scores.title(figure.of.session), links.session(figure.of.session)),
            Cell(figure.contestant, href, name=True),
            Cell(value, href),
            Cell(str(figure.boards)),
            Cell(remark),
        ]
        rows.append(TableRow(cells))
    aside = frozenset({">sitting", "section", ">boards", "standing"})
    return drop_empty_columns(PageTable("Sessions", columns, rows, aside=aside, under="session"))


_BELOW = "Below the cut, in the order at the cut; places and totals as they are now"
_RESERVES = 20
"""The most contestants shown below the cut."""


def cut_views(scores: TournamentScores, links: TournamentSite) -> list[dict[str, object]]:
    """Return the view of each qualification for another stage: who goes on, who is below the cut, the carry-forward."""
    views = list[dict[str, object]]()
    for at, going in enumerate(overalls.qualification_views(scores, None), start=1):
        anchors = {name: f"way-{at}-{links.slugs[name]}" for name in going.carried if name in links.slugs}
        below, carried = going.reserves[:_RESERVES], []
        for name, carry in going.carried.items():
            if name in anchors:
                heading = f"{names_first(name, links.names)}: {score_text(carry.value)}"
                carried.append(Outline(anchors[name], heading, list(outline(without_events(carry)))))
        view: dict[str, object] = {
            "source": going.way[0],
            "into": going.way[1],
            "anchor": f"way-{at}",
            "said": list(_cut_lines(going)),
            "names": _table("Who goes on", going, going.names, links, anchors),
            "below": _table(_BELOW, going, below, links, {}) if below else None,
            "notes": [without_command(line) for line in _notes(going)],
            "carried": carried,
        }
        views.append(view)
    return views


def _cut_lines(going: overalls.QualificationView) -> Iterator[str]:
    if going.recut:
        cut = going.recut.cut
        apart = say(" of each %(part)s", part=say(cut.said.apart)) if cut.said.apart else ""
        best = say(": the best %(best)s%(apart)s", best=cut.said.best, apart=apart) if cut.said.best else ""
        yield say(
            "%(contestants)s of %(stage)s%(best)s (#%(number)s)",
            contestants=counted(len(cut.now), "contestant"),
            stage=going.way[0],
            best=best,
            number=cut.number,
        )
        for number, change in cut.changes:
            if change.enters and change.leaves:
                change_text = say("%(enters)s instead of %(leaves)s", enters=change.enters, leaves=change.leaves)
            elif change.enters:
                change_text = say("%(enters)s too", enters=change.enters)
            else:
                change_text = say("without %(leaves)s", leaves=change.leaves)
            reason = f": {put_in_quotes(change.reason)}" if change.reason else ""
            yield f"{change_text} (#{number}){reason}"
    if rules := going.scores.tournament.qualified.rules(going.way):
        yield carry_rule_text(rules)


def _table(
    caption: str, going: overalls.QualificationView, names: Sequence[str], links: TournamentSite, why: dict[str, str]
) -> PageTable:
    source, rules = going.way[0], going.standing.stage.rules
    rows = [going.standing.row(each) for each in names]
    columns: dict[str, list[Cell]] = {
        ">rank": [Cell(str(row.rank or "–") if row else "–") for row in rows],
        "contestant": [links.person(each) for each in names],
        f">{going.standing.unit or 'won'}": [
            Cell(overalls.total_text(row.total.value if row else None, rules), links.why(source, each) if row else None)
            for each, row in zip(names, rows, strict=True)
        ],
    }
    if why:
        columns[">carries"] = [
            Cell(score_text(going.carried[each].value), f"#{why[each]}") if each in why else Cell("–") for each in names
        ]
    if any(marks := [overalls.overall_mark_text(row.mark) if row else "" for row in rows]):
        columns["standing"] = [Cell(each) for each in marks]
    return PageTable(caption, list(columns), [TableRow([*cells]) for cells in zip(*columns.values(), strict=True)])


def _notes(going: overalls.QualificationView) -> Iterator[str]:
    """Yield notes on a cut: withdrawals, changes if it were made now, contestants who play without having qualified."""
    if going.recut is None:
        return
    yield from free_place_lines(going.scores.tournament, going.recut.cut)
    yield from draw_mismatch_lines(going.scores.tournament, going.into.name)
    yield from overalls.changed_cut_lines(going.recut)
    for session, names in find_unqualified(going.scores, going.into.name).items():
        yield say(
            "%(session)s: %(names)s did not qualify, and will not be ranked", session=session, names=", ".join(names)
        )
