"""Who takes part: names, each with the plain decoding of its own engine."""

from collections.abc import Callable, Sequence

from attrs import frozen
from tests.bench.peers.peer import Peer, Setup


@frozen
class Entry:
    """One configuration."""

    name: str
    make: Callable[[Setup], Peer]
    """Effect: loads it. Raises MissingError, or whatever the foreign code raises."""
    plain: str | None = None
    """Name of the entry that it is held against; None: it is one of those."""


def entries() -> tuple[Entry, ...]:
    """All there are, each behind the plain one of its engine. Settings: issue 5, notes 8.2."""
    plain = "llama-server, plain"
    return (
        Entry("redraft, plain", _ours(draft=False)),
        Entry("redraft", _ours(draft=True), "redraft, plain"),
        Entry("llama-cpp-python, plain", _binding(None)),
        Entry("llama-cpp-python, draft_model 2", _binding(2), "llama-cpp-python, plain"),
        Entry("llama-cpp-python, draft_model 10", _binding(10), "llama-cpp-python, plain"),
        Entry(plain, _server(None)),
        Entry("ngram-simple 12/48", _server("ngram-simple", size_n=12, size_m=48), plain),
        Entry("ngram-simple 4/8", _server("ngram-simple", size_n=4, size_m=8), plain),
        Entry("ngram-map-k 12/48", _server("ngram-map-k", size_n=12, size_m=48), plain),
        Entry("ngram-map-k 8/16", _server("ngram-map-k", size_n=8, size_m=16), plain),
        Entry("ngram-mod 24/48/64", _server("ngram-mod", n_match=24, n_min=48, n_max=64), plain),
        Entry("ngram-mod 16/2/64", _server("ngram-mod", n_match=16, n_min=2, n_max=64), plain),
        Entry("ngram-cache", _server("ngram-cache"), plain),
        Entry("llama-lookup, plain", _lookup(0)),
        Entry("llama-lookup 8", _lookup(8), "llama-lookup, plain"),
        Entry("llama-lookup 16", _lookup(16), "llama-lookup, plain"),
    )


def chosen(wanted: Sequence[str]) -> list[Entry]:
    """The entries whose names hold one of some texts, with their plain ones; all for none."""
    every = entries()
    picked = {e.name for e in every if not wanted or any(text in e.name for text in wanted)}
    picked |= {entry.plain for entry in every if entry.name in picked and entry.plain}
    return [entry for entry in every if entry.name in picked]


# Imported when it is made: a peer's library may be missing, and none should share a process.
def _ours(*, draft: bool) -> Callable[[Setup], Peer]:
    def make(setup: Setup) -> Peer:
        from tests.bench.peers.ours import Redraft

        return Redraft(setup, draft=draft)

    return make


def _binding(drafted: int | None) -> Callable[[Setup], Peer]:
    def make(setup: Setup) -> Peer:
        from tests.bench.peers.binding import Binding

        return Binding(setup, drafted)

    return make


def _server(kind: str | None, **values: int) -> Callable[[Setup], Peer]:
    def make(setup: Setup) -> Peer:
        from tests.bench.peers.server import Kind, Server

        return Server(setup, Kind(kind, values) if kind else None)

    return make


def _lookup(longest: int) -> Callable[[Setup], Peer]:
    def make(setup: Setup) -> Peer:
        from tests.bench.peers.lookup import Lookup

        return Lookup(setup, longest)

    return make
