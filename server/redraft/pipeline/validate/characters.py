"""Characters that the document's encoding cannot hold."""

from redraft.pipeline.encoding import unencodable
from redraft.pipeline.validate.finding import Finding


def characters(text: str, encoding: str) -> list[Finding]:
    """The finding for the first such character."""
    lost = unencodable(text, encoding)
    if lost is None:
        return []
    line, character = lost
    glyph = f" ({character})" if character.isprintable() else ""
    return [Finding("encoding", f"{encoding} has no U+{ord(character):04X}{glyph}", line)]
