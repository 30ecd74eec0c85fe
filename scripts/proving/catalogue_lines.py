"""Bad lines: each between two good ones, and what has to become of it."""
import json

import logs

# Number, the line's bytes, and `accepted`, `ignored`, or `reason:field`.
Case = tuple[str, bytes, str]


def _l(**changes: object) -> bytes:
    return logs.line(**changes).encode()


def _token(field: str, token: str) -> bytes:
    """A record with a value as it is written, whatever it is."""
    return logs.line(**{field: "@@"}).replace('"@@"', token).encode()


def _first(pair: str) -> bytes:
    return b"{" + pair.encode() + b"," + _l()[1:]


JSON: list[Case] = [
    ("B04", _l() + b"\r", "accepted"), ("B06", b"\xef\xbb\xbf" + _l(), "accepted"),
    ("B08", _l(brand="@").replace(b"@", "小米".encode("gb18030")), "bad-utf8"),
    ("B09", _l(device_id="a@").replace(b"@", b"\xff"), "bad-utf8"),
    ("B10", _l(brand="@").replace(b"@", b"\xc0\x80"), "bad-utf8"),
    ("B10", _l(brand="@").replace(b"@", b"\xed\xa0\x80"), "bad-utf8"),
    ("B11", _l(brand="@").replace(b"@", b"\0"), "nul"), ("B11", _token("brand", '"\\u0000"'), "nul"),
    ("B12", bytes(5000) + _l(), "nul"),
    ("B13", _l(reason="\x1b[31m", brand="\u202e\u0085小米"), "accepted"),
    ("B14", _l(brand="x" * (1 << 20)), "line-too-long"),
    ("B16", b"", "ignored"), ("B16", b"  \t ", "ignored"),
    *(("B53", text.encode(), "not-json") for text in (
        "not json", "{'app_key':'1'}", '{"app_key":"1",}', '{"app_key":"1"/ }', '{"x":NaN}', '{"x":01}', '{"x":1.}', "{")),
    ("B54", _l() * 2, "trailing-data"), ("B54", _l() + b" x", "trailing-data"),
    *(("B57", text.encode(), "not-object") for text in ("[1,2]", '"text"', "12.5e3", "null")),
    ("B58", b'{"x":' + b"[" * 100_000, "too-deep"), ("B58", _first('"x":' + "[" * 31 + "]" * 31), "accepted"),
    ("B59", _first(",".join(f'"k{n}":1' for n in range(10_000))), "too-many-keys"),
    ("B60", _first('"brand":"apple"'), "accepted"), ("B60", _first('"app_key":"1"'), "dup-key:app_key"),
    ("B61", _l().replace(b'"message_id"', b'"MessageId"'), "missing-field:message_id"),
    ("B61", _l().replace(b'"message_id"', b'"message_id "'), "missing-field:message_id"),
    ("B62", _token("message_id", "10913718868641234"), "accepted"), ("B62", _l(event_time="1788220800120"), "accepted"),
    *(("B63", _token("message_id", token), "bad-type:message_id")
      for token in ("1e5", "1.0", "-1", "9223372036854775808")),
    ("B63", _token("message_id", "0123"), "not-json"),
    ("B64", _l(message_id=" 123"), "accepted"), ("B64", _l(event_time="+1788220800"), "bad-time:event_time"),
    ("B64", _l(event_time="1_788_220_800"), "bad-time:event_time"),
    ("B64", _l(event_time="١٧٨٨٢٢٠٨٠٠"), "bad-time:event_time"),
    *(("B65", _token("message_id", token), "missing-field:message_id") for token in ("null", '""', '"null"', '"-"')),
    *(("B65", _token("brand", token), "accepted") for token in ("null", '""', '"null"', '"-"')),
    *(("B66", _token(field, token), f"bad-type:{field}") for field in ("app_key", "brand", "event_time")
      for token in ("true", "{}", "[1]")),
    ("B67", _token("brand", '"\\ud800"'), "not-json"), ("B67", _token("brand", '"\\x41"'), "not-json"),
    ("B67", _token("brand", '"\\ud83d\\ude00"'), "accepted"),
    ("B68", _first('"secret":{"token":["x",{"y":null}]},"password":"p"'), "accepted"),
    ("B70", _l(device_id="x" * (1 << 18)), "id-too-long:device_id"), ("B70", _l(device_id="x" * 256), "accepted"),
    ("B70", _l(message_id="1\n2"), "control-char:message_id"), ("B70", _l(device_id="1\t2"), "control-char:device_id"),
    ("B70", _l(device_id="'; DROP TABLE x; --\""), "accepted"),
    ("B71", _l(__tag__="x", __source__="y"), "accepted"), ("B71", _l(__topic__="slb_layer7"), "wrong-topic:__topic__"),
    ("B72", json.dumps({"content": logs.line()}).encode(), "unknown-source"),
    ("B73", _l(message_id=None), "missing-field:message_id"), ("B73", _l(device_id=None), "accepted"),
    ("B73", _l(event_type=None), "missing-field:event_type"),
    ("B73", _l(event_time=None, __time__=None), "missing-field:event_time"),
    *(("B75", _l(event_time=time), "bad-time:event_time")
      for time in ("17882208001", "178822080012", "17882208001200", "0", "-1788220800", "4102444800000", "1262303999999")),
    ("B75", _l(event_time="4102444799999"), "accepted"), ("B76", _l(event_time="2099-01-01 00:00:00"), "accepted"),
    *(("B77", _l(event_time=time), "bad-time:event_time")
      for time in ("2026-02-30 00:00:00", "2026-09-01 24:00:00", "2026-12-31 23:59:60", "2026-9-1 00:00:00")),
    *(("B77", _l(event_time=time), "accepted") for time in ("2026-09-01T00:00:00+08:00", "2026-09-01 00:00:00.5")),
    ("B80", _l(event_type="sms_fallback"), "accepted"), ("B80", _l(event_type="SENT"), "accepted"),
    ("B80", _l(event_type=""), "missing-field:event_type"),
    *(("B83", _l(client_ip=address), "accepted") for address in ("nonsense", "::ffff:1.2.3.4", "2001:db8::1", "1.2.3.4:80")),
]

