-- Where does somebody else's count of a message differ from the ledger's?
--
-- Theirs is by the definition of whoever counts: what Alibaba's console calls received is, on iOS, what APNs accepted.
-- The ledger's is deliveries with that kind, however often it happened. Counts of others grow for days and are often
-- only there on the next day, so either side may be ahead. The largest difference comes first.
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
--   their_count   [pushes] counted by them
--   ledger_count  [deliveries] with this kind; NULL when the ledger has none of the kind at all, or several AppKeys sent it
--   difference    [pushes] their_count minus ledger_count
--   compared_by   how the AppKey was found: app_key, only_sender, several_senders, no_sender
--   sent_ms       [ms UTC] the message's first send; NULL when it is not known
SELECT source,
       coalesce(app_key, ledger_app_key) AS app_key,
       message_id,
       kind,
       their_count,
       ledger_count,
       difference,
       compared_by,
       sent_at                           AS sent_ms
FROM totals
WHERE (:since IS NULL OR sent_at >= :since)
  AND (:until IS NULL OR sent_at < :until)
  AND (:app_key IS NULL OR coalesce(app_key, ledger_app_key) = CAST(:app_key AS TEXT))
  AND message_id = coalesce(CAST(:message_id AS TEXT), message_id)
ORDER BY abs(difference) DESC NULLS LAST, source, app_key, message_id, kind;
