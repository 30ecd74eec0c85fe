-- Which AppKey sent what x answers; of several the smallest?
(SELECT o.app_ref FROM delivery AS o JOIN app AS n ON n.ref = o.app_ref
  WHERE o.message_ref = x.message_ref AND o.device = x.device AND o.sent IS NOT NULL
  ORDER BY n.app_key LIMIT 1)
