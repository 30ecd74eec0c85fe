"""Logs are only read (P26): no command opens one for writing, renames, locks, removes or changes it."""
import os
import pathlib
import re
import shutil
from typing import Iterator

import logs
import tracing
from program import AS_OF, worlds
from proof import Broken, Place, Proof, spread

# What may be done to a path or descriptor of a log; `openat` is looked at closer.
READING = {"openat", "read", "pread64", "readv", "preadv", "close", "fstat", "newfstatat", "lstat", "stat", "statx", "access",
           "faccessat2", "readlink", "readlinkat", "lseek", "fadvise64", "mmap", "getdents64", "poll", "ppoll", "readahead",
           "execve", "openat2", "statfs", "fstatfs", "getcwd"}
WRITING_FLAGS = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE")
CALL = re.compile(r"^\d+ +(\w+)\((.*)$")
COMMANDS = {
    "import": ["import", "--verbose", "--app", "333526247", "logs"],
    "import again": ["import", "logs"],
    "import --rescan": ["import", "--rescan", "-j", "4", "logs"],
    "import --no-build": ["import", "--no-build", "--db", "other.db", "logs"],
    "import --keep-rejected": ["import", "--rescan", "--keep-rejected", "kept.txt", "logs"],
    "import of what fails": ["import", "logs/broken.gz", "logs/empty.jsonl", "logs/picture.png"],
    "run": ["run", "--quiet", "logs"],
    "rejects retry": ["rejects", "retry"],
    "source test": ["source", "test", "logs/sends.jsonl"],
    "verify": ["verify"],
    "prune": ["prune", "--before", "2026-09-03", "--forget-files"],
    "import after prune": ["import", "logs"],
    "export": ["export", "--output", "csv", "--sqlite", "snapshot.db", "--as-of", AS_OF],
    "report --publish": ["report", "--publish", "--output", "report.html", "--as-of", AS_OF],
    "backup": ["backup", "copy.db"],
    "status": ["status"],
    "doctor": ["doctor"],
}


def commands(place: Place, count: int) -> Iterator[str]:
    """Traces commands one after another over logs of every shape, packing and source, good and bad."""
    folder = place.fresh("place")
    inputs = folder / "logs"
    inputs.mkdir()
    chance = place.random("logs")
    for number, packing in enumerate(logs.PACKINGS):
        content = logs.shaped(logs.crowded(chance, 50), logs.SHAPES[number], chance)
        (inputs / f"crowd-{packing}").write_bytes(logs.packed(content, packing))
    for path in logs.SOURCES.iterdir():
        shutil.copy(path, inputs)
    (inputs / "broken.gz").write_bytes(logs.packed(b"x" * 10_000, "gzip")[:20])
    (inputs / "refused.jsonl").write_text("\n".join([logs.line(), "nonsense", logs.line(event_time="0")]))
    (inputs / "empty.jsonl").touch()
    (inputs / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    place.program.simulate(inputs / "large.jsonl", 20_000, *worlds(place.random("worlds")), seed=place.seed)
    before = _state(inputs)
    if not tracing.is_possible():
        raise RuntimeError("strace may not trace here")
    for name in spread(COMMANDS, count):
        trace = folder / "trace.txt"
        answer = place.program.run(*COMMANDS[name], folder=folder, under=[
            "strace", "-f", "-qq", "-y", "-s", "4096", "-o", str(trace), "-e", "trace=%file,%desc,flock,fcntl,io_uring_enter"])
        if answer.code not in (0, 10, 20, 30, 65):
            raise Broken(f"{name} ended with {answer.code}: {answer.said}")
        for text in trace.read_text(errors="replace").splitlines():
            _judge(name, text, inputs)
        if _state(inputs) != before:
            raise Broken(f"{name} changed a log or its folder")
        yield name


def _judge(name: str, text: str, inputs: pathlib.Path) -> None:
    call = CALL.match(text)
    # Paths stand there in full beside descriptors, and as they were named.
    if not call or f"{inputs}" not in text and '"logs' not in text:
        return
    if call[1] == "fcntl" and re.search(r"F_GETF[LD]|F_SETFD|F_DUPFD", text):
        return
    if call[1] == "execve" or call[1] in READING and not (call[1].startswith("openat") and WRITING_FLAGS.search(text)):
        if call[1] != "mmap" or "PROT_WRITE" not in text or "MAP_SHARED" not in text:
            return
    # What is written elsewhere may tell of a log by name.
    if call[1] in ("write", "pwrite64", "writev") and not re.match(rf"\d+<{re.escape(str(inputs))}", call[2]):
        return
    raise Broken(f"{name}: {text[:300]}")


def _state(inputs: pathlib.Path) -> dict[str, tuple]:
    """What changes with any write, rename, link or change of rights; reading may note the time of reading."""
    paths = [inputs, *sorted(inputs.iterdir())]
    states = {path.name: os.stat(path) for path in paths}
    return {name: (state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_mode, state.st_nlink)
            for name, state in states.items()}


PROOFS = [
    Proof("inputs", ["P26"], "no command writes, renames, locks or removes a log", "commands", len(COMMANDS), len(COMMANDS),
          commands, mutant="log-opened-for-writing"),
]
