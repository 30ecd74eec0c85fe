"""Questions that are asked of both stores. Shapes say how rows are compared."""
import dataclasses

from answers import Shape


@dataclasses.dataclass(frozen=True)
class Query:
    """- ours: words after `pushledger query`; `{message}` and `{device}` are put in.
    - columns: those of our answer that DuckDB's SQL gives, too, in the same order.
    """

    title: str
    ours: list[str]
    theirs: str
    columns: list[str]
    shape: Shape


DAY = "coalesce(sent, failed) // 86400000"
SENT = "FILTER (sent IS NOT NULL)"

QUERIES = [
    Query(
        "`delivery-rate-by-day-and-channel`, stored", ["delivery-rate-by-day-and-channel"],
        f"SELECT {DAY} AS day, app_key, channel, count(sent) AS sent, count(*) FROM delivery "
        "WHERE coalesce(sent, failed) IS NOT NULL GROUP BY ALL ORDER BY ALL",
        ["day", "app_key", "channel", "sent", "attempted"], Shape(keys=3, counts=2)),
    Query(
        "`ack-latency-percentiles`, stored", ["ack-latency-percentiles"],
        "WITH ack AS (SELECT app_key, channel, acked - sent AS latency FROM delivery WHERE acked >= sent) "
        "SELECT app_key, channel, count(*), quantile_disc(latency, 0.50), quantile_disc(latency, 0.90), "
        "quantile_disc(latency, 0.95), quantile_disc(latency, 0.99) FROM ack GROUP BY ALL ORDER BY ALL",
        ["app_key", "channel", "acked", "ack_p50_ms", "ack_p90_ms", "ack_p95_ms", "ack_p99_ms"],
        Shape(keys=2, counts=1)),
    Query(
        "`open-rate`, stored", ["open-rate"],
        f"SELECT {DAY} AS day, app_key, count(opened) {SENT}, count(sent) AS sent FROM delivery "
        "WHERE sent IS NOT NULL GROUP BY ALL ORDER BY ALL",
        ["day", "app_key", "opened", "sent"], Shape(keys=2, counts=2)),
    Query(
        "GROUP BY AppKey and channel over all deliveries",
        ["--sql", "SELECT app_key, channel, count(*) AS n, count(sent_at) AS sent, count(acked_at) AS acked, "
         "count(opened_at) AS opened FROM deliveries GROUP BY app_key, channel"],
        "SELECT app_key, channel, count(*), count(sent), count(acked), count(opened) FROM delivery GROUP BY ALL",
        ["app_key", "channel", "n", "sent", "acked", "opened"], Shape(keys=2, counts=4)),
    Query(
        "GROUP BY message over all deliveries, the 20 most opened",
        ["--sql", "SELECT app_key, message_id, count(sent_at) AS sent, count(opened_at) AS opened FROM deliveries "
         "GROUP BY app_key, message_id ORDER BY opened DESC, app_key, message_id LIMIT 20"],
        "SELECT app_key, message_id, count(sent), count(opened) AS opened FROM delivery GROUP BY app_key, message_id "
        "ORDER BY opened DESC, app_key, message_id LIMIT 20",
        ["app_key", "message_id", "sent", "opened"], Shape(keys=2, counts=2)),
    Query(
        "by hour of the day, acks within 30 s",
        ["--sql", "SELECT sent_at / 3600000 % 24 AS hour, count(*) AS sent, "
         "count(*) FILTER (WHERE acked_at - sent_at BETWEEN 0 AND 30000) AS fast FROM deliveries "
         "WHERE sent_at IS NOT NULL GROUP BY hour"],
        "SELECT sent // 3600000 % 24 AS hour, count(*), count(*) FILTER (acked - sent BETWEEN 0 AND 30000) "
        "FROM delivery WHERE sent IS NOT NULL GROUP BY ALL",
        ["hour", "sent", "fast"], Shape(keys=1, counts=2)),
    Query(
        "one push on one device",
        ["--sql", "SELECT app_key, message_id, sent_at, acked_at, opened_at FROM deliveries "
         "WHERE message_id = '{message}' AND device_id = '{device}'"],
        "SELECT app_key, message_id, sent, acked, opened FROM delivery "
        "WHERE message_id = '{message}' AND device_id = '{device}'",
        ["app_key", "message_id", "sent_at", "acked_at", "opened_at"], Shape(keys=2, counts=3)),
]
