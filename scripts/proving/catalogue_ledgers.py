"""Ledgers, locks, settings, outputs and surroundings that are not as they should be."""
import fcntl
import json
import os
import pathlib
import signal

from catalogue_files import LINE, LOG
from catalogue_trying import Check, as_nobody, ends, imported, log
from program import AS_OF
from proof import Broken, Place


def pruned(place: Place, folder: pathlib.Path) -> None:
    """a known log whose messages were pruned"""
    log(folder)
    imported(place, folder, "log", lines=2)
    ends(place.program.run("prune", "--before", "2026-10-01", folder=folder), 0)
    imported(place, folder, "log")
    told = place.program.run("query", "--sql", "SELECT count(*) FROM events", "--format", "csv", folder=folder)
    if told.output.decode().split()[-1] != "0":
        raise Broken("what was pruned came back")


def store_path(place: Place, folder: pathlib.Path) -> None:
    """a ledger that is a folder, a link, or named like a URI"""
    log(folder)
    (folder / "folder.db").mkdir()
    (folder / "link.db").symlink_to("elsewhere.db")
    imported(place, folder, "--db", "folder.db", "log", code=64)
    imported(place, folder, "--db", "link.db", "log", code=73)
    imported(place, folder, "--db", "file:uri.db?mode=memory", "log", lines=2)
    if not (folder / "file:uri.db?mode=memory").exists() or (folder / "elsewhere.db").exists():
        raise Broken("a name was not taken as it stands")


def strange_store(place: Place, folder: pathlib.Path) -> None:
    """a ledger that is a log, is empty, or has the journal of another beside it"""
    log(folder)
    (folder / "push.db").write_bytes(LINE)
    imported(place, folder, "log", code=78)
    (folder / "push.db").write_bytes(b"")
    imported(place, folder, "log", lines=2)
    (folder / "push.db-journal").write_bytes(b"another's" * 100)
    ends(place.program.run("verify", folder=folder), 0, 74, 75)


def damaged_store(place: Place, folder: pathlib.Path) -> None:
    """a ledger that was cut"""
    path = log(folder)
    imported(place, folder, "log")
    os.truncate(folder / "push.db", 20_000)
    imported(place, folder, str(path), code=74, says="damaged")


def closed_store(place: Place, folder: pathlib.Path) -> None:
    """a ledger and its folder that nobody may write: it can be read and not imported into"""
    log(folder)
    imported(place, folder, "log")
    for path in (folder / "push.db", folder / "push.db.lock"):
        path.chmod(0o444)
    folder.chmod(0o555)
    other = as_nobody(folder)
    ends(place.program.run("query", "--sql", "SELECT count(*) FROM events", folder=folder, under=other), 0)
    ends(place.program.run("import", "--rescan", "log", folder=folder, under=other), 77)
    folder.chmod(0o755)


def locked(place: Place, folder: pathlib.Path) -> None:
    """a lock that is held, or is a link"""
    log(folder)
    with (folder / "push.db.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        imported(place, folder, "log", code=75)
    (folder / "other.db.lock").symlink_to("elsewhere")
    ends(place.program.run("import", "--db", "other.db", "log", folder=folder), 73, 77)
    if (folder / "elsewhere").exists():
        raise Broken("the link of a lock was followed")


def reader_gone(place: Place, folder: pathlib.Path) -> None:
    """standard output whose reader goes away"""
    log(folder, content=LOG)
    imported(place, folder, "log")
    words = ["query", "--sql", "SELECT * FROM events a, json_each('[1,2,3]')", "--max-rows", "100000", "--format", "csv"]
    process = place.program.start(*words, folder=folder)
    process.stdout.read(10)
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    if process.wait() != -signal.SIGPIPE or said:
        raise Broken(f"ended with {process.returncode} and said {said.decode()}")


def configuration(place: Place, folder: pathlib.Path) -> None:
    """settings that are unknown, of a wrong type, or hold markup as data"""
    path = folder / "pushledger.json5"
    log(folder)
    for text in ("{ nonsense: 1 }", '{ maxRejects: "many" }', "{ appKeys: 5 }", "not a configuration", '{ run: { logs: "x" } }'):
        path.write_text(text)
        ends(place.program.run("status", folder=folder), 78)
    path.write_text(json.dumps({"appKeys": [{"key": "333526247", "name": "<script>alert(1)</script>'; DROP TABLE x; =1+1"}]}))
    imported(place, folder, "log", lines=2)
    page = place.program.run("report", "daily", "--format", "html", "--as-of", AS_OF, folder=folder)
    ends(page, 0)
    if b"<script" in page.output:
        raise Broken("a name became markup")


def report_paths(place: Place, folder: pathlib.Path) -> None:
    """reports into a folder above, by a whole path, into a folder, and into none"""
    log(folder)
    (folder / "in/deep").mkdir(parents=True)
    inside = folder / "in"
    imported(place, inside, "../log")
    for target, made in (("../above.md", folder / "above.md"), (f"{folder}/whole.md", folder / "whole.md"),
                         ("deep", inside / "deep/daily.md")):
        ends(place.program.run("report", "daily", "--as-of", AS_OF, "--output", target, folder=inside), 0)
        if not made.is_file():
            raise Broken(f"{target} did not become {made.name}")
    ends(place.program.run("report", "daily", "--as-of", AS_OF, "--output", "missing/report.md", folder=inside), 73)


def temporary_folder(place: Place, folder: pathlib.Path) -> None:
    """a temporary folder that is not there"""
    log(folder, content=LOG)
    environment = {"TMPDIR": str(folder / "nothing"), "SQLITE_TMPDIR": str(folder / "nothing")}
    imported(place, folder, "log", lines=5000, environment=environment)
    ends(place.program.run("report", "daily", "--as-of", AS_OF, folder=folder, environment=environment), 0)
    ends(place.program.run("prune", "--before", "2026-09-02", "--vacuum", folder=folder, environment=environment), 0)


def clock(place: Place, folder: pathlib.Path) -> None:
    """a clock that runs backwards during an import"""
    log(folder, content=LOG)
    imported(place, folder, "log", under=["faketime", "-m", "--exclude-monotonic", "-f", "@2026-09-10 00:00:00 i-2"])
    other = folder / "other"
    other.mkdir()
    imported(place, other, "../log")
    if place.program.fingerprint(folder) != place.program.fingerprint(other):
        raise Broken("the clock changed the ledger")


LEDGERS: list[tuple[str, Check]] = [
    ("B84", pruned), ("B97", store_path), ("B98", strange_store), ("B99", damaged_store), ("B100", closed_store),
    ("B101", locked), ("B102", reader_gone), ("B103", configuration), ("B104", report_paths), ("B105", temporary_folder),
    ("B106", clock),
]
