"""Who goes on from a stage into another, where the cut fell, what each carries, and whom it would name now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cli.pages.table import Cell, Outline, PageTable, TableRow
from cli.pages.tournaments.links import TournamentSite, for_readers
from cli.words.cuts import QualificationView, qualification_views, recut_lines
from cli.words.derivations import outline
from cli.words.language import say
from cli.words.next_steps import free_places
from cli.words.overalls import mark_text, total_text
from cli.words.qualifying import rules_of_carry_text
from cli.words.scores import score_text
from cli.words.vocabulary import counted, quoted
from ledger.overall.qualifying import strangers
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import OverallRow
from ledger.overall.telling import without_events
from ledger.projections.names import led_by_names
from ledger.scoring.derivation import Derivation

_BELOW = "Below the cut, in order at the cut; ranks and totals are of now"
_RESERVES = 20
"""So many below the cut are shown."""


class GoingView(NamedTuple):
    """A way from a stage into another: who goes on, who is below the cut, and what is to be said of it."""

    source: str
    into: str
    anchor: str
    said: list[str]
    names: PageTable
    below: PageTable | None
    notes: list[str]
    carried: list[Outline]


def going_views(scores: TournamentScores, links: TournamentSite) -> list[GoingView]:
    """Every way somebody goes on or something is carried by."""
    return [_view(each, f"way-{at}", links) for at, each in enumerate(qualification_views(scores, None), start=1)]


def _view(going: QualificationView, anchor: str, links: TournamentSite) -> GoingView:
    (source, into), names = going.way, going.names
    why = {name: f"{anchor}-{links.slugs[name]}" for name in going.carried if name in links.slugs}
    below = going.recut.cut.reserves[:_RESERVES] if going.recut else []
    return GoingView(
        source,
        into,
        anchor,
        list(_said(going)),
        _table("Who goes on", going, names, links, why),
        _table(_BELOW, going, below, links, {}) if below else None,
        [for_readers(line) for line in _notes(going)],
        [
            Outline(
                why[name],
                f"{led_by_names(name, links.names)}: {score_text(each.value)}",
                list(outline(without_events(each))),
            )
            for name, each in going.carried.items()
            if name in why
        ],
    )


def _carries(name: str, links: TournamentSite, carried: Derivation) -> str:
    """'Jane Roe & J. O’Hara (5): 12.40'."""
    return f"{led_by_names(name, links.names)}: {score_text(carried.value)}"


def _said(going: QualificationView) -> Iterator[str]:
    """How many went on, by which event, and by which rule something is carried."""
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
            instead = (
                say("%(enters)s instead of %(leaves)s", enters=change.enters, leaves=change.leaves)
                if change.enters and change.leaves
                else ""
            )
            alone = (
                say("%(enters)s too", enters=change.enters)
                if change.enters
                else say("without %(leaves)s", leaves=change.leaves)
            )
            reason = f": {quoted(change.reason)}" if change.reason else ""
            yield f"{instead or alone} (#{number}){reason}"
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
    if any(marks := [_mark(row) for row in rows]):
        columns["standing"] = [Cell(each) for each in marks]
    return PageTable(caption, list(columns), [TableRow([*cells]) for cells in zip(*columns.values(), strict=True)])


def _mark(row: OverallRow | None) -> str:
    return mark_text(row.mark) if row else ""


def _notes(going: QualificationView) -> Iterator[str]:
    """Who withdrew, whom the cut would name as the stage stands now, and who plays without having qualified."""
    if going.recut is None:
        return
    yield from free_places(going.scores.tournament, going.recut.cut)
    yield from recut_lines(going.recut)
    for session, names in strangers(going.scores, going.into.name).items():
        yield say(
            "%(session)s: %(names)s did not qualify, and will not be ranked", session=session, names=", ".join(names)
        )
