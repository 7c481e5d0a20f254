"""Text of the conversation's own: template tokens, role headings, the prompt's wording."""

import re
from collections import Counter
from collections.abc import Iterable

from attrs import frozen

from redraft.pipeline.lines import filled
from redraft.pipeline.validate.asked import Asked, read
from redraft.pipeline.validate.compare import Comparison
from redraft.pipeline.validate.finding import Finding, shown
from redraft.pipeline.validate.kinds import DOCUMENTS, Line, said
from redraft.pipeline.validate.talk import DATA, dialogue, edge

_TOKEN = re.compile(
    r"<[|｜]/?\w[\w▁:.\- ]{0,48}(?<! )[|｜]?>|</?\w[\w▁:.\-]{0,48}[|｜]>"  # <|name|>
    r"|\[\|/?[A-Za-z]\w{0,48}\|\]"  # [|name|]
    r"|\[/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|THINK|gMASK|MASK|CLS|SEP"
    r"|UNK|PAD|BOS|EOS|UNUSED\d*|IMG|PREFIX|SUFFIX|MIDDLE|control_\d+)\]"
    r"|\[(?:[A-Z]+_)*(?:TOKEN|UNUSED|RESERVED|SPECIAL)(?:_[A-Z]+)*_?\d+\]"
    r"|<</?SYS>>|</?(?:think|thinking|thought|reasoning|tool_call|tool_response|tool_calls|reflection"
    r"|scratchpad|start_of_turn|end_of_turn|end_of_utterance|start_of_image|[bes]o[a-z]|pad|unk"
    r"|mask|fim_prefix|fim_middle|fim_suffix|fim_pad|repo_name|reponame|file_sep"
    r"|filename|gh_stars|jupyter_\w+|commit_\w+|empty_output|issue_\w+|unused\d+|extra_id_\d+"
    r"|reserved_\w+|s_end|AI|Human|EOT|END)>|<0x[0-9A-F]{2}>|<s>(?!.*</s>)|(?<!<s>)</s>"
    r"|<ctrl\d+>|<unused_token_\d+>|\]~[be!]\w*\["
    r"|▁?<[A-Z]{3}>(?: ?▁?<[A-Z]{3}>){2,}"  # a prefix, a suffix and a middle that are empty
)
_LONE_TAG = re.compile(r"</?[a-z]+(?:_[a-z0-9]+)+>")
"""Alone on a line or behind all text, the look of a special token in most vocabularies."""
_ROLE = re.compile(
    r"(?:#{1,4}\s*|\*\*|<)?(?:assistant|user|system|human|model|developer|tool|ipython|bot|instructions?"
    r"|response|input|output|analysis|final|commentary)(?:\*\*|>)?\s*:?(?:\*\*)?",
    re.IGNORECASE,
)
_TURN = re.compile(
    r"(?:\*\*)?(?:Human|Assistant|User|AI|System|Bot|USER|ASSISTANT|SYSTEM)(?:\*\*)?\s*:(?:\*\*)?"
    r" *(?:\S+\s\S.*|[^\x00-\x7f]{2,}.*)"
)
_ABOUT_TOKENS = re.compile(
    r"template|token|example|messages?\b|\bturns?\b|\broles?\b|chat|prompt|conversation|model|improv|expand|rewrit|reword"
    r"|例|会話|テンプレート|トークン",
    re.IGNORECASE,
)
_STRIKES = {"<s>", "</s>"}
_BLANKS = re.compile(r"\{[a-z]+\}")
_SHORTEST = 12
"""Characters from which on a line of the prompt is told from chance."""


@frozen
class Conversation:
    """What surrounds the source in a prompt, and what of it the source has itself."""

    source: str
    lines: frozenset[str]
    """The source's, without the blanks around them."""
    instruction: str
    language: str
    wording: frozenset[str]
    """Lines of the prompt, less those that the source has."""
    quoted: bool
    """The instruction asks for comments or documentation, which may quote it."""


