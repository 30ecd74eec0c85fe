-- Where does somebody else's count of a message differ from the ledger's?
--
-- Others count by their own definitions: on iOS, what Alibaba's console calls received is what APNs accepted. The
-- ledger counts deliveries with that kind, however often it happened. Where it is known when they counted, the ledger
-- is counted up to then; otherwise either side may be ahead, because such counts grow for days and often appear only on
-- the next day. The largest difference comes first. Reads the deliveries of every message with a count.
--
-- :since, :until  milliseconds UTC of the message's first send; when set, messages of which no send is known are left out.
-- :app_key        only this AppKey; unset means all.
-- :message_id     only this message; unset means all.
--
-- Columns:
--   source        whose count it is
--   app_key       [id] AppKey that is compared; NULL when the count names none and none or several sent the message
--   message_id    [id] message id
--   kind          what is counted, as the kind of event that it comes closest to
--   their_count   [pushes] counted by them: the latest count that was imported
--   counted_ms    [ms UTC] when they counted; NULL when no record says it
--   ledger_count  [deliveries] with this kind until then; NULL when the ledger has none of the kind at all, or several AppKeys sent it
--   difference    [pushes] their_count minus ledger_count
--   compared_by   how the AppKey was found: app_key, only_sender, vendor_name, several_senders,
--                 no_sender
--   sent_ms       [ms UTC] the message's first send; NULL when it is not known
SELECT source,
       coalesce(ledger_app_key, app_key) AS app_key,
       message_id,
       kind,
       their_count,
       counted_at                        AS counted_ms,
       ledger_count,
       difference,
       compared_by,
       sent_at                           AS sent_ms
FROM totals
WHERE (:since IS NULL OR sent_at >= :since)
  AND (:until IS NULL OR sent_at < :until)
  AND (:app_key IS NULL OR coalesce(ledger_app_key, app_key) = CAST(:app_key AS TEXT))
  AND message_id = coalesce(CAST(:message_id AS TEXT), message_id)
ORDER BY abs(difference) DESC NULLS LAST, source, app_key, message_id, kind;
