"""Who takes part by a USEBIO file: pairs, individuals and teams, their players, and what is printed of them."""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from ledger.decide.opening import LONGEST_TEAM
from ledger.events.people import Player
from ledger.exchange.sheet import require_plain, shortened
from ledger.exchange.usebio.document import text_of
from ledger.exchange.usebio.forms import is_individual
from ledger.exchange.usebio.reading import Reading
from ledger.labels.patterns import LABEL
from ledger.scoring.forms import FORMS


def read_participants(reading: Reading) -> None:
    """Contestants as the log calls them, players' names apart, and the figures the file prints of them."""
    sheet = reading.sheet
    found: dict[str, None] = {}
    for label, element in _contestants(reading):
        try:
            if not reading.teams and not LABEL.fullmatch(label):
                raise ValueError(f"{shortened(label)!r} is no contestant's number")
            require_plain(label)
            found[label] = None
            sheet.players += _players(label, element)
        except ValueError as error:
            reading.problem(f"{reading.path.name} contestant {shortened(label)}", error)
            if label not in found:
                continue
        total, percentage, place = (text_of(element, tag) for tag in ("TOTAL_SCORE", "PERCENTAGE", "PLACE"))
        sheet.printed.of_contestant(label, total=total, percentage=percentage, place=place)
        for pair in element.findall("PAIR"):
            if imps := text_of(pair, "PAIR_IMPS"):
                sheet.printed.pairs[shortened(text_of(pair, "PAIR_NUMBER"))] = shortened(imps)
    sheet.contestants = tuple(found)
    sheet.players = list({(each.contestant, each.seat): each for each in sheet.players}.values())


def _contestants(reading: Reading) -> Iterable[tuple[str, Element]]:
    if reading.sheet.scoring and FORMS[reading.sheet.scoring].teams():
        return _teams(reading)
    return _individuals(reading) if is_individual(reading.event) else _pairs(reading)


def _pairs(reading: Reading) -> Iterator[tuple[str, Element]]:
    for letters, section in reading.sections():
        for pair in section.iter("PAIR"):
            number = text_of(pair, "PAIR_NUMBER")
            if number and any(pair.find(tag) is not None for tag in ("PLAYER", "TOTAL_SCORE", "PERCENTAGE", "PLACE")):
                yield reading.label(letters, number, text_of(pair, "DIRECTION")), pair


def _individuals(reading: Reading) -> Iterator[tuple[str, Element]]:
    for letters, section in reading.sections():
        for player in section.iter("PLAYER"):
            if number := text_of(player, "PLAYER_NUMBER"):
                yield f"{letters}{number.upper()}", player


def _teams(reading: Reading) -> list[tuple[str, Element]]:
    """By their names where these tell them apart, else by their numbers."""
    teams = [(team.get("TEAM_ID", "").strip(), team) for team in reading.event.iter("TEAM") if team.get("TEAM_ID")]
    names = [(team.get("TEAM_NAME") or "").strip() for _, team in teams]
    named = all(names) and len(set(names)) == len(names) and all(len(name) <= LONGEST_TEAM for name in names)
    numbers = [number for number, _ in teams]
    labels = names if named else numbers
    reading.teams = dict(zip(numbers, labels, strict=True))
    return [(label, team) for label, (_, team) in zip(labels, teams, strict=True)]


def _players(label: str, element: Element) -> list[Player]:
    """The players of a pair or team in their seats, each once; of an individual himself.

    ValueError where one is called what no list can show: they take part all the same, without their names.
    """
    own = [element] if element.tag == "PLAYER" else element.iter("PLAYER")
    named = ((text_of(player, "PLAYER_NAME"), text_of(player, "NATIONAL_ID_NUMBER")) for player in own)
    apart = dict.fromkeys(named) if element.tag == "TEAM" else list(named)
    require_plain(*(text for player in apart for text in player))
    return [Player(label, seat, name, number) for seat, (name, number) in enumerate(apart, start=1)]
