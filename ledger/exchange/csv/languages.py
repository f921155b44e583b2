"""How bridge is written in other languages: suits, no trump, doubles, seats, cards, and what the headings tell.

Words say what they mean in every language; single letters do not: C is clubs, hearts to the French, O is East or West.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple


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
