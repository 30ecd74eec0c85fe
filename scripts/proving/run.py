"""Runs proofs. scripts/proof calls this."""
import argparse
import datetime
import importlib
import pathlib
import subprocess
import sys
import tempfile
import time

import mutants
import results
from program import Program
from proof import Broken, Place, Proof

# One module each, with its proofs in `PROOFS`.
MODULES = [
    "crashes", "power", "outputs", "signals", "disk_full", "io_errors", "rotation", "concurrency", "orders", "accounting",
    "determinism", "queries", "query_limits", "catalogue", "damage", "secrets_kept", "pseudonyms", "inputs", "pruning",
]
# More of them say nothing new.
SHOWN = 10


def proofs() -> dict[str, Proof]:
    found = [proof for module in MODULES for proof in importlib.import_module(module).PROOFS]
    return {proof.name: proof for proof in found}


def tried(proof: Proof, program: Program, count: int, seed: int) -> results.Result:
    """Tries so many cases of a proof, and stops at the first that breaks the promise."""
    start, done, bad = time.monotonic(), 0, []
    with tempfile.TemporaryDirectory(prefix="pushledger-proof-") as folder:
        try:
            for _ in proof.cases(Place(program, pathlib.Path(folder), seed), count):
                done += 1
        except Broken as broken:
            done += 1
            bad.append(str(broken))
    return results.Result(proof.name, proof.title, proof.promises, proof.unit, done, bad, time.monotonic() - start,
                          results.commit(), datetime.date.today().isoformat())


def main() -> int:
    every = proofs()
    parser = argparse.ArgumentParser(prog="scripts/proof", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="PROOF", help=", ".join(every))
    parser.add_argument("--full", action="store_true", help="all cases, not a sample")
    parser.add_argument("--cases", type=int, help="so many cases of each")
    parser.add_argument("--seed", type=int, default=1)
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
                  f"{proof.sampled:,} of {proof.full:,} {proof.unit} in a sample")
        return 0
    if options.page:
        results.write_page(results.kept())
        return 0
    if options.mutants:
        return mutants.run([proof for proof in chosen if proof.mutant], tried, options.seed)
    program = Program((options.pushledger or built()).resolve())
    failed = 0
    for proof in chosen:
        count = options.cases or (proof.full if options.full else proof.sampled)
        print(f"{proof.name}: {proof.title}", flush=True)
        result = tried(proof, program, count, options.seed)
        if options.full:
            result.keep()
        failed += len(result.bad)
        for line in result.bad[:SHOWN]:
            print(f"  broken: {line}")
        print(f"  {result.cases:,} {proof.unit}, {len(result.bad)} broken, {result.seconds:.0f} s", flush=True)
    return 1 if failed else 0


def built() -> pathlib.Path:
    command = ["swift", "build", "--product", "pushledger"]
    subprocess.check_call(command, stdout=sys.stderr)
    return pathlib.Path(subprocess.check_output([*command, "--show-bin-path"], text=True).strip()) / "pushledger"


if __name__ == "__main__":
    sys.exit(main())
