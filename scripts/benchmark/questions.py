"""Questions in SQL: those of the program, and those that an analyst types. Shapes say how rows are compared."""
import dataclasses
import datetime
import pathlib

from answers import Shape
from logs import START

ROOT = pathlib.Path(__file__).parents[2]


@dataclasses.dataclass(frozen=True)
class Question:
    """- sql: ours, which `query` and the `sqlite3` shell are asked; `{message}`, `{device}` and `{app_key}` are put in.
    - theirs: the same for DuckDB's table of deliveries; empty where that cannot tell.
    - columns: those that are compared; DuckDB gives no others, and in this order.
    - reads_a_day: whether it asks for one day only.
    """

    title: str
    sql: str
    theirs: str
    columns: list[str]
    shape: Shape
    is_stored: bool = False
    reads_a_day: bool = False


def _stored(name: str, columns: list[str], shape: Shape, theirs: str = "") -> Question:
    sql = (ROOT / f"queries/{name}.sql").read_text(encoding="utf-8")
    return Question(f"`{name}`", sql, theirs, columns, shape, is_stored=True)


DAY = "coalesce(sent, failed) // 86400000"
SENT = "FILTER (sent IS NOT NULL)"
_SINCE = 1000 * int(datetime.datetime.fromisoformat(f"{START}T00:00:00+00:00").timestamp()) + 2 * 86_400_000
# The third day of the week.
WINDOW = f"BETWEEN {_SINCE} AND {_SINCE + 86_399_999}"

