import Foundation
import ReceiptModel
import ReferenceLedger
import Simulation

/// The records of a log, ready to be written into files of any shape.
struct LogRecords: Sendable {
  let count: Int
  /// What raw event types mean beside the usual ones.
  let aliases: [String: EventKind]
  /// Whether its addresses are worth asking for their networks.
  var hasAddresses = false
  /// The bytes of a file with these records in this order.
  let file: @Sendable (_ records: ArraySlice<Int>, LogShape) -> [UInt8]

  /// The lines of a simulated log, as its own writer shapes them.
  static func simulated(_ scenario: Scenario) -> LogRecords {
    var events: [SimulatedEvent] = []
    var simulator = Simulator(scenario)
    while let event = simulator.next() { events.append(event) }
    let all = events
    return LogRecords(count: all.count, aliases: [:]) { records, shape in
      var writer = LogWriter(shape: shape)
      var bytes: [UInt8] = []
      for record in records { writer.append(all[record], to: &bytes) }
      writer.finish(to: &bytes)
      return bytes
    }
  }

  /// The lines of a random log; JSON shapes keep them byte for byte.
  static func random(_ log: RandomLog) throws -> LogRecords {
    let lines = log.lines
    let cells = try lines.map(Self.cells)
    var aliases: [String: EventKind] = [:]
    for (name, kind) in ReferenceParser.aliasesOfEveryKind { aliases[name] = EventKind(name: kind) }
    return LogRecords(count: lines.count, aliases: aliases, hasAddresses: true) { records, shape in
      let objects = records.map { lines[$0] }
      let text =
        switch shape {
        case .jsonLines, .jsonLinesOld, .pullLogDump: objects.map { $0 + "\n" }.joined()
        case .jsonArray: "[\n" + objects.joined(separator: ",\n") + "\n]"
        case .jsonArrays: pages(objects).map { "[" + $0.joined(separator: ", ") + "]\n" }.joined()
        case .dataEnvelope: "{\"meta\": {\"count\": 1}, \"data\": [" + objects.joined(separator: ",") + "]}\n"
        case .csv: delimited(records.map { cells[$0] }, by: ",")
        case .tsv: delimited(records.map { cells[$0] }, by: "\t")
        case .pipe: delimited(records.map { cells[$0] }, by: "|")
        }
      return Array(text.utf8)
    }
  }

  /// Texts and numbers of a record; what is nested or null stays out.
  private static func cells(of line: String) throws -> [String: String] {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    return object.compactMapValues { ($0 as? String) ?? ($0 as? NSNumber)?.stringValue }
  }

  private static func pages(_ objects: [String]) -> [ArraySlice<String>] {
    stride(from: 0, to: objects.count, by: 7).map { objects[$0..<min($0 + 7, objects.count)] }
  }

  private static func delimited(_ rows: [[String: String]], by separator: String) -> String {
    let columns = Set(rows.flatMap(\.keys)).union(["event_time", "__time__"]).sorted()
    let lines = [columns] + rows.map { row in columns.map { quoted(row[$0] ?? "") } }
    return lines.map { $0.joined(separator: separator) + "\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { Array("\"\n\r,\t|".utf8).contains($0) }) else { return text }
    return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}

extension LogShape {
  /// Whether each record is a line or a row of its own, so that a file may grow.
  var isLines: Bool { ![.jsonArray, .jsonArrays, .dataEnvelope].contains(self) }
  /// Whether a header stands before the records.
  var hasHeader: Bool { [.csv, .tsv, .pipe].contains(self) }
  var isJSONLines: Bool { isLines && !hasHeader }
}
