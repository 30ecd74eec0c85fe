"""How often the Wilson limits beside a rate hold the truth, in simulated logs."""
import argparse
import collections
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import tempfile

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "intervals.md"
START, DAYS, EVENTS = "2026-09-14", 3, 20_000
# Worlds whose AppKeys and days mean the same under every seed, so that other seeds tell the truth about one.
WORLDS = [(), ("audiences",), ("returns",), ("week",), ("singles",), ("silent",), ("audiences", "silent", "week")]
RATES = ("confirmed_rate", "ack_rate", "open_rate_sent", "send_success_rate")


def rates(pushledger, world, seed, devices):
    """Rows of daily-long of one log: (metric, day, AppKey, channel) with part, whole and interval."""
    with tempfile.TemporaryDirectory() as folder:
        def run(*words):
            subprocess.run([pushledger, *words], cwd=folder, check=True, capture_output=True)
        run("simulate", "--seed", str(seed), "--events", str(EVENTS), "--days", str(DAYS), "--start", START,
            "--devices", str(devices), "--no-defects", *[word for name in world for word in ("--world", name)],
            "--output", "log.jsonl")
        run("import", "--quiet", "log.jsonl")
        run("export", "daily_long", "--output", "csv")
        with open(os.path.join(folder, "csv", "daily_long.csv"), encoding="utf-8", newline="") as file:
            return [((row["metric"], row["day"], row["app_key"], row["channel"]), int(row["numerator"]),
                     int(row["denominator"]), float(row["interval_low"]), float(row["interval_high"]))
                    for row in csv.DictReader(file) if row["metric"] in RATES and row["interval_low"]]


def covered(logs, least):
    """By metric: how many intervals hold the share of all other logs, of how many, and how much wider they had to be."""
    sums = collections.defaultdict(lambda: [0, 0])
    for rows in logs:
        for key, part, whole, _, _ in rows:
            sums[key][0] += part
            sums[key][1] += whole
    hits, errors = collections.defaultdict(lambda: [0, 0]), collections.defaultdict(list)
    for rows in logs:
        for key, part, whole, low, high in rows:
            others = (sums[key][0] - part, sums[key][1] - whole)
            if whole < least or others[1] < 20 * whole:
                continue
            truth = others[0] / others[1]
            hits[key[0]][0] += low <= truth <= high
            hits[key[0]][1] += 1
            errors[key[0]].append(abs(part / whole - truth) / ((high - low) / 2))
    wider = {metric: sorted(list_)[int(len(list_) * 0.95)] for metric, list_ in errors.items()}
    return hits, wider


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--pushledger", required=True)
    words.add_argument("--seeds", type=int, default=40)
    words.add_argument("--devices", type=int, default=2_000, help="fewer get more pushes each")
    words.add_argument("--least", type=int, default=50, help="deliveries that a rate must be of")
    words.add_argument("--processes", type=int, default=2)
    words.add_argument("--page", default=PAGE)
    options = words.parse_args()
    lines = []
    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        for world in WORLDS:
            logs = list(pool.map(lambda seed: rates(options.pushledger, world, seed, options.devices),
                                 range(1, options.seeds + 1)))
            hits, wider = covered(logs, options.least)
            for metric in RATES:
                if hits[metric][1]:
                    share = 100 * hits[metric][0] / hits[metric][1]
                    lines.append(f"| {', '.join(world) or 'tidy'} | `{metric}` | {hits[metric][1]:,} | {share:.1f} % "
                                 f"| {wider[metric]:.1f} |")
                    print(lines[-1], flush=True)
    pathlib.Path(options.page).write_text(text(options, lines), encoding="utf-8")


def text(options, lines):
    return f"""# How often Wilson limits hold the truth

Written by `scripts/coverage --seeds {options.seeds} --devices {options.devices}`. Nothing here is typed by hand.

Each world of `pushledger simulate` was played under {options.seeds} seeds: other people and other messages with the same
habits, {EVENTS:,} lines over {DAYS} days to {options.devices:,} devices, without defects. The truth about a day, AppKey and
channel is the share in all other logs together; rates of fewer than {options.least} deliveries are left out. **Held** is
how often the limits of one log hold it, **wider** how many times as wide they would have to be to hold it in 95 of 100.

Limits of 95 % take every delivery for a draw of its own. Where messages differ little they nearly keep their word. Where
one campaign goes to people who use the app a lot and another to people who hardly do, or a push is silent, all sends of
a message rise and fall together: then limits tell what the counts of the day leave open, and not how another such day
would be. So reports do not call them an interval of 95 %.

| world | rate | limits | held | wider |
| --- | --- | ---: | ---: | ---: |
""" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
