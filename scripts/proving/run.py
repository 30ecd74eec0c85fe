"""Runs proofs. scripts/proof calls this."""
import argparse
import pathlib
import subprocess
import sys
import traceback

import mutants
import results
from program import Program
from trying import Trial, proofs, side_by_side

# More of them say nothing new.
SHOWN = 10
# Proofs that run at the same time in an ordinary run.
JOBS = 2


def main() -> int:
    every = proofs()
    parser = argparse.ArgumentParser(prog="scripts/proof", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="PROOF", help=", ".join(every))
    parser.add_argument("--full", action="store_true", help="all cases, not a sample")
    parser.add_argument("--cases", type=int, help="so many cases of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help=f"proofs at the same time; {JOBS}, and 1 with --full")
    parser.add_argument("--mutants", action="store_true", help="break the program; each proof has to notice")
    parser.add_argument("--page", action="store_true", help=f"write all results into {results.PAGE}")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--pushledger", type=pathlib.Path, help="a program that is there; otherwise it is built")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in every]:
        parser.error(f"there is no proof {unknown[0]}; there are {', '.join(every)}")
    chosen = [every[name] for name in options.names or every]
    if options.list:
        for proof in chosen:
            print(f"{proof.name}: {proof.title} ({', '.join(proof.promises)}); "
                  f"{proof.sampled:,} of {proof.full:,} {proof.unit} in a sample; mutant {proof.mutant}")
        return 0
    if options.page:
        results.write_page(results.kept())
        return 0
    if options.mutants:
        return mutants.run(chosen, options.seed)
    program = Program((options.pushledger or built()).resolve())
    trials = [Trial(proof.name, program, options.cases or (proof.full if options.full else proof.sampled), options.seed)
              for proof in chosen]
    failed = 0
    for trial, future in side_by_side(trials, options.jobs or (1 if options.full else JOBS)):
        print(f"{trial.name}: {every[trial.name].title}", flush=True)
        try:
            result = future.result()
        except Exception:
            # A proof that could not be led says nothing about the others.
            traceback.print_exc()
            print(f"  came to no end; again with: {trial}", flush=True)
            failed += 1
            continue
        if options.full:
            result.keep()
        failed += len(result.bad)
        for line in result.bad[:SHOWN]:
            print(f"  broken: {line}\n  again with: {trial}")
        print(f"  {result.cases:,} {result.unit}, {len(result.bad)} broken, {result.seconds:.0f} s", flush=True)
    return 1 if failed else 0


def built() -> pathlib.Path:
    """The program as it is released: proofs take a third of the time of a debug build."""
    command = ["swift", "build", "--configuration", "release", "--product", "pushledger"]
    subprocess.check_call(command, stdout=sys.stderr)
    return pathlib.Path(subprocess.check_output([*command, "--show-bin-path"], text=True).strip()) / "pushledger"


if __name__ == "__main__":
    sys.exit(main())
