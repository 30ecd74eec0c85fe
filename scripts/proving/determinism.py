"""The same bytes (P13), whatever time zone, language, hash seed, number of cores and clock a command runs with."""
import hashlib
import itertools
import json
import os
import pathlib
import shutil
from typing import Iterator

import logs
from program import AS_OF, worlds
from proof import Broken, Place, Proof

ZONES = ["UTC", "Asia/Shanghai", "America/St_Johns", "Pacific/Apia", ":/nonexistent"]
LANGUAGES = ["C", "de_DE.UTF-8", "zh_CN.GB18030", "tr_TR.UTF-8"]
# Swift draws the seed of its dictionaries anew for each process unless told not to.
SEEDS = [None, "1"]
CORES = [None, "one"]
CLOCKS = [None, "@1999-12-31 23:59:58", "@2037-03-28 01:59:59 x3600"]
# Done, and findings of each severity.
ANSWERED = (0, 10, 20, 30)
MOMENT = ["--as-of", AS_OF]
COMMANDS = [
    *(["report", name, "--format", form, *MOMENT] for name in ("daily", "weekly", "data-health")
      for form in ("markdown", "html", "json")),
    *(["report", "daily", "--format", form, *MOMENT] for form in ("slack", "dingtalk", "wecom")),
    ["report", "daily", "--lang", "zh-Hans", "--tz", "Asia/Shanghai", *MOMENT],
    *(["check", "--format", form, *MOMENT] for form in ("text", "json", "csv", "markdown", "openmetrics")),
    *(["query", "messages-ranked", "--format", form, *MOMENT] for form in ("table", "csv", "json", "jsonl", "md")),
    ["query", "--sql", "SELECT * FROM deliveries", "--format", "csv"],
    ["rejects"], ["schema"], ["verify", "--fingerprint"],
]


def surroundings(place: Place, count: int) -> Iterator[str]:
    """Runs every command that shows a ledger, an export and an import in one surrounding after the other."""
    folder = place.fresh("ledger")
    place.program.simulate(folder / "simulated.jsonl", 1500, *worlds(place.random("worlds")), seed=place.seed)
    logs.written(folder / "crowd.jsonl", [json.dumps(record) for record in logs.crowded(place.random("crowd"), 300)])
    files = sorted(map(str, [*logs.SOURCES.iterdir(), folder / "simulated.jsonl", folder / "crowd.jsonl"]))
    words = ["import", "--quiet", "--app", "333526247", *files]
    answer = place.program.run(*words, folder=folder)
    if answer.code != 0:
        raise Broken(f"an import ended with {answer.code}: {answer.said}")
    message = place.program.run("query", "--sql", "SELECT message_id FROM messages WHERE sent > 5 ORDER BY 1 LIMIT 1",
                                "--format", "csv", folder=folder).output.decode().splitlines()[1].strip('"')
    commands = [*COMMANDS, *(["explain", "--message", message, "--format", form, *MOMENT]
                             for form in ("text", "json", "markdown"))]
    wanted = None
    for case in [(None,) * 5, *_every(count)]:
        zone, language, seed, cores, clock = case
        environment = {"TZ": zone, "LANG": language, "LC_ALL": language, "LANGUAGE": language,
                       "SWIFT_DETERMINISTIC_HASHING": seed}
        environment = {name: value for name, value in environment.items() if value is not None}
        under = ["taskset", "--cpu-list", str(min(os.sched_getaffinity(0)))] if cores else []
        # Waiting and measuring go by the true clock.
        under += ["faketime", "-m", "--exclude-monotonic", "-f", clock] if clock else []
        where = ", ".join([*(f"{name}={value}" for name, value in environment.items()), " ".join(under) or "all cores"])
        shown = _shown(place, folder, commands, words, environment, under)
        wanted = wanted or shown
        if different := [name for name in wanted if shown[name] != wanted[name]]:
            raise Broken(f"other bytes of {'; '.join(different)} with {where}")
        yield where


def _every(count: int) -> Iterator[tuple]:
    """So many surroundings; the first few have every value of each kind, and all that there can be follow."""
    kinds = [ZONES, LANGUAGES, SEEDS, CORES, CLOCKS]
    first = [tuple(kind[(index + turn) % len(kind)] for turn, kind in enumerate(kinds)) for index in range(5)]
    # Hash seeds differ from process to process, so that the same surrounding again is another case.
    return itertools.islice(itertools.chain(first, itertools.cycle(itertools.product(*kinds))), count - 1)


def _shown(place: Place, folder: pathlib.Path, commands: list[list[str]], importing: list[str],
           environment: dict[str, str], under: list[str]) -> dict[str, str]:
    """Digests of what commands print, with their exit codes, and of all exported files."""
    shown = {}
    for words in commands:
        answer = place.program.run(*words, folder=folder, environment=environment, under=under)
        # Commands that fail all say the same.
        if answer.code not in ANSWERED:
            raise Broken(f"{' '.join(words)} ended with {answer.code}: {answer.said}")
        shown[" ".join(words)] = hashlib.sha256(answer.output).hexdigest() + f" {answer.code}"
    target = folder / "export"
    answer = place.program.run("export", "--output", "export", "--sqlite", "snapshot.db", *MOMENT, folder=folder,
                               environment=environment, under=under)
    if answer.code != 0:
        raise Broken(f"an export ended with {answer.code}, {answer.said} in {environment}")
    shown |= {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in [*target.iterdir(), folder / "snapshot.db"]}
    shutil.rmtree(target)
    other = folder / "other.db"
    place.program.run(*importing, "--db", str(other), folder=folder, environment=environment, under=under)
    shown["import"] = place.program.run("verify", "--fingerprint", "--db", str(other), folder=folder).output.decode()
    other.unlink()
    return shown


PROOFS = [
    Proof("determinism", ["P13"], "the same bytes in any time zone, language, hash seed, cores and clock", "surroundings", 4,
          400, surroundings, mutant="clock-in-report"),
]
