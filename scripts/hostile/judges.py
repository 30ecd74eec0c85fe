"""What must not come out, told by parsers that know nothing of the program. Each judge gives a list of complaints."""
import csv
import html.parser
import io
import json
import re
import sqlite3
import subprocess
import xml.etree.ElementTree as ElementTree

# What a terminal obeys, hides or turns around: controls, directions, and what has no width.
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")
TRIGGERS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def terminal(text: str) -> list[str]:
    found = HIDDEN.search(text)
    return [f"U+{ord(found[0]):04X} reaches a terminal"] if found else []


def markdown_list(text: str) -> list[str]:
    """GitHub's own parser sees no HTML, link or picture but those of the program, and whole tables."""
    extensions = [word for name in ("table", "autolink", "strikethrough", "tasklist") for word in ("-e", name)]
    xml = subprocess.run(["cmark-gfm", "--to", "xml", "--unsafe", *extensions], input=text.encode(), capture_output=True,
                         check=True).stdout.decode()
    complaints = [f"{node} in Markdown" for node in ("html_inline", "html_block", "strikethrough") if f"<{node}" in xml]
    complaints += [f"{node} to elsewhere in Markdown" for node in ("link", "image")
                   if re.search(rf'<{node} [^>]*destination="(?![\w-]+\.(svg|csv|md|html)")', xml)]
    return complaints + terminal(text)


def markdown(text: str) -> list[str]:
    """A page with tables, which stay whole."""
    blocks = [block.split("\n") for block in text.strip("\n").split("\n\n") if block.startswith("|")]
    cells = [{len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in block} for block in blocks]
    complaints = ["a table whose rows have different numbers of cells"] * any(len(counts) > 1 for counts in cells)
    return complaints + ([] if blocks else ["no table in the report"]) + markdown_list(text)


TAGS = set("html head meta title style body main header footer section article nav div p h1 h2 h3 h4 h5 h6 table caption thead "
           "tbody tr th td colgroup col ul ol li code pre strong em span a svg g path rect line circle text tspan title desc "
           "defs pattern polyline polygon figure figcaption clippath use lineargradient stop details summary small br "
           "hr wbr bdi abbr time dl dt dd symbol marker mask ellipse blockquote".split())


class Page(html.parser.HTMLParser):
    """Counts what a page is made of."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.complaints, self.words, self.policy = [], [], ""

    def handle_starttag(self, tag, attributes):
        if tag not in TAGS:
            self.complaints.append(f"<{tag}> in HTML")
        if ("http-equiv", "Content-Security-Policy") in attributes:
            self.policy = dict(attributes).get("content", "")
        for name, value in attributes:
            if name.startswith("on") or name in ("style", "srcset", "formaction", "action", "ping", "background"):
                self.complaints.append(f"attribute {name} in HTML")
            if name in ("href", "src", "xlink:href") and not re.fullmatch(r"#[\w-]*|[\w.-]+\.(csv|json|svg|md|html)", value or ""):
                self.complaints.append(f"{name} leads elsewhere")
            if value and HIDDEN.search(value.replace("\n", "")):
                self.complaints.append(f"a hidden character in attribute {name}")

    def handle_data(self, data):
        self.words.append(data)

    def handle_comment(self, data):
        if not data.strip().startswith("pushledger"):
            self.complaints.append("a comment in HTML")


def page(text: str) -> list[str]:
    parser = Page()
    parser.feed(text)
    parser.close()
    if "default-src 'none'" not in parser.policy or "unsafe" in parser.policy:
        parser.complaints.append("no strict content security policy")
    found = HIDDEN.search(re.sub("[\n\t]", "", "".join(parser.words)))
    return parser.complaints + ([f"U+{ord(found[0]):04X} in the text of a page"] if found else [])


def picture(text: str) -> list[str]:
    """XML, without a script, a style attribute of data, or anything that is loaded."""
    complaints = []
    for node in ElementTree.fromstring(text).iter():
        if node.tag.rsplit("}")[-1].lower() not in TAGS:
            complaints.append(f"<{node.tag}> in SVG")
        complaints += [f"attribute {name} in SVG" for name in node.attrib
                       if name.rsplit("}")[-1] in ("href", "style") or name.lower().startswith("on")]
    return complaints


def table(text: str, guarded: bool = False) -> list[str]:
    """Every row has the header's cells; for spreadsheets, no text begins like a formula."""
    rows = list(csv.reader(io.StringIO(text.lstrip("\ufeff") if guarded else text, newline=""), strict=True))
    complaints = [] if rows else ["CSV without a header"]
    complaints += ["a CSV row with another number of cells"] * any(len(row) != len(rows[0]) for row in rows)
    if guarded:
        cells = (cell for row in rows[1:] for cell in row)
        bad = [cell for cell in cells if cell.startswith(TRIGGERS) and not re.fullmatch(r"[-+]?\d+(\.\d+)?", cell)]
        complaints += [f"a cell that begins with {cell[0]!r}" for cell in bad[:1]]
    return complaints


def strict_json(text: str) -> list[str]:
    """JSON by the standard, whose source a terminal and a page can show."""
    for document in text.splitlines() if text.count("\n{") else [text]:
        json.loads(document, parse_constant=lambda name: (_ for _ in ()).throw(ValueError(name)))
    found = re.search("[<\u2028\u2029]", text)
    return ([f"{found[0]!r} in JSON"] if found else []) + [f"{c} in JSON" for c in terminal(text.replace("\n", ""))]


def metrics(text: str) -> list[str]:
    """Lines of the exposition format; what a label holds ends with it."""
    sample = re.compile(r'[a-z_]+(\{[a-z_]+="([^"\\\n]|\\[\\"n])*"(,[a-z_]+="([^"\\\n]|\\[\\"n])*")*\})? -?[0-9.eE+-]+')
    return [f"not a line of metrics: {line[:40]!r}" for line in text.split("\n")
            if line and not line.startswith("# ") and not sample.fullmatch(line)][:1]


def one_line(text: str) -> list[str]:
    return (["more than one line for a monitor"] if text.rstrip("\n").count("\n") else []) + terminal(text)


def chat(text: str) -> list[str]:
    """A payload is JSON on a line of its own, and no name in it calls people."""
    complaints = []
    for line in text.splitlines():
        complaints += strict_json(line)
        # In code a chat looks for nothing.
        words = re.sub(r"`[^`]*`", "", json.dumps(json.loads(line), ensure_ascii=False))
        complaints += [f"{call} in a chat" for call in ("<!", "<@", "<#", "<http", "](http", "@all") if call in words]
    return complaints


def snapshot(path: str) -> list[str]:
    """A sound SQLite file whose rows refer to rows that exist, and whose text is text."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        complaints = [row[0] for row in database.execute("PRAGMA integrity_check") if row[0] != "ok"]
        complaints += [f"{row[0]} refers to nothing" for row in database.execute("PRAGMA foreign_key_check")]
        for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            database.execute(f'SELECT * FROM "{name}"').fetchall()
    return complaints
