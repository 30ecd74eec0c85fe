"""Each trial is a function that gives the seconds it took, or raises what went wrong."""

import csv
import gzip
import os
import signal
import time
from pathlib import Path

import hostile
import recipes
import rows
from cluster import Cluster, free_port, processes
from program import HOURS, Program


# A cluster would cut a small log into 200 parts.
FEW_PARTS = ["--spark-arg=--conf", "--spark-arg=spark.sql.shuffle.partitions=4"]


class Failure(Exception):
    """What went wrong, in words that stand for themselves."""

    __repr__ = Exception.__str__


def done(result, code: int = 0):
    if result.returncode != code:
        raise Failure(f"exit code {result.returncode} and not {code}:\n{result.stderr}")
    return result


def same(left: Path, right: Path):
    differences = rows.compare_folders(left, right)
    if differences:
        raise Failure("\n".join(differences))


class Trials:
    """The trials of one log; the sums of SQLite, made first, are what the others are compared with."""

    def __init__(self, program: Program, events: int):
        self.program, self.folder = program, program.folder
        self.log, self.sums = self.folder / "log.jsonl", self.folder / "sqlite"
        done(program.run("simulate", "-n", events, "--seed", 3, "--start", "2026-09-21", "--output", self.log))
        self.sqlite_seconds = done(program.rollup("sqlite", self.log, self.sums)).seconds

    def spark(self, name: str, master: str, *, spark: str = "4", log: Path | None = None, sums: Path | None = None) -> float:
        output = self.folder / name
        result = done(self.program.rollup("spark", log or self.log, output, "--master", master, *FEW_PARTS, spark=spark))
        same(sums or self.sums, output)
        return result.seconds

    def compared(self, name: str, log: Path, sums: Path) -> float:
        """The sums of DuckDB, held against those of SQLite."""
        output = self.folder / name
        result = done(self.program.rollup("duckdb", log, output))
        same(sums, output)
        return result.seconds

    def sqlite(self):
        """An import and --engine sqlite"""
        result = done(self.program.run("import", "--quiet", "--final", "--db", "native.db", self.log))
        for relation in rows.LEDGER:
            words = rows.difference(rows.of_ledger(self.folder / "native.db", relation, HOURS),
                                    rows.of_folder_as_kept(self.sums, relation))
            if words:
                raise Failure(f"{relation}: {words}")
        return result.seconds

    def duckdb(self):
        """DuckDB"""
        return self.compared("duckdb", self.log, self.sums)

    def local_4(self):
        """Spark 4, local[2]"""
        return self.spark("local-4", "local[2]")

    def local_35(self):
        """Spark 3.5, local[2]"""
        return self.spark("local-3.5", "local[2]", spark="3.5")

    def local_cluster(self):
        """Spark 4, local-cluster[2,1,1024]"""
        return self.spark("local-cluster", "local-cluster[2,1,1024]")

    def standalone(self):
        """Spark 4, a master and two workers"""
        with Cluster(self.program.home("4"), self.place("standalone")) as cluster:
            return self.spark("standalone-sums", cluster.master)

    def executor_killed(self):
        """Spark 4, an executor killed in the middle"""
        with Cluster(self.program.home("4"), self.place("killing")) as cluster:
            output = self.folder / "killed"
            process, finish = self.program.start(
                *Program.words("spark", self.log, output, "--master", cluster.master, *FEW_PARTS))
            first = self.await_(lambda: self.job_of(output, "event_hour") and cluster.executors(), process)[0]
            os.kill(first, signal.SIGKILL)
            result = done(finish())
        if "Lost executor" not in (output / "_spark.log").read_text():
            raise Failure("Spark did not notice")
        same(self.sums, output)
        return result.seconds

    def driver_killed(self):
        """the driver killed: a failure, and no folder"""
        output = self.folder / "driver"
        process, finish = self.program.start(*Program.words("spark", self.log, output, "--master", "local[2]"))
        driver = self.await_(lambda: self.job_of(output, "channel_hour") and [
            number for number in processes("SparkSQLCLIDriver") if f"{output}.unfinished" in self.command(number)], process)
        os.kill(driver[0], signal.SIGKILL)
        result = done(finish(), 69)
        if "exit code 137" not in result.stderr or output.exists() or list(self.folder.glob("driver.unfinished*")):
            raise Failure(f"left behind, or told otherwise: {result.stderr}")
        return result.seconds

    def interrupted(self):
        """an interrupt: the driver ends, and no folder"""
        output = self.folder / "interrupted"
        process, finish = self.program.start(*Program.words("spark", self.log, output, "--master", "local[2]"))
        self.await_(lambda: processes(f"{output}.unfinished"), process)
        process.send_signal(signal.SIGINT)
        result = done(finish(), 130)
        if processes(f"{output}.unfinished") or list(self.folder.glob("interrupted*")) != [Path(f"{output}.log")]:
            raise Failure("left behind")
        return result.seconds

    def unreachable(self):
        """a master that is not there: told at once"""
        master = f"spark://127.0.0.1:{free_port()}"
        result = done(self.program.rollup("spark", self.log, self.folder / "none", "--master", master), 69)
        if result.seconds > 20 or "no master answers" not in result.stderr:
            raise Failure(f"after {result.seconds:.0f} s: {result.stderr}")
        return result.seconds

    def refused(self):
        """what Spark refuses is told by its class"""
        words = Program.words("spark", self.log, self.folder / "bad", "--master", "local[1]",
                              "--spark-arg=--database", "--spark-arg=nowhere")
        result = done(self.program.run(*words), 69)
        if "SCHEMA_NOT_FOUND" not in result.stderr:
            raise Failure(result.stderr)
        return result.seconds

    def hostile_lines(self):
        """truncated, corrupt and misleading lines, both versions and DuckDB"""
        log, sums = self.folder / "hostile.jsonl", self.folder / "hostile-sqlite"
        log.write_bytes(hostile.log(3000, seed=5))
        done(self.program.rollup("sqlite", log, sums))
        seconds = self.compared("hostile-duckdb", log, sums)
        seconds += self.spark("hostile-4", "local[2]", log=log, sums=sums)
        return seconds + self.spark("hostile-3.5", "local[2]", spark="3.5", log=log, sums=sums)

    def compressed(self):
        """a .gz"""
        log = self.folder / "log.jsonl.gz"
        log.write_bytes(gzip.compress(self.log.read_bytes(), 1))
        return self.spark("gz", "local[2]", log=log)

    def hostile_paths(self):
        """paths that mean something to a shell, to SQL or to Hadoop, both versions"""
        seconds = 0.0
        for version in ("4", "3.5"):
            folder = self.folder / f"it's \"{version}\" ${{HOME}} [a] {{b,c}} *? \\ 華;--"
            (folder / "dt=2026-09-21").mkdir(parents=True)
            (folder / "dt=2026-09-21" / "a b%20#.jsonl").write_bytes(self.log.read_bytes())
            output = folder / "sums'; $1 [x]"
            result = done(self.program.rollup("spark", folder, output, "--master", "local[2]", spark=version))
            same(self.sums, output)
            seconds += result.seconds
        return seconds

    def parquet(self):
        """the recipe of docs/dashboards.md over an export as Parquet, both versions"""
        log, ledger, export = self.folder / "small.jsonl", self.folder / "small.db", self.place("small")
        done(self.program.run("simulate", "-n", 50_000, "--seed", 4, "--output", log))
        done(self.program.run("import", "--quiet", "--db", ledger, log))
        moment = ("--db", ledger, "--as-of", "2026-11-01T00:00:00Z", "--tz", "Asia/Shanghai")
        done(self.program.run("export", "daily", "--output", export, *moment))
        seconds = done(self.program.run("export", "--parquet", export / "parquet", *moment)).seconds
        expected: dict[str, list[int]] = {}
        with open(export / "daily.csv") as lines:
            for row in csv.DictReader(lines):
                day = expected.setdefault(row["day"], [0, 0])
                day[0] += int(row["sent"])
                day[1] += int(row["acked"])
        for version in ("4", "3.5"):
            if (found := self.program.asked(recipes.parquet_sums(), export, spark=version)) != expected:
                raise Failure(f"Spark {version} reads {found}, not {expected}")
        return seconds

    # What trials share.

    def place(self, name: str) -> Path:
        place = self.folder / name
        place.mkdir()
        return place

    def job_of(self, output: Path, relation: str) -> bool:
        """Whether a run has got so far as to write a relation."""
        return any(self.folder.glob(f"{output.name}.unfinished-*/{relation}"))

    @staticmethod
    def command(number: int) -> str:
        try:
            return Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            return ""

    @staticmethod
    def await_(question, process):
        while True:
            answer = question()
            if answer:
                return answer
            if process.poll() is not None:
                raise Failure(f"it ended before: {process.stderr.read()}")
            time.sleep(0.05)


ALL = ["sqlite", "duckdb", "unreachable", "local_4", "local_35", "standalone", "executor_killed", "local_cluster",
       "driver_killed", "interrupted", "refused", "hostile_lines", "compressed", "hostile_paths", "parquet"]
