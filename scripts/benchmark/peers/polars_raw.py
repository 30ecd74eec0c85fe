"""The question in Polars, streaming, columns given, all cores by its own choice: LOG OUTPUT.csv."""
import sys

import polars as pl

log, output = sys.argv[1:]
COLUMNS = ["app_key", "message_id", "device_id", "event_type", "event_channel", "event_time"]


def events(path: str) -> pl.LazyFrame:
    if ".csv" in path:
        return pl.scan_csv(path, infer_schema=False).select(COLUMNS)
    return pl.scan_ndjson(path, schema={name: pl.String for name in COLUMNS})


def first(kinds: list[str]) -> pl.Expr:
    return pl.col("at").filter(pl.col("event_type").is_in(kinds)).min()


event = events(log).with_columns(at=pl.col("event_time").cast(pl.Int64))
delivery = event.filter(pl.col("device_id") != "").group_by("app_key", "message_id", "device_id").agg(
    channel=pl.col("event_channel").min(), sent=first(["sent"]), failed=first(["sent_fail"]), acked=first(["ext_ack"]),
    opened=first(["open", "click"]), arrived=first(["arrive"]))
cohort = delivery.with_columns(
    day=pl.coalesce("sent", "failed") // 86_400_000, latency=pl.col("acked") - pl.col("sent")
).filter(pl.col("day").is_not_null())
was_sent = pl.col("sent").is_not_null()
latency = pl.col("latency").filter(pl.col("latency") >= 0)
answer = cohort.group_by("day", "app_key", "channel").agg(
    pl.col("sent").count(), (~was_sent).sum().alias("send_failed"), pl.col("acked").filter(was_sent).count(),
    pl.col("opened").filter(was_sent).count(), pl.col("arrived").filter(was_sent).count(),
    *[latency.quantile(share, "higher").alias(f"p{share}") for share in (0.50, 0.90, 0.95, 0.99)],
).sort("day", "app_key", "channel")
answer.collect(engine="streaming").write_csv(output, include_header=False)
