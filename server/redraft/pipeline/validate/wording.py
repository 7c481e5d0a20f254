"""How instructions say what they want, in English and Japanese, with some words of others.

Each pattern is read within one instruction or one part of it; see `asked`.
"""

import re


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


def _noun(*patterns: str) -> re.Pattern[str]:
    """Nouns that Japanese may go on behind without a blank."""
    return re.compile("|".join(patterns), re.IGNORECASE | re.ASCII)


DELETE = _any(
    r"\b(?:delet|remov|drop|strip|eras|discard|eliminat|trim|truncat|prun|omit|purg|clear|exclud"
    r"|cut|get(?:ting)? rid|take out|taking out|leave out|throw (?:away|out)|clean(?:ing)? up"
    r"|no longer|undo|revert|roll back|silenc)\w*",
    r"\b(?:take|taking) (?:it|them|this|that|these|those) (?:out|away)\b",
    r"\b(?:can|should|must|may|has to|have to|needs? to) (?:all )?(?:go\b(?! (?:to|in|into|on|at"
    r"|above|after|before|below|behind|under|next|first|last)\b)|be gone\b)|\bno comments\b",
    r"\b(?:entfern|lösch|supprim|enlev|retir|elimin|borra|quita|удал)\w*",
    r"削除|消し|消す|消去|取り除|除去|取り払|なくして|無くして|外して|撤去|捨て|やめ|不要|無用"
    r"|(?:要ら|いら|必要|いり|要り)(?:が|は|では|も)?(?:ない|なく|無い|ません|ありません)|删除|移除|去掉|삭제|제거",
)
REPLACE = _any(
    r"\b(?:replac|inlin|merg|mov|extract|dedup|convert|combin|fold|unif|collaps|migrat|swap|port"
    r"|instead|switch|split|turn|consolidat|simplif|shorten|minif|refactor|use|using)\w*",
    r"置き換|置換|まとめ|統合|移動|移し|インライン|抽出|変換|使",
)
KEEP = _any(
    r"\b(?:keep|leave|retain|preserve|want|need)\w*\s+(?:only|just)\b",
    r"\b(?:only|just)\s+(?:keep|leave|retain|preserve)\b",
    r"\bkeep (?:the (?:first|top|last)|lines?)\b|\bnothing (?:but|except)\b",
    r"\b(?:reduc|shrink|strip|cut|trim|par|boil|whittl|shorten|narrow)\w*\b(?: (?:the|this|it|all"
    r"|whole|file|text|document|module|code|everything|drastically|back))* (?:down )?to\b",
    r"\bdown to\b|\bnothing (?:after|below|beyond|past|behind|under)\b",
    r"\b(?:only|just|nothing but)\b.*\b(?:remain|stay|left|surviv|kept)\w*",
    r"(?:だけ|のみ)を?(?:残|に|とし)",
)
RENAME = re.compile(
    r"`?([A-Za-z_$][\w$]*)`?(?:\(\))?(?:\s+(?:to|into|as|by|with)\s+|\s*(?:->|→|を)\s*)"
    r"`?([A-Za-z_$][\w$]*)`?",
    re.ASCII,
)
"""One name and another: what may stand for what."""
SWAP = _any(
    r"\b(?:replac\w*|swap|chang\w*|turn|convert\w*|renam\w*)\b(?: (?:every|all|each|any|the"
    r"|calls?|uses?|occurrences?|name|word|of|to))* @(?: (?:calls?|everywhere))* (?:with|by|for|to"
    r"|into|as) @(?= *(?:$|[.,;:\n]|in\b|everywhere|throughout))",
    r"\b(?:use|call|prefer)\b @ instead of @",
    r"@ (?:should|must) (?:become|be called|be named) @",
    r"(?:(?:すべて|全て|全部)の)? ?@ ?(?:を|は|から) ?@ ?(?:に|へ)"
    r"(?:置き換え|置換|変え|変更|改名|リネーム|直し)",
)
"""One name in another's place, and nothing else; @ stands for a name."""
PACKS = _any(
    r"\b(?:minif|compact|compress|condens|dens|one[- ]lin|single[- ]line|one line|summar)\w*",
    r"圧縮|一行|1行|要約|詰め",
)
RENAMED = _any(r"\brenam\w*", r"改名|リネーム|名前を.{0,40}に変", r"\bchange the name\b")
SPELLING = _any(
    r"\b(?:typo|misspel|mistyp|spelling|grammar|punctuation)\w*|誤字|脱字|誤植|綴り|つづり|タイポ|表記ゆれ",
)
COMMENTS_OUT = _any(
    r"\bcomment(?:ed|ing)?\s+(?:(?:the|it|them|all|this|that|any)\b.{0,50}?\s)?out\b",
    r"\b(?:turn|mak|convert|put|chang)\w*\b.{0,80}?\b(?:into|in|as|to) (?:a )?comments?\b",
    r"コメント(?:アウト|化)|コメントに(?:し|す|変)|注释掉",
)
STUBBED = _any(
    r"(?<!a )\bstub(?:s|bed|bing)?(?: out)?\b(?! (?:for|of|class|function|method|module))",
    r"^\W*(?:please )?(?:empty|gut|hollow)(?: out)?\b",
)
"""Verbs that say whose body goes."""
ADDS = _any(
    r"^\W*(?:please |also |now |then )*(?:add|insert|append|write|document|annotate|put|print|log"
    r"|number|make this the)\b|\b(?:write|add|append) (?:one|a|an|some)\b|\badd a\b",
    r"\b(?:should|must)\b.{0,30}\b(?:print|log|show)\b",
    r"追加|書き足|付け加え|付け足|挿入|付けて|つけて|加えて|表示して|行番号",
)
NEGATED = _any(
    r"\b(?:do not|don'?t|never|without|not|no|avoid|nothing)\b(?:\s+\w+){0,2}\s*$",
)
NEGATED_AFTER = re.compile(r"\w*?(?:しない|せず|さない|さず|するな|ない)")
EVERYTHING = _any(
    r"\b(?:everything|all (?:of it|the (?:code|lines|text|content))?)\b"
    r"(?!\s+(?:that|related|about|concerning|which|to do|unused))"
    r"(?=\s*(?:$|after|below|beyond|but|except|following|from|past|under|above|before|other|else))",
    r"\ball but\b|\bexcept\b|\bthe (?:rest|remainder)\b(?=\s*$|\s+of)|\bhalf\b",
    r"\b(?:from|after|below)\b.*\b(?:on|onwards?|down|end)\b|\b(?:whole|entire) (?:file|body)\b",
    r"以降|以外|残り[をは]|後半|前半|より(?:後|下|前|上)|ここから"
    r"|(?:^|[、。\s])(?:全部|すべて|全て)(?!の)|(?:他|ほか|残り)[はをも]?(?:全部|すべて|全て)",
)
PLACED = _any(
    r"\b(?:last|final|end|bottom|trailing|tail|below|after|first|second|third|top)\b",
    r"最後|末尾|下|先頭|最初",
)
PARTS = re.compile(
    r"[.;!?。；！？\n](?!\w)|:(?!\w|\s+(?:should|must|can|may|is|are)\b|\s*[だをはのも])|,\s|、"
    r"|\b(?:but|while|whereas|so that)\b"
    r"|\band\b(?=\s+(?:keep|leave|do|don|add|rename|use|make|return|then|change|replace|convert"
    r"|move|translate|write|put|insert|fix|update|sort|delete|remove|drop|strip|preserve|nothing))",
    re.IGNORECASE,
)
"""Where one part of an instruction ends."""
VERB = re.compile(
    r"\s*(?:and |then |also |please )*(?:keep|leave|do|don|add|rename|use|make|return|then|change"
    r"|replace|convert|translate|write|put|insert|fix|update|move|sort|preserve|nothing"
    r"|everything|the rest|other|otherwise|all else)\b",
    re.IGNORECASE,
)
"""What a part begins with that does not go on listing what the one before named."""
REASON = _any(
    r"\b(?:it|its|they|them|nobody|no one|nothing|because|since|as|that'?s|for now|please|is|are"
    r"|was|were|isn'?t|aren'?t|just)\b|ので|から|ため",
)
"""What a part has that says why, or how."""
BUT = _any(r"\ball but\b|\b(?:except|but|other than|apart from|besides)\b|以外")
"""How what stays is named among all that goes."""
SCOPE = re.compile(r"\b(?:from|in|inside|within|throughout|across)\b", re.IGNORECASE)
STUBS = _any(
    r"\bstub|placeholder|not.?implemented|unimplemented|skeleton|\boutline|ellips[ie]s",
    r"[`'\"](?:\.\.\.|…|pass)[`'\"]|\bno.?op\b|pseudo|\babstract|\bprotocol\b|signatures? only",
    r"\bempty (?:body|bodies|function|method|class|impl)|\bdummy|\bmock",
    r"\b(?:add|leav|put|insert|writ|replac|with|as|mark)\w*\b.{0,40}\b(?:todo|fixme)",
    r"スタブ|未実装|骨組|骨格|雛形|ひな形|プレースホルダ|仮実装|抽象|省略",
)
BODY = _any(
    r"\b(?:bodies|implementations|insides)\b|\b(?:body|implementation|contents?|inside) of\b",
    r"(?:\b(?:function|method|class|its|their|whose|the)|'s) (?:body|implementation|contents?)\b",
    r"本体|中身|実装",
)
MOVES = _any(
    r"\b(?:sort|reorder|rearrang|mov|alphabet|organi[sz]|arrang|swap|revers|hoist|extract"
    r"|refactor|restructur|split|merg|isort|shuffl|flip|lift|pull|optimi[sz]|inlin)\w*\b",
    r"\bgroup(?:ed|ing)? (?:by|the|all)\b|\b(?:order(?:ed|ing)? (?:by|the|all)|in \w* ?order)\b",
    r"\boutside\b|並べ替|並び|移動|移し|移す|整理|順に|順序|入れ替|抽出|分割|ソート",
)
WITHIN = _any(
    r"\b(?:mov|sort|swap|lift|pull|revers|shuffl)\w*\b.*\b(?:below|above|after|before|behind|under|up"
    r"|down|top|bottom|end|start|beginning|first|last)\b",
    r"(?:の|より)(?:前|後|あと|上|下)(?:に|へ)?移|(?:先頭|末尾|最後|最初)(?:に|へ)?移",
)
"""That something moves inside of the text, where it stays."""
IN_LINE = _any(
    r"\b(?:change|set|make|replace|turn)\b.*\bin (?:line \d+\b|[`\"'“])",
    r"\bin line \d+,? (?:change|set|replace)",
    r"^\W*line \d+:|\d+ ?行目の.{0,80}(?:にして|に変|を)",
)
"""That something changes in one line."""
PLACES = _any(
    r"\b(?:put|bring|place|send|push|come|go|belong|stand|sit)(?:s|es|d)?\b.{0,60}?\b(?:after|before|above"
    r"|below|behind|under|on top|first|last|(?:to|at) the (?:very )?(?:top|bottom|end|start"
    r"|beginning|front|back))\b|\b(?:should|must) (?:follow|precede)\b",
    r"(?:の|より)(?:前|後|あと|上|下)(?:に|へ)(?!.{0,20}(?:追加|挿入))",
)
"""That something is to stand elsewhere: a thing that the source has, or a new one."""
SEVERAL = _any(
    r"\b(?:functions|methods|classes|helpers|constants|definitions|tests|imports|everything|all"
    r"|types|sections|keys|entries|lines|members|properties|fields|rules)\b",
    r"関数を|メソッドを|クラスを|すべて|全て|全部|定数|項目|行を",
)
"""Kinds of things that may all be meant."""
OPEN = _any(
    r"\b(?:refactor|simplif|shorten|minif|compact|condens|dedup|duplicat|merg|combin|inlin|extract"
    r"|clean|tidy|rewrit|restructur|optimi[sz]|speed|improv|reduc|streamlin|consolidat|replac"
    r"|conver|migrat|port|instead|moderni[sz]|split|summar|revert|efficien|fast|perform"
    r"|unif|generali[sz]|abstract|decoupl|reorgani[sz]|idiomatic|concis|brief|short|tight"
    r"|upgrad|switch|redesign|rework|translat|collaps|turn)\w*\b",
    r"\bus(?:e|ing)\b(?!.*(?:quot|indent|tabs|spaces))",
    r"簡潔|簡略|整理|リファクタ|短く|まとめ|統合|最適化|抽出|置き換|置換|書き直|改善|高速|変換|移行|要約|書き換|直し",
)
COMMENTS_TRANSLATED = _any(
    r"\b(?:translat|reword|rephras|rewrit)\w*\b.{0,40}\bcomments?\b|\bcomments?\b.{0,20}"
    r"\b(?:should|must) (?:read|say)\b|コメント.{0,20}(?:訳|日本語|英語)",
)
TRANSLATES = _any(
    r"translat|paraphras|rewrit|reword|rephras|summar|convert|port\b|from scratch",
    r"(?:in|to|into) (?:english|japanese|german|french|spanish|chinese|korean|italian|portuguese"
    r"|russian|\w+ese|\w+ish)\b",
    r"翻訳|訳|日本語|英語|要約|書き直|書き換|言い換|変換",
)
REPEATS = _any(
    r"\b(?:add|insert|append|creat|generat|writ|fill|mak|put|extend|populat)\w*\b.*"
    r"(?:\b\d+\b|\b(?:table|rows|cases|entries|items|examples|tests|data|lines|dozen|hundred|ten"
    r"|twenty)\b)",
    r"\b(?:more|unroll|expand|repeat|duplicat|cop(?:y|ies)|times|twice|pad|separator)\w*\b",
    r"\d+ ?(?:行|件|個|回)|繰り返|複製|コピー|増や|展開|(?:表|データ|テスト).*追加",
)
WRITES = _any(
    r"comments?\b|docstrings?|document|\bdocs?\b|javadoc|jsdoc|annotat|explain|describ|\bnotes?\b",
    r"\btodo|header|readme|changelog|コメント|説明|注釈|ドキュメント|解説",
)
STYLE = _any(
    r"format|style|lint|\bblack\b|prettier|gofmt|rustfmt|pep ?8|whitespace|blank|indent|quot",
    r"\btabs?\b|spaces?\b|newline|empty lines?|trailing|tidy|clean|wrap|nest|\btry\b|with\b",
    r"整形|空白|空行|字下げ|インデント|引用符|クォート|改行|体裁",
)
KINDS = {
    "comment": _noun(
        r"comments?\b|docstrings?|javadoc|jsdoc|remark|kommentar|commentaire|comentario",
        r"\bdocs?\b|documentation|コメント|注释|ドキュメント",
    ),
    "print": _noun(
        r"\bprint\w*|\blog(?:s|ging|ger|ged)?\b|debug\w*|console|\btrac(?:e|ing)|\becho",
        r"\boutputs?\b|printf|ログ|デバッグ|出力|日志|调试",
    ),
    "import": _noun(
        r"\bimports?\b|\bincludes?\b|\busing\b|\brequires?\b|dependenc\w*|インポート|导入"
    ),
    "blank": _noun(r"\b(?:blank|empty) lines?|whitespace|空行|空白"),
}
"""How an instruction names a kind of lines."""
_PRONOUNS = "this it them that these those everything code file all the"
PRONOUNS = frozenset(_PRONOUNS.split())
"""Words that name the whole text, and nothing in it."""
_EMPTY_WORDS = """
the all any and that this these those its with from for are not now only just file files
code line lines function functions method methods class classes statement statements unused
dead unnecessary redundant useless obsolete old everything anything else whole entire body
bodies last first second third final end bottom top trailing part parts section sections
block blocks thing things stuff please can you your our their them they it where which what
when need needs needed want wanted good use used longer lines
take taken out turn into make only remain stay keep kept leave left
variable variables member members field fields definition definitions element elements
item items entry entries after below above before following duplicate duplicated duplicates
declaration declarations but except half rest remainder other remove delete drop 関数 行 全部 不要
未使用 削除 最後 末尾 部分 以降 以外 後半 前半 除去
"""
EMPTY_WORDS = frozenset(_EMPTY_WORDS.split())
"""Words that do not tell one part of a text from another."""
