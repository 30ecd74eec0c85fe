"""Bad inputs that are no bytes of a file: paths, files that change while they are read, packings that grow, ledgers, outputs."""
import fcntl
import gzip
import json
import os
import pathlib
import signal
import socket
import subprocess
from typing import Callable

import logs
from catalogue_files import LINE, LOG, SECOND
from measuring import measured
from program import AS_OF, Answer
from proof import Broken, Place

Check = Callable[[Place, pathlib.Path], None]
MEMORY = 128 << 20
# Somebody who owns nothing here.
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def imported(place: Place, folder: pathlib.Path, *words: str, code: int = 0, says: str = "", lines: int | None = None,
             **options) -> Answer:
    """Imports, and complains when that ends otherwise than it should."""
    answer = place.program.run("import", "--json", *words, folder=folder, **options)
    if answer.code != code or says not in answer.said:
        raise Broken(f"ended with {answer.code} instead of {code} {says}: {answer.said}")
    if lines is not None and answer.json["lines"] != lines:
        raise Broken(f"{answer.json['lines']} lines were read instead of {lines}")
    return answer


def _ends(answer: Answer, *codes: int) -> None:
    if answer.code not in codes:
        raise Broken(f"ended with {answer.code} instead of {codes}: {answer.said}")


def _log(folder: pathlib.Path, name: str = "log", content: bytes = LINE + SECOND) -> pathlib.Path:
    path = folder / name
    path.write_bytes(content)
    return path


def cut_line(place: Place, folder: pathlib.Path) -> None:
    """a last line that is cut waits until it is whole"""
    path = _log(folder, content=LINE + SECOND[:50])
    imported(place, folder, "log", lines=1)
    path.write_bytes(LINE + SECOND)
    imported(place, folder, "log", lines=1)


def missing(place: Place, folder: pathlib.Path) -> None:
    """a file that is not there, beside one that is"""
    _log(folder)
    imported(place, folder, "nothing", "log", code=66, says="missing", lines=2)


def directory(place: Place, folder: pathlib.Path) -> None:
    """a folder, whose files are taken by name"""
    (folder / "logs/deep").mkdir(parents=True)
    _log(folder / "logs"), _log(folder / "logs/deep", "other", SECOND)
    imported(place, folder, "logs", lines=3)


def not_regular(place: Place, folder: pathlib.Path) -> None:
    """a pipe, a socket and a device"""
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        os.chdir(folder)
        listener.bind("socket")
        os.chdir("/")
        for name in ("pipe", "socket", "/dev/null"):
            imported(place, folder, name, code=66, says="not-regular")


def standard_input(place: Place, folder: pathlib.Path) -> None:
    """standard input, twice"""
    imported(place, folder, "-", input=LINE + SECOND, lines=2)
    if imported(place, folder, "-", input=LINE + SECOND).json["duplicate"] != 2:
        raise Broken("the same again was not the same")


def _as_nobody(folder: pathlib.Path) -> list[str]:
    """Somebody without rights: another user when this one may be anybody."""
    if os.geteuid():
        return []
    for path in (folder, *folder.parents[:-2]):
        path.chmod(path.stat().st_mode | 0o055)
    return NOBODY


def forbidden(place: Place, folder: pathlib.Path) -> None:
    """a file and a folder without permission"""
    (folder / "own").mkdir()
    (folder / "own").chmod(0o777)
    (folder / "shut").mkdir()
    _log(folder / "shut")
    _log(folder).chmod(0)
    (folder / "shut").chmod(0)
    for name in ("../log", "../shut/log"):
        imported(place, folder / "own", name, code=77, says="unreadable", under=_as_nobody(folder))
    (folder / "shut").chmod(0o700)


def links(place: Place, folder: pathlib.Path) -> None:
    """links: to a log, to nothing, to themselves"""
    _log(folder)
    (folder / "link").symlink_to("log")
    (folder / "loop").symlink_to("loop")
    (folder / "dangling").symlink_to("nothing")
    imported(place, folder, "link", lines=2)
    imported(place, folder, "loop", code=66, says="link-loop")
    imported(place, folder, "dangling", code=66, says="missing")


def twice(place: Place, folder: pathlib.Path) -> None:
    """the same file twice, also by another name"""
    os.link(_log(folder), folder / "hard")
    imported(place, folder, "log", "hard", "log", lines=2)


