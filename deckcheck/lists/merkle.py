"""The tree over all leaves of a seal, as RFC 9162 (section 2.1) draws it with SHA-256.

Levels built from below, an odd last node going up as it is, are the same tree as the split at the largest power of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

Path = tuple[bytes, ...]


class PathError(ValueError):
    """A path that cannot lead from this place to the root; the message is a sentence that says why."""


def node_hash(left: bytes, right: bytes) -> bytes:
    """The node above two others."""
    return sha256(b"\x01" + left + right).digest()


def _above(level: Sequence[bytes]) -> list[bytes]:
    pairs = [node_hash(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
    return [*pairs, level[-1]] if len(level) % 2 else pairs


def _levels(leaves: Sequence[bytes]) -> list[Sequence[bytes]]:
    levels = [leaves]
    while len(levels[-1]) > 1:
        levels.append(_above(levels[-1]))
    return levels


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """The root over leaf hashes; without any it is the hash of nothing."""
    return _levels(leaves)[-1][0] if leaves else sha256(b"").digest()


def merkle_path(leaves: Sequence[bytes], index: int) -> Path:
    """What must be hashed with the leaf at this place, from below, to come to the root."""
    return _path(_levels(leaves), index)


def merkle_paths(leaves: Sequence[bytes]) -> list[Path]:
    """The path of each leaf; the tree is built once for all of them."""
    levels = _levels(leaves)
    return [_path(levels, index) for index in range(len(leaves))]


def _path(levels: Sequence[Sequence[bytes]], index: int) -> Path:
    if not 0 <= index < len(levels[0]):
        raise IndexError(index)
    beside = [(level, (index >> height) ^ 1) for height, level in enumerate(levels)]
    return tuple(level[place] for level, place in beside if place < len(level) > 1)


def path_length(index: int, size: int) -> int:
    """How many nodes the path of a place has in a tree of this size."""
    length = 0
    while size > 1:
        length += (index ^ 1) < size
        index, size = index >> 1, (size + 1) >> 1
    return length


def root_from_path(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root to which a path leads; the place and the size alone say on which side each node is."""
    if not 0 <= index < size:
        raise PathError(f"Entry {index + 1} is outside this seal: it covers {size}.")
    needed = path_length(index, size)
    if len(path) != needed:
        raise PathError(f"The path has a length of {len(path)}; entry {index + 1} of {size} needs {needed}.")
    node, rest = leaf, iter(path)
    while size > 1:
        if (index ^ 1) < size:
            other = next(rest)
            node = node_hash(other, node) if index & 1 else node_hash(node, other)
        index, size = index >> 1, (size + 1) >> 1
    return node
