"""Receipt logs for proofs: records, and every shape and packing in which a log service ships them."""
import csv
import gzip
import io
import json
import pathlib
import random
import subprocess
import uuid
from typing import Iterable, Sequence

# 2026-09-01T00:00:00Z
START = 1_788_220_800_000
SOURCES = pathlib.Path(__file__).parents[2] / "docs/samples/sources"
SHAPES = ("lines", "array", "arrays", "envelope", "comma", "tab", "pipe", "semicolon")
PACKINGS = ("plain", "gzip", "members", "zstd", "lz4")


def receipt(**changes: object) -> dict[str, object]:
    """A sound record; a change to `None` takes the field away."""
    record = {"__time__": "1788220800", "__topic__": "cps_callback_event", "app_key": "333526247",
              "message_id": "10913718868641234", "event_time": "1788220800120", "event_type": "sent",
              "device_id": "a692961a92534047ad362575f31f5700", "device_type": "iOS", "app_version": "3.2.1",
              "brand": "apple", "network_type": "wifi", "os": "iOS", "os_version": "17.5.1", "isp": "",
              "job_key": "autumn", "event_channel": "apns", "reason": ""}
    return {name: value for name, value in (record | changes).items() if value is not None}


def line(**changes: object) -> str:
    return json.dumps(receipt(**changes), ensure_ascii=False)


def devices(chance: random.Random, count: int) -> list[str]:
    """Different device ids of the forms that real logs have."""
    forms = [lambda number: f"{chance.getrandbits(124):031x}{number % 16:x}",
             lambda number: str(uuid.UUID(int=chance.getrandbits(124) << 4 | number % 16)).upper(),
             lambda number: str(uuid.UUID(int=chance.getrandbits(124) << 4 | number % 16)),
             lambda number: f"{chance.getrandbits(252):063x}{number % 16:x}", lambda number: f"text-id {number}",
             # The same to a reader, and two to a ledger.
             lambda number: f"设备-\u00e9{number}", lambda number: f"设备-e\u0301{number - 1}"]
    first = chance.randrange(len(forms))
    return [forms[number % len(forms)](number) for number in range(first, first + count)]


def messages(chance: random.Random, count: int) -> list[str]:
    """Different message ids of the forms that real logs have; one is nearly as long as an id may be."""
    forms = [lambda number: f"1091371886864{chance.randrange(1000)}{number % 10}", lambda number: f"00{number}",
             lambda number: str(number), lambda number: "campaign-" * 27 + f"{1000 + number}",
             lambda number: f"m {number}", lambda number: f"秋季促销-e\u0301{number}"]
    first = chance.randrange(len(forms))
    return [forms[number % len(forms)](number) for number in range(first, first + count)]


def crowded(chance: random.Random, count: int) -> list[dict[str, object]]:
    """Records of few pushes at few times, so that nearly every one meets another of its own delivery.

    Their ids are of any form. They disagree in attributes and reasons, tie in their times, repeat kinds, come under foreign AppKeys, name no device,
    or are of unknown kinds.
    """
    kinds = ["sent", "sent", "sent_fail", "arrive", "arrive_fail", "ext_ack", "ext_ack", "open", "delete", "sms_fallback",
             "dropped"]

    apps = ["app0", "1", "com.example." + "a" * 200]
    names, ids = messages(chance, 4), devices(chance, 7)

    def attribute(*values: str) -> str:
        return chance.choice([*values, "", "-"])

    def version() -> str:
        return f"{chance.randrange(4)}.{chance.randrange(12)}"

    return [receipt(
        app_key=chance.choice(apps), message_id=chance.choice(names), event_type=chance.choice(kinds),
        device_id=chance.choice(["", *ids]),
        event_time=str(START + 1000 * chance.randrange(60) * chance.choice([1, 1, 900])),
        app_version=attribute("1.0", "1.1", version()), os_version=attribute("17", "18", version()), job_key=attribute("a", "b"),
        brand=attribute("apple", "小米"), isp=attribute("电信", "移动"), network_type=attribute("wifi", "5g"),
        event_channel=attribute("apns", "huawei", "onesignal"), device_type=attribute("iOS", "ANDROID"),
        reason=attribute("10: bad token", "20; expired", 'a "quoted", reason')) for _ in range(count)]


def shaped(records: Sequence[dict], shape: str, chance: random.Random) -> bytes:
    """The records as a file of a shape; only texts and numbers stand in them."""
    if shape == "lines":
        return "".join(json.dumps(record, ensure_ascii=chance.random() < 0.5) + "\n" for record in records).encode()
    if shape == "array":
        return json.dumps(records, indent=chance.choice([None, 1]), ensure_ascii=False).encode()
    if shape == "envelope":
        return json.dumps({"meta": {"progress": "Complete"}, "data": records}).encode()
    if shape == "arrays":
        step = chance.randint(1, max(1, len(records)))
        return "\n".join(json.dumps(records[start:start + step]) for start in range(0, len(records), step)).encode()
    text = io.StringIO()
    columns = sorted({name for record in records for name in record})
    chance.shuffle(columns)
    mark = {"comma": ",", "tab": "\t", "pipe": "|", "semicolon": ";"}[shape]
    writer = csv.DictWriter(text, columns, delimiter=mark, lineterminator=chance.choice(["\n", "\r\n"]))
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue().encode()


def packed(content: bytes, packing: str) -> bytes:
    """The content as it is, or compressed; `members` is gzip of two members."""
    if packing == "plain":
        return content
    if packing == "gzip":
        return gzip.compress(content, 6)
    if packing == "members":
        return gzip.compress(content[:len(content) // 2]) + gzip.compress(content[len(content) // 2:])
    return subprocess.run([packing, "-q", "-c"], input=content, capture_output=True, check=True).stdout


def read(path: pathlib.Path) -> list[dict[str, object]]:
    """The records of a log in JSON Lines."""
    return [json.loads(text) for text in path.read_text().splitlines()]


def written(path: pathlib.Path, lines: Iterable[str]) -> pathlib.Path:
    path.write_text("".join(text + "\n" for text in lines))
    return path
