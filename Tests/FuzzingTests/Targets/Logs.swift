import LogReading
import Mappings
import ReceiptModel

extension FuzzTarget {
  /// JSON Lines of receipts: templates and the scanner tell the same.
  static let jsonLines = FuzzTarget(name: "json-lines") { input in
    try promise(
      Told(lines: input, learns: true), equals: Told(lines: input, learns: false),
      "templates and the scanner differ")
  }

  /// Arrays and objects that spread over lines, in blocks of two sizes.
  static let jsonValues = FuzzTarget(name: "json-values") { try attemptInBlocks($0) { $0.format = .json } }

  static let csv = FuzzTarget(name: "csv") { try attemptInBlocks($0) { $0.format = .csv } }

  /// A log of any kind, whose format and source are found from its content.
  static let log = FuzzTarget(name: "log") {
    try attemptInBlocks($0) { $0.mappings = { MappingCatalogue.all } }
  }

  /// A log by a mapping of the program; the first byte says which.
  static let mappedLog = FuzzTarget(name: "mapped-log") { input in
    guard let first = input.first else { return }
    let mappings = MappingCatalogue.all
    let mapping = mappings[Int(first) % mappings.count]
    let log = Array(input.dropFirst())
    try attemptInBlocks(log) {
      $0.mapping = mapping
      $0.appKey = "24700001"
    }
    guard mapping.form == .json else { return }
    try promise(
      Told(lines: log, learns: true, mapping: mapping),
      equals: Told(lines: log, learns: false, mapping: mapping),
      "templates and trees differ")
  }

  /// A mapping of the user's, and behind a line of three hyphens a log that is read by it.
  static let mapping = FuzzTarget(name: "mapping", longest: 3072) { input in
    let line = Array("\n---\n".utf8)
    let end = input.indices.first { input[$0...].starts(with: line) } ?? input.count
    let mapping: SourceMapping
    do throws(MappingError) {
      mapping = try SourceMapping(json5: Array(input[..<end]), name: "own")
    } catch {
      return
    }
    let log = Array(input[end...].dropFirst(line.count))
    try attemptInBlocks(log) { $0.mapping = mapping }
    guard mapping.form == .json else { return }
    try promise(
      Told(lines: log, learns: true, mapping: mapping),
      equals: Told(lines: log, learns: false, mapping: mapping),
      "templates and trees differ")
  }
}
