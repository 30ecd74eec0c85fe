"""Kills at any instant (P1): the same command again leaves what an undisturbed run leaves."""
import shutil
from typing import Iterator

import tracing
from proof import Broken, Place, Proof, spread


def imports(place: Place, count: int) -> Iterator[str]:
    """Kills an import at each of its calls that change files, of an empty ledger and of one that is filled."""
    program, logs = place.program, place.fresh("logs")
    program.simulate(logs / "old.jsonl", 600, seed=1)
    program.simulate(logs / "new.jsonl", 600, seed=2)
    words = ["import", "--quiet", str(logs / "new.jsonl")]
    filled = place.fresh("filled")
    program.run("import", "--quiet", str(logs / "old.jsonl"), folder=filled)
    points = []
    wanted = {}
    for state in ("empty", "filled"):
        folder = place.fresh(f"undisturbed-{state}")
        if state == "filled":
            shutil.copy(filled / "push.db", folder)
        for call, times in tracing.counted(program, words, folder).items():
            points += [(state, call, number) for number in range(1, times + 1)]
        wanted[state] = (program.fingerprint(folder), program.reports(folder))
    for state, call, number in spread(points, count):
        folder = place.fresh("case")
        if state == "filled":
            shutil.copy(filled / "push.db", folder)
        where = f"an import into a ledger that was {state}, killed at {call} {number}"
        tracing.harmed(program, words, folder, call, number, "signal=SIGKILL")
        again = program.run(*words, folder=folder)
        if again.code != 0:
            raise Broken(f"{where}: the next one ended with {again.code}")
        if program.fingerprint(folder) != wanted[state][0]:
            raise Broken(f"{where}: the ledger differs")
        if program.reports(folder) != wanted[state][1]:
            raise Broken(f"{where}: reports differ")
        shutil.rmtree(folder)
        yield where


PROOFS = [
    Proof("crashes", ["P1"], "kill -9 at every call of an import that changes files", "kills", 60, 1000, imports),
]
