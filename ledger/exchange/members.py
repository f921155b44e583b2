"""Lists of people: members, as clubs and federations publish them, and entries, one line a contestant.

    Membership No;Surname;First name;Club           pair,player 1,number 1,player 2,number 2
    1234;Bell;Ann;Oxford                            7,Jane Roe,1234,Joe Doe,

A list is a table (CSV in any encoding, .xlsx) with columns in any order, named in the words of many countries; unknown
columns are skipped. A line that cannot be read is reported, and the other lines are read.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ledger.bounds.files import MEMBER_NUMBER, MEMBERS, NAME, NAMES
from ledger.errors import Misuse, Refusal
from ledger.errors.visible import unfit
from ledger.exchange.csv.tables import is_contestant_heading, is_name_heading, plain, read_table, split_partners
from ledger.exchange.sheet import reason_of, require_line_limit, require_plain, shorten
from ledger.labels import counted
from ledger.labels.persons import Member, Members, name_words, number_key

_SURNAME = (
    "surname lastname last familyname family nachname familienname nomdefamille nazwisko achternaam cognome "
    "apellido apellidos efternamn etternavn efternavn sukunimi apelido prijmeni"
)
_FIRST = (
    "firstname first forename forenames givenname given christianname vorname prenom imie voornaam roepnaam "
    "fornavn fornamn etunimi nombrepropio jmeno"
)
_BETWEEN = "tussenvoegsel tussenvoegsels infix namenszusatz"
_NAME = (
    "name fullname names playername membername player member nom nometprenom nomprenom nomcomplet prenomnom "
    "spieler spielername mitglied mitgliedsname naam volledigenaam lid lidnaam speler imieinazwisko nazwiskoiimie "
    "gracz zawodnik nome nomecompleto nominativo nombre nombrecompleto nombreyapellidos apellidosynombre jugador "
    "namn spelare navn spiller nimi surnameandfirstname joueur licencie"
)
_NUMBER = (
    "membershipnumber membershipno membershipnr membership membershipid membernumber memberno membernr memberid "
    "playernumber playerno playerid mitgliedsnummer mitgliedsnr mitgliednr mitgliednummer spielernummer dbvnummer "
    "dbvnr numerodelicence numerolicence nolicence nlicence licence licencenumber licenceno numerodadherent "
    "numeroadherent numlicence lidnummer lidnr bondsnummer nbbnummer nbbnr spelersnummer numerlegitymacji "
    "nrlegitymacji legitymacja numerczlonkowski nrczlonkowski numerpzbs nrpzbs pzbs pid cezar medlemsnummer "
    "medlemsnr medlemnr medlemsid numerotessera codicefigb tessera numerosocio nsocio licencia numerolicencia ebu "
    "ebunumber ebuno ebuid acbl acblnumber acblno wbf wbfcode wbfnumber sbu sbuno sbunumber wbu nbb dbv ffb "
    "federationnumber federationno jasennumero"
)
_SHORT_NUMBER = "number no nr num id nummer numero numer n code"
_CLUB = "club clubname verein vereinsname klub clubnaam vereniging circolo societe forening klubb kerho affiliation"

_COLUMNS = {
    word: ours
    for ours, words in (
        ("surname", _SURNAME),
        ("first", _FIRST),
        ("between", _BETWEEN),
        ("name", _NAME),
        ("number", _NUMBER),
        ("short", _SHORT_NUMBER),
        ("club", _CLUB),
    )
    for word in words.split()
}

_MEMBER = ("member", "mitglied", "lid", "player", "spieler")
"""Headings of names or, if another column has the names, of numbers."""


def is_number(heading: str) -> bool:
    """Return whether a heading, as `plain` returns it, names a column of membership numbers."""
    return _COLUMNS.get(heading) in ("number", "short")


class MembersRead(NamedTuple):
    """The members read from a list, and its problems: (line, reason), with line '' for the whole list."""

    members: Members
    problems: tuple[tuple[str, str], ...]


def read_members(path: Path) -> MembersRead:
    """Read a list of members. Misuse (bad-file): the list has no column of names, no members, or too many."""
    table = read_table(path, lambda cells: sum(plain(cell) in _COLUMNS for cell in cells), MEMBERS.most)
    if len(table.rows) > MEMBERS.most:
        more = f"{path} has more than {MEMBERS.most} lines, as no list of members has"
        raise Misuse("bad-file", more, "is it the file you meant?")
    columns = table.columns
    where: dict[str, int] = {}
    for at, name in enumerate(columns):
        if ours := _COLUMNS.get(plain(name)):
            where.setdefault(ours, at)
    if "number" not in where and "short" in where:
        where["number"] = where["short"]
    # a column may be called by those beside it: 'Name' the surname beside a first name, 'Nome' the first name beside a
    # surname, 'Member' the number beside a name
    names = [at for at, name in enumerate(columns) if _COLUMNS.get(plain(name)) == "name"]
    more_names = [at for at in names if at != where.get("name")]
    if "name" in where and "number" not in where and plain(columns[where["name"]]) in _MEMBER:
        if more_names or "surname" in where:
            where["number"] = where.pop("name")
            where |= {"name": more_names[0]} if more_names else {}
    elif more_names and "number" not in where and plain(columns[more_names[0]]) in _MEMBER:
        where["number"] = more_names[0]
    if "name" in where and "first" in where and "surname" not in where:
        where["surname"] = where.pop("name")
    elif "name" in where and "surname" in where and "first" not in where:
        where["first"] = where.pop("name")
    if not {"name", "surname"} & where.keys():
        listed = ", ".join(shorten(name) for name in columns[:20] if name) or "none"
        hint = "its first line names them: number,name; or number,first name,surname"
        raise Misuse("bad-file", f"{path} has no column of names: its columns are {listed}", hint)
    problems: list[tuple[str, str]] = []
    if table.encoding == "cp1252":
        problems.append(("", "it is not UTF-8, and was read as Windows-1252: are the names right?"))
    if table.encoding.startswith("utf-16"):
        problems.append(("", "it was read as UTF-16"))
    kept: list[Member] = []
    doubled: list[tuple[str, str]] = []
    first: dict[str, Member] = {}
    for number, row in table.rows:
        try:
            member = _read_member(number, row, where)
        except ValueError as error:
            problems.append((f"line {number}", str(error)))
            continue
        known = first.setdefault(number_key(member.number), member) if member.number else member
        if known is not member and name_words(known.name) == name_words(member.name):
            doubled.append((f"line {member.line}", f"{member.name} ({member.number}) is in line {known.line} already"))
            continue
        kept.append(member)
        if known is not member:
            whose = f"number {member.number} of {member.name} is that of {known.name} in line {known.line}"
            doubled.append((f"line {member.line}", whose))
    if not kept:
        raise Misuse("bad-file", f"nobody is on the list {path}", "a line a member: number,name")
    in_order = sorted(doubled + problems, key=lambda each: int(each[0].removeprefix("line ") or 0))
    return MembersRead(Members(kept, path.name), tuple(in_order))


def _read_member(line: int, row: list[str] | str, where: Mapping[str, int]) -> Member:
    if isinstance(row, str):
        raise ValueError(row)
    cells = {ours: " ".join(row[at].split()) for ours, at in where.items()}
    # the name as it is said: Ann Bell, also of 'Bell, Ann'
    if "surname" in cells:
        name = " ".join(filter(None, (cells.get(part, "") for part in ("first", "between", "surname"))))
    else:
        surname, comma, first = (part.strip() for part in cells["name"].partition(","))
        turned = comma and first and "," not in first and plain(first) not in _BEHIND
        name = f"{first} {surname}" if turned else cells["name"]
    if why := unfit("".join(cells.values())):
        raise ValueError(why)
    if not name_words(name):
        raise ValueError("it has no name")
    if len(name) > NAME.most:
        raise ValueError(f"a name of more than {NAME.most} characters: {shorten(name)}")
    number = cells.get("number", "")
    if len(number) > MEMBER_NUMBER.most:
        raise ValueError(f"a number of more than {MEMBER_NUMBER.most} characters: {shorten(number)}")
    return Member(name, number, cells.get("club", ""), line)


_BEHIND = ("jr", "sr", "ii", "iii", "iv", "dr")
_SHOWN = 20  # the unreadable lines listed in a refusal
Problems = list[tuple[str, str]]
"""Pairs of a line ('line 5') and its problem."""


class EntryLine(NamedTuple):
    """A line of a list of entries: its place ('line 5'), the contestant, and the players, each as 'Ann Lee (12)'."""

    place: str
    contestant: str
    players: tuple[str, ...]


def read_entries(path: Path, *, alone: bool = False) -> tuple[list[EntryLine], Problems]:
    """Return the entries in a table, in order, and a problem for each line that cannot be read.

    Lines without a contestant are skipped, and lines without players unless `alone`. Misuse (bad-file): the table has
    no columns of contestants and players.
    """
    table = read_table(path, lambda cells: sum(is_contestant_heading(name) or _is_of_players(name) for name in cells))
    require_line_limit(path, len(table.rows))
    who = next((at for at, name in enumerate(table.columns) if is_contestant_heading(name)), None)
    others = [(at, name) for at, name in enumerate(table.columns) if at != who]
    names = [at for at, name in others if is_name_heading(re.sub(r"[0-9]+", "", plain(name)))]
    numbers = [at for at, name in others if at not in names and _is_of_players(name)]
    if who is None or not (names or numbers or alone) or (names and numbers and len(names) != len(numbers)):
        hint = "the first line names the columns: pair,player 1,player 2; or pair,names"
        raise Misuse("bad-file", f"{path} has no columns of contestants and their players", hint)
    entries: list[EntryLine] = []
    problems: Problems = []
    for line, row in table.rows:
        place = f"line {line}"
        try:
            if isinstance(row, str):
                raise ValueError(row)
            named, numbered = [row[at] for at in names], [row[at] for at in numbers]
            if len(named) == 1 and not numbered:
                typed = split_partners(named[0])
            elif not named or not numbered:
                typed = [text for text in (named or numbered) if text]
            else:
                both = [each for each in zip(named, numbered, strict=True) if any(each)]
                typed = [f"{name} ({number})" if name and number else name or number for name, number in both]
            if len(typed) > NAMES.most or any(len(each) > NAME.most + MEMBER_NUMBER.most for each in typed):
                raise ValueError(f"{shorten(' & '.join(typed))!r} names no players")
            players = tuple(typed)
            require_plain(row[who], *players)
            if row[who] and (players or alone):
                entries.append(EntryLine(place, row[who], players))
        except ValueError as error:
            problems.append((place, reason_of(error)))
    return entries, problems


def refuse_bad_lines(path: Path, problems: Problems) -> None:
    """Raise Refusal (bad-lines) if a list has problems, and show the first 20 of them."""
    problems = sorted(problems, key=lambda each: int(each[0].rpartition(" ")[2]))
    if problems:
        more = f", of which the first {_SHOWN} are told" if len(problems) > _SHOWN else ""
        raise Refusal(
            "bad-lines",
            f"{counted(len(problems), 'line')} of {path.name} cannot be read{more}",
            "put them right, and read it again",
            table=(("line", "what is wrong"), *problems[:_SHOWN]),
        )


def _is_of_players(name: str) -> bool:
    """Return whether a heading names a column of names or of membership numbers: 'Player 2 number'."""
    words = re.sub(r"[0-9]+", "", plain(name))
    return is_name_heading(words) or (words != plain(name) and is_number(words.removeprefix("player")))
