"""Faults to put into a sound page, each with the kind of problem that must be seen."""
import re

_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')


def _before_end(piece: str, policy: bool = True):
    def plant(text: str) -> str:
        return (text if policy else _POLICY.sub("", text)).replace("</main>", piece + "</main>")
    return plant


_WIDE = '<table><caption>x</caption><tr><th scope="col">' + "W" * 400 + "</th></tr></table>"

PLANTED = {
    "an overflowing table": ("overflow", _before_end('<pre style="white-space:pre">' + "W" * 400 + "</pre>" + _WIDE,
                                                     policy=False)),
    "an external image": ("request", _before_end('<img src="http://127.0.0.1:9/x.png" alt="x">', policy=False)),
    "an image against the policy": ("console", _before_end('<img src="http://127.0.0.1:9/x.png" alt="x">')),
    "an inline script": ("console", _before_end("<script>1</script>")),
    "another style sheet": ("console", lambda text: text.replace("<style>", "<style> ", 1)),
    "a picture without a name": ("name", lambda text: re.sub(r'(<svg [^>]*) aria-label="[^"]*"', r"\1", text, count=1)),
    "a table without a caption": ("name", lambda text: re.sub(r"<caption.*?</caption>", "", text, count=1)),
    "an id twice": ("structure", lambda text: text.replace('id="failures"', 'id="messages"', 1)),
    "a box that keyboards cannot reach": ("overflow", lambda text: text.replace(' tabindex="0"><table>', "><table>", 1)),
    "pale text": ("contrast", _before_end('<p style="color:#aaa">pale</p>', policy=False)),
    "words outside their picture": ("overflow", lambda text: re.sub(
        r'(<svg class="chart.*?<text [^>]*>)', r"\1" + "W" * 90, text, flags=re.S)),
    "numbers below the first screen": ("first screen", lambda text: text.replace(
        '<div class="table', "<p>x</p>" * 30 + '<div class="table', 1)),
    "a funnel cut off": ("first screen", lambda text: text.replace('"table scroll folds"', '"table scroll"', 1)),
    "open details": ("first screen", lambda text: text.replace("<details>", "<details open>", 1)),
    "a sentence twice": ("repeat", _before_end("<p>This is said twice, word by word, on one page.</p>" * 2)),
    "a report that nobody reads": ("length", _before_end("<p>" + "word " * 1500 + "</p>")),
    "a tag that stays open": ("markup", _before_end("<div>")),
    "no main part": ("accessibility", lambda text: text.replace("<main>", "<div>").replace("</main>", "</div>")),
}
