"""Programs that were broken on purpose: a proof that does not notice its own proves nothing.

Each mutant is a patch in `mutants` against the sources. It is built in a copy of the sources that is kept, so that only
what it touches is compiled again.
"""
import pathlib
import shutil
import subprocess
import sys
from typing import Callable

import results
from program import Program
from proof import Proof

PATCHES = pathlib.Path(__file__).parent / "mutants"
COPY = pathlib.Path(".build/proof/mutant")


def run(proofs: list[Proof], tried: Callable[[Proof, Program, int, int], results.Result], seed: int) -> int:
    """Builds the mutant of each proof and tries the proof's sample on it."""
    missed = 0
    kept = {result.name: result for result in results.kept()}
    for proof in proofs:
        print(f"{proof.name}: mutant {proof.mutant}", flush=True)
        result = tried(proof, Program(_built(proof.mutant).resolve()), proof.sampled, seed)
        noticed = bool(result.bad)
        print(f"  noticed after {result.cases:,} {proof.unit}: {result.bad[0]}" if noticed else "  NOT NOTICED", flush=True)
        missed += not noticed
        if noticed and proof.name in kept:
            kept[proof.name].mutant = proof.mutant
            kept[proof.name].keep()
    return 1 if missed else 0


def _built(mutant: str) -> pathlib.Path:
    """The program with one patch on it."""
    COPY.mkdir(parents=True, exist_ok=True)
    files = subprocess.check_output(["git", "ls-files", "-z", "--", "Package.swift", "Sources", "queries", "reports",
                                     "languages", "mappings", "dashboards", "Tests"]).decode().split("\0")
    wanted = {name for name in files if name and pathlib.Path(name).exists()}
    for path in list(COPY.rglob("*")):
        name = str(path.relative_to(COPY))
        if path.is_file() and not name.startswith(".build") and name not in wanted:
            path.unlink()
    for name in wanted:
        _copy(pathlib.Path(name), COPY / name)
    patch = (PATCHES / f"{mutant}.patch").resolve()
    subprocess.check_call(["patch", "--quiet", "--strip=1", f"--input={patch}"], cwd=COPY)
    command = ["swift", "build", "--product", "pushledger"]
    subprocess.check_call(command, cwd=COPY, stdout=sys.stderr)
    return COPY / subprocess.check_output([*command, "--show-bin-path"], cwd=COPY, text=True).strip() / "pushledger"


def _copy(source: pathlib.Path, target: pathlib.Path) -> None:
    """Copies what differs; what is the same keeps its time, by which the build knows that."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_symlink():
        if not target.is_symlink():
            target.symlink_to(source.readlink())
        return
    if target.exists() and target.read_bytes() == source.read_bytes():
        return
    shutil.copyfile(source, target)
