"""Answers as they were written to CSV files, and whether two of them are the same."""
import csv
import dataclasses
import datetime
import sys

# Cells by key, as text.
Answer = dict[tuple[str, ...], list[str]]


@dataclasses.dataclass(frozen=True)
class Shape:
    """How the columns of an answer are compared: first keys, then counts, which must be equal, then percentiles."""

    keys: int
    counts: int
    # Which of the counts is the number of values behind the percentiles; `None` where these are not compared.
    weight: int | None = 0


# day, app_key, channel; sent, send_failed, acked, opened, arrived; percentiles of the ack latency.
DAILY = Shape(keys=3, counts=5, weight=2)
# Where acks come scattered over a day, the upper percentiles lie between values that are hours apart.
DAILY_COUNTS = dataclasses.replace(DAILY, weight=None)
DAILY_COLUMNS = ["day", "app_key", "channel", "sent", "send_failed", "acked", "opened", "arrived",
                 "ack_p50_ms", "ack_p90_ms", "ack_p95_ms", "ack_p99_ms"]


def named(path: str, columns: list[str], shape: Shape) -> Answer:
    """The named columns of a CSV with a header; days become days since 1970, as the peers write them."""
    with open(path, newline="", encoding="utf-8") as lines:
        rows = [[_cell(column, row[column]) for column in columns] for row in csv.DictReader(lines)]
    return {tuple(row[:shape.keys]): row[shape.keys:] for row in rows}


def plain(path: str, shape: Shape) -> Answer:
    """A CSV without header."""
    with open(path, newline="", encoding="utf-8") as lines:
        return {tuple(row[:shape.keys]): row[shape.keys:] for row in csv.reader(lines)}


def compare(name: str, wanted: Answer, got: Answer, shape: Shape) -> None:
    """Ends everything where two answers differ: a wrong answer has no time."""
    if wanted.keys() != got.keys():
        sys.exit(f"{name} has other cells: {sorted(wanted.keys() ^ got.keys())[:5]}")
    for key, cell in wanted.items():
        for place, (one, other) in enumerate(zip(cell, got[key], strict=True)):
            if one == other or (place >= shape.counts and _are_near(one, other, cell, shape.weight)):
                continue
            sys.exit(f"{name} differs in {key}, column {shape.keys + place}: {other}, not {one}")


def _are_near(one: str, other: str, cell: list[str], weight: int | None) -> bool:
    """2 % apart at most: ours is the middle of a bucket.

    More where values are few: ranks differ by one by definition, and by the pushes that were sent twice, whose latency
    counts from the latest send with us and from the first with the peers. In the long tail of a few thousand values a
    rank is some percent, and below a thousand it cannot be told from a mistake. The counts are equal everywhere.
    """
    if weight is None:
        return True
    if not one or not other:
        return False
    values = int(cell[weight])
    return values < 1_000 or abs(float(one) - float(other)) <= (0.02 + 200 / values) * abs(float(one)) + 2


def _cell(column: str, text: str) -> str:
    if column != "day":
        return text
    return str((datetime.date.fromisoformat(text) - datetime.date(1970, 1, 1)).days)
