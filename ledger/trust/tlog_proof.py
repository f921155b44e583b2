"""One event under a seal, as c2sp.org/tlog-proof writes it: other programs check it as they do every such proof.

    c2sp.org/tlog-proof@v1
    extra YnJpZGdlLWxlZGdlci…       the very bytes whose SHA-256 is the entry: the digest before, and the record
    index 6                         the number of the event, from 0
    PlRNCrwHpqhGrupu…               what leads from the entry to the root (RFC 9162), a hash a line
                                    an empty line, and the seal

What is proved is the record as it stands in the log: of words about people, what commits to them. A receipt has these
too, and all events of a case.
"""

import re
from base64 import b64encode
from collections.abc import Sequence

from ledger.digests import EVENT, SIZE
from ledger.errors import Misuse
from ledger.store.chain import GENESIS
from ledger.store.record import columns
from ledger.trust.merkle import inclusion_proof
from ledger.trust.receipt import Receipt, broken, event_of, hashes_in, require_under
from ledger.trust.seal import Seal, from_base64, parse_seal_served

FIRST_LINE = "c2sp.org/tlog-proof@v1"
_PROOF = re.compile(rf"{re.escape(FIRST_LINE)}\nextra (.+)\nindex (0|[1-9][0-9]{{0,14}})\n((?:.+\n)*)\n((?s:.+))")


def make_tlog_proof(record: bytes, number: int, digests: Sequence[bytes], seal: Seal) -> str:
    """The proof of an event; the digests of all under the seal."""
    before = digests[number - 2] if number > 1 else GENESIS
    hashed = b64encode(EVENT.joined(before, record)).decode()
    proof = "".join(f"{b64encode(each).decode()}\n" for each in inclusion_proof(digests, number - 1))
    return f"{FIRST_LINE}\nextra {hashed}\nindex {number - 1}\n{proof}\n{seal}"


def check_tlog_proof(text: str) -> Receipt:
    """What such a proof proves, if all in it holds, as a receipt of one event that has no words.

    Corrupt (receipt-broken) where something was changed, Misuse (bad-receipt, bad-seal) where it is none.
    """
    found = _PROOF.fullmatch(text)
    try:
        if not found:
            raise ValueError("it has not the lines that one has")
        hashed, proof = from_base64(found[1]), hashes_in(found[3].split("\n")[:-1])
        at = len(EVENT.beginning)
        before, record = hashed[at : at + SIZE], hashed[at + SIZE :]
        if EVENT.joined(before, record) != hashed:
            raise ValueError("what was hashed is no event of a ledger")
        number = columns(record).number
    except ValueError as error:
        message = f"this is no proof of an event: {error}"
        raise Misuse("bad-receipt", message, "the file that `receipt --tlog-proof` wrote, whole") from None
    seal, row = parse_seal_served(found[4]), (record, EVENT.digest(before, record))
    if number != int(found[2]) + 1:
        raise broken(f"it says it is of event #{int(found[2]) + 1}, and has #{number}")
    require_under(row, proof, seal)
    return Receipt(f"#{number}", (event_of(row, before),), seal, None, "")
