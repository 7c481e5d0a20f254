"""The ways in which models say that the rest is as before.

Only what fills a whole comment counts, and it has to name code: "the rest of the bytes is padding"
and "existing users stay" are ordinary sentences.
"""

import re

_WHAT = (
    r"(?:code|file|functions?|methods?|class(?:es)?|implementations?|logic|contents?|body|bodies"
    r"|lines?|imports?|definitions?|tests?|sections?|parts?|parameters?|fields?|members?|rules?"
    r"|statements?|module|script|document|items?|entries|cases|properties|routes|handlers"
    r"|components?|declarations?|configuration|stuff|things?|program|text|everything)"
)
_REST = r"(?:(?:the |all )?(?:rest|remaind(?:er|ing)|remaining|others|everything else|all else))"
_WHICH = (
    r"(?:(?:rest|remaind(?:er|ing)) of|remaining|other|existing|previous|prior|original|earlier"
    r"|same|unchanged|above|following|preceding|more|further|additional|all)"
)
_STAYS = (
    r"(?:un(?:changed|modified|touched|altered)|same|omit\w*|elided|truncated|snip\w*|abbreviated"
    r"|as (?:before|above|is|it was|they were)|no changes?|not shown|left out|left as|for brevity"
    r"|goes here|go here|stays?|remains?|continues?|follows?|here|identical|like before|and so on"
    r"|etc|skipped|unaffected|kept|keep|intact|not changed|does(?:n't| not) change)"
)
_TAIL = (
    r"(?:\W+(?:for|brevity|as|from|the|here|below|above|in|and|to|of|same|before|is|it|this|your|my"
    r"|file|code|original|source|exactly|was|were|are|that|until|end|unchanged|omitted|version)\b)*"
)
_OMITS = re.compile(
    rf"\W*(?:(?:the|your|my|our|this|with|and|plus|keep|all) )*(?:{_WHICH}\b"
    rf"(?: (?:the|your|my|this|these|those|all))?(?: [\w-]+)?? {_WHAT}\b(?: \w+)??"
    rf"|{_REST}\b(?: of (?:it|this|that|them))?)"
    rf"\W*(?:(?:is|are|will|can|should|goes|go|to|be|must|has|have|been|left|it|they)\b\W*)*"
    rf"{_STAYS}\b{_TAIL}\W*"
    rf"|\W*(?:keep|leave|insert) (?:the |your )?(?:existing|previous|original|other|rest|remaining)"
    rf"\b(?: of)?(?: the)?(?: {_WHAT})?{_TAIL}\W*|\W*(?:your|previous|existing|original) code\W*"
    rf"|\W*(?:no (?:other )?changes?|unchanged|omitted|same as (?:before|above|original)"
    rf"|snip(?:ped)?|truncated|for brevity|not shown|and so on|etc\.?)\b{_TAIL}\W*",
    re.IGNORECASE,
)
_WORDS = 8
"""Of more words, dots alone do not make a placeholder."""
_DOTTED = re.compile(r"\W*(?:\.\.\.|…).*|.*(?:\.\.\.|…)\W*", re.IGNORECASE)
_DOTTED_WORD = re.compile(rf"\b(?:{_REST}|{_WHICH}|{_STAYS}|{_WHAT})\b", re.IGNORECASE)
_DOTS_ALONE = re.compile(r"[^\w]*(?:\.{3,}|…+|⋮|⋯)[^\w]*")
_CJK_WHAT = (
    r"(?:コード|部分|処理|関数|実装|行|内容|ファイル|メソッド|クラス|定義|もの|箇所"
    r"|代码|部分|内容|函数|方法|코드|부분|내용|함수)"
)
_CJK_STAYS = (
    r"(?:同様|同じ|省略|略|(?:変更|修正)(?:なし|無し|せず|しない|はありません|がない|不要|点なし)|変わら|そのまま"
    r"|維持|不变|相同|保持|省略|동일|생략|그대로|변경 ?없)"
)
_CJK_OMITS = re.compile(
    rf"\W*(?:以下|残り|のこり|以降|以後|それ以外|この(?:後|先|下|間)|其余|剩余|余下|以下|나머지|이하).{{0,20}}?{_CJK_STAYS}.{{0,12}}"
    rf"|\W*(?:その他|ほか|他|既存|元|中|後|前|上記|其他|后续|现有|原有|기존).{{0,4}}{_CJK_WHAT}"
    rf".{{0,12}}?{_CJK_STAYS}.{{0,12}}"
    rf"|\W*(?:省略|中略|後略|前略|以下略|略|変更なし|変更無し|同上|同前|생략)\W*"
)
_EURO_OMITS = re.compile(
    r"\W*(?:(?:der|die|das|le|la|les|el|los|il|lo|o|os) )?(?:rest\w*|übrig\w*|weiter\w*"
    r"|bestehend\w*|reste\w*|autres?|suite|existant\w*|resto|dem[aá]s|otr[ao]s|existente\w*|altr[ei]|restante\w*"
    r"|остальн\w*|оставш\w*)\b.{0,30}?(?:unverändert|bleib|gleich|wie (?:oben|zuvor|bisher)|inchang"
    r"|identique|comme avant|omis|sin cambios|igual|invariat|sem altera|mesm[oa]|без изменени"
    r"|прежн|пропущ|omit|\.\.\.|…).{0,30}",
    re.IGNORECASE,
)


def says_omitted(text: str, *, alone: bool) -> bool:
    """Whether words say "the rest as before"; `alone`: dots alone say so too."""
    if _DOTS_ALONE.fullmatch(text):
        return alone
    if any(pattern.fullmatch(text) for pattern in (_OMITS, _CJK_OMITS, _EURO_OMITS)):
        return True
    short = len(text.split()) <= _WORDS
    return bool(short and _DOTTED.fullmatch(text) and _DOTTED_WORD.search(text))
