import JSON5
import JSONWriting
package import ReceiptModel
import Reporting
import UserFiles

/// `last-success`: when a run last ended well, for a dead man's switch that looks at the file's age or into it.
package struct LastSuccess {
  package let path: String

  package init(path: String) { self.path = path }

  /// The time in the file; `nil` when there is none yet or it cannot be read.
  ///
  /// A monitor that expects one then raises an alarm, as it should.
  package var time: Instant? {
    guard let text = try? TextFile.read(path, limit: 1 << 16),
      case .object(let fields)? = try? JSONValue(json5: Array(text.utf8)),
      case .number(let milliseconds)? = fields["time_ms"], let whole = Int64(exactly: milliseconds)
    else { return nil }
    return Instant(milliseconds: whole)
  }

  package func renew(at time: Instant, asOf: Instant, generation: String) throws {
    let zone = ReportZone.utc
    let tree = JSONTree.object([
      ("time", .text(zone.iso(time))), ("time_ms", .integer(time.milliseconds)),
      ("as_of", .text(zone.iso(asOf))), ("generation", .text(generation)),
    ])
    try OutputFile.replace(path, with: tree.lineBytes)
  }
}
