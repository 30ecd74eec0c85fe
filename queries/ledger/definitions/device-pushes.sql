-- What does each push say of its device? A time that it does not say is 0, the first sign of life NULL.
--
-- An answer is an event that neither gateway nor system can cause; where they cannot cause an arrival either, that is a
-- sign of life, too. awaited_at: when a push was sent that an extension should answer.
SELECT app_ref, device, base_ms, build_ref, sent_at > 0 AS sent, acked, opened, iif(is_awaited, sent_at, 0) AS awaited_at,
  first_sign_at, answered_at, max(answered_at, iif(arrival_is_sign, last_arrived_at, 0)) AS last_sign_at,
  max(answered_at, last_arrived_at, last_sent_at) AS taken_at, refused_at, iif(refused_at > 0, category, NULL) AS category
FROM (
  SELECT f.app_ref, f.device, f.base_ms, f.build_ref, f.acked_at IS NOT NULL AS acked, f.opened_at IS NOT NULL AS opened,
    f.ack_eligible AS is_awaited, c.arrival_is_evidence AS arrival_is_sign,
    coalesce(f.sent_at, 0) AS sent_at, coalesce(r.sent_at, f.sent_at, 0) AS last_sent_at,
    coalesce(r.arrived_at, f.arrived_at, 0) AS last_arrived_at,
    max(coalesce(r.answered_at, 0), {{each answers: coalesce(f.$column, 0)}}) AS answered_at,
    nullif(min(iif(c.arrival_is_evidence, coalesce(f.arrived_at, 9e18), 9e18),
      {{each answers: coalesce(f.$column, 9e18)}}), 9e18) AS first_sign_at,
    coalesce(min(f.send_failed_at, f.arrive_failed_at), f.send_failed_at, f.arrive_failed_at, 0) AS refused_at,
    {{category}} AS category
  FROM delivery_fact AS f
    JOIN context AS c ON c.ref = f.context_ref
    LEFT JOIN (
      SELECT message_ref, device, app_ref, max(iif(kind = {{kinds sent}}, at_ms, NULL)) AS sent_at,
        max(iif(kind = {{kinds arrived}}, at_ms, NULL)) AS arrived_at,
        max(iif(kind IN ({{each answers: $number}}), at_ms, NULL)) AS answered_at
      FROM repeat WHERE device <> '' GROUP BY 1, 2, 3
    ) AS r ON r.message_ref = f.message_ref AND r.device = f.device AND r.app_ref = f.app_ref
  WHERE f.has_device
);
