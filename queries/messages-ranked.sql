-- Which messages were opened most, or least?
--
-- Ranked by the lower Wilson limit of the open rate, so that a message sent to three people does
-- not come first because two of them tapped it; the worst first, by the upper end for the same reason. Deliveries
-- without a device id are left out. Reads every delivery, so it takes seconds on millions of them.
--
-- :since, :until  milliseconds UTC of the first send; unset means no limit.
-- :app_key        only this AppKey; unset means all.
-- :job_key        only pushes of this job, '' for those without one; unset means all.
-- :minimum        only messages with so many sends; unset means 1.
-- :order          best, or worst first; unset means best.
-- :top            how many messages; unset means 100.
--
-- Columns:
--   rank                  [rank] 1 comes first
--   app_key               [id] AppKey
--   message_id            [id] message id
--   job_key               [id] the sender's task or campaign key; the smallest when deliveries differ
--   first_sent_ms         [ms UTC] first send in the window
--   opened                [deliveries] sent and tapped
--   sent                  [deliveries] handed to the gateway
--   open_rate_sent        [share] opened / sent
--   open_rate_low         [share] lower Wilson limit of open_rate_sent
--   eligible_acked        [deliveries] ack-eligible sent ones with an ext_ack
--   ack_eligible          [deliveries] sent ones of which an extension receipt can be expected
--   ack_rate              [share] eligible_acked / ack_eligible
--   measurable_confirmed  [deliveries] measurable ones with evidence from the device
--   measurable            [deliveries] sent on a channel that can give a receipt for a push nobody touches
--   confirmed_rate        [share] measurable_confirmed / measurable
--   open_rate_high        [share] upper Wilson limit of open_rate_sent
WITH measurable_channel AS (
  SELECT DISTINCT channel
  FROM hourly
  WHERE is_measurable
),
counted AS (
  SELECT app_key,
         message_id,
         min(job_key)                                                         AS job_key,
         min(sent_at)                                                         AS first_sent_ms,
         count(opened_at)                                                     AS opened,
         count(*)                                                             AS sent,
         sum(ack_eligible AND acked_at IS NOT NULL)                           AS eligible_acked,
         sum(ack_eligible)                                                    AS ack_eligible,
         sum(confirmed AND measurable_channel.channel IS NOT NULL)            AS measurable_confirmed,
         count(measurable_channel.channel)                                    AS measurable,
         1.0 * count(opened_at) / count(*)                                    AS open_rate
  FROM deliveries
  LEFT JOIN measurable_channel ON measurable_channel.channel = coalesce(deliveries.channel, '')
  WHERE sent_at >= coalesce(:since, 0)
    AND sent_at <  coalesce(:until, 9223372036854775807)
    AND (:app_key IS NULL OR app_key = :app_key)
    AND (:job_key IS NULL OR coalesce(job_key, '') = :job_key)
    AND device_id <> ''
  GROUP BY app_key, message_id
  HAVING count(*) >= coalesce(:minimum, 1)
),
-- 1.959963984540054 is the normal distribution's quantile for 95 %; its square is 3.841458820694124.
spread AS (
  SELECT *,
         (open_rate + 3.841458820694124 / (2 * sent)) / (1 + 3.841458820694124 / sent) AS middle,
         1.959963984540054
           * sqrt(open_rate * (1 - open_rate) / sent + 3.841458820694124 / (4.0 * sent * sent))
           / (1 + 3.841458820694124 / sent)                                            AS reach
  FROM counted
),
judged AS (
  SELECT *,
         max(0, middle - reach) AS open_rate_low,
         min(1, middle + reach) AS open_rate_high
  FROM spread
),
-- Only those that are shown are numbered: there may be millions of messages.
shown AS (
  SELECT *,
         CASE WHEN :order = 'worst' THEN open_rate_high ELSE -open_rate_low END AS place
  FROM judged
  ORDER BY place, sent DESC, app_key, message_id
  LIMIT coalesce(:top, 100)
)
SELECT row_number() OVER (ORDER BY place, sent DESC, app_key, message_id)              AS rank,
       app_key,
       message_id,
       job_key,
       first_sent_ms,
       opened,
       sent,
       round(open_rate, 6)                                                             AS open_rate_sent,
       round(open_rate_low, 6)                                                         AS open_rate_low,
       eligible_acked,
       ack_eligible,
       round(1.0 * eligible_acked / nullif(ack_eligible, 0), 6)                        AS ack_rate,
       measurable_confirmed,
       measurable,
       round(1.0 * measurable_confirmed / nullif(measurable, 0), 6)                    AS confirmed_rate,
       round(open_rate_high, 6)                                                        AS open_rate_high
FROM shown
ORDER BY rank;
