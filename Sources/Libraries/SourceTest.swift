package import LogReading
import Prose
package import ReceiptModel

/// What `source test` tells of a file: what its records became, what was refused, and what was left out.
package struct SourceTest {
  private let name: String
  private let sample: MappedSample

  /// Reads a file; `-` is standard input.
  package init(_ path: String, _ options: ReadOptions) {
    name = path
    sample =
      path == "-"
      ? MappedSample(.standardInput(), options: options, limit: Self.mostRows)
      : MappedSample.file(Array(path.utf8), options: options, limit: Self.mostRows)
  }

  /// Rows of `told` and `refused` that are shown of a file.
  private static let mostRows = 1000

  /// One row for each event, fact and refused line.
  ///
  /// Device ids and tokens are marks, the same in all files.
  package static func table(of tests: [Self]) -> ResultTable {
    var marks = DeviceMarks()
    return ResultTable(columns: columns, rows: tests.flatMap { $0.rows(&marks) })
  }

  private static let columns = [
    "file", "line", "became", "app_key", "message_id", "device_id", "kind", "time", "further",
  ].map { ResultColumn($0, $0 == "line" ? .integer : .text) }

  private func rows(_ marks: inout DeviceMarks) -> [[Cell]] {
    sample.told.map { row($0, &marks) } + sample.refused.prefix(Self.mostRows).map(row)
  }

  private func row(_ told: [String: String], _ marks: inout DeviceMarks) -> [Cell] {
    func cell(_ name: String) -> Cell { told[name].map(Cell.text) ?? .null }
    let device = told["device"].map { marks.mark($0) }
    let ids = [told["device"], told["token"]].compactMap(\.self)
    let shown = ["note", "app", "message", "device", "kind", "step", "time"]
    let further = told.filter { !shown.contains($0.key) }.sorted { $0.key < $1.key }.map { name, value in
      "\(name)=\(name == "token" ? marks.mark(value) : marks.hide(ids, in: value))"
    }
    return [
      .text(name), .null, .text(told["note"] ?? "event"), cell("app"), cell("message"),
      device.map(Cell.text) ?? .null, told["step"] != nil ? cell("step") : cell("kind"), cell("time"),
      further.isEmpty ? .null : .text(further.joined(separator: " ")),
    ]
  }

  private func row(_ refused: RejectedLine) -> [Cell] {
    let field = refused.rejection.field.map { ":\($0.rawValue)" } ?? ""
    return [
      .text(name), .integer(Int64(refused.line)), .text("refused"), .null, .null, .null, .null, .null,
      .text("\(refused.rejection.reason.rawValue)\(field): \(refused.rejection.reason.explanation.plain())"),
    ]
  }

  /// For people, on standard error.
  package var summary: String {
    let progress = sample.progress
    let shown = name.escapedForTerminal()
    if let error = sample.error, progress.counts.lines == 0 {
      return "\(shown): \(error.reasonName): \(error.explanation.told().escapedForTerminal(limit: 400))\n"
    }
    let source = progress.mapping.isEmpty ? MappingLibrary.receiptLog : progress.mapping
    let counts = progress.counts
    var text =
      "\(shown): \(progress.format) read as \(source): \(counts.lines) records = \(counts.accepted) told + "
    text += "\(counts.rejected) refused + \(counts.ignored) ignored; \(counts.events) events\n"
    if !progress.met.timeRules.isEmpty {
      let rules = progress.met.timeRules.sorted { $0.key.rawValue < $1.key.rawValue }
      text += "  times read as \(rules.map { "\($0.key.rawValue) (\($0.value))" }.joined(separator: ", "))\n"
    }
    let types = progress.met.unknownTypes.limited.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !types.isEmpty {
      let names = types.prefix(20).map { "\($0.key.escapedForTerminal(limit: 40)) (\($0.value))" }
      text += "  unknown types, kept as other: \(names.joined(separator: ", "))\n"
    }
    if !progress.met.unknownColumns.isEmpty {
      let names = progress.met.unknownColumns.prefix(40).map { $0.escapedForTerminal(limit: 40) }
      text += "  not used: \(names.joined(separator: ", "))\n"
    }
    if sample.told.count >= Self.mostRows || sample.refused.count > Self.mostRows {
      text += "  only the first \(Self.mostRows) rows of each sort are shown\n"
    }
    if let error = sample.error {
      text += "  \(error.reasonName): \(error.explanation.told().escapedForTerminal(limit: 400))\n"
    }
    return text
  }

  /// Why the file could not be read, or not to its end.
  package var error: InputError? { sample.error }

  /// Whether more records were refused than may be.
  ///
  /// - Parameter limit: the share of records that may be refused.
  package func isRefused(beyond limit: Double) -> Bool {
    Double(sample.progress.counts.rejected) > limit * Double(sample.progress.counts.lines)
  }
}
