"""Programs that were broken on purpose: a proof that does not notice its own proves nothing.

Each mutant is a patch in `mutants` against the sources. It is built in a copy of the sources that is kept, so that only
what it touches is compiled again.
"""
import dataclasses
import pathlib
import shutil
import subprocess
import sys

from program import Program
from proof import Proof
from trying import tried

PATCHES = pathlib.Path(__file__).parent / "mutants"
COPY = pathlib.Path(".build/proof/mutant")


def run(proofs: list[Proof], seed: int) -> int:
    """Builds each mutant once and tries the samples of its proofs on it, and keeps what was noticed."""
    missed = []
    for mutant in dict.fromkeys(proof.mutant for proof in proofs):
        print(f"{mutant}: is built", flush=True)
        program = Program(_built(mutant).resolve())
        for proof in (proof for proof in proofs if proof.mutant == mutant):
            try:
                result = tried(proof, program, proof.sampled, seed)
            except Exception as error:
                # A proof that could not be led has noticed nothing.
                print(f"  {proof.name}: came to no end: {error!r}", flush=True)
                missed.append(proof.name)
                continue
            if not result.bad:
                print(f"  {proof.name}: NOT NOTICED in {result.cases:,} {proof.unit}", flush=True)
                missed.append(proof.name)
                continue
            print(f"  {proof.name}: noticed after {result.cases:,} {proof.unit}: {result.bad[0]}", flush=True)
            dataclasses.replace(result, mutant=mutant).keep()
    return 1 if missed else 0


def _built(mutant: str) -> pathlib.Path:
    """The program with one patch on it."""
    COPY.mkdir(parents=True, exist_ok=True)
    # The build looks for the folders of tests, too.
    files = subprocess.check_output(["git", "ls-files", "-z", "--", "Package.swift", "Sources", "Tests", "queries", "reports",
                                     "dashboards", "languages", "mappings", "tables"]).decode().split("\0")
    wanted = {name for name in files if name and pathlib.Path(name).exists()}
    for path in list(COPY.rglob("*")):
        name = str(path.relative_to(COPY))
        if (path.is_file() or path.is_symlink()) and not name.startswith(".build") and name not in wanted:
            path.unlink()
    for name in wanted:
        _copy(pathlib.Path(name), COPY / name)
    patch = (PATCHES / f"{mutant}.patch").resolve()
    subprocess.check_call(["patch", "--quiet", "--no-backup-if-mismatch", "--strip=1", f"--input={patch}"], cwd=COPY)
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
