import Files
import Glibc
import JSON5
import LogReading
import Prose

/// What a run says of itself, read from the folder it left.
package struct EngineManifest: Equatable, Sendable {
  /// The row as the engine wrote it, without its line end.
  package let text: String
  /// The numbers of lines and events; other numbers may be too large to be read exactly.
  package let counts: [String: Int64]
  package let engineVersion: String

  /// The counts of lines, which add up to the first of them.
  package static let lineCounts = [
    "lines", "event_lines", "rejected_lines", "corrupt_lines", "ignored_lines",
  ]

  /// Looks at a folder that an engine has left as at one that nobody knows.
  ///
  /// - Throws: `EngineError` when a relation is missing or unfinished, or the counts disagree.
  init(of folder: borrowing UnfinishedFolder) throws {
    for relation in Relation.allCases {
      let place = folder.place(of: relation)
      guard FileCall.access("\(place)/_SUCCESS", F_OK), !FileCall.access("\(place)/_temporary", F_OK)
      else {
        throw EngineError(
          .engineFailed, "the engine ended, but did not finish \(relation.rawValue)",
          advice: "run it again")
      }
    }
    let rows = try Self.rows(in: folder.place(of: .manifest))
    guard rows.count == 1, let row = rows.first, let value = try? JSONValue(json5: Array(row.utf8)),
      case .object(let members) = value, case .string(let version)? = members["engine_version"]
    else {
      throw EngineError(.engineFailed, "the engine ended, but its manifest is not one row")
    }
    text = row
    engineVersion = version
    counts = members.compactMapValues { value in
      guard case .number(let number) = value, number.magnitude < 9e15 else { return nil }
      return Int64(number)
    }
    let parts = Self.lineCounts.dropFirst().reduce(0) { $0 + (counts[$1] ?? -1) }
    guard let lines = counts["lines"], lines == parts, let read = counts["events_read"],
      read == counts["event_lines"]
    else { throw EngineError(.engineFailed, "the engine's counts of lines do not add up") }
  }

  /// The lines of the part files; a manifest is one row, whichever of them it is in.
  private static func rows(in folder: String) throws -> [String] {
    guard let names = FolderList.names(in: folder, followsLink: false) else {
      throw unreadable(folder)
    }
    var rows: [String] = []
    for name in names where name.hasPrefix("part-") {
      let path = "\(folder)/\(name)"
      guard let bytes = try? InputFile(path: path).bytes(at: 0, count: 1 << 16) else {
        throw unreadable(path)
      }
      rows += String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    return rows
  }

  private static func unreadable(_ path: String) -> EngineError {
    EngineError(.deviceFailed, "\(path): what the engine wrote cannot be read", advice: "run it again")
  }
}
