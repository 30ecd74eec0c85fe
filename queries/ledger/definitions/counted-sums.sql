-- Which rows of a table of sums by hour were counted of the log?
FROM {{table}} WHERE {{is_counted hour * 3600000}}
