import Foundation
import Simulation
import TestSupport

/// A JSON Lines log with everything between its records that a reader has to bear: blank and refused lines, other line
/// ends, byte order marks, bytes that are no text, lines far longer than others, and an end that may be cut.
struct HostileLog {
  private(set) var bytes: [UInt8]

  /// How the last line of a log ends.
  enum End: CaseIterable {
    case lineFeed, carriageReturn, nothing, cut, blank
  }

  init(
    _ records: LogRecords, _ range: Range<Int>, longest: Int = 3_000, using random: inout SeededGenerator
  ) {
    let lines = records.file(Array(range)[...], .jsonLines).split(separator: 0x0A).map(Array.init)
    bytes = []
    for line in lines {
      while Int.random(in: 0..<4, using: &random) == 0 {
        bytes += Self.noise(longest: longest, using: &random)
      }
      if Int.random(in: 0..<20, using: &random) == 0 { bytes += [0xEF, 0xBB, 0xBF] }
      bytes += line
      bytes += Int.random(in: 0..<5, using: &random) == 0 ? [0x0D, 0x0A] : [0x0A]
      // Logged twice, as a log that is delivered at least once has it.
      if Int.random(in: 0..<12, using: &random) == 0 { bytes += line + [0x0A] }
    }
    switch End.allCases.randomElement(using: &random) ?? .lineFeed {
    case .lineFeed: break
    case .carriageReturn: bytes[bytes.count - 1] = 0x0D
    case .nothing: bytes.removeLast()
    case .cut: bytes.removeLast(Int.random(in: 2...40, using: &random))
    case .blank: bytes += [0x20, 0x0D, 0x0A, 0x0A, 0x20, 0x20]
    }
  }

  /// A line that is no event.
  private static func noise(longest: Int, using random: inout SeededGenerator) -> [UInt8] {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: [0x0A]
    case 1: [0x0D, 0x0A]
    case 2: Array("  \t\r\r\n".utf8)
    case 3: Array("not a record\n".utf8)
    case 4: [0x00, 0xFF, 0xC3, 0x0A]
    case 5: Array("{\"app_key\":\"1\",\"message_id\":\n".utf8)
    case 6: Array("{\"app_key\":\"1\"}\r\n".utf8)
    case 7: Array("[{\"app_key\":\"1\"}]\n\n".utf8)
    case 8: Array("{\"app_key\":\"1\",\"stray_\(Int.random(in: 0..<200, using: &random))\":1}\n".utf8)
    default:
      [UInt8](repeating: UInt8(ascii: "x"), count: Int.random(in: 1...longest, using: &random)) + [0x0A]
    }
  }
}

extension ScratchFolder {
  /// Files of every kind around some that are divided, in the order of their names.
  ///
  /// - Parameter events: records in all; few where each byte is a part.
  /// - Returns: their paths, and that of one that is not there.
  func writeHostileLogs(_ seed: UInt64, events: Int = 150, using random: inout SeededGenerator) throws
    -> [String]
  {
    var scenario = Scenario.small(seed: seed)
    scenario.events = events
    let records = LogRecords.simulated(scenario.inWorlds(World.drawn(seed)))
    /// So many hundredths of the records.
    func some(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound * events / 100..<range.upperBound * events / 100
    }
    func log(_ range: Range<Int>) -> Data {
      Data(HostileLog(records, some(range), longest: 20 * events, using: &random).bytes)
    }
    func file(_ range: Range<Int>, _ shape: LogShape) -> Data {
      Data(records.file(Array(some(range))[...], shape))
    }
    let gzip = try Compression.installed.first.map { try $0.compress(log(30..<45)) } ?? log(30..<45)
    let files: [(String, Data)] = [
      ("a.jsonl", log(0..<30)), ("b.packed", gzip), ("c.csv", file(40..<60, .csv)), ("d.jsonl", log(55..<60)),
      ("e.empty", Data()), ("f.html", Data("<html>\n<body>404</body>\n</html>\n".utf8)),
      ("g.json", file(55..<70, .jsonArray)), ("h.jsonl", log(65..<100)),
      ("i.jsonl", Data(repeating: 0x0A, count: 300)), ("j.missing", Data()),
    ]
    for (name, bytes) in files where name != "j.missing" { try write(bytes, to: "logs/" + name) }
    return files.map { path("logs/" + $0.0) }
  }
}
