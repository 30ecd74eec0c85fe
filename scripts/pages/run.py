"""Renders reports of several ledgers and judges them in a browser. scripts/check-pages calls this."""
import argparse
import html.parser
import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from browser import Browser, BrowserError, Tab
from judging import brief, judge, leads, links, overflow
from ledgers import LEDGERS
from planted import PLANTED

WINDOWS = {"phone": (380, 800), "desk": (1400, 900)}
# The ledger whose report is of a day as most are, and other reports of it.
USUAL = "rich"
OTHERS = ["weekly", "monthly", "campaign", "message"]
# A4 between the margins of the style sheet, in pixels of 1/96 inch.
PAPER = 688


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pushledger", required=True)
    parser.add_argument("--keep")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(options.keep or scratch).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        program = str(pathlib.Path(options.pushledger).absolute())
        pages = [render(program, name, make, folder) for name, make in LEDGERS.items()]
        pages += [folder / f"{name}.html" for name in OTHERS] + [folder / "run/index.html"]
        problems = [f"{page.name}: {problem}" for page in pages for problem in well_formed(page)]
        for picture in sorted(folder.glob("*.svg")):
            problems += [f"{picture.name}: {problem}" for problem in well_formed_picture(picture)]
        with Browser() as browser:
            for page in pages:
                problems += in_windows(browser, page, folder if options.keep else None)
            problems += missed(browser, pages, folder)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print(f"pages: {len(problems)} problems", file=sys.stderr)
        return 1
    print(f"pages: {len(pages)} pages are sound on phone and desk, in light and dark;"
          f" each of {len(PLANTED)} planted faults was seen")
    return 0


def render(program: str, name: str, make, folder: pathlib.Path) -> pathlib.Path:
    """Imports a log and writes its reports: HTML, and Markdown with pictures."""
    with tempfile.TemporaryDirectory() as work:
        run = lambda *words: subprocess.run([program, *words], cwd=work, check=True, env={"HOME": work, "TZ": "UTC"},
                                            stdout=subprocess.DEVNULL)
        arguments = make(run, pathlib.Path(work))
        page = folder / f"{name}.html"
        run("report", "daily", "--format", "html", "--output", str(page), *arguments)
        run("report", "daily", "--output", str(folder / f"{name}.md"), *arguments)
        if name == USUAL:
            subjects = {"campaign": ["--param", "job=autumn-promo"], "message": ["--param", f"message={largest(program, work)}"]}
            for other in OTHERS:
                run("report", other, "--format", "html", "--output", str(folder / f"{other}.html"), *subjects.get(other, []),
                    *arguments)
            # What a run finds decides how it ends.
            subprocess.run([program, "run", "--quiet", "--output", str(folder / "run"), *arguments, "log.jsonl"], cwd=work,
                           env={"HOME": work, "TZ": "UTC"}, stdout=subprocess.DEVNULL)
    return page


def largest(program: str, work: str) -> str:
    """The message with the most sends."""
    question = "SELECT message_id FROM messages ORDER BY sent DESC, message_id LIMIT 1"
    answer = subprocess.run([program, "query", "--format", "csv", "--sql", question], cwd=work, check=True,
                            env={"HOME": work, "TZ": "UTC"}, stdout=subprocess.PIPE, text=True)
    return answer.stdout.split()[-1].strip('"')


class _Balance(html.parser.HTMLParser):
    """Every tag that opens closes, in order."""

    VOID = {"meta", "wbr", "br", "hr", "img", "link", "input"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.problems: list[str] = []

    def handle_starttag(self, tag, attributes):
        if len({name for name, _ in attributes}) != len(attributes):
            self.problems.append(f"<{tag}> has an attribute twice")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        if not self.open or "svg" not in self.open:
            self.problems.append(f"<{tag}/> outside a picture")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes nothing")


def well_formed(page: pathlib.Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    balance = _Balance()
    balance.feed(text)
    balance.close()
    problems = balance.problems[:5] + [f"<{tag}> stays open" for tag in balance.open]
    if not text.startswith("<!DOCTYPE html>") or "<meta charset" not in text[:200]:
        problems.append("does not begin as a page does")
    return [f"markup: {problem}" for problem in problems]


def well_formed_picture(picture: pathlib.Path) -> list[str]:
    try:
        root = xml.etree.ElementTree.parse(picture).getroot()
    except xml.etree.ElementTree.ParseError as error:
        return [f"markup: {error}"]
    space = "{http://www.w3.org/2000/svg}"
    missing = [part for part in ("title", "desc", "style") if root.find(space + part) is None]
    return [f"markup: no <{part}>" for part in missing]


def in_windows(browser: Browser, page: pathlib.Path, keep: pathlib.Path | None) -> list[str]:
    problems = []
    for window, (width, height) in WINDOWS.items():
        for scheme in ("light", "dark"):
            tab = Tab(browser, page.as_uri(), width, height, dark=scheme == "dark")
            found = judge(tab, page.as_uri())
            found += leads(tab) if page.stem == USUAL else links(tab) if page.stem == "index" else []
            found += brief(tab) if page.stem in [USUAL, *OTHERS] else []
            problems += [f"{page.name}, {window}, {scheme}: {problem}" for problem in found]
            if keep:
                tab.screenshot(str(keep / f"{page.stem}-{window}-{scheme}.png"))
                if (window, scheme) == ("desk", "light"):
                    tab.print(str(keep / f"{page.stem}.pdf"))
            tab.close()
    paper = Tab(browser, page.as_uri(), PAPER, media="print")
    problems += [f"{page.name}, paper: {problem}" for problem in overflow(paper, can_scroll=False)]
    paper.close()
    return problems


def missed(browser: Browser, pages: list[pathlib.Path], folder: pathlib.Path) -> list[str]:
    """Faults put into a sound page: whichever is not seen shows that a check does not check."""
    text = next(page for page in pages if page.stem == USUAL).read_text(encoding="utf-8")
    problems = []
    with tempfile.TemporaryDirectory() as scratch:
        for name, (kind, plant) in PLANTED.items():
            planted = plant(text)
            if planted == text:
                problems.append(f"planted {name}: could not be planted")
                continue
            page = pathlib.Path(scratch) / "planted.html"
            page.write_text(planted, encoding="utf-8")
            found = [f"markup: {problem}" for problem in well_formed(page)]
            for width, height in WINDOWS.values():
                tab = Tab(browser, page.as_uri(), width, height)
                found += judge(tab, page.as_uri()) + leads(tab) + brief(tab)
                tab.close()
            if not any(problem.startswith(kind) for problem in found):
                problems.append(f"planted {name}: no problem of kind '{kind}' was seen, but {found[:3]}")
    return problems


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (BrowserError, subprocess.CalledProcessError) as error:
        sys.exit(f"pages: {error}")
