"""What a file is that is filed as evidence: by its first bytes, in one reading, and the same when it is read again."""

import os
import tracemalloc
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.bounds.files import EVIDENCE
from ledger.digests import of_bytes
from ledger.errors import Misuse
from ledger.exchange.evidence import kind_of, read_evidence
from ledger.recording.sessions import body_text
from ledger.subjects.calls.facts import EvidenceFiled, MediaKind
from tests.kept import kept

BEGINS = {
    "jpeg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00",
    "png": b"\x89PNG\r\n\x1a\n\x00\x00",
    "webp": b"RIFF\x24\x00\x00\x00WEBPVP8 ",
    "heic": b"\x00\x00\x00\x18ftypheic\x00\x00",
    "gif": b"GIF89a\x01\x00",
    "pdf": b"%PDF-1.7\n\xff",
    "mp4": b"\x00\x00\x00\x20ftypisom\x00\x00",
    "mov": b"\x00\x00\x00\x14ftypqt  \x00\x00",
    "text": "19:40 Süd: ♠\n".encode(),
}


@pytest.mark.parametrize("kind", BEGINS)
def test_a_file_is_what_its_first_bytes_say_whatever_it_is_called(tmp_path, kind):
    path = tmp_path / "holiday.docx"
    path.write_bytes(BEGINS[kind])
    assert read_evidence(path).kind == kind


@pytest.mark.parametrize(
    "content",
    [
        b"\x00" * 40,
        b"MZ\x90\x00\x03",
        b"PK\x03\x04\x14\x00\x08\x00",
        "in Latin-1: für".encode("latin-1"),
        "half a character: ♠".encode()[:-1],
        b"\x00\x00\x00\x18ftypavif\x00\x00",
        b"RIFF\x24\x00\x00\x00WAVEfmt ",
    ],
)
def test_what_is_of_no_kind_is_refused(tmp_path, content):
    path = tmp_path / "cards.jpg"
    path.write_bytes(content)
    with pytest.raises(Misuse, match="no kind of file that can be evidence") as caught:
        read_evidence(path)
    assert caught.value.code == "bad-file"


def test_a_text_whose_letters_lie_across_its_parts_is_one(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b"x" + "é".encode() * 400_000)
    assert read_evidence(path).kind == "text"
    assert kind_of(b"x" * 16) is None


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: None, "no-such-file"),
        (lambda path: path.mkdir(), "bad-file"),
        (lambda path: path.write_bytes(b""), "bad-file"),
        (os.mkfifo, "bad-file"),
    ],
)
def test_what_is_no_file_or_an_empty_one_is_refused(tmp_path, make, code):
    path = tmp_path / "cards.jpg"
    make(path)
    with pytest.raises(Misuse) as caught:
        read_evidence(path)
    assert caught.value.code == code


@pytest.mark.parametrize("over", [0, 1])
def test_a_file_is_as_large_as_the_bound_and_no_larger(tmp_path, over):
    """And is not held in memory, however large it is."""
    path = tmp_path / "film"
    with path.open("wb") as file:
        file.write(BEGINS["mp4"])
        file.truncate(EVIDENCE.most + over)
    tracemalloc.start()
    if over:
        with pytest.raises(Misuse) as caught:
            read_evidence(path)
        assert caught.value.code == "too-large"
    else:
        film = read_evidence(path)
        assert (film.kind, film.size, sum(map(len, film.parts()))) == ("mp4", EVIDENCE.most, EVIDENCE.most)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 5_000_000


@pytest.mark.parametrize("changed", [b"\xff\xd8\xff another", b"\xff\xd8\xff the cards and more", b""])
def test_what_changed_since_it_was_read_is_told_at_its_end(tmp_path, changed):
    path = tmp_path / "cards.jpg"
    path.write_bytes(b"\xff\xd8\xff the cards")
    file = read_evidence(path)
    assert b"".join(file.parts()) == b"\xff\xd8\xff the cards"
    path.write_bytes(changed)
    with pytest.raises(Misuse, match="changed while it was read"):
        list(file.parts())
    path.unlink()
    with pytest.raises(Misuse, match="cannot be read"):
        list(file.parts())


FILED = st.builds(
    EvidenceFiled,
    case=st.sampled_from(["C-0001", "C-0002"]),
    kind=st.sampled_from(get_args(MediaKind)),
    size=st.integers(1, EVIDENCE.most),
    file=st.binary(max_size=3).map(lambda content: of_bytes(content).hex()),
    what=st.sampled_from(["", "the cards", "3", "jpeg", of_bytes(b"").hex()]),
    public=st.booleans(),
)


@given(FILED, FILED)
def test_no_two_things_that_are_filed_are_recorded_as_the_same_bytes(one, other):
    """Whatever the words are like, and under the same salts."""
    assert (body_text(kept(one)) == body_text(kept(other))) is (one == other)