STORED = [
    _stored(
        "delivery-rate-by-day-and-channel", ["day", "app_key", "channel", "sent", "attempted"], Shape(keys=3, counts=2),
        f"SELECT {DAY} AS day, app_key, channel, count(sent) AS sent, count(*) FROM delivery "
        "WHERE coalesce(sent, failed) IS NOT NULL GROUP BY ALL ORDER BY ALL"),
    _stored(
        "ack-latency-percentiles",
        ["app_key", "channel", "acked", "ack_p50_ms", "ack_p90_ms", "ack_p95_ms", "ack_p99_ms"], Shape(keys=2, counts=1),
        "WITH ack AS (SELECT app_key, channel, acked - sent AS latency FROM delivery WHERE acked >= sent) "
        "SELECT app_key, channel, count(*), quantile_disc(latency, 0.50), quantile_disc(latency, 0.90), "
        "quantile_disc(latency, 0.95), quantile_disc(latency, 0.99) FROM ack GROUP BY ALL ORDER BY ALL"),
    _stored(
        "open-rate", ["day", "app_key", "opened", "sent"], Shape(keys=2, counts=2),
        f"SELECT {DAY} AS day, app_key, count(opened) {SENT}, count(sent) AS sent FROM delivery "
        "WHERE sent IS NOT NULL GROUP BY ALL ORDER BY ALL"),
    _stored("ack-latency-histogram", ["app_key", "upper_ms", "acked", "acked_total"], Shape(keys=2, counts=2)),
    _stored("ack-timeouts", ["day", "app_key", "channel", "ack_timeout", "ack_eligible"], Shape(keys=3, counts=2)),
    _stored("app-key-mismatches", ["day", "app_key", "foreign_app_key", "mismatched", "sent"], Shape(keys=3, counts=2)),
    _stored(
        "by-app-version-and-os-version", ["app_key", "app_version", "os_version", "sent", "opened"], Shape(keys=3, counts=2)),
    _stored(
        "failure-reasons", ["app_key", "channel", "kind", "reason_code", "reason_text", "failed"], Shape(keys=5, counts=1)),
    _stored(
        "messages-ranked", ["rank", "app_key", "message_id", "opened", "sent", "eligible_acked"], Shape(keys=1, counts=5)),
    _stored("unmatched-receipts", ["day", "app_key", "unmatched", "acked", "orphan_ack"], Shape(keys=2, counts=3)),
]
TYPED = [
    Question(
        "all deliveries, counted", "SELECT 1 AS one, count(*) AS n FROM deliveries", "SELECT 1, count(*) FROM delivery",
        ["one", "n"], Shape(keys=1, counts=1)),
    Question(
        "by AppKey and channel",
        "SELECT app_key, channel, count(*) AS n, count(sent_at) AS sent, count(acked_at) AS acked, "
        "count(opened_at) AS opened FROM deliveries GROUP BY app_key, channel",
        "SELECT app_key, channel, count(*), count(sent), count(acked), count(opened) FROM delivery GROUP BY ALL",
        ["app_key", "channel", "n", "sent", "acked", "opened"], Shape(keys=2, counts=4)),
    Question(
        "by hour of the day, acks within 30 s",
        "SELECT sent_at / 3600000 % 24 AS hour, count(*) AS sent, "
        "count(*) FILTER (WHERE acked_at - sent_at BETWEEN 0 AND 30000) AS fast FROM deliveries "
        "WHERE sent_at IS NOT NULL GROUP BY hour",
        "SELECT sent // 3600000 % 24 AS hour, count(*), count(*) FILTER (acked - sent BETWEEN 0 AND 30000) "
        "FROM delivery WHERE sent IS NOT NULL GROUP BY ALL",
        ["hour", "sent", "fast"], Shape(keys=1, counts=2)),
    Question(
        "by app version, of one AppKey",
        "SELECT app_version, count(sent_at) AS sent, count(opened_at) AS opened FROM deliveries "
        "WHERE app_key = '{app_key}' GROUP BY app_version",
        "SELECT nullif(app_version, ''), count(sent), count(opened) FROM delivery WHERE app_key = '{app_key}' GROUP BY ALL",
        ["app_version", "sent", "opened"], Shape(keys=1, counts=2)),
    Question(
        "by message, the 20 most opened",
        "SELECT app_key, message_id, count(sent_at) AS sent, count(opened_at) AS opened FROM deliveries "
        "GROUP BY app_key, message_id ORDER BY opened DESC, app_key, message_id LIMIT 20",
        "SELECT app_key, message_id, count(sent), count(opened) AS opened FROM delivery GROUP BY app_key, message_id "
        "ORDER BY opened DESC, app_key, message_id LIMIT 20",
        ["app_key", "message_id", "sent", "opened"], Shape(keys=2, counts=2)),
    Question(
        "`messages`, the 5 most opened",
        "SELECT * FROM messages ORDER BY opened DESC, app_key, message_id LIMIT 5",
        "SELECT app_key, message_id, count(sent), count(opened) AS opened FROM delivery GROUP BY app_key, message_id "
        "ORDER BY opened DESC, app_key, message_id LIMIT 5",
        ["app_key", "message_id", "sent", "opened"], Shape(keys=2, counts=2)),
    Question(
        "`campaigns`, the 10 most opened",
        "SELECT app_key, job_key, sent, opened FROM campaigns ORDER BY opened DESC, app_key, job_key LIMIT 10",
        f"SELECT app_key, nullif(job_key, '') AS job, count(sent), count(opened) {SENT} AS opened FROM delivery "
        "GROUP BY app_key, job ORDER BY opened DESC, app_key, job LIMIT 10",
        ["app_key", "job_key", "sent", "opened"], Shape(keys=2, counts=2)),
    Question(
        "devices by channel", "SELECT channel, count(DISTINCT device_id) AS devices FROM deliveries GROUP BY channel",
        "SELECT channel, count(DISTINCT device_id) FROM delivery GROUP BY channel",
        ["channel", "devices"], Shape(keys=1, counts=1)),
    Question(
        "`devices` that got 5 pushes and acked none",
        "SELECT app_key, count(*) AS devices FROM devices WHERE sent >= 5 AND acked = 0 GROUP BY app_key",
        "SELECT app_key, count(*) FROM (SELECT app_key, device_id, count(sent) AS sent, count(acked) AS acked "
        "FROM delivery GROUP BY ALL) WHERE sent >= 5 AND acked = 0 GROUP BY app_key",
        ["app_key", "devices"], Shape(keys=1, counts=1)),
    Question(
        "one push on one device",
        "SELECT app_key, message_id, sent_at, acked_at, opened_at FROM deliveries "
        "WHERE message_id = '{message}' AND device_id = '{device}'",
        "SELECT app_key, message_id, sent, acked, opened FROM delivery "
        "WHERE message_id = '{message}' AND device_id = '{device}'",
        ["app_key", "message_id", "sent_at", "acked_at", "opened_at"], Shape(keys=2, counts=3)),
    Question(
        "all pushes of one device",
        "SELECT app_key, message_id, sent_at, acked_at, opened_at FROM deliveries WHERE device_id = '{device}'",
        "SELECT app_key, message_id, sent, acked, opened FROM delivery WHERE device_id = '{device}'",
        ["app_key", "message_id", "sent_at", "acked_at", "opened_at"], Shape(keys=2, counts=3)),
    Question(
        "one day by channel",
        f"SELECT channel, count(*) AS sent, count(opened_at) AS opened FROM deliveries WHERE sent_at {WINDOW} "
        "GROUP BY channel",
        f"SELECT channel, count(*), count(opened) FROM delivery WHERE sent {WINDOW} GROUP BY channel",
        ["channel", "sent", "opened"], Shape(keys=1, counts=2), reads_a_day=True),
]
QUESTIONS = [*STORED, *TYPED]
# What a dashboard asks of a snapshot.
DASHBOARDS = sorted((ROOT / "dashboards").glob("*.sql"))
