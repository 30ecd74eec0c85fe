import Foundation
import Simulation
import TestSupport

/// A log read back as plainly as possible: one dictionary of texts a record.
struct ParsedLog {
  let records: [[String: String]]

  init(_ bytes: [UInt8], shape: LogShape) throws {
    switch shape {
    case .jsonLines, .jsonLinesOld, .pullLogDump:
      records = try bytes.lines.map {
        try Self.object(JSONSerialization.jsonObject(with: Data($0.utf8)))
      }
    case .jsonArray:
      records = try Self.objects(JSONSerialization.jsonObject(with: Data(bytes)))
    case .jsonArrays:
      records = try bytes.lines.flatMap {
        try Self.objects(JSONSerialization.jsonObject(with: Data($0.utf8)))
      }
    case .dataEnvelope:
      let envelope = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      records = try Self.objects(envelope?["data"] ?? [])
    case .csv: records = try Self.delimited(bytes, by: ",")
    case .tsv: records = try Self.delimited(bytes, by: "\t")
    case .pipe: records = try Self.delimited(bytes, by: "|")
    }
  }

  struct Unreadable: Error {}

  private static func objects(_ value: Any) throws -> [[String: String]] {
    guard let values = value as? [Any] else { throw Unreadable() }
    return try values.map(object)
  }

  private static func object(_ value: Any) throws -> [String: String] {
    guard let members = value as? [String: Any] else { throw Unreadable() }
    return members.mapValues { $0 as? String ?? "\($0)" }
  }

  private static func delimited(_ bytes: [UInt8], by delimiter: Unicode.Scalar) throws -> [[String: String]] {
    var rows: [[String]] = [[]]
    var value = String.UnicodeScalarView()
    var isQuoted = false
    var closedQuote = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar == "\"" {
        // A quotation mark right behind a closing one stands for itself.
        if closedQuote { value.append(scalar) }
        isQuoted.toggle()
        closedQuote = !isQuoted
        continue
      }
      closedQuote = false
      if isQuoted || (scalar != delimiter && scalar != "\n") {
        value.append(scalar)
      } else {
        rows[rows.count - 1].append(String(value))
        value = String.UnicodeScalarView()
        if scalar == "\n" { rows.append([]) }
      }
    }
    guard let header = rows.first, rows.last == [] else { throw Unreadable() }
    return try rows.dropFirst().dropLast().map { row in
      guard row.count == header.count else { throw Unreadable() }
      return Dictionary(uniqueKeysWithValues: zip(header, row))
    }
  }
}

/// The whole log of a scenario, and its truth.
func write(_ scenario: Scenario, as shape: LogShape = .jsonLines) -> (log: [UInt8], truth: Truth) {
  var log: [UInt8] = []
  let truth = simulate(scenario, shape: shape) { log.append($0) }
  return (log, truth)
}
