-- What do the loaded counters of both versions together come to for each app version, or each OS version?
SELECT h.hour, h.app_ref, p.{{part}}, {{each counters: sum(h.$name)}}
FROM loaded_version_hour AS h JOIN version_pair AS p ON p.ref = h.version_ref
WHERE h.hour >= {{first}} AND h.hour < {{end}}
GROUP BY 1, 2, 3;
