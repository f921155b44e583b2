"""The archive of a ledger: its published sessions by month, and, where the office wants it, each player's evenings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.options.declared import PageOptions
from cli.pages.desk_sites import former_languages, session_site
from cli.pages.folder import delete_page, delete_pages, events_shown, has_site_of, put_page, require_no_site
from cli.pages.links import Links
from cli.pages.printing import Press
from cli.pages.table import Cell, PageTable, TableRow, contestant_cell, drop_empty_columns
from cli.terminal.progress import show_progress
from cli.words.language import language_in_use, say
from cli.words.scores import total_text
from cli.words.vocabulary import SCORINGS, counted, side_name
from ledger.errors import Corrupt
from ledger.kernel.free_text import is_gone
from ledger.projections.finality import last_public_number
from ledger.projections.names import names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Row, rows_with_field_size, standings
from ledger.subjects.tournaments.state import players_to_show

_PLAYERS = "players.html"


class PlayedEvening(NamedTuple):
    """A published session; `day` is None if its day is not recorded, `href` '' if the archive has no site of it."""

    scoreboard: Scoreboard
    day: date | None
    href: str

    @property
    def title(self) -> Cell:
        """The session's title, linked to its site."""
        session = self.scoreboard.session
        return Cell(session.opening.title or session.id, self.href or None)


def write_archive(desk: Desk, folder: Path, look: PageOptions, *, sites: bool, players: bool) -> None:
    """Write the archive to a folder; `sites`: with the sites of its sessions, `players`: with the players' evenings."""
    presses, evenings = Press.in_languages(look), list[PlayedEvening]()
    require_no_site(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with show_progress(f"writing {folder}"):
        for name in desk.office.sessions():
            try:
                log = list(desk.office.log(name))
                number, has_site = last_public_number(log), has_site_of(folder / name, name)
                if not number:
                    if sites and has_site:  # its publication was taken back
                        delete_pages(folder / name)
                    continue
                if sites:
                    session_site(folder / name, name, presses).bring_up(log[:number], desk.office)
                session = desk.office.tournaments.add_names_for_pages(desk.office.session(name, number))
            except Corrupt as error:
                desk.hint_aside(f"{name} is left out: {error.message}")
                continue
            # a site made at another time shows more than is published, or less
            shown = events_shown(folder / name) if has_site and not sites else set[int]()
            as_published = session.publications[-1].number in shown and max(shown) <= number
            site = name if sites or as_published else ""
            evenings.append(PlayedEvening(Scoreboard(session).completed(), _day(session.opening.date), site))
        evenings.sort(key=lambda each: each.day or date.min, reverse=True)
        for press in presses.values():
            lines = _write_pages(folder, press, evenings, players=players)
        for former in former_languages(folder, presses.values()):
            for name in ("index.html", _PLAYERS):
                delete_page(former / name)
    if desk.settings.json:
        found = [each.scoreboard.session.id for each in evenings]
        desk.json("archive/1", {"folder": str(folder), "sessions": found, "players": lines})
    elif not desk.settings.quiet:
        desk.say(f"{folder}: {counted(len(evenings), 'session')}; open {folder / 'index.html'}")


def _write_pages(folder: Path, press: Press, evenings: Sequence[PlayedEvening], *, players: bool) -> int:
    """Write the pages of the archive in the language of a press; return the number of players on them."""
    require_no_site(folder / press.folder)  # of a session that is called like a language
    (folder / press.folder).mkdir(exist_ok=True)
    linked = [each._replace(href=_way(folder, each.href, press)) for each in evenings]
    with press.speaking():
        lines = list(_players(linked)) if players else []
        view: dict[str, object] = {"head": None, "script": None, "players": _PLAYERS if players else ""}
        pages = {"index.html": press.page("archive.html", Links(), view | {"months": list(_months(linked))})}
        if players:
            pages[_PLAYERS] = press.page("archive_players.html", Links(), view | {"lines": lines})
    for name, page in press.with_languages(pages).items():
        put_page(folder / press.folder / name, page.encode())
    if not players:
        delete_page(folder / press.folder / _PLAYERS)  # names that nobody may read any more are in it
    return len(lines)


def _way(folder: Path, site: str, press: Press) -> str:
    """Return the address of a site, in the language of a press if it has that; '' for no site."""
    of_language = f"{site}/{press.folder}index.html"
    there = of_language if (folder / of_language).is_file() else f"{site}/index.html"
    return f"{'../' if press.folder else ''}{there}" if site else ""


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def _months(evenings: Sequence[PlayedEvening]) -> Iterator[tuple[str, str, PageTable]]:
    """Yield each month's anchor, its name, and its sessions as a table; sessions without a day come last."""
    by_month = dict[str, list[PlayedEvening]]()
    for each in evenings:
        by_month.setdefault(each.day.isoformat()[:7] if each.day else "", []).append(each)
    columns = ["day", "session", "form", "winner"]
    for anchor, those in by_month.items():
        day = those[0].day
        caption = language_in_use().month(day) if day else say("Without a day")
        rows = [TableRow(_cells(each)) for each in those]
        table = PageTable(caption, columns, rows, aside=frozenset({"form"}), under="session")
        yield f"m{anchor}", caption, drop_empty_columns(table, 2)


def _cells(evening: PlayedEvening) -> list[Cell]:
    session = evening.scoreboard.session
    names, firsts = names_of(session), list[str]()
    for field in standings(evening.scoreboard):
        whose = f"{side_name(field.direction.value)}: " if field.direction else ""
        first = [contestant_cell(row.contestant, names).text for row in field.rows if row.rank == 1]
        firsts += [f"{whose}{', '.join(first)}"] if first else []
    day = language_in_use().full_day(evening.day) if evening.day else ""
    return [Cell(day), evening.title, Cell(SCORINGS[session.opening.scoring]), Cell("; ".join(firsts), name=True)]


def _players(evenings: Sequence[PlayedEvening]) -> Iterator[PageTable]:
    """Yield a table of evenings for each player with a name, the newest first; member numbers tell namesakes apart."""
    names, rows = dict[str, str](), dict[str, list[TableRow]]()
    for evening in evenings:
        placed = rows_with_field_size(evening.scoreboard)
        for (contestant, _), player in sorted(players_to_show(evening.scoreboard.session).items()):
            if contestant not in placed or not player.name or is_gone(player.name):
                continue
            number = "" if is_gone(player.member_number) else player.member_number
            who = number or " ".join(player.name.casefold().split())
            names.setdefault(who, str(player.name))
            row, of = placed[contestant]
            rows.setdefault(who, []).append(TableRow(_line(evening, row, of)))
    columns = ["day", "session", "contestant", ">place", ">score"]
    for who in sorted(names, key=lambda each: names[each].casefold()):
        yield PageTable(names[who], columns, rows[who], named=True)


def _line(evening: PlayedEvening, row: Row, of: int) -> list[Cell]:
    mode, day = evening.scoreboard.totals.rounding, evening.day
    return [
        *(Cell(language_in_use().day(day) if day else ""), evening.title, Cell(row.contestant)),
        *(Cell(f"{row.rank}/{of}" if row.rank else "–"), Cell(total_text(row, mode))),
    ]
