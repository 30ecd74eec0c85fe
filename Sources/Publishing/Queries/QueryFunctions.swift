package import ReceiptModel
import SQLite

/// Functions of SQL that answer what is asked of receipts over and over.
package enum QueryFunctions {
  /// A function with what `schema --functions` says of it.
  package struct Described: Sendable {
    /// As it is called: `percentile(x, p)`.
    package let call: String
    package let meaning: String
    let function: SQLFunction
  }

  /// - Parameters:
  ///   - zone: whose clock `local_day`, `local_hour` and `iso` read.
  ///   - memory: bytes that the values of percentiles may take together.
  package static func all(zone: ReportZone, memory: Int = 256 << 20) -> [Described] {
    let budget = ValueBudget(bytes: memory)
    return [
      Described(
        call: "percentile(x, p)",
        meaning:
          "the value below which p of 100 parts of x lie, with NULL left out; between two values in proportion",
        function: SQLFunction("percentile", arguments: 2, .aggregate { Percentile(budget) })),
      Described(
        call: "median(x)", meaning: "percentile(x, 50)",
        function: SQLFunction("median", arguments: 1, .aggregate { Percentile(budget) })),
      Described(
        call: "wilson_low(part, whole)",
        meaning:
          "the lower Wilson limit of the rate part / whole; NULL without a whole",
        function: wilson("wilson_low") { $0.lowerBound }),
      Described(
        call: "wilson_high(part, whole)", meaning: "its upper limit",
        function: wilson("wilson_high") { $0.upperBound }),
      Described(
        call: "local_day(ms)", meaning: "the day of a time as YYYY-MM-DD, in the zone of the question",
        function: moment("local_day") { .text("\(zone.day(of: $0))") }),
      Described(
        call: "local_hour(ms)", meaning: "the hour of a time by that clock, 0 to 23",
        function: moment("local_hour") { .integer(zone.hour(of: $0)) }),
      Described(
        call: "iso(ms)",
        meaning: "a time as text by that clock, with its offset: 2026-09-21T08:27:44.110+08:00",
        function: moment("iso") { .text(zone.iso($0)) }),
    ]
  }

  private static func wilson(
    _ name: String, _ end: @escaping @Sendable (ClosedRange<Double>) -> Double
  ) -> SQLFunction {
    SQLFunction(
      name, arguments: 2,
      .value { cells throws(SQLFunction.Refusal) in
        guard case .integer(let part) = cells[0], case .integer(let whole) = cells[1] else { return .null }
        guard part >= 0, part <= whole else {
          throw .words("\(name): the part has to be from 0 to the whole")
        }
        return Rate(Int(part), of: Int(whole)).interval.map { .real(end($0)) } ?? .null
      })
  }

  private static func moment(
    _ name: String, _ body: @escaping @Sendable (Instant) -> Cell
  ) -> SQLFunction {
    SQLFunction(
      name, arguments: 1,
      .value { cells in
        // Beyond these years no clock is known.
        guard case .integer(let milliseconds) = cells[0], milliseconds.magnitude < 253_402_300_800_000 else {
          return .null
        }
        return body(Instant(milliseconds: milliseconds))
      })
  }
}
