-- How many acked deliveries of each hour, AppKey and channel had which latency.
--
-- Below 128 ms each millisecond is a part of its own; above, every doubling is cut into 64 equal parts. A part is two
-- buckets: the second holds what lies behind an edge that cuts the part. Negative latencies share bucket -1. No
-- latency reaches the ladder's end: events lie between 2010 and 2100, and its last step is 139 years.
CREATE TEMPORARY VIEW latency_hour AS
SELECT hour, app_key, channel, bucket, count(*) AS count
FROM (
  SELECT hour, app_key, channel,
    CASE WHEN ack_latency_ms < 0 THEN -1 ELSE
    2 * CAST(CASE
      WHEN ack_latency_ms < 128 THEN ack_latency_ms
      WHEN ack_latency_ms < 256 THEN 64 + (ack_latency_ms - ack_latency_ms % 2) / 2
      WHEN ack_latency_ms < 512 THEN 128 + (ack_latency_ms - ack_latency_ms % 4) / 4
      WHEN ack_latency_ms < 1024 THEN 192 + (ack_latency_ms - ack_latency_ms % 8) / 8
      WHEN ack_latency_ms < 2048 THEN 256 + (ack_latency_ms - ack_latency_ms % 16) / 16
      WHEN ack_latency_ms < 4096 THEN 320 + (ack_latency_ms - ack_latency_ms % 32) / 32
      WHEN ack_latency_ms < 8192 THEN 384 + (ack_latency_ms - ack_latency_ms % 64) / 64
      WHEN ack_latency_ms < 16384 THEN 448 + (ack_latency_ms - ack_latency_ms % 128) / 128
      WHEN ack_latency_ms < 32768 THEN 512 + (ack_latency_ms - ack_latency_ms % 256) / 256
      WHEN ack_latency_ms < 65536 THEN 576 + (ack_latency_ms - ack_latency_ms % 512) / 512
      WHEN ack_latency_ms < 131072 THEN 640 + (ack_latency_ms - ack_latency_ms % 1024) / 1024
      WHEN ack_latency_ms < 262144 THEN 704 + (ack_latency_ms - ack_latency_ms % 2048) / 2048
      WHEN ack_latency_ms < 524288 THEN 768 + (ack_latency_ms - ack_latency_ms % 4096) / 4096
      WHEN ack_latency_ms < 1048576 THEN 832 + (ack_latency_ms - ack_latency_ms % 8192) / 8192
      WHEN ack_latency_ms < 2097152 THEN 896 + (ack_latency_ms - ack_latency_ms % 16384) / 16384
      WHEN ack_latency_ms < 4194304 THEN 960 + (ack_latency_ms - ack_latency_ms % 32768) / 32768
      WHEN ack_latency_ms < 8388608 THEN 1024 + (ack_latency_ms - ack_latency_ms % 65536) / 65536
      WHEN ack_latency_ms < 16777216 THEN 1088 + (ack_latency_ms - ack_latency_ms % 131072) / 131072
      WHEN ack_latency_ms < 33554432 THEN 1152 + (ack_latency_ms - ack_latency_ms % 262144) / 262144
      WHEN ack_latency_ms < 67108864 THEN 1216 + (ack_latency_ms - ack_latency_ms % 524288) / 524288
      WHEN ack_latency_ms < 134217728 THEN 1280 + (ack_latency_ms - ack_latency_ms % 1048576) / 1048576
      WHEN ack_latency_ms < 268435456 THEN 1344 + (ack_latency_ms - ack_latency_ms % 2097152) / 2097152
      WHEN ack_latency_ms < 536870912 THEN 1408 + (ack_latency_ms - ack_latency_ms % 4194304) / 4194304
      WHEN ack_latency_ms < 1073741824 THEN 1472 + (ack_latency_ms - ack_latency_ms % 8388608) / 8388608
      WHEN ack_latency_ms < 2147483648 THEN 1536 + (ack_latency_ms - ack_latency_ms % 16777216) / 16777216
      WHEN ack_latency_ms < 4294967296 THEN 1600 + (ack_latency_ms - ack_latency_ms % 33554432) / 33554432
      WHEN ack_latency_ms < 8589934592 THEN 1664 + (ack_latency_ms - ack_latency_ms % 67108864) / 67108864
      WHEN ack_latency_ms < 17179869184 THEN 1728 + (ack_latency_ms - ack_latency_ms % 134217728) / 134217728
      WHEN ack_latency_ms < 34359738368 THEN 1792 + (ack_latency_ms - ack_latency_ms % 268435456) / 268435456
      WHEN ack_latency_ms < 68719476736 THEN 1856 + (ack_latency_ms - ack_latency_ms % 536870912) / 536870912
      WHEN ack_latency_ms < 137438953472 THEN 1920 + (ack_latency_ms - ack_latency_ms % 1073741824) / 1073741824
      WHEN ack_latency_ms < 274877906944 THEN 1984 + (ack_latency_ms - ack_latency_ms % 2147483648) / 2147483648
      WHEN ack_latency_ms < 549755813888 THEN 2048 + (ack_latency_ms - ack_latency_ms % 4294967296) / 4294967296
      WHEN ack_latency_ms < 1099511627776 THEN 2112 + (ack_latency_ms - ack_latency_ms % 8589934592) / 8589934592
      WHEN ack_latency_ms < 2199023255552 THEN 2176 + (ack_latency_ms - ack_latency_ms % 17179869184) / 17179869184
      WHEN ack_latency_ms < 4398046511104 THEN 2240 + (ack_latency_ms - ack_latency_ms % 34359738368) / 34359738368
    END AS BIGINT)
    -- 5 s, 6 s, 11 s, 12 s, 17 s, 30 s, 1 min, 10 min, 1 h and 1 day cut a part; 0 and 1 s are limits of parts.
    + CASE WHEN ack_latency_ms BETWEEN 5000 AND 5055
      OR ack_latency_ms BETWEEN 6000 AND 6015
      OR ack_latency_ms BETWEEN 11000 AND 11007
      OR ack_latency_ms BETWEEN 12000 AND 12031
      OR ack_latency_ms BETWEEN 17000 AND 17151
      OR ack_latency_ms BETWEEN 30000 AND 30207
      OR ack_latency_ms BETWEEN 60000 AND 60415
      OR ack_latency_ms BETWEEN 600000 AND 606207
      OR ack_latency_ms BETWEEN 3600000 AND 3604479
      OR ack_latency_ms BETWEEN 86400000 AND 87031807
      THEN 1 ELSE 0 END
    END AS bucket
  FROM cohort
  WHERE ack_latency_ms IS NOT NULL
) AS latency
GROUP BY hour, app_key, channel, bucket;
