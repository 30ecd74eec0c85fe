"""Bad inputs that are no bytes of a file: paths, and files that change while they are read."""
import contextlib
import os
import pathlib
import signal
import socket
import subprocess
from typing import Callable

import logs
from catalogue_files import LINE, LOG, SECOND
from catalogue_trying import Check, as_nobody, ends, imported, log
from measuring import MEMORY, measured
from program import AS_OF, Answer
from proof import Broken, Place


# Bytes of memory that each file of an import takes beside what is set.
PER_FILE = 2048


def cut_line(place: Place, folder: pathlib.Path) -> None:
    """a last line that is cut waits until it is whole"""
    path = log(folder, content=LINE + SECOND[:50])
    imported(place, folder, "log", lines=1)
    path.write_bytes(LINE + SECOND)
    imported(place, folder, "log", lines=1)


def missing(place: Place, folder: pathlib.Path) -> None:
    """a file that is not there, beside one that is"""
    log(folder)
    imported(place, folder, "nothing", "log", code=66, says="missing", lines=2)


def directory(place: Place, folder: pathlib.Path) -> None:
    """a folder, whose files are taken by name"""
    (folder / "logs/deep").mkdir(parents=True)
    log(folder / "logs"), log(folder / "logs/deep", "other", SECOND)
    imported(place, folder, "logs", lines=3)


def not_regular(place: Place, folder: pathlib.Path) -> None:
    """a pipe, a socket and a device"""
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        # The name of a socket may not be long.
        with contextlib.chdir(folder):
            listener.bind("socket")
        for name in ("pipe", "socket", "/dev/null"):
            imported(place, folder, name, code=66, says="not-regular")


def standard_input(place: Place, folder: pathlib.Path) -> None:
    """standard input, twice"""
    imported(place, folder, "-", input=LINE + SECOND, lines=2)
    if imported(place, folder, "-", input=LINE + SECOND).json["duplicate"] != 2:
        raise Broken("the same again was not the same")


def forbidden(place: Place, folder: pathlib.Path) -> None:
    """a file and a folder without permission"""
    (folder / "own").mkdir()
    (folder / "own").chmod(0o777)
    (folder / "shut").mkdir()
    log(folder / "shut")
    log(folder).chmod(0)
    (folder / "shut").chmod(0)
    for name in ("../log", "../shut/log"):
        imported(place, folder / "own", name, code=77, says="unreadable", under=as_nobody(folder))
    (folder / "shut").chmod(0o700)


def links(place: Place, folder: pathlib.Path) -> None:
    """links: to a log, to nothing, to themselves"""
    log(folder)
    (folder / "link").symlink_to("log")
    (folder / "loop").symlink_to("loop")
    (folder / "dangling").symlink_to("nothing")
    imported(place, folder, "link", lines=2)
    imported(place, folder, "loop", code=66, says="link-loop")
    imported(place, folder, "dangling", code=66, says="missing")


def twice(place: Place, folder: pathlib.Path) -> None:
    """the same file twice, also by another name"""
    os.link(log(folder), folder / "hard")
    imported(place, folder, "log", "hard", "log", lines=2)


def own_files(place: Place, folder: pathlib.Path) -> None:
    """the ledger, its lock, a backup, our reports and exports among the logs"""
    log(folder)
    imported(place, folder, "log")
    for output in ("report.html", "report.md"):
        place.program.run("report", "daily", "--as-of", AS_OF, "--output", output, folder=folder)
    place.program.run("export", "--as-of", AS_OF, "--output", "export", folder=folder)
    place.program.run("backup", "backup.db", folder=folder)
    before = (folder / "push.db").stat().st_size
    answer = place.program.run("import", "--json", ".", folder=folder)
    ends(answer, 0)
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


def many_files(place: Place, folder: pathlib.Path) -> None:
    """300 files in a folder"""
    _many(place, folder, 300)


