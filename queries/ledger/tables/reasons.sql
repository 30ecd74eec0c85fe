-- What failure reasons mean, by tables/failure-reasons.csv: the first row that is about a reason explains it.
CREATE VIEW known_reason(place, channel, code, text, is_prefix, category) AS VALUES
  {{lines reasons: ($place, $channel, $code, $text, $prefix, $category)}};
