"""Lists of people: members, as clubs and federations give them out, and entries, a line a contestant.

    Membership No;Surname;First name;Club           pair,player 1,number 1,player 2,number 2
    1234;Bell;Ann;Oxford                            7,Jane Roe,1234,Joe Doe,

Each is a table (CSV in any encoding, .xlsx) whose columns stand in any order, and are called in the words of the
country. What else is in it is not read. What is wrong with a line is told by the line, and the others are read.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ledger.bounds.files import MEMBER_NUMBER, MEMBERS, NAME, NAMES
from ledger.errors import Misuse, Refusal
from ledger.errors.visible import is_plain
from ledger.exchange.csv.tables import apart, is_names, is_who, plain, read_table
from ledger.exchange.sheet import require_few, require_plain, shortened, why
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
            member = _member(number, row, where)
        except ValueError as error:
            problems.append((f"line {number}", str(error)))
            continue
        other = first.setdefault(number_key(member.number), member) if member.number else member
        if other is not member and name_words(other.name) == name_words(member.name):
            doubled.append((f"line {member.line}", f"{member.name} ({member.number}) is in line {other.line} already"))
            continue
        kept.append(member)
        if other is not member:
            whose = f"number {member.number} of {member.name} is that of {other.name} in line {other.line}"
            doubled.append((f"line {member.line}", whose))
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
    # a column may be called by those beside it: 'Name' the surname beside a first name, 'Nome' the first name beside a
    # surname, 'Member' the number beside a name
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
    if not {"name", "surname"} & found.keys():
        there = ", ".join(shortened(name) for name in columns[:20] if name) or "none"
        hint = "its first line names them: number,name; or number,first name,surname"
        raise Misuse("bad-file", f"{path} has no column of names: its columns are {there}", hint)
    return found


def _member(line: int, row: list[str] | str, where: Mapping[str, int]) -> Member:
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


_SHOWN = 20
"""So many lines that cannot be read are told one by one."""

Problems = list[tuple[str, str]]
"""What is wrong, and in which line."""


class EntryLine(NamedTuple):
    """A line of a list of entries: its place, the contestant, and each player as one types him: 'Ann Lee (12)'."""

    place: str
    contestant: str
    players: tuple[str, ...]


def read_entries(path: Path, *, alone: bool = False) -> tuple[list[EntryLine], Problems]:
    """The contestants a table names, in its order, with their players, and the lines that cannot be read.

    `alone`: some may be named without players. Misuse (bad-file) where it is no such table.
    """
    table = read_table(path, lambda cells: sum(is_who(name) or _is_of_players(name) for name in cells))
    require_few(path, len(table.rows))
    who = next((at for at, name in enumerate(table.columns) if is_who(name)), None)
    names = [at for at, name in enumerate(table.columns) if at != who and is_names(_without_seat(name))]
    numbers = [at for at, name in enumerate(table.columns) if at not in (who, *names) and _is_of_players(name)]
    if who is None or not (names or numbers or alone) or (names and numbers and len(names) != len(numbers)):
        hint = "the first line names the columns: pair,player 1,player 2; or pair,names"
        raise Misuse("bad-file", f"{path} does not say who is called what", hint)
    found: list[EntryLine] = []
    problems: Problems = []
    for line, row in table.rows:
        place = f"line {line}"
        try:
            if isinstance(row, str):
                raise ValueError(row)
            named, numbered = [row[at] for at in names], [row[at] for at in numbers]
            if len(named) == 1 and not numbered:
                said = apart(named[0])
            elif not named or not numbered:
                said = [text for text in (named or numbered) if text]
            else:
                both = [each for each in zip(named, numbered, strict=True) if any(each)]
                said = [f"{name} ({number})" if name and number else name or number for name, number in both]
            if len(said) > NAMES.most or any(len(each) > NAME.most + MEMBER_NUMBER.most for each in said):
                raise ValueError(f"{shortened(' & '.join(said))!r} names no players")
            players = tuple(said)
            require_plain(row[who], *players)
            if row[who] and (players or alone):
                found.append(EntryLine(place, row[who], players))
        except ValueError as error:
            problems.append((place, why(error)))
    return found, problems


def require_none(path: Path, problems: Problems) -> None:
    """Refusal (bad-lines) that tells each line with what is wrong with it, as many as there is room for."""
    problems = sorted(problems, key=lambda each: int(each[0].rpartition(" ")[2]))
    if problems:
        more = f", of which the first {_SHOWN} are told" if len(problems) > _SHOWN else ""
        lines = "1 line" if len(problems) == 1 else f"{len(problems)} lines"
        raise Refusal(
            "bad-lines",
            f"{lines} of {path.name} cannot be read{more}",
            "put them right, and read it again",
            table=(("line", "what is wrong"), *problems[:_SHOWN]),
        )


def _is_of_players(name: str) -> bool:
    """Whether a column is of names, or of numbers of membership: 'Number 2', 'Player 2 number'."""
    words = _without_seat(name)
    return is_names(words) or (words != plain(name) and is_number(words.removeprefix("player")))


def _without_seat(name: str) -> str:
    return re.sub(r"[0-9]+", "", plain(name))
