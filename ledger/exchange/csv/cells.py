"""The cells of a table in our own notation, whatever language they are written in.

What a letter means is asked of its column as a whole, of the words over the columns, and of the desk; a column that can
be read in two ways is refused, never guessed.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ledger.errors import Misuse
from ledger.exchange.sheet import shortened


class Language(NamedTuple):
    """How a language writes suits (clubs, diamonds, hearts, spades), in its fashions, and which seat its O is.

    `headings`: words over columns by which it is known.
    """

    name: str
    suits: tuple[str, ...]
    o: str
    headings: str


LANGUAGES = {
    "en": Language("English", ("CDHS",), "", ""),
    "de": Language(
        "German",
        ("TKCP", "TKHP", "CDHS"),
        "E",
        "spiel spielnr kontrakt alleinspieler von stiche ergebnis ausspiel tisch paar paare namen punkte runde",
    ),
    "fr": Language(
        "French",
        ("TKCP",),
        "W",
        "donne donnes etui contrat declarant par levees resultat entame paire paires noms joueurs nom tour marque",
    ),
    "es": Language(
        "Spanish",
        ("TDCP",),
        "W",
        "mano estuche contrato declarante por bazas resultado salida mesa pareja jugadores puntos ronda nombres",
    ),
    "it": Language(
        "Italian",
        ("FQCP",),
        "W",
        "mano contratto dichiarante da prese risultato attacco tavolo coppia giocatori punti turno nomi",
    ),
    "pt": Language(
        "Portuguese",
        ("POCE",),
        "W",
        "mao estojo contrato carteador vazas resultado saida mesa par jogadores pontos ronda nomes",
    ),
    "nl": Language(
        "Dutch", ("KRHS",), "E", "spel spelnr leider door slagen resultaat uitkomst tafel paar spelers namen ronde"
    ),
    "pl": Language(
        "Polish",
        ("TKCP",),
        "",
        "rozdanie rozd kontrakt rozgrywajacy lew lewy wynik wist stol stolik para gracze zapis runda nazwiska",
    ),
    "sv": Language("Swedish", ("KRHS",), "", "bricka kontrakt spelforare av stick utspel bord par spelare poang rond"),
    "da": Language("Danish", ("KRHS",), "", "spil kontrakt spilforer af stik udspil bord par spillere resultat runde"),
    "no": Language("Norwegian", ("KRHS",), "", "spill kontrakt spillforer stikk utspill bord par spillere poeng runde"),
}

STRAIN_WORDS = {
    "C": "CLUB CLUBS TREFF TREFLE TREFLES TREBOL TREBOLES TREFL FIORI KREUZ KLAVER KLAVEREN KLAVERS PAUS KLOVER KLØVER "
    "KLOR KLØR ♣ ♧",
    "D": "DIAMOND DIAMONDS KARO CARREAU CARREAUX DIAMANTE DIAMANTES QUADRI OUROS RUIT RUITEN RUTER RUDER ♦ ♢",
    "H": "HEART HEARTS COEUR COEURS HERZ CORAZON CORAZONES CUORI COPAS HART HARTEN HJARTER HJERTER KIER KIERY ♥ ♡",
    "S": "SPADE SPADES PIK PIQUE PIQUES PICA PICAS PICCHE ESPADA ESPADAS SCHOPPEN SPADER SPAR ♠ ♤",
    "NT": "NT N SA ST BA ZT UT OHNE OHNE_TRUMPF SANS SANS_ATOUT SENZA SENZA_ATOUT SIN_TRIUNFO SEM_TRUNFO BEZ_ATU "
    "SANG GRAND NO_TRUMP NO_TRUMPS ZONDER_TROEF UDEN_TRUMF",
}
"""Of strains; '_' is a space, a hyphen or nothing."""

DOUBLE_WORDS = {
    "X": "X × * ! D DBL DOUBLED CONTRA CONTRE KONTRA CONTRADO KTR",
    "XX": "XX ×× ** !! RDBL REDOUBLED RECONTRA RECONTRE SURCONTRE REKONTRA RECONTRADO RKTR",
}

SEAT_WORDS = {
    "N": "N NORTH NORD NOORD NORTE NORR",
    "E": "E Ø EAST OST OOST EST ESTE LESTE ØST ØSTEN",
    "S": "S Z SOUTH SUD ZUID SUR SUL SYD SODER",
    "W": "W V WEST OUEST OESTE OVEST VEST VAST",
}

BY_WORDS = "BY VON PAR POR PER DA DOOR AV AF PRZEZ"

HONOURS = {
    "TKCP": {"R": "K", "D": "Q", "V": "J", "B": "J", "W": "J"},
    "TKHP": {"D": "Q", "B": "J"},
    "TDCP": {"R": "K", "D": "Q", "V": "J"},
    "FQCP": {"R": "K", "D": "Q", "F": "J"},
    "POCE": {"R": "K", "D": "Q", "V": "J"},
    "KRHS": {"H": "K", "V": "Q", "B": "J", "D": "Q"},
}
"""What king, queen and jack are called beside the suits of a language, where it is not K, Q, J."""


def upright(text: str) -> str:
    """A text in capitals, without accents; Ø and Ö, which are East, are one.

    >>> upright("Cœur"), upright("Väst"), upright("Öst"), upright("♠︎")
    ('COEUR', 'VAST', 'ØST', '♠')
    """
    text = re.sub("[öÖø]", "Ø", text).replace("œ", "oe").replace("Œ", "OE").replace("ł", "l").replace("Ł", "L")
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return plain.replace("\ufe0e", "").replace("\ufe0f", "").strip().upper()


def languages_of(headings: Sequence[str]) -> list[str]:
    """The languages whose words stand over the columns, those with the most of them; none where all is English.

    >>> languages_of(["Donne", "Contrat", "Déclarant"]), languages_of(["board", "ns", "contract"])
    (['fr'], [])
    """
    words = {word for name in headings for word in re.split(r"[^A-Z]+", upright(name).replace("Ø", "O")) if word}
    known = {code: len(words & set(each.headings.upper().split())) for code, each in LANGUAGES.items()}
    most = max(known.values())
    return [code for code, count in known.items() if count == most] if most else []


_OURS = "CDHS"
_ALPHABETS = tuple(dict.fromkeys(suits for each in LANGUAGES.values() for suits in each.suits))


def _meanings(words: Mapping[str, str]) -> dict[str, str]:
    return {word.replace("_", ""): ours for ours, several in words.items() for word in several.split()}


_STRAINS, _SEATS = _meanings(STRAIN_WORDS), _meanings(SEAT_WORDS)
_DOUBLES = _meanings(DOUBLE_WORDS) | {"R": "XX"}


def _any_of(*words: str) -> str:
    several = sorted((word for text in words for word in text.split()), key=len, reverse=True)
    return "|".join(re.escape(word).replace("_", r"[\s-]*") for word in several)


_CONTRACT = re.compile(
    rf"(?P<level>[1-7])\s*(?P<strain>{_any_of(*STRAIN_WORDS.values())}|[A-Z])"
    rf"\s*(?P<double>(?<![TK])R|{_any_of(*DOUBLE_WORDS.values())})?"
    rf"\s*(?:(?:{_any_of(BY_WORDS)})\s+)?(?P<seat>{_any_of(*SEAT_WORDS.values(), 'O')})?"
    r"\s*(?P<tricks>=|[+−–-]\s*[0-9]{1,2}|[7-9]|1[0-3])?(?:\s*TRICKS)?"
)
"""4S, 4 Pik x, 3 SA O +1, 4♠ by N 10; 4TR is none: Treff, or clubs redoubled?"""


class Cells(NamedTuple):
    """How the cells of a table are read: by which letters its suits are called, and which seat its O is ('' unknown).

    `alphabet`: the letters of clubs, diamonds, hearts and spades.
    """

    alphabet: str = _OURS
    o: str = ""

    def in_ours(self, cells: Mapping[str, str]) -> dict[str, str]:
        """A row in our own notation; ValueError where its contract names a suit the others do not."""
        ways = {"contract": self.contract, "declarer": self.seat, "lead": self.card}
        return {name: ways[name](text) if name in ways else text for name, text in cells.items()}

    def seat(self, text: str) -> str:
        """A declarer as N, E, S or W; as it stands where it is none of them.

        >>> Cells(o="W").seat("O"), Cells().seat("Süd"), Cells().seat("O")
        ('W', 'S', 'O')
        """
        return _SEATS.get(upright(text)) or (self.o if upright(text) == "O" and self.o else text)

    def contract(self, text: str) -> str:
        """A contract, and what stands behind it in its cell; as it stands where it is none.

        >>> Cells("TKCP", "W").contract("3 Piques x par O +1"), Cells().contract("3SA"), Cells("KRHS").contract("2H*")
        ('3SX W +1', '3NT', '2HX')
        """
        found = _CONTRACT.fullmatch(upright(text))
        if not found:
            return text
        double, seat, tricks = (found[name] or "" for name in ("double", "seat", "tricks"))
        strain = found["strain"]
        ours = _STRAINS.get(_joined(strain))
        if not ours:
            if strain not in self.alphabet:
                raise ValueError(f"{shortened(strain)} is no suit where they are called {' '.join(self.alphabet)}")
            ours = _OURS[self.alphabet.index(strain)]
        whole = f"{found['level']}{ours}{_DOUBLES.get(double, '')}"
        behind = (self.seat(seat), f"{tricks} tricks" if tricks.isdigit() else re.sub(r"\s", "", tricks))
        return " ".join(filter(None, (whole, *behind)))

    def notes(self) -> Iterator[str]:
        """How letters were read that are not ours."""
        if self.alphabet != _OURS:
            yield f"clubs, diamonds, hearts and spades are read as {' '.join(self.alphabet)}"
        if self.o:
            yield f"O is read as {'East' if self.o == 'E' else 'West'}"

    def card(self, text: str) -> str:
        """A card with its suit first; as it stands where it is none.

        >>> Cells("TKCP").card("CR"), Cells("TKCP").card("10P"), Cells().card("7D"), Cells().card("Pik 5")
        ('HK', 'S10', 'D7', 'S5')
        """
        return _card(self.alphabet, text) or text


_SUIT_WORDS = _any_of(*(words for ours, words in STRAIN_WORDS.items() if ours in _OURS))


def _card(alphabet: str, text: str) -> str:
    honours = HONOURS.get(alphabet, {})
    suit, rank = rf"(?P<suit>[{alphabet}]|{_SUIT_WORDS})", rf"(?P<rank>10|[2-9TAKQJ{''.join(honours)}])"
    tidy = _joined(upright(text))
    found = re.fullmatch(suit + rank, tidy) or re.fullmatch(rank + suit, tidy)
    if not found:
        return ""
    ours = _STRAINS.get(found["suit"]) or _OURS[alphabet.index(found["suit"])]
    return f"{ours}{honours.get(found['rank'], found['rank'])}"


def _joined(text: str) -> str:
    return re.sub(r"[\s-]", "", text)


def understood_cells(
    file: str,
    headings: Sequence[str],
    contracts: Sequence[str],
    declarers: Iterable[str],
    language: str | None,
    leads: Iterable[str] = (),
) -> Cells:
    """How the cells of a table are read, by all of them; `language` as the desk says.

    Misuse (bad-file) where its suits, or its O, can be read in two ways.
    """
    found = [match for text in contracts if (match := _CONTRACT.fullmatch(upright(text)))]
    letters = Counter(match["strain"] for match in found if _joined(match["strain"]) not in _STRAINS)
    seats = {upright(text) for text in declarers} | {match["seat"] or "" for match in found}
    meant = [language] if language else languages_of(headings)
    said = _Letters(letters, Counter(lead for lead in leads if any(_card(each, lead) for each in _ALPHABETS)))
    alphabet = _alphabet(file, said, meant, asked=bool(language))
    return Cells(alphabet, _o(file, seats, headings, language) if "O" in seats else "")


class _Letters(NamedTuple):
    """The letters for suits in contracts, and the leads, with how often each occurs."""

    strains: Counter[str]
    leads: Counter[str]

    def fitting(self, alphabets: Iterable[str]) -> list[str]:
        """Those by which most contracts are some; of these, those by which most leads are cards."""
        by_contracts = _most(alphabets, lambda each: sum(self.strains[letter] for letter in each))
        return _most(by_contracts, lambda each: sum(n for lead, n in self.leads.items() if _card(each, lead)))

    def unclear(self, alphabets: Sequence[str]) -> str:
        """The first letter or lead that is not the same in all of them; '' where all are."""
        strains = (each for each in self.strains if len({_suit(suits, each) for suits in alphabets}) > 1)
        leads = (each for each in self.leads if len({_card(suits, each) for suits in alphabets}) > 1)
        return next(chain(strains, leads), "")


def _alphabet(file: str, said: _Letters, meant: Sequence[str], *, asked: bool) -> str:
    national = [suits for code in meant for suits in LANGUAGES[code].suits]
    if not (said.strains or said.leads):
        return national[0] if len(set(national)) == 1 else _OURS
    fitting = said.fitting([*national, _OURS] if asked else _ALPHABETS)
    if said.unclear(fitting):
        fitting = [each for each in fitting if each in (*national, _OURS)] or fitting
    unclear = said.unclear(fitting)
    if _OURS in fitting and (not meant or (not asked and not unclear)):
        return _OURS
    if asked or not unclear:
        return next((each for each in national if each in fitting), fitting[0])
    if unclear in said.strains:
        clash = f"{unclear} in its contracts is {_readings(fitting, lambda suits: _suit(suits, unclear))}"
    else:
        clash = f"{shortened(unclear)} among its leads is {_readings(fitting, lambda suits: _card(suits, unclear))}"
    raise Misuse("bad-file", f"{file}: {clash}", f"say its language: --language {'|'.join(LANGUAGES)}")


def _most(alphabets: Iterable[str], count: Callable[[str], int]) -> list[str]:
    counted = {each: count(each) for each in alphabets}
    return [each for each, found in counted.items() if found == max(counted.values())]


def _suit(alphabet: str, letter: str) -> str:
    names = ("clubs", "diamonds", "hearts", "spades")
    return names[alphabet.index(letter)] if letter in alphabet else ""


def _readings(alphabets: Sequence[str], reading: Callable[[str], str]) -> str:
    """'clubs (English), or hearts (French, Polish)'."""
    said: dict[str, dict[str, None]] = {}
    for language in LANGUAGES.values():
        for suits in set(language.suits) & set(alphabets):
            said.setdefault(reading(suits) or "none", {})[language.name] = None
    return ", or ".join(f"{suit} ({', '.join(names)})" for suit, names in said.items())


_HEADED = {"W": r"E[\s/-]*O|OUEST|OESTE|OVEST", "E": r"O[\s/-]*[WV]|OST|OOST|OEST"}


def _o(file: str, seats: set[str], headings: Sequence[str], language: str | None) -> str:
    """Which seat O is: as the desk says; else as the seats beside it and the words over the columns say.

    '' where both other seats occur, so that O is none. Misuse where nothing tells, or they say two things.
    """
    if language:
        return LANGUAGES[language].o
    others = {ours for text in seats if (ours := _SEATS.get(text)) in ("E", "W")}
    if len(others) == 2:
        return ""
    heads = [re.sub("_", " ", upright(name)).replace("Ø", "O") for name in headings]
    said = {seat for seat, words in _HEADED.items() if any(re.search(rf"\b(?:{words})\b", name) for name in heads)}
    said |= {"W" if each == "E" else "E" for each in others}
    said = said or {LANGUAGES[code].o for code in languages_of(headings)} - {""}
    if len(said) == 1:
        return said.pop()
    message = f"{file}: O among its declarers is East (Ost, oost) or West (ouest, oeste, ovest)"
    raise Misuse("bad-file", message, "say its language: --language de, or --language fr")
