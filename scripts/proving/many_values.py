"""Logs in which a field never has the same value twice: a first import takes no more memory for them (P17)."""
import pathlib
from typing import Iterator

import logs
from measuring import MEMORY, measured
from proof import Broken, Place, Proof, spread

# Lines of a log: so many distinct values took several times the bound before they were bounded.
LINES = 600_000
# Long enough for a debug build on a busy machine.
PATIENCE = 1200

SENT = logs.receipt(event_type="sent", device_id="%032x")
FAILED = logs.receipt(event_type="sent_fail", device_id="%032x")
# What the field of a line holds, by the number of the line; a text longer than most ids is among them.
FIELDS = {
    **{name: (SENT, {name: f"{name} %d"}) for name in
       ("app_key", "message_id", "app_version", "brand", "network_type", "isp", "os", "os_version", "job_key", "event_channel",
        "device_type")},
    "device_id": (SENT, {"device_id": "%d, which is no number"}),
    "app_version of one delivery": (logs.receipt(event_type="sent"), {"app_version": "app_version %d"}),
    "event_type": (SENT, {"event_type": "kind %d"}),
    "reason": (FAILED, {"reason": "%d: a reason of its own, which is told at some length, as gateways do"}),
    "hour": (SENT, {"event_time": "hour"}),
    "time of one delivery": (logs.receipt(event_type="ext_ack"), {"event_time": "second"}),
    "the same line": (logs.receipt(event_type="sent"), {}),
    "brand, by texts of a kilobyte": (SENT, {"brand": "%d " + "b" * 1_000}),
}
CHANGED = ("app_key", "message_id", "app_version", "brand", "network_type", "isp", "os_version", "job_key", "event_channel")
FIELDS["every one"] = (FAILED, {**{name: f"{name} %d" for name in CHANGED}, "reason": "%d: why",
                                "event_time": "hour"})
# Of long texts there are fewer, which take as much.
FEWER = {"brand, by texts of a kilobyte": 10}
# Milliseconds; the hours spread over 65 years.
STEPS = {"hour": 3_600_000, "second": 1_000}
FIRST = 1_300_000_000_000


def imports(place: Place, count: int) -> Iterator[str]:
    """Imports one log for each field with the least memory there is."""
    for name in spread(FIELDS, count):
        folder = place.fresh("ledger")
        lines = LINES // FEWER.get(name, 1)
        _write(folder / "log", *FIELDS[name], lines)
        run = measured(place.program, "import", "--json", "--memory", "64M", "--jobs", "2", "log", folder=folder, limit=PATIENCE)
        if run.answer.code != 0 or run.answer.json["lines"] != lines or run.answer.json["rejected"]:
            raise Broken(f"{name}: ended with {run.answer.code}: {run.answer.said}")
        if run.peak > MEMORY:
            raise Broken(f"{name}: {lines:,} values took {run.peak >> 20} MiB")
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        yield f"{name}: {run.peak >> 20} MiB, {run.seconds:.1f} s"


def _write(path: pathlib.Path, record: dict[str, object], changes: dict[str, str], lines: int) -> None:
    """Lines of a record, each with the number of the line in some of its fields."""
    text = logs.line(**{**record, **changes}).replace("%032x", "{0:032x}").replace("%d", "{0}")
    # Braces of the object itself stand twice for `format`.
    text = "{{" + text[1:-1] + "}}\n"
    for step, milliseconds in STEPS.items():
        text = text.replace(f'"{step}"', '"{' + ("1" if step == "hour" else "2") + '}"')
    with path.open("w") as file:
        for start in range(0, lines, 10_000):
            file.writelines(
                text.format(number, FIRST + number % 570_000 * STEPS["hour"] + number // 570_000, FIRST + number * STEPS["second"])
                for number in range(start, min(lines, start + 10_000)))


PROOFS = [
    Proof("many-values", ["P17"], "no field takes more memory for many distinct values", "logs", 4, len(FIELDS), imports,
          mutant="sums-kept"),
]
