"""A cluster of Spark on this machine: a master and two workers, each a process of its own."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def processes(words: str) -> list[int]:
    """The processes of this user whose command line holds some words."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if words in command and int(entry.name) != os.getpid():
                found.append(int(entry.name))
    return found


class Cluster:
    """Lives for as long as it is entered; all it started is gone afterwards."""

    def __init__(self, home: Path, folder: Path):
        self.home, self.folder, self.started = home, folder, []
        self.port = free_port()
        self.master = f"spark://127.0.0.1:{self.port}"

    def start(self, name: str, *words: str):
        environment = {**os.environ, "SPARK_HOME": str(self.home), "SPARK_LOCAL_IP": "127.0.0.1",
                       "SPARK_WORKER_DIR": str(self.folder / "work")}
        log = open(self.folder / f"{name}.log", "wb")
        command = [self.home / "bin/spark-class", f"org.apache.spark.deploy.{words[0]}", *words[1:]]
        self.started.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True))

    def await_line(self, name: str, words: str, seconds: int = 120):
        deadline = time.monotonic() + seconds
        while words not in (self.folder / f"{name}.log").read_text(errors="replace"):
            if time.monotonic() > deadline:
                raise RuntimeError(f"the {name} of the cluster did not start within {seconds} s")
            time.sleep(0.2)

    def __enter__(self):
        self.start("master", "master.Master", "--host", "127.0.0.1", "--port", str(self.port), "--webui-port", "0")
        self.await_line("master", "I have been elected leader")
        for number in (1, 2):
            name = f"worker{number}"
            self.start(name, "worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory", "2g",
                       "--webui-port", "0", self.master)
            self.await_line(name, "Successfully registered with master")
        return self

    def executors(self) -> list[int]:
        """The processes that compute for whoever uses this cluster."""
        return [number for number in processes("CoarseGrainedExecutorBackend") if str(self.folder) in self.place(number)]

    @staticmethod
    def place(number: int) -> str:
        try:
            return os.readlink(f"/proc/{number}/cwd")
        except OSError:
            return ""

    def __exit__(self, *_):
        for process in self.started:
            try:
                os.killpg(process.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass
        for process in self.started:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
