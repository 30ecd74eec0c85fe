"""What docs/dashboards.md shows to users of Spark."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/dashboards.md"
SESSION = """
import json
from pyspark.sql import SparkSession

spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
"""
SUMS = """
days = daily.groupBy("day").sum("sent", "acked").collect()
print(json.dumps({str(day): [sent, acked] for day, sent, acked in days}))
"""


def parquet_sums() -> str:
    """A program that does what the page shows, and then writes what was sent and acked on each day as JSON."""
    shown, = re.findall(r"```python spark\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return SESSION + shown + SUMS
