"""redraft's own drafter, made for a case as the engine makes it for a job."""

from tests.bench.replay.case import Case
from tests.bench.replay.curves import Curve

from redraft.drafting.mixture import MixtureDrafter
from redraft.drafting.policy import Policy
from redraft.engine.model import Drafter
from redraft.pipeline.prompt import fenced


def redraft(case: Case, curve: Curve) -> Drafter:
    """A drafter that knows what passes cost."""
    return MixtureDrafter(
        fenced(case.pair.before, case.pair.language),
        case.tokenizer,
        case.end,
        Policy.of(curve, 512),
        said=case.prompt,
        instruction=case.pair.instruction,
    )
