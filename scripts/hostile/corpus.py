"""Text that tries to become something else: a formula, a tag, a link, a command, a colour, a column."""
from itertools import product

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|'/C calc'!A0", '=HYPERLINK("http://a.example","x")', "\t=1", "\r=1",
            " =1", '"=1"', "'=1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20x", "=1;=2", "-", "+", "=", "@", "==", "%0A=1",
            "=IMPORTXML(\"http://a.example\")", "=1\n=2", "'", "''", "\t", "-1+1|x", "+-@="]
TABLES = ["a,b", 'a"b', '"', '""', "a\nb", "a\r\nb", "a\rb", " a", "a ", ",", ",,,", "a;b", "a\tb", "\ufeffa", '","', '\n"',
          "a\x1cb", "a\x1eb", '"\r\n', "|", "||", "a|b", "\\|", "\\\\|", "| --- |", "|:-:|"]
PAGES = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</td></table>", "<!-- a -->", "-->", "&lt;b&gt;",
         "&amp;", "&#60;script&#62;", '<a href="javascript:alert(1)">x</a>', "<?php ?>", "<![CDATA[x]]>", "]]>", "<b",
         "a < b > c & d", "<http://a.example>", "<a@b.example>", "</title><script>", "</style><script>", "</svg>", "<svg onload=1>",
         '" onmouseover="alert(1)', "' onfocus='alert(1)", "javascript:alert(1)", "data:text/html,<b>", "<iframe src=//a>",
         "<base href=//a>", "<link rel=stylesheet href=//a>", "<meta http-equiv=refresh content=0>", "<style>*{display:none}</style>",
         "<table><tr><td>", "</pre>", "</code>", "<br>", "&#0;", "&#x202E;", "&NotEqualTilde;", "{{7*7}}", "${7*7}", "<%= 7 %>",
         "<math><mi//xlink:href=\"data:x,1\">", "<textarea>", "<plaintext>", "expression(alert(1))", "url(//a.example)"]
MARKS = ["\\\\|", "a\\", "\\", "`", "``", "```", "`a|b`", "a`b``c", "` `", "*a*", "**a**", "_a_", "__a__", "~~a~~", "~a~",
         "[a](http://b.example)", "![a](http://b.example/i.png)", "[a][b]", "[a]: http://b", "# a", "## a ##", "- a", "+ a",
         "1. a", "1) a", "> a", "---", "===", "    code", "- [ ] a", "[^1]", "http://a.example", "https://a.example/?q=1",
         "HTTP://A.EXAMPLE", "www.a.example", "WWW.A.example", "ftp://a.b", "a@b.example", "mailto:a@b.example",
         "xmpp:a@b.example", "a\\@b.example", "\\www.a.example", "(www.a.example)", "*www.a.example*", "`a@b.example",
         "a@b.example|\\", "https://a.example/|x", "$a$", "$$a$$", ":smile:", "@user", "#1", "|@\u0301", "\u0301|@www.a.example",
         "{{block findings}}", "{{value day}}", "{{query x}}", "{1}", "{2}", "{{", "}}", "**{1}**", "[x](", "](javascript:x)"]
CHATS = ["<!channel>", "<!here>", "<@U123>", "@all", "@here", "@everyone", "<@all>", '<font color="warning">x</font>', "<http://a|b>",
         "@13800138000", "<#C1>", "<!subteam^S1>", "*x*", "_x_", "~x~"]
TERMINALS = ["\x1b[31mred", "\x1b]0;title\x07", "\x1bc", "\u009b2J", "a\bb", "\x07", "\x7f", "\x85", "a\x1b", "\u0090q",
             "\x01\x02\x03", "\x1b[2J\x1b[H", "\x1b]8;;http://a\x1b\\x\x1b]8;;\x1b\\", "\x0ba", "\x0ca", "\x0e", "\x1bPq", "\x9d0;x\x9c"]
HIDDEN = ["\u202egpj.exe", "\u2066a\u2069", "a\u200bb", "\u200fa", "\u2028", "\u2029", "\u061c", "\ufeff", "a\u2060b", "\U000e0041",
          "\u00ad" + "a", "👩\u200d💻", "\u202a", "\u202b", "\u202c", "\u202d", "\u2067x", "\u2068x", "\u034f", "\u115f", "\u3164", "\uffa0",
          "\ufff9a\ufffbb", "\u180e", "\ufe0f", "\U0001f3f4\U000e0067"]
SHELLS = ["$(touch x)", "`touch x`", "; rm -rf .", "| cat", "&& true", "a b", "~", "*", "?", "!1", "-rf", "--help", "--db=/x",
          "'; true '", '"$HOME"', "${IFS}", "\\n", "%s%n", "%d", "../../x", "/etc/passwd", "file:///x", "NUL", "a/b", "..", "."]
QUERIES = ["'; DROP TABLE x;--", "' OR '1'='1", '"; ATTACH', "x' UNION SELECT 1--", ":since", "?1", "$x", "NULL", "null", "true",
           "NaN", "1e5", "12e45", "0012", "12345678901234567", "0x10", "1,5", "2026-01-01", "", "é", "e\u0301", "小米 13", "华为",
           "İ", "ß", "ﬁ", "\U0001f680", "a" * 300, "字" * 120, "\u0301" * 40, "a\u0301" * 60]
HARD = ["|", "\\", "`", "<", "&", "*", "[", "](", "@b.c", "://", '"', ",", "\r", "=", "{"]


def payloads() -> list[str]:
    """Each once, in an order that never changes; more than five hundred."""
    families = [FORMULAS, TABLES, PAGES, MARKS, CHATS, TERMINALS, HIDDEN, SHELLS, QUERIES]
    pairs = [f"{one}x{other}" for one, other in product(HARD, HARD)]
    return list(dict.fromkeys([text for family in families for text in family] + pairs))