def own_files(place: Place, folder: pathlib.Path) -> None:
    """the ledger, its lock and our reports among the logs"""
    _log(folder)
    imported(place, folder, "log")
    place.program.run("report", "daily", "--as-of", AS_OF, "--output", "report.html", folder=folder)
    before = (folder / "push.db").stat().st_size
    answer = place.program.run("import", "--json", ".", folder=folder)
    _ends(answer, 0, 65)
    if answer.json["events"] or (folder / "push.db").stat().st_size != before:
        raise Broken("own files were read as logs")


def strange_names(place: Place, folder: pathlib.Path) -> None:
    """names with line ends, quotes, escapes, leading hyphens, and in a folder one that is no text"""
    for name in (b"a\nb", b"a'\"b", b"\x1b[31mred", b"--strict", "\u202e".encode()):
        with open(os.fsencode(folder) + b"/" + name, "wb") as file:
            file.write(LINE)
        answer = imported(place, folder, "--verbose", "--rescan", "--", os.fsdecode(name), lines=1)
        if any(mark in answer.said for mark in ("\x1b", "\u202e")):
            raise Broken("a name reached the terminal as it is")
    # Text that is none cannot be named on the command line, but stands in a folder.
    (folder / "logs").mkdir()
    with open(os.fsencode(folder / "logs") + b"/\xff\xfe", "wb") as file:
        file.write(SECOND)
    imported(place, folder, "logs", lines=1)


def _while_reading(place: Place, folder: pathlib.Path, change: Callable[[pathlib.Path], None]) -> Answer:
    """Stops an import at its second look at a log of several blocks, changes something, and lets it go on."""
    content = b"".join((logs.line(message_id=str(number)) + "\n").encode() for number in range(20_000))
    path = _log(folder, content=content)
    trace = folder / "trace"
    trace.touch()
    process = subprocess.Popen(
        ["strace", "-f", "-qq", "-o", str(trace), "-P", str(path), "-e", "trace=pread64", "-e",
         "inject=pread64:signal=SIGSTOP:when=5", str(place.program.path), "import", "--json", "-j", "1", str(path)],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=place.program.environment())
    while "stopped by SIGSTOP" not in trace.read_text(errors="replace"):
        if process.poll() is not None:
            raise Broken(f"it could not be stopped while it read: {process.stderr.read().decode()}")
    change(path)
    children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGCONT)
    output, said = process.communicate(timeout=300)
    return Answer(process.returncode, output, said.decode())


def grows(place: Place, folder: pathlib.Path) -> None:
    """a file that grows while it is read"""
    def change(path: pathlib.Path) -> None:
        with path.open("ab") as file:
            file.write(SECOND)
    answer = _while_reading(place, folder, change)
    _ends(answer, 0)
    again = imported(place, folder, str(folder / "log")).json["lines"]
    if (answer.json["lines"], again) != (20_000, 1):
        raise Broken(f"{answer.json['lines']} and then {again} lines were read")


def shrinks(place: Place, folder: pathlib.Path) -> None:
    """a file that is cut while it is read"""
    answer = _while_reading(place, folder, lambda path: os.truncate(path, 300_000))
    _ends(answer, 0)
    if not 0 < answer.json["lines"] < 20_000:
        raise Broken(f"{answer.json['lines']} lines were read")


def replaced(place: Place, folder: pathlib.Path) -> None:
    """a file that is replaced while it is read"""
    def change(path: pathlib.Path) -> None:
        _log(folder, "new", SECOND).rename(path)
    _ends(answer := _while_reading(place, folder, change), 0)
    again = imported(place, folder, str(folder / "log")).json["lines"]
    if (answer.json["lines"], again) != (20_000, 1):
        raise Broken(f"{answer.json['lines']} and then {again} lines were read")


def deleted(place: Place, folder: pathlib.Path) -> None:
    """a file that is removed while it is read"""
    _ends(answer := _while_reading(place, folder, lambda path: path.unlink()), 0)
    if answer.json["lines"] != 20_000:
        raise Broken(f"{answer.json['lines']} lines were read")


def unreadable_block(place: Place, folder: pathlib.Path) -> None:
    """a device that fails in the middle of a file"""
    path = _log(folder, content=LOG)
    imported(place, folder, str(path), code=74, says="io", under=[
        "strace", "-f", "-qq", "-o", "/dev/null", "-P", str(path), "-e", "inject=pread64:error=EIO:when=4+"])
    imported(place, folder, str(path))


