"""A contestant of a tournament: its place and sessions in each stage, why its total is what it is; and who goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.pages.table import Cell, Outline, PageTable, TableRow, without_empty
from cli.pages.tournaments.links import TournamentSite, for_readers
from cli.words.brackets import told_match_text
from cli.words.derivations import outline
from cli.words.language import say, tell
from cli.words.next_steps import drawn_apart, free_places
from cli.words.overalls import (
    QualificationView,
    mark_text,
    qualification_views,
    recut_lines,
    substitute_lines,
    tie_lines,
    total_text,
)
from cli.words.rulings import penalty_text
from cli.words.scores import score_text
from cli.words.tournaments import rules_of_carry_text
from cli.words.vocabulary import counted, quoted
from ledger.overall.qualifying import strangers
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow, fields
from ledger.overall.standing import substitutes, told_across, told_matches, without_events
from ledger.projections.names import is_team_name, led_by_names


def entrant_views(found: Sequence[Overall], links: TournamentSite) -> dict[str, dict[str, object]]:
    """Everything the page of each contestant of the tournament says, with the stages it has a score in."""
    rows: dict[str, list[tuple[Overall, OverallRow]]] = {each: [] for each in links.slugs}
    for each in found:
        for row in each.rows:
            rows.setdefault(row.entrant, []).append((each, row))
    shared = {each.stage.name: _StageFacts(each) for each in found}
    return {
        entrant: {
            "contestant": entrant,
            "players": links.names.get(entrant, ""),
            "team": is_team_name(entrant),
            "stages": [shared[each.stage.name].told(row, links) for each, row in own],
        }
        for entrant, own in rows.items()
    }


class _StageFacts:
    def __init__(self, found: Overall) -> None:
        self._found = found
        self._ranked_with = _ranked_with(found)
        self._tied = {entrant for split in found.ties for entrant in split.tied}
        self._across = any(field.together for field in found.fields)
        self._seated = {each.fact.contestant for each in substitutes(found)}
        self._said = list(map(tell, found.notes))

    def told(self, row: OverallRow, links: TournamentSite) -> dict[str, object]:
        """Return what a contestant has in the stage."""
        found, anchor = self._found, links.stages[self._found.stage.name]
        penalties = []
        for figure in row.figures:
            board = found.scores.scoreboards.get(figure.of.session)
            for each in board.session.penalties_of(figure.contestant) if board else ():
                said = penalty_text(each.imposed.amount, each.imposed.unit, each.imposed.named)
                penalties.append(f"{figure.of.session} {each.case}: {said}")
        notes = [*tie_lines(found, row.entrant)] if row.entrant in self._tied else []
        if self._seated & {figure.contestant for figure in row.figures}:
            notes += substitute_lines(found, row.entrant)
        return {
            "stage": found.stage.name,
            "anchor": anchor,
            "href": links.stage(found.stage.name),
            "total": total_text(row.total.value, found.stage.rules),
            "unit": found.unit or "won",
            "place": "" if row.entrant in found.still_in or not row.rank else str(row.rank),
            "of": self._ranked_with[row.entrant],
            "mark": mark_text(row.mark),
            "sessions": _sessions(found, row, links),
            "penalties": penalties,
            "why": [*self._why(row, anchor)],
            "notes": [for_readers(line) for line in (*notes, *self._said)],
        }

    def _why(self, row: OverallRow, anchor: str) -> Iterator[Outline]:
        total = total_text(row.total.value, self._found.stage.rules)
        heading = f"{total} {say(self._found.unit) or say('won')}"
        yield Outline(f"{anchor}-total", heading, list(outline(without_events(row.total.derivation()))))
        for at, match in enumerate(told_matches(self._found, row), start=1):
            lines = [line for each in match.scores for line in outline(each)]
            yield Outline(f"{anchor}-match-{at}", told_match_text(match, row.entrant), lines)
        for at, (figure, told) in enumerate(told_across(self._found, row) if self._across else (), start=1):
            heading = say(
                "sitting %(sitting)s, %(session)s, across the sections: %(contestant)s",
                sitting=figure.of.sitting,
                session=figure.of.session,
                contestant=figure.contestant,
            )
            lines = [line for each in told for line in outline(without_events(each))]
            yield Outline(f"{anchor}-across-{at}", heading, lines)


def _ranked_with(found: Overall) -> dict[str, int]:
    """Return how many are ranked in each contestant's field: in its direction, where the stage has two winners."""
    placed = ((part, sum(1 for rank, _ in part.rows if rank)) for part in fields(found))
    return {row.entrant: count for part, count in placed for _, row in part.rows}


