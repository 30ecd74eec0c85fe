-- A delivery, and whether an extension receipt can be expected of it: on iOS, and over a channel that gives such
-- receipts or of a message that was acked over one that gives none as a rule.
--
-- Of what is gathered by message there is next to nothing: acks that nobody expected.
CREATE TEMPORARY VIEW judged_fact AS
SELECT f.*,
  CASE WHEN f.runs_extension = 1 AND (f.gives_receipts = 1 OR a.message_id IS NOT NULL) THEN 1 ELSE 0 END
    AS is_ack_eligible
FROM fact AS f LEFT JOIN (
  SELECT app_key, message_id FROM fact
  WHERE acked_at IS NOT NULL AND runs_extension = 1 AND gives_receipts = 0
  GROUP BY app_key, message_id
) AS a ON a.app_key = f.app_key AND a.message_id = f.message_id;
