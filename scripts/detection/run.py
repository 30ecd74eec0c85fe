"""Runs the trials that were asked for and writes the page. scripts/detect calls this and explains its options."""
import argparse
import json
import multiprocessing
import os
import shutil
import sys
import tempfile

from page import page
from program import CannotRun, defects_of
from trials import SIZES, Outcome, Trial, plan, run

LEAST_AFFECTED = 20


def options_of(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/detect", description="Measures what `pushledger check` finds.")
    parser.add_argument("--pushledger", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--seeds", type=int, default=20, metavar="N", help="logs of each defect and size; 20")
    parser.add_argument("--clean", type=int, default=20, metavar="N", help="logs without defects of each shape; 20")
    parser.add_argument("--defects", type=lambda text: text.split(","), metavar="NAMES", help="all when not given")
    parser.add_argument("--sizes", type=lambda text: text.split(","), default=list(SIZES), metavar="SIZES",
                        help="small,medium,large when not given")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="logs at a time; 2")
    parser.add_argument("--quick", action="store_true", help="two seeds, one clean log of each shape, page in .build")
    parser.add_argument("--verbose", action="store_true", help="one line for each log, with what was wrong")
    parser.add_argument("--page", metavar="FILE", help="where the page goes; docs/detection.md, with --quick .build")
    return parser.parse_args(words)


def main() -> int:
    options = options_of(sys.argv[1:])
    if options.quick:
        options.seeds, options.clean = 2, 1
    with tempfile.TemporaryDirectory() as folder:
        # A copy, so that a build in the meantime does not change what is measured.
        return _measure(options, shutil.copy(options.pushledger, folder))


def _measure(options: argparse.Namespace, program: str) -> int:
    try:
        known = defects_of(program)
        if unknown := [name for name in options.defects or [] if name not in known]:
            print(f"unknown defect: {', '.join(unknown)}; known are {', '.join(known)}", file=sys.stderr)
            return 64
        trials = plan(options.defects or known, options.sizes, options.seeds, options.clean)
        with multiprocessing.Pool(options.processes) as pool:
            outcomes = []
            for outcome in pool.imap(_Runner(program), trials):
                outcomes.append(outcome)
                _tell(outcome, len(outcomes), len(trials), options.verbose)
    except CannotRun as failure:
        print(failure, file=sys.stderr)
        return 1
    path = options.page or (".build/detection.md" if options.quick else "docs/detection.md")
    with open(path, "w", encoding="utf-8") as out:
        out.write(page(outcomes, LEAST_AFFECTED, _command(options)))
    print(path)
    return 0


class _Runner:
    """A trial in another process."""

    def __init__(self, program: str) -> None:
        self.program = program

    def __call__(self, trial: Trial) -> Outcome:
        return run(self.program, trial, LEAST_AFFECTED)


def _tell(outcome: Outcome, done: int, total: int, is_verbose: bool) -> None:
    if not is_verbose:
        if done % 20 == 0 or done == total:
            print(f"{done} of {total} logs", file=sys.stderr, flush=True)
        return
    trial = outcome.trial
    what = f"{trial.kind} {','.join(trial.worlds) or 'tidy'} seed {trial.seed} {trial.size}{' week' if trial.week else ''}"
    for judgement, end in zip(outcome.judgements, trial.ends):
        verdicts = ", ".join(f"{verdict.defect} {verdict.outcome}" for verdict in judgement.verdicts)
        print(f"{what}, {trial.days(end)[0]}: {verdicts}", file=sys.stderr)
        for finding in judgement.alarms:
            place = json.dumps(finding["scope"], ensure_ascii=False)
            print(f"  without reason: {finding['severity']} {finding['code']} {finding['app_key']} {place}",
                  file=sys.stderr, flush=True)


def _command(options: argparse.Namespace) -> str:
    """The command for the page, without paths of this machine."""
    words = ["scripts/detect"]
    if options.seeds != 20:
        words.append(f"--seeds {options.seeds}")
    if options.clean != 20:
        words.append(f"--clean {options.clean}")
    if options.defects:
        words.append(f"--defects {','.join(options.defects)}")
    if options.sizes != list(SIZES):
        words.append(f"--sizes {','.join(options.sizes)}")
    return " ".join(words)


if __name__ == "__main__":
    sys.exit(main())