def _sessions(found: Overall, row: OverallRow, links: TournamentSite) -> PageTable | None:
    if not row.figures:
        return None
    columns = [">sitting", "section", "session", "played as", f">{found.unit or 'won'}", ">boards", "standing"]
    rows, rules = [], found.stage.rules
    for figure in row.figures:
        value, there, standing = score_text(figure.value.value, rules.rounding), links.figure(figure), ""
        if figure not in row.counted:
            value = f"({value})"
            standing = say("not one of the best %(best)s", best=rules.best)
            if not figure.counts:
                standing = say("without standing there")
        cells = [
            Cell(str(figure.of.sitting)),
            Cell(figure.of.section),
            Cell(figure.of.session, links.session(figure.of.session)),
            Cell(figure.contestant, there, name=True),
            Cell(value, there),
            Cell(str(figure.boards)),
            Cell(standing),
        ]
        rows.append(TableRow(cells))
    aside = frozenset({">sitting", "section", ">boards", "standing"})
    return without_empty(PageTable("Sessions", columns, rows, aside=aside, under="session"))


_BELOW = "Below the cut, in order at the cut; ranks and totals are of now"
_RESERVES = 20
"""So many below the cut are shown."""


def going_views(scores: TournamentScores, links: TournamentSite) -> list[dict[str, object]]:
    """Return every way from a stage into another: who goes on, who is below the cut, what each carries."""
    views = list[dict[str, object]]()
    for at, going in enumerate(qualification_views(scores, None), start=1):
        why = {name: f"way-{at}-{links.slugs[name]}" for name in going.carried if name in links.slugs}
        below, carried = going.reserves[:_RESERVES], []
        for name, each in going.carried.items():
            if name in why:
                heading = f"{led_by_names(name, links.names)}: {score_text(each.value)}"
                carried.append(Outline(why[name], heading, list(outline(without_events(each)))))
        view: dict[str, object] = {
            "source": going.way[0],
            "into": going.way[1],
            "anchor": f"way-{at}",
            "said": list(_said(going)),
            "names": _table("Who goes on", going, going.names, links, why),
            "below": _table(_BELOW, going, below, links, {}) if below else None,
            "notes": [for_readers(line) for line in _notes(going)],
            "carried": carried,
        }
        views.append(view)
    return views


def _said(going: QualificationView) -> Iterator[str]:
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
                told = say("%(enters)s instead of %(leaves)s", enters=change.enters, leaves=change.leaves)
            elif change.enters:
                told = say("%(enters)s too", enters=change.enters)
            else:
                told = say("without %(leaves)s", leaves=change.leaves)
            reason = f": {quoted(change.reason)}" if change.reason else ""
            yield f"{told} (#{number}){reason}"
    if rules := going.scores.tournament.qualified.rules(going.way):
        yield rules_of_carry_text(rules)


def _table(
    caption: str, going: QualificationView, names: Sequence[str], links: TournamentSite, why: dict[str, str]
) -> PageTable:
    source, rules = going.way[0], going.standing.stage.rules
    rows = [going.standing.row(each) for each in names]
    columns: dict[str, list[Cell]] = {
        ">rank": [Cell(str(row.rank or "–") if row else "–") for row in rows],
        "contestant": [links.person(each) for each in names],
        f">{going.standing.unit or 'won'}": [
            Cell(total_text(row.total.value if row else None, rules), links.why(source, each) if row else None)
            for each, row in zip(names, rows, strict=True)
        ],
    }
    if why:
        columns[">carries"] = [
            Cell(score_text(going.carried[each].value), f"#{why[each]}") if each in why else Cell("–") for each in names
        ]
    if any(marks := [mark_text(row.mark) if row else "" for row in rows]):
        columns["standing"] = [Cell(each) for each in marks]
    return PageTable(caption, list(columns), [TableRow([*cells]) for cells in zip(*columns.values(), strict=True)])


def _notes(going: QualificationView) -> Iterator[str]:
    """Who withdrew, whom the cut would name as the stage stands now, and who plays without having qualified."""
    if going.recut is None:
        return
    yield from free_places(going.scores.tournament, going.recut.cut)
    yield from drawn_apart(going.scores.tournament, going.into.name)
    yield from recut_lines(going.recut)
    for session, names in strangers(going.scores, going.into.name).items():
        yield say(
            "%(session)s: %(names)s did not qualify, and will not be ranked", session=session, names=", ".join(names)
        )
