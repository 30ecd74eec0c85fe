import Foundation
import ReceiptModel
import Reporting
import Testing

private func text(_ table: ResultTable, _ format: TableFormat) -> String {
  var output: [UInt8] = []
  format.write(table, into: &output)
  return String(decoding: output, as: UTF8.self)
}

@Suite struct JSONFormatTests {
  let hostile = ResultTable(
    columns: [ResultColumn("a<\"\\\n"), ResultColumn("n")],
    rows: HostileText.all.map { [.text($0), .integer(1)] })

  @Test func `every text comes back from both formats`() throws {
    let whole = try JSONSerialization.jsonObject(with: Data(text(hostile, .json).utf8)) as? [[String: Any]]
    let lines = try text(hostile, .jsonl).utf8.split(separator: 0x0A).map { line in
      try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
    }
    #expect(whole?.count == HostileText.all.count)
    #expect(lines.count == HostileText.all.count)
    for (index, expected) in HostileText.all.enumerated() {
      for row in [whole?[index], lines[index]] {
        let value = row?["a<\"\\\n"] as? String
        #expect(value.map { Array($0.utf8) } == Array(expected.utf8))
      }
    }
  }

  @Test func `Python reads the same texts`() throws {
    let script =
      "import json, sys; print('\\n'.join(r['a<\\\"\\\\\\n'].encode().hex() for r in json.load(sys.stdin)))"
    let bytes = Array(text(hostile, .json).utf8)
    guard let answer = try Program.run("/usr/bin/env", ["python3", "-c", script], input: bytes) else {
      return
    }
    let expected = HostileText.all.map {
      $0.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    #expect(String(decoding: answer, as: UTF8.self) == expected.joined(separator: "\n") + "\n")
  }

  @Test(arguments: [TableFormat.json, .jsonl])
  func `nothing of it acts in a page or a terminal`(format: TableFormat) {
    for scalar in text(hostile, format).unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(scalar != "<" && category != .control && category != .format)
      #expect(scalar != "\u{2028}" && scalar != "\u{2029}")
    }
  }

  @Test func `integers beyond 2^53 are texts, and every kind of value has its form`() {
    let table = ResultTable(
      columns: [
        ResultColumn("a"), ResultColumn("b"), ResultColumn("c"), ResultColumn("c"), .share("r"),
        ResultColumn("id", .identifier), ResultColumn("z"),
      ],
      rows: [
        [
          .integer(9_007_199_254_740_992), .integer(9_007_199_254_740_993), .integer(.min), .null,
          .real(1.0 / 3),
          .integer(5), .blob([1, 254]),
        ],
        [.real(1e-7), .real(.infinity), .real(.nan), .real(1e300), .null, .text("5"), .real(-.infinity)],
      ])
    let first =
      #"{"a":9007199254740992,"b":"9007199254740993","c":"-9223372036854775808","c_2":null,"r":0.333333,"id":"5","z":"01fe"}"#
    let second = #"{"a":0.0000001,"b":9e999,"c":null,"c_2":1e+300,"r":null,"id":"5","z":-9e999}"#
    #expect(text(table, .jsonl) == "\(first)\n\(second)\n")
    #expect(text(table, .json) == "[\n  \(first),\n  \(second)\n]\n")
  }

  @Test func `no rows are an empty array, and no lines`() {
    #expect(text(ResultTable(columns: [ResultColumn("a")]), .json) == "[]\n")
    #expect(text(ResultTable(columns: [ResultColumn("a")]), .jsonl).isEmpty)
  }
}
