"""What of a source an instruction lets go, line by line as far as it can be told."""

from collections.abc import Sequence
from typing import Protocol

from attrs import evolve, frozen

from redraft.pipeline.validate import wording
from redraft.pipeline.validate.asked import Asked, Clause
from redraft.pipeline.validate.kinds import Line, names_in, subwords
from redraft.pipeline.validate.targets import heads, numbers, under


@frozen
class Scope:
    """What of the source an instruction lets go."""

    free: frozenset[int]
    """Places of lines that it names by their block or number."""
    held: frozenset[int]
    """Places that it says are to stay."""
    names: frozenset[str]
    """Names of what goes, with the lines that mention them."""
    loose: tuple[Clause, ...]
    """What else is to go, which is told by its words alone."""
    replaced: tuple[Clause, ...]
    """The same for what gives place to something else."""
    all_else: bool
    """Everything goes that is not to stay."""

    @property
    def is_exact(self) -> bool:
        """Whether it is known line by line what goes."""
        return not self.loose and not self.replaced and bool(self.free or self.held)


class Source(Protocol):
    """The lines of a source, and what is known of them."""

    old: tuple[Line, ...]

    @property
    def titles(self) -> list[str]: ...
    @property
    def owners(self) -> list[int | None]: ...


def scope(asked: Asked, source: Source) -> Scope:
    """Finds in the source what an instruction names."""
    free: set[int] = set()
    held: set[int] = set()
    names: set[str] = set()
    loose: list[Clause] = []
    replaced: list[Clause] = []
    clauses = (*asked.deletes, *_replaced(asked, source))
    for clause in clauses:
        found = heads(clause.text, source.titles)
        block = under(found, source.owners) | _by_number(clause, source)
        if clause.everything:
            if clause.keeps:
                named = {source.titles[place]: place for place in reversed(found)}
                held |= under(named.values(), source.owners) | _by_number(clause, source)
            continue
        rest = clause
        if asked.moves and not (block or clause.names or clause.words or clause.kinds):
            continue
        if block:
            free |= block
            titles = [source.titles[place] for place in found]
            names.update(titles)
            rest = _beside(clause, titles)
        if rest is clause or rest.kinds or rest.names or rest.words:
            (loose if clause in asked.deletes else replaced).append(rest)
    return Scope(
        frozenset(free),
        frozenset(held),
        frozenset(names),
        tuple(loose),
        tuple(replaced),
        all_else=any(clause.everything for clause in clauses),
    )


def _replaced(asked: Asked, source: Source) -> list[Clause]:
    """What gives place to something else; not where all that changes is a name."""
    new = {new.split(".")[-1] for _, new in asked.swaps}
    if new and not any(new & names_in(line.text) for line in source.old):
        return []
    return list(asked.replaces)


def _by_number(clause: Clause, source: Source) -> frozenset[int]:
    last = source.old[-1].number if source.old else 0
    named = numbers(clause.text, last)
    return frozenset(i for i, line in enumerate(source.old) if line.number in named)


def _beside(clause: Clause, titles: Sequence[str]) -> Clause:
    """What a clause names but for some blocks."""
    text = clause.text
    for name in titles:
        text = text.replace(name, " ")
    kinds = frozenset(kind for kind in clause.kinds if wording.KINDS[kind].search(text))
    own = frozenset().union(*map(names_in, titles))
    parts = frozenset().union(*map(subwords, titles))
    words = {word for word in clause.words - parts if not word.isascii() and word in text}
    words |= {word for word in clause.words - parts if word.isascii()}
    return evolve(clause, text=text, kinds=kinds, names=clause.names - own, words=frozenset(words))
