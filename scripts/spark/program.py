"""The program under test, and how long it took."""

import json
import os
import resource
import subprocess
import time
from pathlib import Path

DAYS = "2026-09-01..2026-10-31"
HOURS = range(1788220800 // 3600, 1793491200 // 3600)


class Program:
    """Runs commands in a folder of the test's own."""

    def __init__(self, path: Path, engines: Path, folder: Path):
        self.path, self.engines, self.folder = path, engines, folder

    def home(self, version: str) -> Path:
        return next((self.engines / f"spark-{version}").glob("lib/python*/site-packages/pyspark")).resolve()

    @staticmethod
    def processor_seconds() -> float:
        """Of all that was started and has ended, and of what these waited for; a cluster's machines are not among them."""
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def run(self, *words, spark: str = "4") -> subprocess.CompletedProcess:
        return self.start(*words, spark=spark)[1]()

    def start(self, *words, spark: str = "4"):
        """Starts a command; the second value waits for its end, with what it said and the seconds it took."""
        environment = {**os.environ, "SPARK_HOME": str(self.home(spark)),
                       "PATH": f"{self.engines / 'duckdb' / 'bin'}:{os.environ['PATH']}"}
        began = time.monotonic()
        process = subprocess.Popen([self.path, *map(str, words)], cwd=self.folder, env=environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

        def finish():
            output, errors = process.communicate()
            done = subprocess.CompletedProcess(words, process.returncode, output, errors)
            done.seconds = time.monotonic() - began
            return done

        return process, finish

    def asked(self, script: str, folder: Path, spark: str):
        """What a Python script with PySpark writes last, read as JSON."""
        python = self.engines / f"spark-{spark}" / "bin/python"
        done = subprocess.run([python, "-c", script], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr[-4000:])
        return json.loads(done.stdout.splitlines()[-1])

    def rollup(self, engine: str, log, output, *more, spark: str = "4"):
        return self.run(*self.words(engine, log, output, *more), spark=spark)

    @staticmethod
    def words(engine: str, log, output, *more):
        return ["rollup", "--engine", engine, "--input", log, "--days", DAYS, "--output", output, "--no-load", *more]
