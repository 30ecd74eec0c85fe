"""All proofs, and trying them: one, or several side by side."""
import concurrent.futures
import dataclasses
import datetime
import importlib
import pathlib
import subprocess
import tempfile
import time
from typing import Iterator

import results
from program import Program
from proof import Broken, Place, Proof

# One module each, with its proofs in `PROOFS`.
MODULES = [
    "crashes", "power", "outputs", "signals", "disk_full", "io_errors", "rotation", "concurrency", "orders", "accounting",
    "determinism", "queries", "query_limits", "catalogue", "damage", "secrets_kept", "pseudonyms", "inputs", "pruning",
    "many_values",
]


@dataclasses.dataclass(frozen=True)
class Trial:
    """A proof by its name, and how many cases of it are to be tried."""

    name: str
    program: Program
    cases: int
    seed: int

    def outcome(self) -> results.Result:
        return tried(proofs()[self.name], self.program, self.cases, self.seed)

    def __str__(self) -> str:
        """The command that tries the same again."""
        return f"scripts/proof --seed {self.seed} --cases {self.cases} {self.name}"


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
        except subprocess.TimeoutExpired as hanging:
            done += 1
            bad.append(f"a command did not end within {hanging.timeout:.0f} s: {hanging.cmd}")
    # What finds next to nothing to try proves nothing.
    if not bad and done < min(count, proof.sampled) // 2:
        bad.append(f"only {done:,} of {count:,} {proof.unit} could be tried")
    return results.Result(proof.name, proof.title, proof.promises, proof.unit, done, bad, time.monotonic() - start,
                          results.commit(), datetime.date.today().isoformat())


def side_by_side(trials: list[Trial], jobs: int) -> Iterator[tuple[Trial, concurrent.futures.Future]]:
    """Tries so many proofs at a time, and one by one after the others those that may have nothing beside them."""
    every = proofs()
    together = [trial for trial in trials if not every[trial.name].alone]
    alone = [trial for trial in trials if every[trial.name].alone]
    for some, workers in ((together, jobs), (alone, 1)):
        with concurrent.futures.ProcessPoolExecutor(workers) as pool:
            yield from [(trial, pool.submit(trial.outcome)) for trial in some]
