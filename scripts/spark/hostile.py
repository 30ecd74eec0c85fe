"""Lines that a log can hold and a reader can trip over: every reason to refuse one, and what only looks like one."""

import json
import random

GOOD = {
    "__time__": "1789950464", "__topic__": "cps_callback_event", "app_key": "335210014", "message_id": "1",
    "event_time": "1789950464110", "event_type": "sent", "device_id": "a1", "device_type": "iOS",
    "app_version": "4.8.0", "os": "iOS", "os_version": "18.6", "event_channel": "apns", "reason": "",
}
FIELDS = [*GOOD, "isp", "brand", "network_type", "job_key", "vendor_message_id", "client_ip"]
KINDS = ["sent", "sent", "sent_fail", "arrive", "ext_ack", "ext_ack", "open", "delete", "arrive_fail", "Recall"]
TIMES = """1789950464|1789950464110|1789950464110999|1789950464110999999|9999999999999999999|17899504641|+1789950464
2026-09-21 08:27:44|2026-09-21T08:27:44.12+08:00|2026-09-21T00:27:44Z|2026-09-21t00:27:44z|2026-09-21 00:27:44 Z
2026-09-21 00:27:44.123456789 +0530|2026-09-21 00:27:44-18|2026-09-21 00:27:44+19|2026-02-29 00:00:00
2024-02-29 00:00:00|0000-01-01 00:00:00|2026-09-21 24:00:00|2026-09-21 23:59:60|2009-12-31 23:59:59Z
2010-01-01T00:00:00Z|2100-01-01T00:00:00Z|2099-12-31T23:59:59.999Z|2026-9-21 00:00:00|1.78995046411e12
2026-09-21 08:27:44.|2026-09-21 08:27:44.1234567890|2026-13-01 00:00:00|2026-09-31 00:00:00|-|null| 1789950464110"""
TIMES = TIMES.replace("\n", "|").split("|") + ["", "1789950464110\n", "2026-09-21 08:27:44\n"]
WORDS = ["", "-", "null", "Null", " a", "a ", "a b", "é", "e\u0301", "華為", "😀x", "\x7f", "a\tb", "a\nb", "a\x01",
         "x" * 256, "x" * 257, "é" * 128, "é" * 129, "y" * 1024, "y" * 1025, "é" * 513, "華" * 342, "z" * 1023 + "華",
         "z" * 1022 + "華", "z" * 1021 + "華z", "😀" * 257, "z" + "😀" * 256, "true", "1.0", "1e5", "007", "-5", "\\",
         "a\\u0000b", '"q"', '{"a":1}', "[1]", "${env:HOME}", "ſent", "CLICK", "clic\u212a", "Sent_Fail", "\ufeff",
         "\u2028", "\u00a0x", "a'b", "3.10"]
BARE = ["1", "0", "-0", "-5", "1.0", "3.10", "1e5", "1E5", "1.5e-3", "9223372036854775807", "9223372036854775808",
        "12345678901234567890", "true", "false", "null", "{}", "[]", '{"app_key":1}', '{"a":{"b":[true,null]}}',
        "123456789012345678", "1789950464110"]
NO_OBJECTS = [b"", b"  ", b"\t\r", b"null", b"1", b'"x"', b"[]", b"[ \t]", b"true", b"{}", b"NaN", b"{'a':1}",
              b'{"a":NaN}', b"{a:1}", b'[1,{"a":2}]', b"// x", b"/* x */", b"```json", b'{"a":01}', b'{"a":.5}',
              b'{"a":1.}', b'{"a":Infinity}', b"{,}", b'{"a":1,}', b"\xef\xbb\xbf", b'{"a":"\\x"}', b'{"a" 1}']
TAILS = [b" ", b"x", b",", b"]", b"{}", b",{}", b"\r", b"\t \r", b"}", b' {"a":1}', b" 1"]
BYTES = [b"\xff", b"\xc3", b"\x00", b"\x01", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80", b"\n", b"\r", b"\\", b'"']
ESCAPES = [b"\\ud83d\\ude00", b"\\ud83d", b"\\ude00", b"\\u0000", b"\\\\u0000", b"\\\\ud83d", b"\\uD83D\\uDE00"]
INNER = '{"app_key":"inner","device_id":true,"os_version":1.5,"list":[1,{"a":"}"},null,true,-1.5e3]}'


def record(chance: random.Random) -> bytes:
    """One line, mostly an object, with up to three values of another kind than usual."""
    values = {**GOOD, "message_id": str(chance.randint(1, 40)), "device_id": f"d{chance.randint(1, 30)}",
              "event_type": chance.choice(KINDS), "reason": chance.choice(["", "6#x", "10#y"]),
              "event_time": str(1789950464110 + chance.randint(0, 40) * 3500 + chance.randint(0, 2) * 3600000)}
    bare = {}
    for _ in range(chance.choice([0, 0, 1, 1, 1, 2, 3])):
        field, way = chance.choice(FIELDS), chance.random()
        if field in ("event_time", "__time__") and way < 0.7:
            values[field] = chance.choice(TIMES)
        elif way < 0.6:
            values[field] = chance.choice(WORDS)
        elif way < 0.9:
            bare[field] = chance.choice(BARE)
        else:
            values.pop(field, None)
    escapes = chance.random() < 0.15
    members = [(json.dumps(name), bare.get(name) or json.dumps(value, ensure_ascii=escapes))
               for name, value in {**values, **bare}.items()]
    way = chance.random()
    if way < 0.05:
        members.append(('"extra"', INNER))
    elif way < 0.08:
        members.append(chance.choice(members))
    elif way < 0.12:
        members.append((chance.choice(members)[0], chance.choice(['"other"', "1", "null"])))
    if chance.random() < 0.3:
        chance.shuffle(members)
    gap = chance.choice([" ", "\t"]) if chance.random() < 0.15 else ""
    text = "{" + gap + ("," + gap).join(f"{name}{gap}:{gap}{value}" for name, value in members) + gap + "}"
    return text.encode()


def line(chance: random.Random) -> bytes:
    """A record as it is, or harmed."""
    data, way = record(chance), chance.random()
    if way < 0.02:
        return data[:chance.randint(0, len(data))]
    if way < 0.03:
        return data + chance.choice(TAILS)
    if way < 0.04:
        return chance.choice(NO_OBJECTS)
    if way < 0.05:
        place = chance.randint(0, len(data))
        return data[:place] + chance.choice(BYTES) + data[place:]
    if way < 0.06:
        return b"\xef\xbb\xbf" + data
    if way < 0.07:
        return data.replace(b'"a', b'"' + chance.choice(ESCAPES), 1)
    if way < 0.071:
        return data[:-1] + b',"big":"' + b"x" * (1 << 20) + b'"}'
    if way < 0.075:
        count = chance.choice([200, 250, 300])
        return data[:-1] + b"".join(b',"k%d":1' % number for number in range(count)) + b"}"
    return data


def log(lines: int, seed: int) -> bytes:
    """A log of such lines; the last one has no line end."""
    chance = random.Random(seed)
    ends = [b"\r\n" if chance.random() < 0.05 else b"\n" for _ in range(lines - 1)] + [b""]
    return b"".join(line(chance) + end for end in ends)
