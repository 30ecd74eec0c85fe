"""The ledgers whose reports are looked at. Each function imports something and answers with options of `report`."""
import json
import pathlib

_DAY = 1_790_035_200  # 2026-09-22T00:00:00Z


def _nothing(run, work: pathlib.Path) -> list[str]:
    (work / "empty.jsonl").write_text("")
    run("import", "--quiet", "empty.jsonl")
    return ["--as-of", "2026-09-22T00:00:00Z"]


def _one_event(run, work: pathlib.Path) -> list[str]:
    _write(work / "log.jsonl", [_event("sent", "1", "d", 0)])
    run("import", "--quiet", "log.jsonl")
    return ["--as-of", "2026-09-22T12:00:00Z"]


def _rich(run, work: pathlib.Path) -> list[str]:
    run("simulate", "--quiet", "--events", "60000", "--seed", "7", "--days", "15", "--output", "log.jsonl")
    run("import", "--quiet", "log.jsonl")
    return ["--tz", "Asia/Shanghai"]


def _unripe(run, work: pathlib.Path) -> list[str]:
    """Three days of which the last is still on its way."""
    run("simulate", "--quiet", "--events", "8000", "--seed", "8", "--days", "3", "--output", "log.jsonl")
    run("import", "--quiet", "log.jsonl")
    return ["--since", "2026-09-14", "--until", "2026-09-17", "--as-of", "2026-09-16T20:00:00Z"]


def _hostile(run, work: pathlib.Path) -> list[str]:
    """Every text that a log can bring is hostile, long, or both."""
    bad = [
        "<script>alert(1)</script>", "\"><img src=http://127.0.0.1:9/x.png onerror=alert(1)>", "</style></table></main>",
        "' onmouseover='alert(1)", "<svg onload=alert(1)>", "javascript:alert(1)", "&lt;b&gt;&#60;i&#62;", "]]><!--",
        "x" * 150, "推送通知服务扩展回执日志" * 6, "شركة\u202eقطر", "\u0007\u001b[31mred", "a\u0300\u0301" * 40,
        "👩‍👩‍👧‍👦" * 8, "{{value day}} {1} **bold** `code` [a](http://b.example)",
    ]
    events = []
    for place, text in enumerate(bad):
        # Ids with control characters are refused.
        name = "".join(letter for letter in text if letter >= " ")
        for device in range(40):
            key = {"app_key": name, "app_version": text, "os_version": text, "event_channel": text if place % 2 else "apns",
                   "network_type": text, "brand": text, "reason": text}
            message = name if device < 20 else str(place)
            events.append(_event("sent", message, f"d{device}", device * 60, **key))
            if device % 3:
                events.append(_event("ext_ack", message, f"d{device}", device * 60 + 2, **key))
            if device % 7 == 0:
                events.append(_event("sent_fail", message + "f", f"d{device}", device * 60, **key))
        events.append(_event(text[:60], "1", "d", 0))
    _write(work / "log.jsonl", events)
    (work / "pushledger.json5").write_text(json.dumps({"appKeys": [{"key": bad[1], "name": bad[0]}]}))
    run("import", "--quiet", "log.jsonl")
    return ["--as-of", "2026-09-23T12:00:00Z"]


def _event(kind: str, message: str, device: str, second: int, **fields: str) -> dict:
    return {"app_key": "333", "message_id": message, "device_id": device, "event_type": kind, "device_type": "iOS",
            "event_channel": "apns", "event_time": str((_DAY - 80_000 + second) * 1000)} | fields


def _write(path: pathlib.Path, events: list[dict]) -> None:
    path.write_text("".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events), encoding="utf-8")


LEDGERS = {"nothing": _nothing, "one-event": _one_event, "rich": _rich, "unripe": _unripe, "hostile": _hostile}
