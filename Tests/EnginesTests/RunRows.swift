import Engines
import Foundation
import SQLite

/// The rows of a relation in a run's folder, read by another reader than the program's, as sorted texts of JSON.
struct RunRows: Equatable {
  let rows: [String]

  init(_ relation: Relation, in folder: String) throws {
    let place = URL(fileURLWithPath: folder).appending(path: relation.rawValue)
    var rows: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: place.path) where name.hasPrefix("part-")
    {
      for line in try Data(contentsOf: place.appending(path: name)).split(separator: UInt8(ascii: "\n")) {
        guard let row = try JSONSerialization.jsonObject(with: line) as? [String: Any] else {
          throw CocoaError(.coderReadCorrupt)
        }
        rows.append(try Self.text(row))
      }
    }
    self.rows = rows.sorted()
  }

  init(_ rows: [[String: Any]]) throws { self.rows = try rows.map(Self.text).sorted() }

  /// The rows of an answer; the names of its columns are those of the relation.
  init(_ sql: String, of database: Database) throws {
    let statement = try database.prepare(sql)
    var rows: [String] = []
    while try statement.step() {
      var row: [String: Any] = [:]
      for column in 0..<statement.columnCount {
        let value: Any =
          switch statement.type(column) {
          case .null: NSNull()
          case .integer: statement.integer(column)
          case .real, .text, .blob: statement.text(column)
          }
        row[statement.columnName(column)] = value
      }
      rows.append(try Self.text(row))
    }
    self.rows = rows.sorted()
  }

  private static func text(_ row: [String: Any]) throws -> String {
    String(
      decoding: try JSONSerialization.data(
        withJSONObject: row, options: [.sortedKeys, .withoutEscapingSlashes]),
      as: UTF8.self)
  }
}
