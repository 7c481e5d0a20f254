"""The drafter of rewrites: source, rules and what was said before, as long as the machine likes.

Follows one answer. Whatever it is told of, it goes on from there: drafts are guesses.
"""

from collections.abc import Sequence
from itertools import takewhile
from operator import eq

from redraft.drafting.ballot import Proposal, along, elect
from redraft.drafting.instruction import asked
from redraft.drafting.policy import Acceptance, Policy
from redraft.drafting.projection import Rule
from redraft.drafting.source import SourcePointer
from redraft.drafting.suffix import Said
from redraft.drafting.tokens import Tokenizer

_ALONE = 8.0
"""Tokens in agreement with the source from which nobody else is asked."""
_LEAST, _GROWTH = 12, 3
"""A draft has at most 12 tokens, and 3 more for each in agreement: tokenising costs time."""
_CREDIT = 2.0
"""Passes that drafts may lose before they have saved any."""
_ALLOWANCE = 0.005
"""Share of an answer's plain time that they may lose besides."""


class MixtureDrafter:
    """Drafts by whatever evidence there is, sized by a policy."""

    def __init__(
        self,
        source: str,
        tokenizer: Tokenizer,
        end: int,
        policy: Policy,
        *,
        said: Sequence[int] = (),
        instruction: str = "",
        rules: tuple[Rule, ...] = (),
    ) -> None:
        """`source`: the text as it would be emitted, fences with it; `end`: the token after it.

        `said`: earlier answers and the prompt, the latest last. `rules`: edits made elsewhere.
        """
        text = source.encode("utf-8", "replace")
        self._pointer = SourcePointer(text, tokenizer, end, (*rules, *asked(instruction, text)))
        self._said = Said(said)
        self.policy = policy
        """May be replaced while it drafts, when more is known of what passes cost."""
        self._proposal: Proposal | None = None
        self._held = 1
        # Half as many breaks as `along` says were seen in edits, and as many as `elect` says.
        self._followed = Acceptance(rate=0.5, weight=8.0)
        self._elected = Acceptance(rate=1.0, weight=20.0)
        self._kind = self._elected
        self._saved = _CREDIT

    @property
    def rules(self) -> tuple[Rule, ...]:
        """What the answer has been seen to change, for the next file."""
        return self._pointer.rules

    def draft(self, limit: int, held: int = 1) -> list[int]:
        """At most `limit` tokens, and as many as pay in a pass that carries `held` anyway."""
        self._proposal, self._held = self._propose(limit), held
        chances = self._kind.chances(self._proposal.doubts)
        # Long agreement has proved itself; the rest may not lose what nobody has earned.
        gain = 1.0 + max(0.0, -self._saved) if self._kind is self._elected else 1.0
        return self._proposal.tokens[: self.policy.length(chances, held, gain)]

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        """Effect: follows the answer by the tokens of a step, and learns from what it proposed."""
        if self._proposal is not None:
            proposed = self._proposal.tokens
            right = sum(1 for _ in takewhile(bool, map(eq, proposed, tokens)))
            self._kind.observe(self._proposal.doubts, right, min(len(proposed), len(tokens)))
            self._proposal = None
        self._saved += accepted - self.policy.price(drafted, self._held)
        self._saved += _ALLOWANCE * len(tokens)
        self._said.extend(tokens)
        self._pointer.follow(tokens)

    def _propose(self, limit: int) -> Proposal:
        evidence = self._pointer.evidence
        most = min(limit, _LEAST + int(_GROWTH * evidence))
        places = self._pointer.continuations(most)
        if evidence > _ALONE:
            self._kind = self._followed
            return along(evidence, list(places[0].tokens))
        self._kind = self._elected
        proposal = elect([*places, *self._said.continuations()])
        return Proposal(proposal.tokens[:limit], proposal.doubts[:limit])
