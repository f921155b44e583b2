"""Policies by c2sp.org/tlog-policy: what is read, what is refused and in which line, and which witnesses are enough."""

from dataclasses import replace

import pytest

from ledger.errors import Problem
from ledger.trust.keys import new_key
from ledger.trust.policy import parse_policy
from ledger.trust.seal import COSIGNATURE, ML_DSA, PublicKey, Seal, checkpoint

W = [str(PublicKey(f"w{number}.example", bytes([number]) * 32, COSIGNATURE)) for number in range(1, 7)]
LOG = str(PublicKey("ebu.example", bytes(32)))
PQ = str(PublicKey("ebu.example", bytes(1312), ML_DSA))


def refused(*lines):
    with pytest.raises(Problem) as caught:
        parse_policy("\n".join(lines).encode())
    assert caught.value.code == "bad-policy"
    return caught.value.message


def test_the_example_of_the_specification_is_read():
    lines = [f"witness {name} {key}" for name, key in zip(("X1", "X2", "X3", "Y1", "Y2", "Y3"), W, strict=True)]
    lines.insert(3, "group X-witnesses 2 X1 X2 X3")
    lines += ["group Y-witnesses any Y1 Y2 Y3", "", "group X-and-Y all X-witnesses Y-witnesses", "quorum X-and-Y", ""]
    policy = parse_policy("\n".join([f" \tlog\t {LOG}  https://ebu.example/ ", "# \u00e9", *lines]).encode())
    assert policy.office() == policy.office("ebu.example") == policy.logs[0]
    assert list(policy.witnesses) == ["X1", "X2", "X3", "Y1", "Y2", "Y3"]
    assert policy.groups["X-witnesses"] == (2, ["X1", "X2", "X3"])
    assert policy.groups["Y-witnesses"] == (1, ["Y1", "Y2", "Y3"])
    assert policy.groups["X-and-Y"] == (2, ["X-witnesses", "Y-witnesses"])
    assert policy.witnesses["X1"].address == ""
    unwitnessed = parse_policy(b"quorum none")
    assert (unwitnessed.logs, unwitnessed.wants_witnesses, policy.wants_witnesses) == ([], False, True)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["log x", "quorum none"], "line 1 of the policy: 'x' is no public key of a log"),
        ([f"log {W[0]}"], "line 1 of the policy: "),
        ([f"witness a {LOG}"], "line 1 of the policy: "),
        ([f"log {LOG}", f"log {LOG}"], "line 2 of the policy: the key ebu.example+"),
        ([f"witness a {W[0]}", f"witness b {W[0]}"], "line 2 of the policy: the key w1.example+"),
        ([f"witness a {W[0]}", f"witness a {W[1]}"], "line 2 of the policy: the name a is taken"),
        ([f"witness none {W[0]}"], "line 1 of the policy: the name none is taken"),
        (["group g any a"], "line 1 of the policy: a is no name of a line above"),
        ([f"witness a {W[0]}", "group g any none"], "line 2 of the policy: none is no name of a line above"),
        ([f"witness a {W[0]}", "group g 2 a"], "line 2 of the policy: 2 is not all, any, or a number from 1 to 1"),
        ([f"witness a {W[0]}", "group g 01 a"], "line 2 of the policy: 01 is not"),
        ([f"witness a {W[0]}", "group g any a a"], "line 2 of the policy: a is a member already"),
        ([f"witness a {W[0]}", "group g any a", "group h any a"], "line 3 of the policy: a is a member already"),
        (["group g any"], "line 1 of the policy: it is none of"),
        (["quorum a"], "line 1 of the policy: a is no name of a line above"),
        (["quorum none", "quorum none"], "line 2 of the policy: it is none of"),
        ([f"log {LOG}"], "the policy: it has no line `quorum NAME`"),
        (["quorum none\r"], "line 1 of the policy: it has the byte 13; lines end with a line feed alone"),
        (["logs x"], "line 1 of the policy: it is none of"),
        ([f"log {LOG} https://a.example https://b.example"], "line 1 of the policy: it is none of"),
        ([f"witness a {W[0]} https://a.example https://b.example"], "line 1 of the policy: it is none of"),
    ],
)
def test_what_is_no_policy_is_refused_with_its_line(lines, why):
    assert refused(*lines).startswith(why)


def test_two_log_lines_of_one_name_are_one_office_s_key():
    both = parse_policy(f"log {PQ}\nlog {LOG}\nquorum none\n".encode()).office()
    assert (both.key, both.second.kind) == (bytes(32), ML_DSA)
    two = f"log {LOG}\nlog {PublicKey('fbu.example', bytes([9]) * 32)}\nquorum none\n"
    assert parse_policy(two.encode()).office("fbu.example").name == "fbu.example"
    with pytest.raises(Problem, match=r"names ebu\.example, fbu\.example: whose key is meant"):
        parse_policy(two.encode()).office()
    again = f"log {LOG}\nlog {PublicKey('ebu.example', bytes([9]) * 32)}\nquorum none\n"
    with pytest.raises(Problem, match="whose key is meant"):
        parse_policy(again.encode()).office("ebu.example")


def test_a_quorum_is_counted_over_groups(tmp_path):
    keys = [new_key(tmp_path / str(at), f"w{at}", COSIGNATURE, second=True) for at in range(4)]
    lines = [f"witness w{at} {key.public.first}" for at, key in enumerate(keys[:3])]
    lines += [f"witness w3 {keys[3].public.second}", "group a 2 w0 w1 w2", "group b all a w3", "quorum b"]
    policy = parse_policy("\n".join(lines).encode())
    point = checkpoint("ebu.example", "thu", [bytes(32)])

    def seal(*signers):
        return Seal(point, tuple(each for at in signers for each in keys[at].cosign(point, 7)))

    assert policy.require_quorum(seal(0, 2, 3)) == ["w0", "w2", "w3"]
    for too_few in ((0, 1, 2), (0, 3), ()):
        with pytest.raises(Problem, match="which is not the quorum b") as caught:
            policy.require_quorum(seal(*too_few))
        assert caught.value.code == "no-quorum"
    forged = seal(0, 2, 3)
    line = forged.signatures[-1]
    wrong = replace(line, signature=line.signature[:-1] + bytes([line.signature[-1] ^ 1]))
    with pytest.raises(Problem, match=r"has the signatures of w0, w2, which .* b; missing: w1, w3"):
        policy.require_quorum(replace(forged, signatures=(*forged.signatures[:-1], wrong)))


def test_groups_may_be_as_deep_as_a_policy_is_long(tmp_path):
    key = new_key(tmp_path / "key", "w", COSIGNATURE)
    groups = [f"group g{at} all g{at - 1}" for at in range(1, 5000)]
    policy = parse_policy("\n".join([f"witness g0 {key.public}", *groups, "quorum g4999"]).encode())
    point = checkpoint("ebu.example", "thu", [bytes(32)])
    assert policy.require_quorum(Seal(point, key.cosign(point, 7))) == ["g0"]
    with pytest.raises(Problem, match="which is not the quorum g4999"):
        policy.require_quorum(Seal(point, ()))


def test_a_login_in_an_address_is_refused_and_not_repeated():
    with pytest.raises(Problem, match="has a login before its host") as caught:
        parse_policy(f"witness a {W[0]} https://me:s3cret@w.example/\nquorum a\n".encode())
    assert (caught.value.code, "s3cret" in caught.value.message + caught.value.hint) == ("usage", False)
    assert parse_policy(f"# https://me:x@w.example\nwitness a {W[0]} https://w.example/@a\nquorum a".encode()).witnesses
