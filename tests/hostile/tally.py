"""How many answers were judged, and how many wrongly."""

from attrs import define, field


@define
class Tally:
    """How many answers were judged, and what went wrong, each with its seed."""

    hostile: int = 0
    good: int = 0
    applied: list[str] = field(factory=list)
    """Outcomes that are neither the source nor right."""
    refused: list[str] = field(factory=list)
    """Good answers that did not become the file."""

    def add(self, other: "Tally") -> None:
        self.hostile += other.hostile
        self.good += other.good
        self.applied += other.applied
        self.refused += other.refused

    def __str__(self) -> str:
        share = 100 * len(self.refused) / max(1, self.good)
        return (
            f"{self.hostile} hostile answers and {self.good} good ones judged: "
            f"{len(self.applied)} applied wrongly, {len(self.refused)} good ones refused "
            f"({share:.2f} %)"
        )
