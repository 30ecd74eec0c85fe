/// The rules of `ReceiptTime` in Spark's SQL.
///
/// An expression of ours checks the shapes, and Spark only does sums, so that both its versions and all its settings
/// read a time alike.
struct SparkTime {
  let assumedOffsetMinutes: Int

  private static let epoch = #"^[tn][0-9]+\\z"#
  private static let text =
    #"^[tn][0-9]{4}-[0-9]{2}-[0-9]{2}[ Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?"#
    + #"( ?([Zz]|[-+](0[0-9]|1[0-8])(:?[0-5][0-9])?))?\\z"#

  /// Milliseconds UTC, NULL for what is no time.
  ///
  /// - Parameter value: a column that holds one letter and the time's text.
  func expression(of value: String) -> String {
    func number(_ text: String) -> String { "try_cast(\(text) AS BIGINT)" }
    func part(_ start: Int, _ count: Int) -> String { number("substr(\(value), \(start + 1), \(count))") }
    // Behind the second: a fraction and a zone, or nothing.
    let tail = "substr(\(value), 21)"
    return #"""
      CASE
          WHEN \#(value) RLIKE '\#(Self.epoch)' THEN CASE length(\#(value))
            WHEN 11 THEN \#(part(1, 10)) * 1000
            WHEN 14 THEN \#(part(1, 13))
            WHEN 17 THEN \#(part(1, 16)) div 1000
            WHEN 20 THEN \#(part(1, 19)) div 1000000 END
          WHEN \#(value) RLIKE '\#(Self.text)' THEN
            CAST(unix_date(try_cast(substr(\#(value), 2, 10) AS DATE)) AS BIGINT) * 86400000
            + \#(part(12, 2)) * 3600000 + \#(part(15, 2)) * 60000 + \#(part(18, 2)) * 1000
            + \#(number(#"rpad(substr(regexp_extract(\#(tail), '\\.([0-9]+)', 1), 1, 3), 3, '0')"#))
            - CASE
                WHEN \#(tail) RLIKE '[Zz]\\z' THEN 0
                WHEN \#(tail) RLIKE '[-+]' THEN
                  (\#(number(#"regexp_extract(\#(tail), '[-+]([0-9]{2})', 1)"#)) * 60
                    + coalesce(\#(number(#"nullif(regexp_extract(\#(tail), '[-+][0-9]{2}:?([0-9]{2})', 1), '')"#)), 0))
                  * CASE WHEN instr(\#(tail), '-') > 0 THEN -60000 ELSE 60000 END
                ELSE \#(assumedOffsetMinutes * 60_000) END
        END
      """#
  }
}
