-- Which runs refused other lines than those that they give a reason for?
SELECT 1 FROM run AS r
WHERE rejected_lines <> (SELECT coalesce(sum(lines), 0) FROM loaded_reason AS n WHERE n.run_start_ms = r.start_ms);
