import Foundation
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// Parts of a file together are the file.
struct FilePartTests {
  private static func log(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) } }

  /// Short lines, so that small parts meet every place in them.
  private static let logs: [[UInt8]] = {
    let good = "{\"app_key\":1,\"message_id\":2,\"event_type\":\"sent\",\"event_time\":1790000000}"
    return [
      log([good + "\n", "\n", "bad\r\n", good + "\r\n", "\r\n\n", good + "\n"]),
      log([good + "\n", good]), log([good + "\n", good + "\r"]), log([good + "\n", "cut"]),
      log([good + "\n\n\n"]), log(["\n\n" + good + "\n", "  "]),
      log([good + "\n", String(repeating: "x", count: 100) + "\n", good + "\n"]),
      log([good + "\n", "[" + good + ",\n" + good + "]\n", good + "\n" + good + "\n", "]\n"]),
      log([good + "\n", "{\"data\":[" + good + "]}\n" + good + "\n[" + good + "]"]),
      log([good + "\n", good.replacing(",", with: ",\n") + "\n", good + "\n{\n", good + "\n" + good]),
    ]
  }()

  /// What reading one part gives, its lines numbered from 1.
  private struct Part {
    var reading: Reading
    var start: Int64
  }

  private func parts(of log: [UInt8], from start: Int64 = 0, line: Int = 0, size: Int, blockSize: Int) throws
    -> [Part]
  {
    let file = try ScratchFile(log)
    let end = Int64(log.count)
    return try stride(from: start, to: end, by: size).map { offset in
      let next = min(offset + Int64(size), end)
      let part = FilePart(isFirst: offset == start, isLast: next == end, end: next)
      let reading = try Reading(
        path: file.path, blockSize: blockSize, startOffset: offset, startLine: offset == start ? line : 0,
        part: part
      ) { $0.readLimit = end }
      return Part(reading: reading, start: offset)
    }
  }

  @Test(arguments: logs) func `all parts together give what the whole file gives`(_ log: [UInt8]) throws {
    let whole = try Reading(log) { $0.readLimit = Int64(log.count) }
    for size in [1, 2, 3, 5, 8, 31, 64, 100, 1_000] {
      for blockSize in [1, 7, 4_096] {
        let parts = try parts(of: log, size: size, blockSize: blockSize).map(\.reading)
        #expect(parts.allSatisfy { $0.error == nil })
        #expect(parts.flatMap(\.events) == whole.events)
        #expect(
          parts.flatMap(\.rejections).map(\.byteOffset) == whole.rejections.map(\.byteOffset))
        #expect(parts.map(\.progress.counts.lines).reduce(0, +) == whole.progress.counts.lines)
        #expect(parts.map(\.progress.counts.ignored).reduce(0, +) == whole.progress.counts.ignored)
        #expect(parts.last { $0.progress.counts.lines > 0 }?.progress.offset == whole.progress.offset)
        #expect(parts.map(\.progress.pendingBytes).max() == whole.progress.pendingBytes)
      }
    }
  }

  @Test(arguments: logs) func `a file is taken up in parts at any line`(_ log: [UInt8]) throws {
    // A line end that comes late belongs to the line before it.
    let places = log.indices.filter { log[$0] == UInt8(ascii: "\n") }.flatMap { [$0, $0 + 1] }
    for place in places where place < log.count {
      let whole = try Reading(log, startOffset: Int64(place), startLine: 5) {
        $0.readLimit = Int64(log.count)
      }
      for size in [1, 2, 7, 50] {
        let parts = try parts(of: log, from: Int64(place), line: 5, size: size, blockSize: 16).map(\.reading)
        #expect(parts.flatMap(\.events) == whole.events)
        #expect(parts.map(\.progress.counts.lines).reduce(0, +) == whole.progress.counts.lines)
        #expect(parts.map(\.progress.lastLine).reduce(0, +) == whole.progress.lastLine)
      }
    }
  }

  @Test func `only plain JSON Lines with an event at their beginning are divided`() throws {
    func isDivisible(_ bytes: [UInt8], _ change: (inout ReadOptions) -> Void = { _ in }) throws -> Bool {
      let file = try ScratchFile(bytes)
      var options = ReadOptions()
      change(&options)
      return (try? LogReader.isDivisible(InputFile(path: file.path), options: options)) ?? false
    }
    let good = Sample.bytes([Sample.line()])
    let bad = Sample.bytes(Array(repeating: "bad", count: 99))
    #expect(try isDivisible(good))
    #expect(try isDivisible(bad + good))
    #expect(try !isDivisible(bad + bad + good))
    #expect(try !isDivisible([UInt8](repeating: 10, count: 64 << 10) + good))
    #expect(try !isDivisible([]))
    #expect(try !isDivisible(Sample.bytes([Sample.header, Sample.row()])))
    #expect(try !isDivisible(Array(("[" + Sample.line() + "]").utf8)))
    #expect(try !isDivisible(Array(("{\"data\": [" + Sample.line() + "]}").utf8)))
    #expect(try !isDivisible(good) { $0.format = .json })
    let gzip = try Compression.installed.first?.compress(Data(good)) ?? Data()
    #expect(try !isDivisible(Array(gzip)))
  }

  @Test func `names add up over parts as they do over the whole`() {
    var random = SeededGenerator(seed: 4)
    let met = (0..<600).map { _ in "type \(Int.random(in: 0..<250, using: &random))" }
    var whole = NameCounts()
    for name in met { whole.add(name, 1) }
    var sum = NameCounts()
    for start in stride(from: 0, to: met.count, by: 90) {
      var part = NameCounts()
      for name in met[start..<min(start + 90, met.count)] { part.add(name, 1) }
      sum.add(part)
    }
    #expect(sum == whole)
    #expect(sum.limited.count == 101)
    #expect(sum.limited.values.reduce(0, +) == 600)
  }
}
