"""What the checks read: a ledger of a simulated log with ids that programs like to mangle, and its exports."""
import json
import pathlib
import re
import subprocess

# Ids that are numbers beyond 2^53, hexadecimal with one e, with zeros in front, or a formula.
HARD_IDS = ["10913718868641234", "12e5", "0012", "=1+1", "NA", "a692961a92534047ad362575f31f5700"]

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "dashboards.md"


def shown(info: str) -> list[str]:
    """The code blocks of docs/dashboards.md whose first line is three backticks and `info`."""
    return re.findall(rf"^```{info}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


class Export:
    """One ledger and all that is written of it."""

    shared: "Export"

    def __init__(self, program: str, clients: pathlib.Path, folder: pathlib.Path):
        self.program, self.clients, self.folder = program, clients, folder
        self.run("simulate", "--events", "20000", "--days", "4", "--seed", "5", "--defect", "leakingAppKey",
                 "--output", "log.jsonl")
        (folder / "hard.jsonl").write_text("".join(self.hard_lines()))
        (folder / "pushledger.json5").write_text('{appKeys: [{key: "333526247", name: "Shop", platform: "iOS"}]}')
        self.run("import", "--quiet", "log.jsonl", "hard.jsonl")
        self.as_of = ["--as-of", "2026-09-22T12:00:00Z", "--tz", "Asia/Shanghai"]
        self.run("export", "--output", "csv", "--sqlite", "push.db", *self.as_of)
        self.run("export", "--output", "excel", "--excel", *self.as_of)
        self.run("export", "--parquet", "parquet", *self.as_of)

    @staticmethod
    def hard_lines():
        for number, hard in enumerate(HARD_IDS):
            base = {"app_key": "0012", "message_id": hard, "device_id": hard, "channel": "apns",
                    "app_version": "3.10", "job_key": "NA"}
            # With and without milliseconds, which must not become two spellings of time.
            yield json.dumps(base | {"event_type": "sent", "event_time": str(1790000000000 + number * 500)}) + "\n"
            # Later than the extension's own budget, so that each is a row of flags.csv.
            yield json.dumps(base | {"event_type": "ext_ack", "event_time": str(1790000020000 + number)}) + "\n"

    def run(self, *words: str, codes=(0,)) -> str:
        done = subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True,
                              env={"HOME": str(self.folder), "PATH": f"{self.clients / 'bin'}:/usr/bin:/bin"})
        if done.returncode not in codes:
            raise AssertionError(f"pushledger {' '.join(words)}: {done.returncode}: {done.stderr}")
        return done.stdout

    @property
    def csv(self) -> pathlib.Path:
        return self.folder / "csv"

    @property
    def snapshot(self) -> pathlib.Path:
        return self.folder / "push.db"

    def package(self) -> dict:
        return json.loads((self.csv / "datapackage.json").read_text())

    def fields(self, name: str) -> list[dict]:
        resource = next(one for one in self.package()["resources"] if one["name"] == name)
        return resource["schema"]["fields"]
