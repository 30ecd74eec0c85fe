"""Simulates a log, checks that PushLedger and its peers agree on it, times them in turn, and writes the page."""
import argparse
import csv
import datetime
import importlib.metadata
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = {
    "duckdb": ("DuckDB", [sys.executable, f"{HERE}/duckdb_peer.py"]),
    "polars": ("Polars", [sys.executable, f"{HERE}/polars_peer.py"]),
    "sqlite3": ("sqlite3 shell", [f"{HERE}/sqlite3_peer.sh"]),
    "python": ("Python script", [sys.executable, f"{HERE}/python_peer.py"]),
}


def timed(commands):
    """Runs commands one after another: wall seconds, CPU seconds, and the largest peak in MiB."""
    start, cpu, peak = time.monotonic(), 0.0, 0
    for command in commands:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            sys.exit(f"{command[0]} ended with status {status}")
        cpu += usage.ru_utime + usage.ru_stime
        peak = max(peak, usage.ru_maxrss / 1024)
    return time.monotonic() - start, cpu, peak


def ours(pushledger, log, folder):
    """A new ledger and its daily.csv."""
    for name in ("bench.db", "bench.db.lock"):
        if os.path.exists(f"{folder}/{name}"):
            os.remove(f"{folder}/{name}")
    ledger = ["--db", f"{folder}/bench.db"]
    return [
        [pushledger, "import", "--quiet", log, *ledger],
        [pushledger, "export", "daily", "--output", f"{folder}/csv", *ledger],
    ]


def our_answer(folder):
    names = ["sent", "send_failed", "acked", "opened", "arrived", "ack_p50_ms", "ack_p90_ms", "ack_p95_ms", "ack_p99_ms"]
    answer = {}
    with open(f"{folder}/csv/daily.csv", newline="") as lines:
        for row in csv.DictReader(lines):
            day = (datetime.date.fromisoformat(row["day"]) - datetime.date(1970, 1, 1)).days
            answer[(day, row["app_key"], row["channel"])] = [row[name] for name in names]
    return answer


def peer_answer(path):
    with open(path, newline="") as lines:
        return {(int(row[0]), row[1], row[2]): row[3:] for row in csv.reader(lines)}


def compare(name, wanted, got):
    if wanted.keys() != got.keys():
        sys.exit(f"{name} has other cells: {sorted(wanted.keys() ^ got.keys())[:5]}")
    for key, cell in wanted.items():
        for place, (one, other) in enumerate(zip(cell, got[key])):
            same = one == other
            if place >= 5 and one and other:
                # Percentiles: ours is the middle of a bucket, and with few values a rank more or less is much.
                same = abs(float(one) - float(other)) <= 0.02 * float(one) + 2 or int(cell[2]) < 200
            if not same:
                sys.exit(f"{name} differs in {key}, column {place + 3}: {other}, not {one}")


def version(name):
    if name == "sqlite3":
        return subprocess.check_output(["sqlite3", "--version"], text=True).split()[0]
    return platform.python_version() if name == "python" else importlib.metadata.version(name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pushledger", required=True)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--page", default="docs/benchmarks.md")
    options = parser.parse_args()
    names = options.peers.split(",")
    folder = tempfile.mkdtemp(prefix="pushledger-bench-")
    try:
        log = f"{folder}/log.jsonl"
        subprocess.check_call(
            [options.pushledger, "simulate", "--events", str(options.events), "--days", "7", "--output", log])
        timed(ours(options.pushledger, log, folder))
        wanted = our_answer(folder)
        for name in names:
            timed([[*PEERS[name][1], log, f"{folder}/{name}.csv"]])
            compare(PEERS[name][0], wanted, peer_answer(f"{folder}/{name}.csv"))
            print(f"{PEERS[name][0]} agrees on {len(wanted)} cells", flush=True)
        figures = {name: [] for name in ["pushledger", *names]}
        for _ in range(options.rounds):
            figures["pushledger"].append(timed(ours(options.pushledger, log, folder)))
            for name in names:
                figures[name].append(timed([[*PEERS[name][1], log, f"{folder}/{name}.csv"]]))
        store = os.path.getsize(f"{folder}/bench.db") / options.events
        page = report(options, figures, os.path.getsize(log), store)
        with open(options.page, "w") as out:
            out.write(page)
        print(page)
    finally:
        shutil.rmtree(folder)


def report(options, figures, size, store):
    lines = [
        "# Benchmarks", "",
        f"Written by `scripts/bench --events {options.events} --rounds {options.rounds}` on "
        f"{datetime.date.today().isoformat()}: {os.cpu_count()} cores, {platform.machine()}, "
        f"Python {platform.python_version()}. A simulated log of {options.events:,} events, {size / 1e6:,.0f} MB of "
        "JSON Lines, in; counts and percentiles by day, AppKey and channel out, as CSV. All answers were equal before "
        "anything was timed. Whole processes in turn, medians; the ratio is that of the same round, peer / PushLedger, so "
        "below 1 the peer is faster. PushLedger also writes its store, which the peers do not; it takes "
        f"{store:.1f} bytes an event.", "",
        "| | wall s | CPU s | peak MiB | wall ratio | CPU ratio |", "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    own = figures["pushledger"]
    for name, rows in figures.items():
        title = "PushLedger" if name == "pushledger" else f"{PEERS[name][0]} {version(name)}"
        wall, cpu, peak = (statistics.median(column) for column in zip(*rows))
        ratios = [statistics.median(row[i] / base[i] for row, base in zip(rows, own)) for i in (0, 1)]
        shown = ["1", "1"] if name == "pushledger" else [f"{ratio:.2f}" for ratio in ratios]
        lines.append(f"| {title} | {wall:.2f} | {cpu:.2f} | {peak:,.0f} | {shown[0]} | {shown[1]} |")
    lines += [
        "", "Machines are noisy: compare ratios, not seconds. How the peers are called stands in "
        "[scripts/benchmark](../scripts/benchmark/README.md).", ""]
    return "\n".join(lines)


main()
