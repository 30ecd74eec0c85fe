-- What is meant by each delivery that is told under another name?
--
-- Its message id is a name in alias. The deliveries that can be meant are those that the name stands for, on the device
-- that it itself names or that its token stood for at its first event. One: it is joined to it. Several: it is
-- ambiguous, and nothing is joined. A name that stands for one delivery alone means it without any map of tokens, when
-- nothing else is told under that name. A message that is itself a name is never meant: so no link leads on to another.
--
-- Columns:
--   message_ref     message that is a name
--   device          device, as the name's log names it
--   app_ref         app, as the name's log names it
--   space           whose names these are
--   state           number of the state
--   how             number of the reason
--   target_message  message that is meant; NULL unless joined
--   target_device   its device
--   target_app      its AppKey
WITH named AS MATERIALIZED (
  SELECT m.ref, m.message_id AS name FROM {{messages}}
  WHERE {{m_is_name}}
),
-- The messages of each name.
meant AS MATERIALIZED (
  SELECT DISTINCT n.ref, a.space, n.name, a.message_ref
  FROM named AS n CROSS JOIN alias AS a ON a.space IN {{spaces}} AND a.name = n.name AND a.message_ref <> n.ref
),
size AS MATERIALIZED (SELECT ref, min(space) AS space, count(DISTINCT message_ref) AS messages FROM meant GROUP BY ref),
-- The one delivery of a name that stands for no other.
only AS MATERIALIZED (
  SELECT n.ref, a.message_ref, a.device, a.app_ref
  FROM named AS n CROSS JOIN alias AS a ON a.space IN {{spaces}} AND a.name = n.name AND a.message_ref <> n.ref
  GROUP BY n.ref HAVING count(DISTINCT a.message_ref) = 1 AND min(a.device) = max(a.device)
    AND count(DISTINCT a.app_ref) = 1 AND min(a.device) <> ''
),
told AS MATERIALIZED (
  SELECT d.message_ref, d.device, d.app_ref, n.name, s.space, s.messages,
    CASE typeof(d.device) WHEN 'blob' THEN lower(hex(d.device)) ELSE d.device END AS token, {{first_time}}
  FROM named AS n CROSS JOIN size AS s ON s.ref = n.ref CROSS JOIN {{table}} AS d ON d.message_ref = n.ref
  {{grouping}}
),
-- The devices that each may be of: its own id, and what its token stood for.
standing AS MATERIALIZED (
  SELECT o.message_ref, o.device, o.app_ref, t.device AS stands_for
  FROM told AS o CROSS JOIN token AS t ON t.token = o.token
    AND t.from_ms = (SELECT max(x.from_ms) FROM token AS x WHERE x.token = o.token AND x.from_ms <= o.base_ms)
  WHERE o.messages <= {{message_limit}}
),
possible AS (
  SELECT o.message_ref, o.device, o.app_ref, o.device AS on_device, {{link_reasons device}} AS how
  FROM told AS o WHERE o.messages <= {{message_limit}} AND o.device <> ''
  UNION ALL SELECT message_ref, device, app_ref, stands_for, {{link_reasons token}} FROM standing
),
-- Names of deliveries on those devices, whether the ledger has them or not.
candidate AS MATERIALIZED (
  SELECT p.message_ref, p.device, p.app_ref, min(p.how) AS how,
    a.message_ref AS target_message, p.on_device AS target_device, a.app_ref AS target_app,
    max(a.device <> '') AS is_certain,
    EXISTS (SELECT 1 FROM delivery AS d WHERE d.message_ref = a.message_ref AND d.device = p.on_device
      AND d.app_ref = a.app_ref)
    AND NOT EXISTS (SELECT 1 FROM message AS x WHERE x.ref = a.message_ref AND {{x_is_name}}) AS is_there
  FROM possible AS p CROSS JOIN meant AS e ON e.ref = p.message_ref
    CROSS JOIN alias AS a ON a.space = e.space AND a.name = e.name AND a.message_ref = e.message_ref
      AND a.device IN (p.on_device, '')
  GROUP BY p.message_ref, p.device, p.app_ref, target_message, target_device, target_app
),
found AS MATERIALIZED (
  SELECT message_ref, device, app_ref, sum(is_there) AS targets, sum(is_certain) AS names,
    max(iif(is_there, how, NULL)) AS how, max(iif(is_there, target_message, NULL)) AS target_message,
    max(iif(is_there, target_device, NULL)) AS target_device, max(iif(is_there, target_app, NULL)) AS target_app,
    max(how = {{link_reasons device}} AND is_there) AS names_device
  FROM candidate GROUP BY 1, 2, 3
),
judged AS MATERIALIZED (
  SELECT o.message_ref, o.device, o.app_ref, o.space, f.target_message, f.target_device, f.target_app, CASE
    WHEN o.messages > {{message_limit}} THEN {{link_reasons name_of_many_messages}}
    WHEN f.targets > 1 THEN {{link_reasons several_deliveries}}
    WHEN coalesce(f.names_device, 0) = 0 AND (SELECT count(DISTINCT g.stands_for) FROM standing AS g
      WHERE g.message_ref = o.message_ref AND g.device = o.device AND g.app_ref = o.app_ref) > 1
      THEN {{link_reasons token_of_several_devices}}
    WHEN f.targets = 1 THEN f.how
    WHEN f.names > 0 THEN {{link_reasons no_delivery}}
    WHEN EXISTS (SELECT 1 FROM standing AS g
      WHERE g.message_ref = o.message_ref AND g.device = o.device AND g.app_ref = o.app_ref)
      THEN {{link_reasons other_device}}
    WHEN y.ref IS NULL OR EXISTS (SELECT 1 FROM {{table}} AS d WHERE d.message_ref = o.message_ref AND d.device <> o.device)
      THEN {{link_reasons unknown_device}}
    WHEN EXISTS (SELECT 1 FROM delivery AS d WHERE d.message_ref = y.message_ref AND d.device = y.device
        AND d.app_ref = y.app_ref)
      AND NOT EXISTS (SELECT 1 FROM message AS x WHERE x.ref = y.message_ref AND {{x_is_name}})
      THEN {{link_reasons only_delivery}}
    ELSE {{link_reasons no_delivery}} END AS how,
    y.message_ref AS only_message, y.device AS only_device, y.app_ref AS only_app
  FROM told AS o LEFT JOIN found AS f USING (message_ref, device, app_ref) LEFT JOIN only AS y ON y.ref = o.message_ref
)
SELECT message_ref, device, app_ref, space, CASE
    WHEN how <= {{link_reasons only_delivery}} THEN {{link_states joined}}
    WHEN how <= {{link_reasons name_of_many_messages}} THEN {{link_states ambiguous}}
    ELSE {{link_states unknown}} END AS state, how,
  iif(how = {{link_reasons only_delivery}}, only_message, iif(how < {{link_reasons only_delivery}}, target_message, NULL)) AS target_message,
  iif(how = {{link_reasons only_delivery}}, only_device, iif(how < {{link_reasons only_delivery}}, target_device, NULL)) AS target_device,
  iif(how = {{link_reasons only_delivery}}, only_app, iif(how < {{link_reasons only_delivery}}, target_app, NULL)) AS target_app
FROM judged;
