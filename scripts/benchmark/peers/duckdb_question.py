"""The question in DuckDB's SQL, in three parts, so that it can be asked of a log and of DuckDB's own store alike."""

import os
from typing import Iterable, Sequence

# Said rather than left to DuckDB, so that every peer has the same.
THREADS = len(os.sched_getaffinity(0))
COLUMNS = ["app_key", "message_id", "device_id", "event_type", "event_channel", "event_time"]


def events(log: str, attributes: Sequence[str] = ()) -> str:
    """A relation of the events of a log. Only the columns that the question needs are given, as in every peer."""
    if ".csv" in log:
        # All columns of a CSV must be named; what is not asked for is never converted.
        source = f"read_csv('{log}', header = true, all_varchar = true, quote = '\"', escape = '\"')"
    else:
        schema = ", ".join(f"{name}: 'VARCHAR'" for name in [*COLUMNS, *attributes])
        source = f"read_json('{log}', format = 'newline_delimited', columns = {{{schema}}})"
    return f"""
    SELECT app_key, message_id, device_id, event_type, event_channel, event_time::BIGINT AS at_ms{_listed(attributes)}
    FROM {source} WHERE device_id <> ''"""


def deliveries(log: str, attributes: Sequence[str] = ()) -> str:
    """A relation of the deliveries of a log: the first time of each kind by (AppKey, message, device).

    Attributes come from the events that have them.
    """
    return f"""
    SELECT app_key, message_id, device_id, min(event_channel) AS channel,
      min(at_ms) FILTER (event_type = 'sent') AS sent, min(at_ms) FILTER (event_type = 'sent_fail') AS failed,
      min(at_ms) FILTER (event_type = 'ext_ack') AS acked,
      min(at_ms) FILTER (event_type IN ('open', 'click')) AS opened,
      min(at_ms) FILTER (event_type = 'arrive') AS arrived{_listed(f"max({name}) AS {name}" for name in attributes)}
    FROM ({events(log, attributes)}) GROUP BY ALL"""


def _listed(columns: Iterable[str]) -> str:
    return "".join(f", {column}" for column in columns)


def answer(relation: str) -> str:
    """Counts and percentiles by day, AppKey and channel over a relation of deliveries."""
    return f"""
    WITH cohort AS (
      SELECT *, coalesce(sent, failed) // 86400000 AS day, acked - sent AS latency FROM {relation}
      WHERE coalesce(sent, failed) IS NOT NULL
    )
    SELECT day, app_key, channel, count(sent), count(*) FILTER (sent IS NULL), count(acked) FILTER (sent IS NOT NULL),
      count(opened) FILTER (sent IS NOT NULL), count(arrived) FILTER (sent IS NOT NULL),
      quantile_disc(latency, 0.50) FILTER (latency >= 0), quantile_disc(latency, 0.90) FILTER (latency >= 0),
      quantile_disc(latency, 0.95) FILTER (latency >= 0), quantile_disc(latency, 0.99) FILTER (latency >= 0)
    FROM cohort GROUP BY ALL ORDER BY ALL"""
