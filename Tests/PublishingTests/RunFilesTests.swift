import Foundation
import ReceiptModel
import TestSupport
import Testing

@testable import Publishing

/// What runs write beside their generations.
@Suite struct RunFilesTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `the log of runs stays within twice its limit, and only its owner reads it`() throws {
    let log = RunLog(path: folder.path("run.log"), limit: 4_000)
    var entry = RunEntry(start: Instant(milliseconds: 0))
    var written = 0
    for round in 0..<100 {
      entry.error = "round \(round)\n\u{1b}[31m"
      try log.append(entry)
      written += entry.line.count
      for name in ["run.log", "run.log.1"] where FileManager.default.fileExists(atPath: folder.path(name)) {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        #expect(attributes[.size] as? Int ?? 0 <= 4_000 && attributes[.posixPermissions] as? Int == 0o600)
      }
    }
    #expect(written > 8_000)
    let lines = try ["run.log.1", "run.log"].flatMap { name in
      try String(contentsOfFile: folder.path(name), encoding: .utf8).split(separator: "\n")
    }
    let errors = try lines.map { line in
      try (JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["error"] as? String
    }
    // The youngest are there, without a gap, each on a line.
    #expect(errors == (100 - lines.count..<100).map { "round \($0)\n\u{1b}[31m" })
    #expect(!lines.joined().utf8.contains(0x1b))
  }

  @Test func `the last success is what was written, and nothing when the file is not one`() throws {
    let success = LastSuccess(path: folder.path("last-success"))
    #expect(success.time == nil)
    let time = Instant(milliseconds: 1_790_028_800_999)
    try success.renew(at: time, asOf: Instant(milliseconds: 0), generation: "x")
    #expect(success.time == time)
    for text in ["", "{", "[1]", "{\"time_ms\": \"1\"}", "{\"time_ms\": 1e300}"] {
      try folder.write(text, to: "last-success")
      #expect(success.time == nil, "\(text)")
    }
  }
}