HEADER = ",".join(logs.receipt())


def row(**changes: str) -> bytes:
    """A row of CSV with cells as they are written."""
    return ",".join(str(value) for value in (logs.receipt() | changes).values()).encode()


ROWS: list[Case] = [
    ("B04", row() + b"\r", "accepted"), ("B06", b"\xef\xbb\xbf" + row(), "accepted"),
    ("B09", row(device_id="@").replace(b"@", b"\xff"), "bad-utf8"), ("B11", row(brand="\0"), "nul"),
    ("B14", row(brand="x" * (1 << 20)), "line-too-long"), ("B16", b"   ", "ignored"),
    ("B89", HEADER.encode(), "ignored"), ("B90", row() + b",", "csv-columns"), ("B90", b"1,2,3", "csv-columns"),
    ("B91", row(brand='"open'), "csv-quote"), ("B92", row(brand='a"b'), "csv-quote"),
    ("B92", row(brand='"a"b'), "csv-quote"), ("B93", row(brand='"a\nb"'), "accepted"),
    ("B94", row(event_time='"1788220800,120"'), "bad-time:event_time"),
    *(("B95", row(**{field: value}), f"spreadsheet-rounded:{field}") for field, value in (
        ("event_time", "1.79E+12"), ("message_id", "1.09137E+16"), ("message_id", "'10913718868641234"),
        ("message_id", '"=""123"""'), ("event_time", "9/21/2026 22:13"))),
    ("B96", row(message_id='""'), "missing-field:message_id"), ("B96", row(message_id=""), "missing-field:message_id"),
    ("B96", row(message_id=" 1"), "accepted"), ("B96", row(brand=" apple "), "accepted"),
]

# Several good lines, and how many events and messages they make.
EVENTS: list[tuple[str, list[bytes], int, int]] = [
    ("B69", [_l(message_id="\u00e9"), _l(message_id="e\u0301")], 2, 2),
    ("B74", [_l(event_time=time) for time in ("1788220800", "1788220800000", "1788220800000000", "1788220800000000000")], 1, 1),
    ("B78", [_l(event_type="open", event_time="1788220700"), _l(event_type="arrive", event_time="1788220750"), _l()], 3, 1),
    ("B79", [_l(), _l(event_type="sent_fail")], 2, 1),
    ("B81", [_l(event_type="sent_fail", reason="a"), _l(event_type="sent_fail", reason="b"),
             _l(event_type="sent_fail", reason="a", event_time="1788220801")], 2, 1),
    ("B82", [_l(), _l(app_key="other", event_type="ext_ack")], 2, 2),
]
