-- Which runs say another sum in their manifest than their hours hold?
SELECT 1 FROM run AS r
WHERE r.{{figure}} <> (SELECT coalesce(sum(h.{{column}}), 0) FROM {{table}} AS h WHERE {{in_run}});
