"""Bad inputs, B01 to B106: each ends as it has to, and nothing else suffers."""
import csv
import io
import pathlib
import shutil
from typing import Iterator

import catalogue_lines
from catalogue_bombs import BOMBS, LARGE_BOMBS
from catalogue_files import FILES, LINE, SECOND, BadFile
from catalogue_ledgers import LEDGERS
from catalogue_packings import LARGE_PACKINGS, PACKINGS
from catalogue_paths import LARGE_PATHS, PATHS
from catalogue_trying import Check, imported
from proof import Broken, Place, Proof, spread

NUMBERS = [f"B{number:02d}" for number in range(1, 107)]
Case = tuple[str, str, Check]


def _cases() -> list[Case]:
    """All cases but the large ones, in the order of their numbers, with what each is."""
    cases: list[Case] = []
    for number, line, outcome in catalogue_lines.JSON:
        cases.append((number, repr(line[:40]), lambda place, folder, line=line, outcome=outcome: _line(
            place, folder, LINE + line + b"\n" + SECOND, 0, outcome)))
    header = f"{catalogue_lines.HEADER}\n".encode()
    good = catalogue_lines.row() + b"\n"
    for number, line, outcome in catalogue_lines.ROWS:
        cases.append((number, f"CSV {line[:40]!r}", lambda place, folder, line=line, outcome=outcome: _line(
            place, folder, header + good + line + b"\n" + good, 1, outcome)))
    for number, lines, events, messages in catalogue_lines.EVENTS:
        cases.append((number, "events", lambda place, folder, lines=lines, events=events, messages=messages: _events(
            place, folder, lines, events, messages)))
    cases += [(bad.number, bad.what, lambda place, folder, bad=bad: _file(place, folder, bad)) for bad in FILES]
    cases += _told([*PATHS, *PACKINGS, *BOMBS, *LEDGERS])
    return sorted(cases, key=lambda case: int(case[0][1:]))


def _told(checks: list[tuple[str, Check]]) -> list[Case]:
    return [(number, check.__doc__ or "", check) for number, check in checks]


CASES = _cases()
# Gigabytes, and files by the hundred thousand.
LARGE = _told([*LARGE_PATHS, *LARGE_BOMBS, *LARGE_PACKINGS])


def inputs(place: Place, count: int) -> Iterator[str]:
    """Tries a sample, or every case; the large ones only when all are tried."""
    if missing := set(NUMBERS) - {number for number, _, _ in CASES}:
        raise Broken(f"no case is there for {', '.join(sorted(missing))}")
    chosen = spread(CASES, count) + (LARGE if count > len(CASES) else [])
    for index, (number, what, check) in enumerate(chosen):
        folder = place.fresh(f"case-{index}")
        try:
            check(place, folder)
        except Broken as broken:
            raise Broken(f"{number}, {what}: {broken}") from None
        shutil.rmtree(folder)
        yield f"{number}, {what}"


def _line(place: Place, folder: pathlib.Path, content: bytes, headers: int, outcome: str) -> None:
    """A log with the line between two good ones; blanks and headers are told by their number alone."""
    (folder / "log").write_bytes(content)
    answer = place.program.run("import", "--json", "--final", "--max-rejects", "1", "log", folder=folder)
    if answer.code != 0:
        raise Broken(f"ended with {answer.code}: {answer.said}")
    account = answer.json
    rejects = place.program.run("query", "--sql", "SELECT line, reason, field FROM rejects", "--format", "csv", folder=folder)
    found = [f"{reason}:{field}".rstrip(":") for _, reason, field in list(csv.reader(io.StringIO(rejects.output.decode())))[1:]]
    if not found:
        found = ["ignored" if account["ignored"] > headers else "accepted"]
    if found != [outcome] or account["lines"] != 3 + headers:
        raise Broken(f"{found} of {account['lines']} lines instead of {outcome}")
    if account["merged"] + account["duplicate"] != 2 + (outcome == "accepted"):
        raise Broken(f"its neighbours suffered: {account}")


def _events(place: Place, folder: pathlib.Path, lines: list[bytes], events: int, messages: int) -> None:
    (folder / "log").write_bytes(b"\n".join(lines) + b"\n")
    imported(place, folder, "log")
    sql = "SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM messages)"
    found = place.program.run("query", "--sql", sql, "--format", "csv", folder=folder).output.decode().split()[-1]
    if found != f"{events},{messages}":
        raise Broken(f"made {found} events and messages instead of {events},{messages}")


def _file(place: Place, folder: pathlib.Path, bad: BadFile) -> None:
    """A bad file does not keep a good one beside it from being read."""
    (folder / "bad").write_bytes(bad.content())
    (folder / "good").write_bytes(LINE.replace(b"10913718868641234", b"neighbour"))
    answer = place.program.run("import", "--json", *bad.options, "bad", folder=folder)
    if answer.code != bad.code or bad.reason not in answer.said:
        raise Broken(f"ended with {answer.code} instead of {bad.code} {bad.reason}: {answer.said}")
    if bad.lines is not None and answer.json["lines"] != bad.lines:
        raise Broken(f"{answer.json['lines']} lines were read instead of {bad.lines}")
    if bad.code == 0 and answer.json["rejected"]:
        raise Broken(f"{answer.json['rejected']} lines were refused")
    if bad.options:
        return
    both = place.program.run("import", "--json", "--rescan", "bad", "good", folder=folder)
    told = place.program.run("query", "--sql", "SELECT count(*) FROM messages WHERE message_id = 'neighbour'", "--format",
                             "csv", folder=folder)
    if both.code != bad.code or told.output.decode().split()[-1] != "1":
        raise Broken("the good file beside it was not read")


PROOFS = [
    Proof("catalogue", ["P5", "P16", "P17", "P18", "P22"], "bad inputs B01 to B106 end as they have to", "cases", len(CASES),
          len(CASES) + len(LARGE), inputs, mutant="bad-utf8-replaced"),
]