def conversation(source: str, asked: Asked, language: str, prompts: Iterable[str]) -> Conversation:
    """`prompts`: the system prompt and the wording around the instruction."""
    lines = {line.strip() for prompt in prompts for line in _BLANKS.sub("\n", prompt).split("\n")}
    lines = {line for line in lines if len(line) >= _SHORTEST and line not in source}
    own = frozenset(filled(source))
    return Conversation(source, own, asked.instruction, language, frozenset(lines), asked.writes)


def leaks(comparison: Comparison, talk: Conversation) -> list[Finding]:
    """The finding for the first leak, if there is one."""
    for line in comparison.added_lines:
        place = leak_in(line.text, talk)
        if place is not None:
            return [finding(line.text[place:], line.number)]
    asked = read(talk.instruction)
    more = _more_tokens(comparison, talk)
    if more is not None:
        return [finding(more.text, more.number)]
    said = dialogue(comparison, asked, talk.source) or edge(comparison, asked)
    return [] if said is None else [finding(said.text, said.number)]


def _more_tokens(comparison: Comparison, talk: Conversation) -> Line | None:
    """The first new line with a token that the source has too, and not so often.

    Texts about templates quote tokens; an instruction that is about them may ask for more.
    """
    if _ABOUT_TOKENS.search(talk.instruction):
        return None
    ours: Counter[str] = Counter()
    for line in comparison.new:
        ours.update(_TOKEN.findall(line.text))
    more = ours - Counter(_TOKEN.findall(talk.source))
    for line in comparison.added_lines:
        strange = (mark for mark in _TOKEN.findall(line.text) if more[mark] > 0)
        if any(mark not in talk.instruction and mark not in _STRIKES for mark in strange):
            return line
    return None


def finding(text: str, line: int | None) -> Finding:
    """What a leak is told as."""
    return Finding("leak", f"{shown(text)} belongs to the conversation, not to the text", line)


def leak_in(line: str, talk: Conversation) -> int | None:
    """Where in a line the conversation begins; None where it does not."""
    key = line.strip()
    if not key or key in talk.lines:
        return None
    for found in _TOKEN.finditer(line):
        mark = found.group()
        struck = mark == "</s>" and re.search(r"<s[ >]", line[: found.start()])
        if mark not in talk.source and mark not in talk.instruction and not struck:
            return found.start()
    start = len(line) - len(line.lstrip())
    if _is_heading(line, key, talk) or _is_wording(key, talk):
        return start
    tag = _LONE_TAG.search(line)
    alone = tag is not None and tag.end() == len(line.rstrip()) and not line[: tag.start()].strip()
    if alone and tag is not None and _is_strange(tag.group(), talk):
        return tag.start()
    return None


def _is_strange(tag: str, talk: Conversation) -> bool:
    name = tag.strip("</>")
    markup = talk.language in {"html", "xml", "jsx", "tsx", "vue", "svelte"}
    return not markup and name not in talk.source and name not in talk.instruction


def _is_heading(line: str, key: str, talk: Conversation) -> bool:
    """Whether a line is the heading of a new turn."""
    if line[:1].isspace():
        return False
    if _ROLE.fullmatch(key):
        word = re.sub(r"\W", "", key)
        bare = key == word and word.islower()
        marked = "###" in key or (bare and (talk.language not in DOCUMENTS or word == "assistant"))
        return marked and word not in talk.instruction.lower()
    strict = talk.language not in DOCUMENTS and talk.language not in DATA
    return strict and _TURN.fullmatch(key) is not None


def _is_wording(key: str, talk: Conversation) -> bool:
    """Whether a line says what the prompt says, or repeats the instruction."""
    text = said(key).strip()
    if any(text == line or (len(line) > 2 * _SHORTEST and line in key) for line in talk.wording):
        return True
    asks = [line.strip() for line in talk.instruction.split("\n")]
    repeats = len(text) >= _SHORTEST and text.rstrip(".") in [line.rstrip(".") for line in asks]
    return repeats and not (talk.quoted and text != key) and text not in talk.source
