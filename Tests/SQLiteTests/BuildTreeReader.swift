import Foundation
import SQLite

/// Reads the payloads of an index b-tree out of a file, in key order: plainly, and by the format's words alone.
struct TreeReader {
  let bytes: Data
  let pageSize: Int
  private(set) var payloads: [Data] = []
  private(set) var depth = 0

  init(_ path: String, table: String = "t") throws {
    let root = try Database(path: path, mode: .readOnly).integer(
      "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 65536 : size
    visit(Int(root ?? 0), level: 1)
  }

  private mutating func visit(_ number: Int, level: Int) {
    depth = max(depth, level)
    let page = (number - 1) * pageSize
    let isInterior = bytes[page] == 2
    for index in 0..<big(page + 3, 2) {
      var cell = page + big(page + (isInterior ? 12 : 8) + 2 * index, 2)
      if isInterior {
        visit(big(cell, 4), level: level + 1)
        cell += 4
      }
      var count = 0
      while true {
        let byte = bytes[cell]
        count = count << 7 | Int(byte & 0x7F)
        cell += 1
        if byte < 0x80 { break }
      }
      payloads.append(bytes[cell..<cell + count])
    }
    if isInterior { visit(big(page + 8, 4), level: level + 1) }
  }

  private func big(_ start: Int, _ count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
