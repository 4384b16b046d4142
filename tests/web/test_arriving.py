"""Whether a request has come in whole, in whatever pieces it comes."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.web.serving.worker import MOST_BODY, MOST_HEAD, Arriving, HeadTooLarge

HEAD = b"POST /check HTTP/1.1\r\nHost: a\r\n"


def of_length(body: bytes) -> bytes:
    return HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body


def in_chunks(body: bytes, size: int) -> bytes:
    pieces = [body[i : i + size] for i in range(0, len(body), size)]
    chunks = b"".join(b"%x;note=x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    return HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n"


def fed(request: bytes, cuts: list[int]) -> Arriving:
    """The request in pieces; no piece but the last may end it."""
    places = sorted({0, len(request), *(cut % (len(request) + 1) for cut in cuts)})
    arriving = Arriving()
    for start, end in itertools.pairwise(places):
        assert not arriving.is_whole
        arriving.add(request[start:end])
    return arriving


CUTS = st.lists(st.integers(min_value=0, max_value=10_000), max_size=30)


@given(st.binary(max_size=300), CUTS)
def test_a_body_of_known_length_ends_where_it_says(body: bytes, cuts: list[int]) -> None:
    arriving = fed(of_length(body), cuts)
    assert arriving.is_whole
    assert bytes(arriving.data) == of_length(body)


@given(st.binary(max_size=300), st.integers(min_value=1, max_value=50), CUTS)
def test_a_body_in_chunks_ends_with_the_empty_one_whatever_its_chunks_hold(
    body: bytes, size: int, cuts: list[int]
) -> None:
    assert fed(in_chunks(body, size), cuts).is_whole


@given(st.binary(max_size=400), CUTS)
def test_any_bytes_are_looked_at_and_kept(data: bytes, cuts: list[int]) -> None:
    arriving = Arriving()
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    for start, end in itertools.pairwise(places):
        arriving.add(data[start:end])
    assert bytes(arriving.data) == data


def test_a_request_without_a_body_ends_with_its_head() -> None:
    assert Arriving(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").is_whole
    assert not Arriving(b"GET / HTTP/1.1\r\nHost: a\r\n").is_whole


@pytest.mark.parametrize("end", [b"0\r\n\r\n", b"00\r\nTrailer: x\r\n\r\n", b"0;a=b\r\n\r\n"])
def test_trailers_belong_to_a_body_in_chunks(end: bytes) -> None:
    request = HEAD + b"transfer-encoding: CHUNKED\r\n\r\n3\r\n0\r\n\r\n" + end
    for cut in range(1, len(request)):
        arriving = Arriving(request[:cut])
        assert not arriving.is_whole, request[:cut]
        arriving.add(request[cut:])
        assert arriving.is_whole


@pytest.mark.parametrize("bad", [b"Content-Length: x", b"Content-Length: -1", b"Content-Length: 9" + b"9" * 40])
def test_a_length_that_is_none_is_left_to_the_parser(bad: bytes) -> None:
    assert Arriving(HEAD + bad + b"\r\n\r\n").is_whole


def test_a_chunk_that_is_none_is_left_to_the_parser() -> None:
    chunked = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    assert Arriving(chunked + b"zz\r\n").is_whole
    assert Arriving(chunked + b"1" * 2000).is_whole
    assert not Arriving(chunked + b"1" * 8).is_whole


def test_too_large_a_body_is_never_waited_for() -> None:
    announced = Arriving(HEAD + b"Content-Length: %d\r\n\r\n" % (MOST_BODY + 1))
    assert (announced.is_whole, announced.is_oversized) == (True, True)
    chunk = Arriving(HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % (MOST_BODY + 1))
    assert chunk.is_whole


@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"])
def test_a_head_without_end_is_refused(end: bytes) -> None:
    with pytest.raises(HeadTooLarge):
        Arriving(HEAD + b"x: " + b"y" * MOST_HEAD + end)


def test_who_waits_to_be_told_to_go_on_is_known() -> None:
    assert Arriving(HEAD + b"Expect: 100-Continue\r\nContent-Length: 5\r\n\r\n").asks_to_go_on
    assert not Arriving(HEAD + b"Content-Length: 5\r\n\r\n").asks_to_go_on