def rewritten(place: Place, folder: pathlib.Path) -> None:
    """a file that is written anew with the same length"""
    path = _log(folder, content=LINE)
    imported(place, folder, "log", lines=1)
    path.write_bytes(LINE.replace(b"10913718868641234", b"20913718868641234"))
    imported(place, folder, "log", lines=1)


def read_only(place: Place, folder: pathlib.Path) -> None:
    """logs that nobody may write, with times of the past and the future"""
    (folder / "logs").mkdir()
    for number, moment in enumerate((0, 4_000_000_000)):
        path = _log(folder / "logs", f"{number}", LINE.replace(b"10913718868641234", str(number).encode()))
        os.utime(path, (moment, moment))
        path.chmod(0o444)
    (folder / "logs").chmod(0o555)
    imported(place, folder, "logs", lines=2)
    (folder / "logs").chmod(0o755)


def growing_gzip(place: Place, folder: pathlib.Path) -> None:
    """gzip that is still being written"""
    whole = gzip.compress(LOG)
    path = _log(folder, content=whole[:-500])
    imported(place, folder, "log", code=65, says="gz-truncated")
    path.write_bytes(whole)
    imported(place, folder, "log", lines=5000)


def names_lie(place: Place, folder: pathlib.Path) -> None:
    """plain text named .gz, and gzip that is not"""
    _log(folder, "plain.gz")
    _log(folder, "packed.jsonl", gzip.compress(SECOND))
    imported(place, folder, "plain.gz", "packed.jsonl", lines=3)


def dictionary(place: Place, folder: pathlib.Path) -> None:
    """zstd that needs a dictionary"""
    for number in range(300):
        _log(folder, f"sample-{number}", logs.line(message_id=str(number * 7919)).encode())
    subprocess.run(["zstd", "-q", "--train", *(f"sample-{number}" for number in range(300)), "--maxdict=2048", "-o", "words"],
                   cwd=folder, check=True, capture_output=True)
    packed = subprocess.run(["zstd", "-q", "-c", "-D", "words"], cwd=folder, input=LINE, check=True, capture_output=True)
    _log(folder, content=packed.stdout)
    imported(place, folder, "log", code=65, says="zst-dictionary")


def bomb(place: Place, folder: pathlib.Path) -> None:
    """200 MB of zeros in a few KB, which is stopped in bounded memory"""
    _bombs(place, folder, 200 << 20)


def _bombs(place: Place, folder: pathlib.Path, size: int) -> None:
    for tool, options in (("zstd", ["-19"]), ("gzip", ["-9"]), ("lz4", ["-9"])):
        with (folder / "log").open("wb") as target:
            source = subprocess.Popen(["head", "-c", str(size), "/dev/zero"], stdout=subprocess.PIPE)
            subprocess.run([tool, "-q", "-c", *options], stdin=source.stdout, stdout=target, check=True)
            source.wait()
        run = measured(place.program, "import", "--json", "--memory", "64M", "log", folder=folder)
        # Zeros are no lines either, whichever is noticed first.
        if run.answer.code != 65 or not any(word in run.answer.said for word in ("decompressed-limit", "no-newlines")):
            raise Broken(f"{tool}: ended with {run.answer.code}: {run.answer.said}")
        if run.peak > MEMORY:
            raise Broken(f"{tool}: took {run.peak >> 20} MiB")


def packed_lines(place: Place, folder: pathlib.Path) -> None:
    """a line repeated until it is far larger than a log of its length"""
    line = LINE.replace(b'"isp": ""', b'"isp": "' + b" " * 500_000 + b'"')
    _log(folder, content=subprocess.run(["zstd", "-q", "-c", "-19"], input=line * 400, capture_output=True, check=True).stdout)
    run = measured(place.program, "import", "--json", "--memory", "64M", "log", folder=folder)
    if run.answer.code != 65 or "decompressed-limit" not in run.answer.said or run.peak > MEMORY:
        raise Broken(f"ended with {run.answer.code} and {run.peak >> 20} MiB: {run.answer.said}")


