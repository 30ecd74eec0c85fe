"""Measures the scenarios that were asked for and writes the page out of all results there are.

scripts/bench calls this and explains its options.
"""
import argparse
import os
import shutil
import sys
import tempfile

import daily_scenarios as daily
import raw_scenarios as raw
import store_scenarios as stores
from asking_scenarios import queries
from ledgers import Ledgers
from logs import Logs
from machine import machine
from page import page
from results import load_all, save
from scenario import Bench
from source_scenarios import sources
from stages import stages
from work_scenarios import work

SCENARIOS = {
    "raw": raw.raw, "worlds": raw.worlds, "work": work, "queries": queries, "gzip": raw.compressed_gzip,
    "zstd": raw.compressed_zstd, "csv": raw.comma_separated, "increment": stores.increment, "duplicates": stores.duplicates,
    "late": stores.late, "growth": stores.growth, "memory": stores.memory, "report": daily.report, "window": daily.window,
    "stages": stages, "sources": sources,
}
FOLDER = ".build/benchmark"
UNIT, QUICK_UNIT = 1_000_000, 100_000


def options_of(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Times PushLedger beside its peers.")
    parser.add_argument("--pushledger", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--scenarios", type=_names(SCENARIOS), default=list(SCENARIOS), metavar="NAMES",
                        help=f"comma-separated: {', '.join(SCENARIOS)}; all when not given")
    parser.add_argument("--peers", type=_names(raw.TITLES), default=list(raw.TITLES), metavar="NAMES",
                        help=f"comma-separated: {', '.join(raw.TITLES)}; all when not given")
    parser.add_argument("--events", type=_sizes, metavar="N,...", help="sizes of raw logs; 1000000 when not given")
    parser.add_argument("--rounds", type=int, help="rounds to take the median of; 5 when not given")
    parser.add_argument("--quick", action="store_true", help="a tenth of every size and one round, to try things")
    parser.add_argument("--large", action="store_true", help="also stores of 50 M and 100 M events, PushLedger alone")
    parser.add_argument("--page-only", action="store_true", help="measure nothing, write the page again")
    parser.add_argument("--page", help="where the page goes; docs/benchmarks.md, with --quick into .build")
    return parser.parse_args(words)


def main() -> None:
    options = options_of(sys.argv[1:])
    unit = QUICK_UNIT if options.quick else UNIT
    rounds = options.rounds or (1 if options.quick else 5)
    results = f"{FOLDER}/{'quick' if options.quick else 'results'}"
    if not options.page_only:
        _measure(options, unit, rounds, results)
    path = options.page or (f"{FOLDER}/quick.md" if options.quick else "docs/benchmarks.md")
    with open(path, "w", encoding="utf-8") as out:
        out.write(page(load_all(results), unit))
    print(path)


def _measure(options: argparse.Namespace, unit: int, rounds: int, results: str) -> None:
    os.makedirs(FOLDER, exist_ok=True)
    folder = tempfile.mkdtemp(prefix="run-", dir=os.path.abspath(FOLDER))
    try:
        logs = Logs(options.pushledger, os.path.abspath(f"{FOLDER}/logs"), unit)
        bench = Bench(
            logs, Ledgers(logs, folder), options.events or [unit], rounds, options.peers, options.large,
            machine(options.peers), _command(options))
        for name in options.scenarios:
            print(f"{name}:", file=sys.stderr, flush=True)
            # Kept at once: a later scenario that fails must not cost the earlier ones.
            for result in SCENARIOS[name](bench):
                save(result, results)
    finally:
        shutil.rmtree(folder)


def _command(options: argparse.Namespace) -> str:
    """The command for the page, without paths of this machine."""
    words = ["scripts/bench"]
    if options.scenarios != list(SCENARIOS):
        words.append(f"--scenarios {','.join(options.scenarios)}")
    if options.peers != list(raw.TITLES):
        words.append(f"--peers {','.join(options.peers)}")
    if options.events:
        words.append(f"--events {','.join(map(str, options.events))}")
    if options.rounds:
        words.append(f"--rounds {options.rounds}")
    words += [flag for flag, given in (("--quick", options.quick), ("--large", options.large)) if given]
    return " ".join(words)


def _names(known: dict) -> object:
    def parse(text: str) -> list[str]:
        names = text.split(",")
        if unknown := [name for name in names if name not in known]:
            raise argparse.ArgumentTypeError(f"{', '.join(unknown)} is not one of {', '.join(known)}")
        return names

    return parse


def _sizes(text: str) -> list[int]:
    return [int(word) for word in text.split(",")]


main()
