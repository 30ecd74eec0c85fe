"""A log in which hostile text stands in every field, often enough to reach tables and findings."""
import json

START = 1_789_948_800_000  # 2026-09-21T00:00:00Z
AS_OF = "2026-09-22T06:00:00Z"


def lines(payloads: list[str]) -> list[str]:
    """Events of a day: every payload as AppKey, message, version and all else; some of them silent, failing, foreign."""
    events = []
    for place, text in enumerate(payloads):
        common = {"job_key": text, "os": text, "brand": text,
                  "network_type": text, "isp": text, "device_type": "iOS", "event_channel": "apns"}
        for push in range(40):
            at = START + (place * 40 + push) * 60_000
            device = f"{text}{push}" if push % 2 else f"{place:016x}{push:016x}"
            # Ids of a wrong form are refused, so every text stands in other fields beside a sound id, too.
            ids = {"app_key": text or "empty", "message_id": text or "0"} if push % 8 > 3 else {
                "app_key": f"app{place}", "message_id": f"m{place}"}
            # Half of the pushes go to a build that is opened but never acked, so that findings name it.
            silent = push % 4 != 0
            row = common | ids | {"device_id": device, "app_version": text if silent else "1.0",
                            "os_version": text if push % 3 else "17"}
            if push % 10 == 9:
                events.append(row | {"event_type": "sent_fail", "event_time": at, "reason": text})
                continue
            events.append(row | {"event_type": "sent", "event_time": at})
            if not silent:
                events.append(row | {"event_type": "ext_ack", "event_time": at + 900})
            if push % 5 == 1:
                events.append(row | {"event_type": "open", "event_time": at + 60_000})
            if push == 3:
                events.append(row | {"event_type": text or "other", "event_time": at})
            if push == 5:
                events.append(row | {"app_key": "f" + text, "event_type": "ext_ack", "event_time": at + 900})
            if push == 7:
                events.append(row | {"event_channel": text, "event_type": "arrive", "event_time": at})
    rows = [json.dumps({key: str(value) for key, value in event.items()}, ensure_ascii=place % 2 == 0)
            for place, event in enumerate(events)]
    # Lines that are refused: their reasons are listed, their content never.
    return rows + [f"not json {json.dumps(text)}" for text in payloads]
