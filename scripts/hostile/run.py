"""Puts hostile text through the finished program and judges everything that comes out. scripts/check-hostile calls this."""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

import judges
from corpus import payloads
from log import AS_OF, lines

BATCH = 8


class Ledger:
    """A ledger of one batch in a folder of its own."""

    def __init__(self, program: str, folder: pathlib.Path, texts: list[str]):
        self.program, self.folder, self.complaints = program, folder, []
        (folder / "receipts.jsonl").write_text("\n".join(lines(texts)) + "\n", encoding="utf-8")

    def run(self, *words: str, codes=(0, 10, 20, 30)) -> str:
        """Runs a command and judges what it says to standard error."""
        answer = subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, timeout=600,
                                env=os.environ | {"PUSHLEDGER_DB": "push.db"})
        command = " ".join(words)
        if answer.returncode not in codes:
            self.complaints.append(f"{command}: ended with {answer.returncode}")
        try:
            said = answer.stderr.decode()
            self.complaints += [f"{command}: {text} on standard error" for text in judges.terminal(said)]
            return answer.stdout.decode()
        except UnicodeDecodeError:
            self.complaints.append(f"{command}: not UTF-8")
            return ""

    def judge(self, judge, *words: str, shown: str | None = None) -> None:
        """Judges what a command prints, or a file that it leaves."""
        text = self.run(*words)
        if shown is not None:
            text = (self.folder / shown).read_bytes().decode()
        self.blame(judge, text, " ".join(words) + (f" ({shown})" if shown else ""))

    def blame(self, judge, text: str, name: str) -> None:
        try:
            found = judge(text) if text.strip() else ["nothing came out"]
        except Exception as error:
            found = [f"{judge.__name__} cannot read it: {type(error).__name__}: {error}"[:200]]
        self.complaints += [f"{name}: {complaint}" for complaint in found]


def judged(program: str, texts: list[str]) -> list[str]:
    """Everything the program writes about one batch."""
    with tempfile.TemporaryDirectory() as name:
        ledger = Ledger(program, pathlib.Path(name), texts)
        # Its broken lines are above the limit on purpose.
        ledger.run("import", "receipts.jsonl", codes=(65,))
        moment = ("--as-of", AS_OF)
        for words in (["check"], ["status"], ["rejects"], ["query", "messages-ranked"], ["query", "failure-reasons"],
                      ["explain", "--message", "m0"]):
            ledger.judge(judges.terminal, *words, *(moment if words[0] in ("check", "explain") else ()))
        ledger.judge(judges.strict_json, "check", "--format", "json", *moment)
        ledger.judge(judges.markdown_list, "check", "--format", "markdown", *moment)
        ledger.judge(judges.table, "check", "--format", "csv", *moment)
        for form in ("slack", "dingtalk", "wecom"):
            ledger.judge(judges.chat, "check", "--format", form, *moment)
        ledger.judge(judges.strict_json, "explain", "--message", "m0", "--format", "json", *moment)
        ledger.judge(judges.markdown_list, "explain", "--message", "m0", "--format", "markdown", *moment)
        ledger.judge(judges.metrics, "check", "--format", "openmetrics", *moment)
        ledger.blame(judges.one_line, ledger.run("check", "--nagios", *moment, codes=(1, 2, 3)), "check --nagios")
        for form, judge in (("md", judges.markdown), ("csv", judges.table), ("json", judges.strict_json),
                            ("jsonl", judges.strict_json)):
            ledger.judge(judge, "query", "messages-ranked", "--format", form)
        for language in ("en", "zh-Hans"):
            for report in ("daily", "weekly", "data-health"):
                for form, judge in (("markdown", judges.markdown), ("html", judges.page), ("json", judges.strict_json)):
                    ledger.judge(judge, "report", report, "--format", form, "--lang", language, *moment)
            for form in ("slack", "dingtalk", "wecom"):
                ledger.judge(judges.chat, "report", "daily", "--format", form, "--lang", language, *moment)
        for report, option in (("app", "--app-key"), ("message", "--param")):
            value = texts[0] or ("empty" if report == "app" else "0")
            for form, judge in (("markdown", judges.markdown), ("html", judges.page)):
                ledger.judge(judge, "report", report, f"{option}={value if option == '--app-key' else 'message=' + value}",
                             "--format", form, *moment)
        _judge_files(ledger, moment)
        return ledger.complaints


def _judge_files(ledger: Ledger, moment: tuple[str, str]) -> None:
    ledger.run("export", "--output", "csv", *moment)
    ledger.run("export", "--excel", "--output", "excel", *moment)
    for path in sorted((ledger.folder / "csv").glob("*.csv")):
        ledger.blame(judges.table, path.read_bytes().decode(), f"export {path.name}")
        guarded = (ledger.folder / "excel" / path.name).read_bytes().decode()
        ledger.blame(lambda text: judges.table(text, guarded=True), guarded, f"export --excel {path.name}")
    for path in sorted((ledger.folder / "csv").glob("*.json")):
        ledger.blame(judges.strict_json, path.read_bytes().decode(), f"export {path.name}")
    ledger.run("export", "--sqlite", "push.sqlite", *moment)
    ledger.blame(judges.snapshot, str(ledger.folder / "push.sqlite"), "export --sqlite")
    ledger.blame(judges.strict_json, (ledger.folder / "push.metadata.json").read_text(), "export --sqlite (metadata)")
    (ledger.folder / "page").mkdir()
    ledger.run("report", "daily", "--output", "page", *moment)
    for path in sorted((ledger.folder / "page").glob("*.svg")):
        ledger.blame(judges.picture, path.read_bytes().decode(), f"report {path.name}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/check-hostile")
    parser.add_argument("--pushledger", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--batches", type=int, help="only so many, spread over the corpus")
    options = parser.parse_args()
    texts = payloads()
    batches = [texts[start:start + BATCH] for start in range(0, len(texts), BATCH)]
    if options.batches:
        batches = batches[::max(1, len(batches) // options.batches)]
    complaints = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for batch, found in zip(batches, pool.map(lambda batch: judged(options.pushledger, batch), batches)):
            complaints += [f"{complaint}  [one of {batch!a}]" for complaint in found]
    print("\n".join(complaints) or f"hostile text: {sum(map(len, batches))} payloads, nothing got through")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
