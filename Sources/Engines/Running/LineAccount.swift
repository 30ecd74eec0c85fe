import LogReading
import ReceiptModel

/// The kinds of a log's lines, in the words of a manifest.
struct LineAccount {
  private var read = LineCounts()
  private var refused: [RejectionReason: Int] = [:]

  /// Lines that are no JSON object in UTF-8 at all: an engine tells these from good lines, but not from each other.
  static let corrupt: Set<RejectionReason> = [.badUTF8, .nul, .notJSON, .notObject, .trailingData]

  mutating func add(_ rejections: [RejectedLine]) {
    for line in rejections { refused[line.rejection.reason, default: 0] += 1 }
  }

  mutating func add(_ counts: LineCounts) { read += counts }

  /// The columns of `counts`.
  static let columns = ["lines", "corrupt_lines", "rejected_lines", "ignored_lines", "event_lines"]

  var counts: [Int] {
    let all = refused.values.reduce(0, +)
    let rejected = reasons.reduce(0) { $0 + $1.lines }
    return [read.lines, all - rejected, rejected, read.ignored, read.events]
  }

  /// Lines refused for their content, by reason.
  var reasons: [(reason: String, lines: Int)] {
    refused.filter { !Self.corrupt.contains($0.key) }.map { ($0.key.rawValue, $0.value) }
      .sorted { $0.reason < $1.reason }
  }
}