def pruned(place: Place, folder: pathlib.Path) -> None:
    """a known log whose messages were pruned"""
    _log(folder)
    imported(place, folder, "log", lines=2)
    _ends(place.program.run("prune", "--before", "2026-10-01", folder=folder), 0)
    imported(place, folder, "log")
    told = place.program.run("query", "--sql", "SELECT count(*) FROM events", "--format", "csv", folder=folder)
    if told.output.decode().split()[-1] != "0":
        raise Broken("what was pruned came back")


def store_path(place: Place, folder: pathlib.Path) -> None:
    """a ledger that is a folder, a link, or named like a URI"""
    _log(folder)
    (folder / "folder.db").mkdir()
    (folder / "link.db").symlink_to("elsewhere.db")
    imported(place, folder, "--db", "folder.db", "log", code=73)
    imported(place, folder, "--db", "link.db", "log", code=73)
    imported(place, folder, "--db", "file:uri.db?mode=memory", "log", lines=2)
    if not (folder / "file:uri.db?mode=memory").exists() or (folder / "elsewhere.db").exists():
        raise Broken("a name was not taken as it stands")


def strange_store(place: Place, folder: pathlib.Path) -> None:
    """a ledger that is a log, is empty, or has the journal of another beside it"""
    _log(folder)
    (folder / "push.db").write_bytes(LINE)
    imported(place, folder, "log", code=78)
    (folder / "push.db").write_bytes(b"")
    imported(place, folder, "log", lines=2)
    (folder / "push.db-journal").write_bytes(b"another's" * 100)
    _ends(place.program.run("verify", folder=folder), 0, 74, 75)


def damaged_store(place: Place, folder: pathlib.Path) -> None:
    """a ledger that was cut"""
    path = _log(folder)
    imported(place, folder, "log")
    os.truncate(folder / "push.db", 20_000)
    imported(place, folder, str(path), code=74, says="damaged")


def closed_store(place: Place, folder: pathlib.Path) -> None:
    """a ledger and its folder that nobody may write: it can be read and not imported into"""
    _log(folder)
    imported(place, folder, "log")
    for path in (folder / "push.db", folder / "push.db.lock"):
        path.chmod(0o444)
    folder.chmod(0o555)
    other = _as_nobody(folder)
    _ends(place.program.run("query", "--sql", "SELECT count(*) FROM events", folder=folder, under=other), 0)
    _ends(place.program.run("import", "--rescan", "log", folder=folder, under=other), 77)
    folder.chmod(0o755)


