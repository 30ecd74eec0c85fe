-- a day of a report that was published with report --publish
--
-- Columns:
--   zone          time zone of the report, which says what a day is
--   app_keys      AppKeys it was limited to, as a JSON array; [] for all
--   as_of_ms      [ms UTC] "now" of the report
--   day_start_ms  [ms UTC] where the day begins
--   day_end_ms    [ms UTC] where the next day begins
--   tool_version  version of the program that made it
--   settings      the settings that deliveries were judged by, a line each
--   definitions   digest of what rates and counts meant
--   data          digest of all that the report took from the ledger
--   {{columns counters: $name  [count] $meaning}}
SELECT p.zone, p.app_keys, p.as_of_ms, d.start_ms AS day_start_ms, d.end_ms AS day_end_ms, p.tool_version,
  p.settings, p.definitions, p.data, {{each counters: d.$name}}
FROM published_day AS d JOIN publication AS p ON p.ref = d.publication_ref WHERE d.part = 0;
