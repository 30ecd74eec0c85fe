-- Which receipts that other logs tell under names of their own were joined to a push, and why were the others not?
--
-- A name is a vendor's message id (space vendor) or an id that an app's analytics gave an open (space open). joined: one
-- delivery is meant; it has their events as its own. ambiguous: several could be meant, so none is taken. unknown: the
-- name is known, and no delivery of it is on that device. Receipts under a name that nothing explains are not here:
-- unmatched-receipts counts them. Days are UTC days unless an offset is given.
--
-- :since, :until       milliseconds UTC of a receipt's earliest event; unset means no limit.
-- :app_key             only this AppKey; unset means all.
-- :utc_offset_minutes  minutes that local time is ahead of UTC, such as 480; unset means 0.
--
-- Columns:
--   day         [date] day of the receipt's earliest event
--   app_key     [id] AppKey of the delivery that is meant; without one the app as the other log names it
--   source      the log that told it
--   space       whose names these are: vendor or open
--   state       joined, ambiguous or unknown
--   why         device, token, only_delivery; several_deliveries, token_of_several_devices,
--               name_of_many_messages; unknown_device, other_device, no_delivery
--   receipts    [deliveries] under the names, each with all its events
--   confirming  [deliveries] of these, that gave an event to the delivery that is meant
SELECT date((first_event_ms + coalesce(:utc_offset_minutes, 0) * 60000) / 1000, 'unixepoch') AS day,
       coalesce(target_app_key, app_key) AS app_key,
       source,
       space,
       state,
       how          AS why,
       count(*)     AS receipts,
       count(kinds) AS confirming
FROM links
WHERE first_event_ms >= coalesce(:since, 0)
  AND first_event_ms <  coalesce(:until, 9223372036854775807)
  AND coalesce(target_app_key, app_key) = coalesce(:app_key, target_app_key, app_key)
GROUP BY day, coalesce(target_app_key, app_key), source, space, state, how
ORDER BY day, coalesce(target_app_key, app_key), source, space, state, how;
