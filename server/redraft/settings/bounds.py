"""Validators that can also be read, so that the schema says what they enforce."""

from typing import Any

import attrs
import cattrs
from attrs import frozen


@frozen
class Range:
    """At least `low`, or above it, and no more than `most`."""

    low: float
    most: float
    above: bool = False

    def __call__(self, _: object, attribute: "attrs.Attribute[Any]", value: float | None) -> None:
        """Raises ValueError, marked with the key."""
        if value is None:
            return
        over = self.low < value if self.above else self.low <= value
        if over and value <= self.most:
            return
        least = f"{'above' if self.above else 'at least'} {self.low}"
        raise fault(attribute, f"expected {least} and at most {self.most}, got {_figure(value)}")


@frozen
class Holds:
    """The wording must have these placeholders, or it would ask for nothing."""

    placeholders: tuple[str, ...]

    def __call__(self, _: object, attribute: "attrs.Attribute[Any]", value: str) -> None:
        """Raises ValueError, marked with the key."""
        for placeholder in self.placeholders:
            if placeholder not in value:
                raise fault(attribute, f"expected text that contains {placeholder}")


@frozen
class Filled:
    """Something other than blanks; on one printable line, where it is a title."""

    line: bool = False

    def __call__(self, _: object, attribute: "attrs.Attribute[Any]", value: str) -> None:
        """Raises ValueError, marked with the key."""
        if not value.strip():
            raise fault(attribute, "expected text, got nothing but blanks")
        if self.line and not value.isprintable():
            raise fault(attribute, "expected one line of printable text")


def fault(attribute: "attrs.Attribute[Any]", sentence: str) -> ValueError:
    """What is wrong with a value, marked with its key in the way that cattrs marks it."""
    error = ValueError(sentence)
    error.add_note(cattrs.AttributeValidationNote(attribute.name, attribute.name, attribute.type))
    return error


def _figure(value: float) -> str:
    """The number; one of thousands of digits is not spelt out (Python would refuse to)."""
    huge = isinstance(value, int) and value.bit_length() > 64
    return "a far larger number" if huge else str(value)
