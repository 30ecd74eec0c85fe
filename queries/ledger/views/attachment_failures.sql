-- an error of attachments, AppKey and app version
--
-- Columns:
--   error        what the extension's log says; empty when it says nothing
--   app_key      AppKey, as given
--   app_version  app version; NULL when no receipt of the deliveries says it
--   failures     [count] attachments that could not be loaded or shown
--   first_at     [ms UTC] the first of them
--   last_at      [ms UTC] the last of them
SELECT f.detail AS error, a.app_key, nullif(v.app_version, '') AS app_version, count(*) AS failures,
  min(f.at_ms) AS first_at, max(f.at_ms) AS last_at
FROM (SELECT * FROM step WHERE step = {{steps attachment_failed}}) AS f
  {{beside}}
GROUP BY 1, 2, 3;
