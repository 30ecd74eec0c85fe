import Foundation
import Simulation
import TestSupport

/// What the lines of a file are, counted while they are written.
struct LineCount: Equatable {
  var records = 0
  var rejected = 0
  var ignored = 0

  var lines: Int { records + rejected + ignored }
}

/// A log scattered over files: its records in any order and partly repeated, in mixed shapes, with blank and refused
/// lines in between, some files compressed and some there twice.
struct ScatteredLog {
  struct File {
    var name: String
    var bytes: Data
    var count: LineCount
  }

  private(set) var files: [File] = []

  init(_ records: LogRecords, using random: inout SeededGenerator) throws {
    var order = Array(0..<records.count)
    for _ in 0..<records.count / 8 { order.append(Int.random(in: 0..<records.count, using: &random)) }
    order.shuffle(using: &random)
    var cuts = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
      Int.random(in: 1..<order.count, using: &random)
    }
    cuts = [0] + Set(cuts).sorted() + [order.count]
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      var file = Self.file(records, order[start..<end], number: files.count, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 { try Self.compress(&file, using: &random) }
      files.append(file)
    }
    for file in files where Int.random(in: 0..<5, using: &random) == 0 {
      files.append(File(name: "copies/of-" + file.name, bytes: file.bytes, count: file.count))
    }
  }

  /// The files as different contents: of copies only the first in the order in which a folder is walked.
  var contents: [File] {
    var seen: Set<Data> = []
    return files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .filter { seen.insert($0.bytes).inserted }
  }

  private static func file(
    _ records: LogRecords, _ order: ArraySlice<Int>, number: Int, using random: inout SeededGenerator
  ) -> File {
    let shape = LogShape.allCases[Int.random(in: 0..<LogShape.allCases.count, using: &random)]
    var bytes = records.file(order, shape)
    var count = LineCount(records: order.count, ignored: shape.hasHeader ? 1 : 0)
    if shape.isJSONLines, Bool.random(using: &random) {
      bytes = withNoise(bytes, &count, using: &random)
    }
    // Names tell nothing: neither the shape nor the compression.
    return File(name: "log-\(number)", bytes: Data(bytes), count: count)
  }

  /// The lines with blank and refused ones in between.
  private static func withNoise(
    _ bytes: [UInt8], _ count: inout LineCount, using random: inout SeededGenerator
  ) -> [UInt8] {
    let refused = [
      "not a record", "{\"app_key\":\"1\"}", "{\"app_key\":\"1\",\"message_id\":", "[1,2]", "\u{0}\u{0}\u{0}",
    ]
    var result: [UInt8] = []
    for line in bytes.split(separator: 0x0A) {
      result += line + [0x0A]
      switch Int.random(in: 0..<24, using: &random) {
      case 0:
        result += [0x0A]
        count.ignored += 1
      case 1:
        result += Array(refused[Int.random(in: 0..<refused.count, using: &random)].utf8) + [0x0A]
        count.rejected += 1
      default: break
      }
    }
    return result
  }

  /// Compresses a file, with some luck in two members that are cut anywhere.
  private static func compress(_ file: inout File, using random: inout SeededGenerator) throws {
    guard let compression = Compression.installed.randomElement(using: &random) else { return }
    let cut = Bool.random(using: &random) ? Int.random(in: 0...file.bytes.count, using: &random) : 0
    let members = [file.bytes.prefix(cut), file.bytes.dropFirst(cut)].filter { !$0.isEmpty }
    file.bytes = try members.map { try compression.compress(Data($0)) }.reduce(Data(), +)
  }
}
