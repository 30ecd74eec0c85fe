import ReceiptModel

/// What a line is as a whole, and what each of its fields holds.
extension SparkReading {
  private var schema: String {
    Self.fields.map { "`\($0.rawValue)`: STRING" }.joined(separator: ", ")
  }

  /// The line is read within brackets, so that anything behind an object is noticed.
  var parsedLines: String {
    #"""
    -- Each line without the blanks around it, and its fields.
    CREATE TEMPORARY VIEW parsed_line AS
    SELECT text,
      octet_length(value) - CASE WHEN endswith(value, '\r') THEN 1 ELSE 0 END AS bytes,
      -- A byte that is not UTF-8 is another one on the way to characters and back.
      CAST(value AS BINARY) = encode(value, 'UTF-8') AS is_utf8,
      from_json(concat('[', text, ']'), 'ARRAY<STRUCT<\#(schema)>>',
        map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false')) AS objects,
      json_object_keys(text) AS names,
      -- Without escaped backslashes, so that what follows one is an escape.
      replace(text, '\\\\', '') AS escapes,
      -- Whether a value may be something else than text or a short whole number.
      text RLIKE '"[ \\t\\r]*:[ \\t\\r]*(-|[0-9]+[.eE]|[0-9]{19}|[tf{\\[])' AS is_odd
    FROM (
      SELECT value,
        trim(BOTH ' \t\r' FROM CASE WHEN startswith(value, '\ufeff') THEN substr(value, 2) ELSE value END) AS text
      FROM log_line
    ) AS line;

    """#
  }

  /// A value is `t` and a text, `n` and a number as it is written, `u` for what no field may hold, or NULL for none.
  var valueLines: String {
    let parsed = Self.fields.map { "object.`\($0.rawValue)`" }.joined(separator: ", ")
    let bare = Self.fields.map {
      #"regexp_extract_all(text, '"\#($0.rawValue)"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1)"#
    }.joined(separator: ",\n      ")
    let names = Self.fields.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return #"""
      -- What is wrong with a line as a whole, and what each of its fields holds.
      CREATE TEMPORARY VIEW value_line AS
      SELECT
        CASE
          WHEN bytes > 1048576 THEN 'line-too-long'
          -- A comment, a fence of Markdown, an empty list.
          WHEN text = '' OR text RLIKE '^(//|/\\*|```|\\[[ \\t\\r]*\\]\\z)' THEN 'ignored'
          WHEN NOT is_utf8 OR object IS NULL OR size(objects) <> 1 OR left(text, 1) <> '{' OR right(text, 1) <> '}'
            THEN 'corrupt'
          -- Half of a pair that stands for one character, or a NUL.
          WHEN instr(escapes, '\\u') > 0 AND escapes RLIKE
            '(?i)\\\\u(0000|d[89ab][0-9a-f]{2}(?!\\\\ud[c-f][0-9a-f]{2}))|(?<!\\\\ud[89ab][0-9a-f]{2})\\\\ud[c-f][0-9a-f]{2}'
            THEN 'corrupt'
          WHEN size(names) > 256 THEN 'too-many-keys'
          WHEN size(array_distinct(names)) < size(names) AND exists(array(\#(names)), name ->
              size(filter(names, other -> other = name)) > 1
              -- Without escapes a value has no mark inside; to leave them to a repeated choice would be one call of
              -- Java for each character, and the end of its stack.
              AND size(array_distinct(transform(regexp_extract_all(
                replace(replace(text, '\\\\', '\u0001'), '\\"', '\u0002'),
                concat('"', name, '"[ \\t\\r]*:[ \\t\\r]*("[^"]*"|[^,}\\]\\s]+)'), 1),
                value -> CASE WHEN value RLIKE '^[tf{\\[]' THEN 'u' ELSE value END))) > 1)
            THEN 'dup-key'
        END AS fault,
        zip_with(
          array(\#(parsed)),
          CASE WHEN is_odd THEN array(
            \#(bare))
          ELSE array_repeat(CAST(array() AS ARRAY<STRING>), \#(Self.fields.count)) END,
          -- A bare value of that name may also stand in an inner object; some versions write numbers anew.
          (parsed, bares) -> CASE
            WHEN parsed IS NULL THEN NULL
            WHEN exists(bares, bare -> bare RLIKE '^[tf{\\[]' AND left(parsed, length(bare)) = bare) THEN 'u'
            WHEN exists(bares, bare -> bare RLIKE '^[-0-9]' AND try_cast(bare AS DOUBLE) = try_cast(parsed AS DOUBLE))
              THEN concat('n', get(filter(bares, bare -> bare RLIKE '^[-0-9]'
                AND try_cast(bare AS DOUBLE) = try_cast(parsed AS DOUBLE)), 0))
            WHEN parsed NOT IN ('', '-', 'null') THEN concat('t', parsed)
          END) AS field
      FROM (SELECT *, get(objects, 0) AS object FROM parsed_line) AS parsed;

      """#
  }
}
