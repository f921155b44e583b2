"""Policies: who must have signed a seal, in a file that desk, page, verifier and other programs read alike.

    log ebu.example+3a7f01c2+AVu…                       the office's public key; on a line of its own its second one
    witness w1 nbo.example/w1+8b1f20cc+BN0… https://nbo.example/w1
    witness w2 fib.example/w+0c77d3e1+BMn…              without an address: by mail
    group two 2 w1 w2                                   or: all, any
    quorum two                                          or: none

The format is that of c2sp.org/tlog-policy. A log line's name is what the origin of the office's seals begins with. Log
lines of one name are one office's key: each must have signed.
"""

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ledger.errors import Corrupt, Misuse
from ledger.files import require_no_login
from ledger.trust.keys import signed_by
from ledger.trust.seal import COSIGNATURE, ED25519, ML_DSA, PublicKey, Seal, parse_key_line

NONE = "none"
_STRANGE = re.compile(rb"[^\t\n\x20-\x7e\x80-\xff]")


class PolicyWitness(NamedTuple):
    """A witness of a policy: its public key, and the address where it is asked, '' if by mail."""

    key: PublicKey
    address: str


@dataclass(slots=True)
class Policy:
    """A policy: the offices' keys, the witnesses and groups by name, and the name of the quorum.

    `groups`: how many of which members must have signed.
    """

    logs: list[PublicKey] = field(default_factory=list)
    witnesses: dict[str, PolicyWitness] = field(default_factory=dict)
    groups: dict[str, tuple[int, list[str]]] = field(default_factory=dict)
    quorum: str = ""

    def office(self, name: str = "") -> PublicKey:
        """Return the office's key, of several that named `name`; Misuse (bad-policy) if that is not one key."""
        keys: dict[str, list[PublicKey]] = {}
        for each in self.logs:
            keys.setdefault(each.name, []).append(each)
        of_office = keys.get(name) or (next(iter(keys.values())) if len(keys) == 1 else [])
        if not of_office or len({each.kind for each in of_office}) < len(of_office):
            offices = ", ".join(keys) or "no log"
            raise Misuse("bad-policy", f"the policy names {offices}: whose key is meant?", "--key KEY says it")
        first, *more = sorted(of_office, key=lambda each: each.kind)
        return replace(first, second=more[0]) if more else first

    @property
    def wants_witnesses(self) -> bool:
        """True if a seal without witnesses does not fulfil the policy."""
        return self.quorum != NONE

    def require_quorum(self, seal: Seal) -> list[str]:
        """Return the names of the witnesses who signed a seal; Corrupt (no-quorum) if they are no quorum."""
        signers = [name for name, witness in self.witnesses.items() if signed_by(seal, witness.key)]
        met = {NONE, *signers}
        for name, (least, members) in self.groups.items():  # each names only groups above it
            if len(met.intersection(members)) >= least:
                met.add(name)
        if self.quorum not in met:
            missing = ", ".join(name for name in self.witnesses if name not in signers)
            has = f"the seal has the signatures of {', '.join(signers) or 'no witness'}"
            message = f"{has}, which is not the quorum {self.quorum}; missing: {missing}"
            raise Corrupt("no-quorum", message, "`witness` signs it, `seal --witness FILE` takes its signature")
        return signers


def parse_policy(content: bytes) -> Policy:
    """Parse a policy; raise Misuse (bad-policy), which names the line, unless it is one (c2sp.org/tlog-policy)."""
    policy, members = Policy(), set[str]()
    for number, line in enumerate(content.split(b"\n"), start=1):
        try:
            if strange := _STRANGE.search(line):
                raise ValueError(f"it has the byte {strange[0][0]}; lines end with a line feed alone")
            words = [each for each in re.split(r"[ \t]+", line.decode(errors="surrogateescape")) if each]
            if words and not words[0].startswith("#"):
                _read_line(policy, words, members)
        except ValueError as error:
            raise _bad(f"line {number} of the policy", str(error)) from None
    if not policy.quorum:
        raise _bad("the policy", "it has no line `quorum NAME`")
    return policy


def _read_line(policy: Policy, words: list[str], members: set[str]) -> None:
    for word in words:
        require_no_login(word)
    known = {**policy.witnesses, **policy.groups}
    match words:
        case ["witness" | "group", name, *_] if name == NONE or name in known:
            raise ValueError(f"the name {name} is taken")
        case ["log", key, *url] if len(url) < 2:
            policy.logs.append(_key(key, (ED25519, ML_DSA), policy.logs))
        case ["witness", name, key, *url] if len(url) < 2:
            others = [each.key for each in policy.witnesses.values()]
            policy.witnesses[name] = PolicyWitness(_key(key, (COSIGNATURE, ML_DSA), others), *url or [""])
        case ["group", name, least, *names] if names:
            for each in names:
                if each in members or each not in known:
                    raise ValueError(f"{each} is {'a member already' if each in known else 'no name of a line above'}")
                members.add(each)
            numbers = {"all": len(names), "any": 1} | {str(each + 1): each + 1 for each in range(len(names))}
            if not (wanted := numbers.get(least)):
                raise ValueError(f"{least} is not all, any, or a number from 1 to {len(names)}")
            policy.groups[name] = wanted, names
        case ["quorum", name] if not policy.quorum:
            if name != NONE and name not in known:
                raise ValueError(f"{name} is no name of a line above")
            policy.quorum = name
        case _:
            raise ValueError("it is none of: log VKEY [URL], witness NAME VKEY [URL], group NAME N NAME…, quorum NAME")


def _key(text: str, kinds: tuple[bytes, ...], known: list[PublicKey]) -> PublicKey:
    key = parse_key_line(text, kinds)
    if key is None:
        raise ValueError(f"{text[:40]!r} is no public key of {'a log' if ED25519 in kinds else 'a witness'}")
    if any(each.key == key.key for each in known):
        raise ValueError(f"the key {key.short} is there twice")
    return key


def _bad(where: str, why: str) -> Misuse:
    return Misuse("bad-policy", f"{where}: {why}", "c2sp.org/tlog-policy; `help trust` shows one")
