"""Runs the trials of Spark and says what came of each; see scripts/test-spark."""

import argparse
import os
import signal
import sys
import tempfile
from pathlib import Path

import trials
from program import Program


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=4_000_000)
    parser.add_argument("--only", action="append", choices=trials.ALL)
    parser.add_argument("program", type=Path)
    parser.add_argument("engines", type=Path)
    options = parser.parse_args()
    # What a trial has started is ended, whoever ends the trials.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="pushledger-spark-") as folder:
        all_trials = trials.Trials(Program(options.program, options.engines, Path(folder).resolve()), options.events)
        load = os.getloadavg()[0]
        print(f"{options.events} lines, {os.cpu_count()} cores, load {load:.1f}; --engine sqlite "
              f"{all_trials.sqlite_seconds:.1f} s, {Program.processor_seconds():.1f} s of processor time with simulating",
              flush=True)
        failed = 0
        for name in options.only or trials.ALL:
            trial = getattr(all_trials, name)
            before = Program.processor_seconds()
            try:
                seconds = trial()
                used = Program.processor_seconds() - before
                print(f"{name}: well, {seconds:.1f} s, {used:.1f} s of processor time ({trial.__doc__})", flush=True)
            except Exception as failure:  # Whatever a trial meets, the others are tried, too.
                failed += 1
                print(f"{name}: FAILED ({trial.__doc__})\n{failure!r}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
