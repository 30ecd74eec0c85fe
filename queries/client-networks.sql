-- From which networks of devices do receipts not come back: an office, a carrier, a country?
--
-- Only logs imported with --client-networks have networks: a /24 of IPv4, a /48 of IPv6. Networks of few
-- devices stand together as `fewer`, since they would tell of single people. Reads every delivery of the window.
--
-- :since, :until  milliseconds UTC, by first send; unset means no limit.
-- :app_key        only this AppKey; unset means all.
-- :message_id     only this message; unset means all.
-- :least_devices  devices that a network must have to stand by itself; unset means 20.
--
-- Columns:
--   app_key         [id] AppKey
--   client_network  network of the devices' addresses; `fewer` for all small ones; NULL when unknown
--   devices         [devices] that were sent to
--   sent            [deliveries] handed to the gateway
--   eligible_acked  [deliveries] ack-eligible sent ones with an ext_ack
--   ack_eligible    [deliveries] sent ones of which an extension receipt can be expected
--   ack_rate        [share] eligible_acked / ack_eligible
WITH push AS NOT MATERIALIZED (
  SELECT app_key,
         client_network,
         device_id,
         ack_eligible,
         ack_eligible AND acked_at IS NOT NULL AS eligible_acked
  FROM deliveries
  WHERE sent_at >= coalesce(:since, 0)
    AND sent_at <  coalesce(:until, 9223372036854775807)
    AND app_key = coalesce(CAST(:app_key AS TEXT), app_key)
    AND message_id = coalesce(CAST(:message_id AS TEXT), message_id)
    AND device_id <> ''
),
large AS (
  SELECT app_key,
         client_network
  FROM push
  WHERE client_network IS NOT NULL
  GROUP BY app_key, client_network
  HAVING count(DISTINCT device_id) >= coalesce(:least_devices, 20)
)
SELECT p.app_key,
       CASE
         WHEN p.client_network IS NULL THEN NULL
         WHEN l.client_network IS NULL THEN 'fewer'
         ELSE p.client_network
       END                         AS client_network,
       count(DISTINCT p.device_id) AS devices,
       count(*)                    AS sent,
       sum(p.eligible_acked)       AS eligible_acked,
       sum(p.ack_eligible)         AS ack_eligible,
       round(1.0 * sum(p.eligible_acked) / nullif(sum(p.ack_eligible), 0), 6) AS ack_rate
FROM push AS p LEFT JOIN large AS l ON l.app_key = p.app_key AND l.client_network = p.client_network
GROUP BY p.app_key, 2
ORDER BY p.app_key, sent DESC, 2;
