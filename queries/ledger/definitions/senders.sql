-- Which AppKey sent each message of held, and how many did?
SELECT message_ref, min(app_ref) AS app_ref, count(DISTINCT app_ref) AS senders FROM held WHERE sent_at IS NOT NULL
GROUP BY message_ref;