def locked(place: Place, folder: pathlib.Path) -> None:
    """a lock that is held, or is a link"""
    _log(folder)
    with (folder / "push.db.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        imported(place, folder, "log", code=75)
    (folder / "other.db.lock").symlink_to("elsewhere")
    _ends(place.program.run("import", "--db", "other.db", "log", folder=folder), 73, 77)
    if (folder / "elsewhere").exists():
        raise Broken("the link of a lock was followed")


def reader_gone(place: Place, folder: pathlib.Path) -> None:
    """standard output whose reader goes away"""
    _log(folder, content=LOG)
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
    _log(folder)
    for text in ("{ nonsense: 1 }", '{ maxRejects: "many" }', "{ appKeys: 5 }", "not a configuration", '{ run: { logs: "x" } }'):
        path.write_text(text)
        _ends(place.program.run("status", folder=folder), 78)
    path.write_text(json.dumps({"appKeys": [{"key": "333526247", "name": "<script>alert(1)</script>'; DROP TABLE x; =1+1"}]}))
    imported(place, folder, "log", lines=2)
    page = place.program.run("report", "daily", "--format", "html", "--as-of", AS_OF, folder=folder)
    _ends(page, 0)
    if b"<script" in page.output:
        raise Broken("a name became markup")


def report_paths(place: Place, folder: pathlib.Path) -> None:
    """reports into a folder above, by a whole path, into a folder, and into none"""
    _log(folder)
    (folder / "in/deep").mkdir(parents=True)
    inside = folder / "in"
    imported(place, inside, "../log")
    for target, made in (("../above.md", folder / "above.md"), (f"{folder}/whole.md", folder / "whole.md"),
                         ("deep", inside / "deep/daily.md")):
        _ends(place.program.run("report", "daily", "--as-of", AS_OF, "--output", target, folder=inside), 0)
        if not made.is_file():
            raise Broken(f"{target} did not become {made.name}")
    _ends(place.program.run("report", "daily", "--as-of", AS_OF, "--output", "missing/report.md", folder=inside), 73)


def temporary_folder(place: Place, folder: pathlib.Path) -> None:
    """a temporary folder that is not there"""
    _log(folder, content=LOG)
    environment = {"TMPDIR": str(folder / "nothing"), "SQLITE_TMPDIR": str(folder / "nothing")}
    imported(place, folder, "log", lines=5000, environment=environment)
    _ends(place.program.run("report", "daily", "--as-of", AS_OF, folder=folder, environment=environment), 0)
    _ends(place.program.run("prune", "--before", "2026-09-02", "--vacuum", folder=folder, environment=environment), 0)


def clock(place: Place, folder: pathlib.Path) -> None:
    """a clock that runs backwards during an import"""
    _log(folder, content=LOG)
    imported(place, folder, "log", under=["faketime", "-m", "--exclude-monotonic", "-f", "@2026-09-10 00:00:00 i-2"])
    other = folder / "other"
    other.mkdir()
    imported(place, other, "../log")
    if place.program.fingerprint(folder) != place.program.fingerprint(other):
        raise Broken("the clock changed the ledger")


def many_files(place: Place, folder: pathlib.Path) -> None:
    """300 files in a folder"""
    _many(place, folder, 300)


def _many(place: Place, folder: pathlib.Path, count: int) -> None:
    (folder / "logs").mkdir()
    for number in range(count):
        _log(folder / "logs", str(number), LINE.replace(b"10913718868641234", str(number).encode()))
    run = measured(place.program, "import", "--json", "--memory", "64M", "logs", folder=folder)
    _ends(run.answer, 0)
    if run.answer.json["lines"] != count or run.peak > MEMORY:
        raise Broken(f"{run.answer.json['lines']} lines were read in {run.peak >> 20} MiB")


def no_newlines(place: Place, folder: pathlib.Path) -> None:
    """10 GB without a line end, which take no room on the disk"""
    with (folder / "log").open("wb") as file:
        file.write(b"x" * (2 << 20))
        file.truncate(10 << 30)
    run = measured(place.program, "import", "--json", "log", folder=folder)
    if run.answer.code != 65 or "no-newlines" not in run.answer.said or run.peak > MEMORY:
        raise Broken(f"ended with {run.answer.code} and {run.peak >> 20} MiB: {run.answer.said}")


PLACES: list[tuple[str, Check]] = [
    ("B01", cut_line), ("B15", no_newlines), ("B21", missing), ("B22", directory), ("B23", not_regular), ("B24", standard_input),
    ("B25", forbidden), ("B26", links), ("B27", twice), ("B28", own_files), ("B29", strange_names), ("B30", many_files),
    ("B31", grows), ("B32", shrinks), ("B33", replaced), ("B34", deleted), ("B35", unreadable_block), ("B36", rewritten),
    ("B37", read_only), ("B38", read_only), ("B43", growing_gzip), ("B44", names_lie), ("B47", dictionary), ("B49", bomb),
    ("B49", packed_lines), ("B84", pruned), ("B97", store_path), ("B98", strange_store), ("B99", damaged_store),
    ("B100", closed_store), ("B101", locked), ("B102", reader_gone), ("B103", configuration), ("B104", report_paths),
    ("B105", temporary_folder), ("B106", clock),
]


def long_line(place: Place, folder: pathlib.Path) -> None:
    """a line of 100 MB between two good ones"""
    with (folder / "log").open("wb") as file:
        file.write(LINE)
        for _ in range(100):
            file.write(b"x" * 1_000_000)
        file.write(b"\n" + SECOND)
    run = measured(place.program, "import", "--json", "--memory", "64M", "--max-rejects", "1", "log", folder=folder)
    if run.answer.code != 0 or run.answer.json["rejected"] != 1 or run.peak > MEMORY:
        raise Broken(f"ended with {run.answer.code} and {run.peak >> 20} MiB: {run.answer.said}")


def large_bombs(place: Place, folder: pathlib.Path) -> None:
    """10 GB of zeros, packed"""
    _bombs(place, folder, 10 << 30)


def very_many_files(place: Place, folder: pathlib.Path) -> None:
    """100,000 files in a folder"""
    _many(place, folder, 100_000)


LARGE: list[tuple[str, Check]] = [("B14", long_line), ("B30", very_many_files), ("B49", large_bombs)]