def _many(place: Place, folder: pathlib.Path, count: int) -> None:
    (folder / "logs").mkdir()
    for number in range(count):
        log(folder / "logs", str(number), LINE.replace(b"10913718868641234", str(number).encode()))
    run = measured(place.program, "import", "--json", "--memory", "64M", "logs", folder=folder)
    ends(run.answer, 0)
    if run.answer.json["lines"] != count or run.peak > MEMORY + count * PER_FILE:
        raise Broken(f"{run.answer.json['lines']} lines were read in {run.peak >> 20} MiB")


def _while_reading(place: Place, folder: pathlib.Path, change: Callable[[pathlib.Path], None]) -> Answer:
    """Stops an import at its second look at a log of several blocks, changes something, and lets it go on."""
    content = b"".join((logs.line(message_id=str(number)) + "\n").encode() for number in range(20_000))
    path = log(folder, content=content)
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
    ends(answer, 0)
    again = imported(place, folder, str(folder / "log")).json["lines"]
    if (answer.json["lines"], again) != (20_000, 1):
        raise Broken(f"{answer.json['lines']} and then {again} lines were read")


def shrinks(place: Place, folder: pathlib.Path) -> None:
    """a file that is cut while it is read"""
    answer = _while_reading(place, folder, lambda path: os.truncate(path, 300_000))
    ends(answer, 0)
    if not 0 < answer.json["lines"] < 20_000:
        raise Broken(f"{answer.json['lines']} lines were read")


def replaced(place: Place, folder: pathlib.Path) -> None:
    """a file that is replaced while it is read"""
    def change(path: pathlib.Path) -> None:
        log(folder, "new", SECOND).rename(path)
    ends(answer := _while_reading(place, folder, change), 0)
    again = imported(place, folder, str(folder / "log")).json["lines"]
    if (answer.json["lines"], again) != (20_000, 1):
        raise Broken(f"{answer.json['lines']} and then {again} lines were read")


def deleted(place: Place, folder: pathlib.Path) -> None:
    """a file that is removed while it is read"""
    ends(answer := _while_reading(place, folder, lambda path: path.unlink()), 0)
    if answer.json["lines"] != 20_000:
        raise Broken(f"{answer.json['lines']} lines were read")


def unreadable_block(place: Place, folder: pathlib.Path) -> None:
    """a device that fails in the middle of a file"""
    path = log(folder, content=LOG)
    imported(place, folder, str(path), code=74, says="io", under=[
        "strace", "-f", "-qq", "-o", "/dev/null", "-P", str(path), "-e", "inject=pread64:error=EIO:when=4+"])
    imported(place, folder, str(path))


def rewritten(place: Place, folder: pathlib.Path) -> None:
    """a file that is written anew with the same length"""
    path = log(folder, content=LINE)
    imported(place, folder, "log", lines=1)
    path.write_bytes(LINE.replace(b"10913718868641234", b"20913718868641234"))
    imported(place, folder, "log", lines=1)


def read_only(place: Place, folder: pathlib.Path) -> None:
    """logs that nobody may write, with times of the past and the future"""
    (folder / "logs").mkdir()
    for number, moment in enumerate((0, 4_000_000_000)):
        path = log(folder / "logs", f"{number}", LINE.replace(b"10913718868641234", str(number).encode()))
        os.utime(path, (moment, moment))
        path.chmod(0o444)
    (folder / "logs").chmod(0o555)
    imported(place, folder, "logs", lines=2)
    (folder / "logs").chmod(0o755)


def very_many_files(place: Place, folder: pathlib.Path) -> None:
    """100,000 files in a folder"""
    _many(place, folder, 100_000)


PATHS: list[tuple[str, Check]] = [
    ("B01", cut_line), ("B21", missing), ("B22", directory), ("B23", not_regular), ("B24", standard_input), ("B25", forbidden),
    ("B26", links), ("B27", twice), ("B28", own_files), ("B29", strange_names), ("B30", many_files), ("B31", grows),
    ("B32", shrinks), ("B33", replaced), ("B34", deleted), ("B35", unreadable_block), ("B36", rewritten), ("B37", read_only),
    ("B38", read_only),
]
LARGE_PATHS: list[tuple[str, Check]] = [("B30", very_many_files)]
