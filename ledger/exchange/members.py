"""A list of members, as clubs and federations give it out: a table (CSV in any encoding, .xlsx) with a line a member.

    Membership No;Surname;First name;Club
    1234;Bell;Ann;Oxford

Its columns stand in any order, and are called in the words of the country: a name, or first name and surname; the
number of the membership; the club. What else is in it is not read. What is wrong with a line is told by the line, and
the others are read.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ledger.bounds.files import MEMBER_NUMBER, MEMBERS, NAME
from ledger.errors import Misuse
from ledger.errors.visible import is_plain
from ledger.exchange.csv.columns import plain
from ledger.exchange.csv.tables import Table, read_table
from ledger.exchange.sheet import shortened
from ledger.labels.club_members import Member, Members
from ledger.labels.persons import name_words, number_key

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
"""A column so called holds names; or, where another one does, numbers."""


def is_number(heading: str) -> bool:
    """Whether a column of this name, as `plain` writes it, is of numbers of membership."""
    return _COLUMNS.get(heading) in ("number", "short")


class MembersRead(NamedTuple):
    """A list of members as it was read, and what is wrong with it, each with its line ('' where it is of the whole)."""

    members: Members
    problems: tuple[tuple[str, str], ...]


def read_members(path: Path) -> MembersRead:
    """Read a list of members; Misuse (bad-file) where it has no column of names, or nobody is on it."""
    table = read_table(path, lambda cells: sum(plain(cell) in _COLUMNS for cell in cells), MEMBERS.most)
    if len(table.rows) > MEMBERS.most:
        more = f"{path} has more than {MEMBERS.most} lines, as no list of members has"
        raise Misuse("bad-file", more, "is it the file you meant?")
    where = _understood(path, table.columns)
    problems: list[tuple[str, str]] = list(_of_the_whole(table))
    found: list[Member] = []
    for number, row in table.rows:
        try:
            found.append(_member(number, row, where))
        except ValueError as error:
            problems.append((f"line {number}", str(error)))
    kept, doubled = _told_apart(found)
    if not kept:
        raise Misuse("bad-file", f"nobody is on the list {path}", "a line a member: number,name")
    in_order = sorted(doubled + problems, key=lambda each: int(each[0].removeprefix("line ") or 0))
    return MembersRead(Members(kept, path.name), tuple(in_order))


def _understood(path: Path, columns: Sequence[str]) -> dict[str, int]:
    """Where each of our columns stands: the first of those called so, and a number by its fullest name."""
    found: dict[str, int] = {}
    for at, name in enumerate(columns):
        if ours := _COLUMNS.get(plain(name)):
            found.setdefault(ours, at)
    if "number" not in found and "short" in found:
        found["number"] = found["short"]
    _name_among(found, columns)
    if not {"name", "surname"} & found.keys():
        there = ", ".join(shortened(name) for name in columns[:20] if name) or "none"
        hint = "its first line names them: number,name; or number,first name,surname"
        raise Misuse("bad-file", f"{path} has no column of names: its columns are {there}", hint)
    return found


def _name_among(found: dict[str, int], columns: Sequence[str]) -> None:
    """What a column is by those beside it: 'Name' the surname beside a first name, 'Nome' the first name beside a
    surname, 'Member' the number beside a name.
    """
    others = [at for at, name in enumerate(columns) if _COLUMNS.get(plain(name)) == "name" and at != found.get("name")]
    if "name" in found and "number" not in found and plain(columns[found["name"]]) in _MEMBER:
        if others or "surname" in found:
            found["number"] = found.pop("name")
            found |= {"name": others[0]} if others else {}
    elif others and "number" not in found and plain(columns[others[0]]) in _MEMBER:
        found["number"] = others[0]
    if "name" in found and "first" in found and "surname" not in found:
        found["surname"] = found.pop("name")
    elif "name" in found and "surname" in found and "first" not in found:
        found["first"] = found.pop("name")


def _of_the_whole(table: Table) -> Iterator[tuple[str, str]]:
    if table.encoding == "cp1252":
        yield "", "it is not UTF-8, and was read as Windows-1252: are the names right?"
    if table.encoding.startswith("utf-16"):
        yield "", "it was read as UTF-16"


def _member(line: int, row: list[str] | str, where: Mapping[str, int]) -> Member:
    """Whom a line is of; ValueError where it is of nobody."""
    if isinstance(row, str):
        raise ValueError(row)
    cells = {ours: " ".join(row[at].split()) for ours, at in where.items()}
    name = _name(cells)
    if not is_plain("".join(cells.values())):
        raise ValueError("it has a character that steers a screen, or is not seen")
    if not name_words(name):
        raise ValueError("it has no name")
    if len(name) > NAME.most:
        raise ValueError(f"a name of more than {NAME.most} characters: {shortened(name)}")
    number = cells.get("number", "")
    if len(number) > MEMBER_NUMBER.most:
        raise ValueError(f"a number of more than {MEMBER_NUMBER.most} characters: {shortened(number)}")
    return Member(name, number, cells.get("club", ""), line)


_BEHIND = ("jr", "sr", "ii", "iii", "iv", "dr")


def _name(cells: Mapping[str, str]) -> str:
    """The name as it is said: Ann Bell, also of 'Bell, Ann'."""
    if "surname" in cells:
        return " ".join(filter(None, (cells.get(part, "") for part in ("first", "between", "surname"))))
    surname, comma, first = (part.strip() for part in cells["name"].partition(","))
    turned = comma and first and "," not in first and plain(first) not in _BEHIND
    return f"{first} {surname}" if turned else cells["name"]


def _told_apart(found: Sequence[Member]) -> tuple[list[Member], list[tuple[str, str]]]:
    """Everybody once; and who stands there again, or has the number of somebody else."""
    kept: list[Member] = []
    doubled: list[tuple[str, str]] = []
    first: dict[str, Member] = {}
    for member in found:
        other = first.setdefault(number_key(member.number), member) if member.number else member
        if other is member:
            kept.append(member)
        elif name_words(other.name) == name_words(member.name):
            doubled.append((f"line {member.line}", f"{member.name} ({member.number}) is in line {other.line} already"))
        else:
            kept.append(member)
            whose = f"number {member.number} of {member.name} is that of {other.name} in line {other.line}"
            doubled.append((f"line {member.line}", whose))
    return kept, doubled
