"""Logs of other sources, in the shapes their vendors document: made up, seeded, of a hundred devices to a message."""
import datetime
import hashlib
import json
import random
from typing import Callable, Iterator

START = 1_704_067_200_000
DEVICES = [hashlib.md5(str(number).encode()).hexdigest() for number in range(20_000)]
APP = "333526247"


def _events(count: int, seed: int) -> Iterator[tuple[int, str, str, int]]:
    """Number, message, device and time in milliseconds of each event; a message a second, with some delay."""
    generator = random.Random(seed)
    for number in range(count):
        message = number // 100
        yield number, f"msg{message:07}", DEVICES[number % 20_000], START + message * 1000 + generator.randrange(60_000)


def _iso(time: int) -> str:
    return f"{datetime.datetime.fromtimestamp(time / 1000, datetime.timezone.utc):%Y-%m-%dT%H:%M:%S}.{time % 1000:03}Z"


def _line(record: object) -> str:
    return json.dumps(record, separators=(",", ":")) + "\n"


def sends(count: int) -> Iterator[str]:
    for _, message, device, time in _events(count, 1):
        yield _line({"app_key": APP, "message_id": message, "device_id": device, "sent_at": time, "platform": "iOS",
                     "channel": "apns", "job_key": "spring"})


def payloads(count: int) -> Iterator[str]:
    for number, message, device, time in _events(count, 2):
        alert = {"title": f"Sale {message}", "subtitle": "Only today", "body": "All shoes are cheaper, have a look"}
        yield _line({"app_key": APP, "message_id": message, "device_id": device, "sent_at": time, "platform": "iOS",
                     "channel": "apns", "payload": {"aps": {"alert": alert, "mutable-content": 1, "badge": number % 5},
                                                    "image": f"https://cdn.example.com/{message}.png"}})


def onesignal(count: int) -> Iterator[str]:
    kinds = ["sent", "received", "clicked"]
    for number, message, device, time in _events(count, 3):
        event = {"kind": f"message.push.{kinds[number * 7 % 3]}", "id": hashlib.md5(f"e{number}".encode()).hexdigest(),
                 "timestamp": time // 1000, "datetime": _iso(time), "app_id": APP, "subscription_id": device,
                 "subscription_device_type": "AndroidPush" if number % 3 else "iOSPush",
                 "external_id": f"user-{number % 20_000}", "custom": {"campaign": "spring", "variant": number % 3}}
        yield _line({"event": event, "message": {"id": message, "template_id": "t1", "title": "Hello",
                                                 "contents": "Some text of the push"}})


def huawei(count: int) -> Iterator[str]:
    statuses = []
    for number, message, device, time in _events(count, 4):
        statuses.append({"biTag": "", "appid": "102", "token": device, "status": [0, 0, 0, 2, 5][number % 5],
                         "timestamp": time, "requestId": message})
        if len(statuses) == 100 or number == count - 1:
            yield _line({"statuses": statuses})
            statuses = []


def opens(count: int) -> Iterator[str]:
    yield "app_key,message_id,device_id,opened_at,platform,app_version\n"
    for number, message, device, time in _events(count, 5):
        yield f"{APP},{message},{device},{_iso(time)},iOS,5.{number % 9}.0\n"


def accesses(count: int) -> Iterator[str]:
    for number, message, _, time in _events(count, 6):
        moment = datetime.datetime.fromtimestamp(time / 1000, datetime.timezone.utc)
        yield (f"203.0.113.{number % 256} - - [{moment:%d/%b/%Y:%H:%M:%S +0000}] \"GET /display?app_key={APP}"
               f"&push_id={message} HTTP/1.1\" 204 0 \"-\" \"Extension/1 CFNetwork/1410.0.3 Darwin/22.6.0\"\n")


# Name of the log, title of its row, lines.
SOURCES: list[tuple[str, str, Callable[[int], Iterator[str]]]] = [
    ("sends.jsonl", "own send log, flat JSON", sends),
    ("payloads.jsonl", "own send log with payloads, nested JSON", payloads),
    ("onesignal.jsonl", "OneSignal's event stream, nested JSON", onesignal),
    ("huawei.jsonl", "Huawei's receipts, a hundred in a record", huawei),
    ("opens.csv", "own log of opens, CSV", opens),
    ("access.log", "home-made acks, access log (counted by message)", accesses),
]
