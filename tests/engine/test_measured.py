"""Width classes are found as they are, kept on disk, and never believed where rollback fails."""

from collections.abc import Callable

import platformdirs
import pytest
from tests.scripted import ScriptedModel

from redraft.engine import measured
from redraft.engine.model import Rollback
from redraft.engine.widths import Measured
from redraft.errors import StoppedError


def found(
    jitter: Callable[[int], int] = lambda _: 0, rollback: Rollback = "trim", states: int = 0
) -> Measured:
    model = ScriptedModel("", rollback=rollback, states=states, noise=1.0, jitter=jitter)
    return measured.measure(model, lambda _: None)


@pytest.mark.parametrize(
    ("rollback", "states"), [("trim", 0), ("snapshots", 3), ("snapshots", 63), ("checkpoint", 0)]
)
def test_widths_that_agree_are_one_class(rollback: Rollback, states: int) -> None:
    result = found(rollback=rollback, states=states)
    assert [set(widths) >= {1, 4, 16, 64} for widths in result.classes] == [True]
    assert (result.drift, result.bound) == (0.0, 0.0)


def test_classes_are_compared_with_each_other_and_not_with_one() -> None:
    def kernel(width: int) -> int:
        return 0 if width == 1 else 1 if width < 8 else 2

    classes = found(kernel).classes
    assert [
        {*widths} >= {*some} for widths, some in zip(classes, ((1,), (4,), (16, 64)), strict=True)
    ]
    assert 0.01 < found(kernel).drift < 0.2


def test_a_width_known_to_be_apart_is_not_believed_to_agree() -> None:
    model = ScriptedModel("", noise=1.0, lone=True)
    classes = measured.measure(model, lambda _: None).classes
    assert classes[0] == (1,)
    assert set(classes[1]) >= {2, 4, 16, 64}


def test_a_bound_is_wider_than_what_was_seen() -> None:
    result = found(lambda width: width)
    assert all(len(widths) == 1 for widths in result.classes)
    assert result.bound > result.drift > 0
    assert 0 <= result.close <= 1


class Forgetful(ScriptedModel):
    """Says it went back, and keeps the first of the rejected tokens."""

    def trim(self, position: int) -> int:
        stays = self.held[position : position + 1]
        reached = super().trim(position)
        if stays and position > 512:
            self.held.pop()
            self.held.extend(stays)
        return reached


def test_a_rollback_that_fails_unnoticed_leaves_no_class_and_no_useful_guard() -> None:
    result = measured.measure(Forgetful("", noise=1.0), lambda _: None)
    assert result.classes == ()
    assert result.drift > 0.5


def test_measuring_can_be_stopped() -> None:
    def stop(share: float) -> None:
        if share > 0:
            raise StoppedError("cancelled")

    with pytest.raises(StoppedError):
        measured.measure(ScriptedModel(""), stop)


def test_what_was_measured_is_kept_by_key() -> None:
    result = found()
    assert measured.recall("one") is None
    measured.keep("one", result)
    measured.keep("two", found(lambda width: width))
    assert measured.recall("one") == result
    assert measured.recall("two") != result


@pytest.mark.parametrize(
    "content", ["", "[]", '{"one": 3}', '{"one": {}}', '{"one": {"classes": 1}}', "\0"]
)
def test_a_damaged_measurement_is_none(content: str) -> None:
    measured.keep("one", found())
    path = platformdirs.user_cache_path("redraft") / "widths.json"
    assert path.is_file()
    path.write_text(content)
    assert measured.recall("one") is None
