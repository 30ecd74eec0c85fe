import TestSupport

/// Text that tries to become something else in a spreadsheet, a page, a document or a terminal.
enum HostileText {
  static let all: [String] = handmade + combined

  private static let handmade: [String] = [
    // Formulas.
    "=1+1", "+1", "-1", "@SUM(A1)", "=cmd|'/C calc'!A0", "=HYPERLINK(\"http://a.example\",\"x\")", "\t=1",
    "\r=1",
    "\n=1", " =1", "\"=1\"", "'=1", "\u{FF1D}1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}x", "=1;=2", "-", "+",
    "=", "@",
    // CSV.
    "a,b", "a\"b", "\"", "\"\"", "a\nb", "a\r\nb", "a\rb", "\n", " a", "a ", ",", ",,,", "a;b", "a\tb",
    "\u{FEFF}a",
    // HTML.
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</td></table>", "<!-- a -->", "&lt;b&gt;",
    "&amp;",
    "&#60;script&#62;", "<a href=\"javascript:alert(1)\">x</a>", "<?php ?>", "<![CDATA[x]]>", "<b",
    "a < b > c & d",
    "<http://a.example>", "<a@b.example>",
    // Markdown.
    "|", "||", "a|b", "\\|", "\\\\|", "a\\", "\\", "`", "``", "```", "`a|b`", "a`b``c", "` `", "*a*", "**a**",
    "_a_",
    "__a__", "~~a~~", "~a~", "[a](http://b.example)", "![a](http://b.example/i.png)", "[a][b]",
    "[a]: http://b",
    "# a", "## a ##", "- a", "+ a", "1. a", "1) a", "> a", "---", "===", "    code", "| --- |", "- [ ] a",
    "[^1]",
    "http://a.example", "https://a.example/?q=1", "HTTP://A.EXAMPLE", "www.a.example", "WWW.A.example",
    "ftp://a.b",
    "a@b.example", "mailto:a@b.example", "xmpp:a@b.example", "a\\@b.example", "\\www.a.example",
    "(www.a.example)",
    "*www.a.example*", "`a@b.example", "a@b.example|\\", "\\|a@b.example", "https://a.example/|x", "$a$",
    "$$a$$",
    ":smile:", "@user", "#1", "a@b.example``|``", "|@\u{301}", "|\u{301}@", "\u{301}|@www.a.example",
    "**a@b.c**",
    // Terminals.
    "\u{1B}[31mred", "\u{1B}]0;title\u{07}", "\u{1B}c", "\u{9B}2J", "a\u{08}b", "\u{07}", "\u{7F}", "\u{0}",
    "\u{85}",
    "a\u{1B}", "\u{90}q", "\u{1}\u{2}\u{3}",
    // Direction and invisibility.
    "\u{202E}gpj.exe", "\u{2066}a\u{2069}", "a\u{200B}b", "\u{200F}a", "\u{2028}", "\u{2029}", "\u{061C}",
    "\u{FEFF}",
    "a\u{2060}b", "\u{E0041}", "\u{AD}a", "👩\u{200D}💻",
    // Honest text.
    "", "1.2.0", "2026-07-01", "com.example.app", "小米 13", "华为", "é", "e\u{301}", "12345678901234567", "0012",
    "null", "NULL", "true", "1e5", "NaN",
  ]

  /// Pairs of the hardest pieces, side by side.
  private static var combined: [String] {
    let pieces = [
      "|", "\\", "`", "``", "<", "&", "*", "[", "](", "@b.c", "www.a.b", "://", "\"", ",", "\r", "=", " ",
    ]
    return pieces.flatMap { first in pieces.map { first + "x" + $0 } }
      + pieces.flatMap { first in
        pieces.map { $0 + first + $0 }
      }
  }
}
