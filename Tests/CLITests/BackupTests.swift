import Foundation
import TestSupport
import Testing

/// Copies that are made while others write, and pruning and copying that die in the middle.
@Suite struct BackupTests {
  private let place: BatchPlace

  init() throws {
    place = try BatchPlace()
    try place.simulate(events: 2_000, seed: 1, to: "logs/a.jsonl")
  }

  private func fingerprint(_ place: BatchPlace, _ ledger: String = "pushledger.db") throws -> String {
    let run = try place.start(["verify", "--fingerprint", "--db", ledger])
    #expect(run.code == 0, "\(run.errorText)")
    return run.outputText
  }

  private func isSound(_ place: BatchPlace, _ ledger: String = "pushledger.db") throws -> Bool {
    try place.start(["verify", "--db", ledger]).code == 0
  }

  @Test func `copies made during an import are whole ledgers that only grow`() throws {
    #expect(try place.importOnly().code == 0)
    for seed in 2...9 { try place.simulate(events: 2_000, seed: seed, to: "logs/\(seed).jsonl") }
    let place = place
    let importing = Meanwhile { () -> Int32 in
      var code: Int32 = 0
      for seed in 2...9 {
        code = max(code, try place.start(["import", "--quiet", "logs/\(seed).jsonl"]).code)
      }
      return code
    }
    var events: [Int] = []
    for _ in 0..<8 {
      #expect(try place.start(["backup", "copy.db"]).code == 0)
      #expect(try isSound(place, "copy.db"))
      let count = try place.start([
        "query", "--db", "copy.db", "--sql", "SELECT count(*) FROM events", "--format", "csv",
      ])
      events.append(Int(count.outputText.split(separator: "\n").last ?? "") ?? -1)
    }
    #expect(try importing.value() == 0)
    #expect(events == events.sorted() && events[0] > 0)
    #expect(try place.start(["backup", "copy.db"]).code == 0)
    #expect(try fingerprint(place, "copy.db") == fingerprint(place))
  }

  @Test func `what a killed copy left is no obstacle, and a copy that is being made is`() throws {
    #expect(try place.importOnly().code == 0)
    try place.folder.write("half a copy", to: "copy.db.staging-0")
    #expect(try place.start(["backup", "copy.db"]).code == 0)
    #expect(try !place.folder.names().contains("copy.db.staging-0"))
    let flock = try #require(ProgramRun.path(of: "flock"))
    let run = try ProgramRun(
      flock, ["copy.db.staging-0", place.program, "backup", "copy.db"], in: place.folder.url.path,
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.code == 75)
    #expect(try isSound(place, "copy.db"))
  }

  @Test(.enabled(if: Tracing.isPossible, Tracing.skipped))
  func `dated copies are whole, and what a killed one left goes with the next`() throws {
    #expect(try place.importOnly().code == 0)
    let words = [place.program, "backup", "--quiet", "--keep", "3", "backups"]
    for call in ["pwrite64", "fsync", "rename", "unlink"] {
      _ = try Tracing.run(words, in: place.folder, call, 1, "signal=SIGKILL")
      #expect(try place.start(Array(words.dropFirst())).code == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path("backups"))
      #expect(names.count <= 3 && names.allSatisfy { $0.hasSuffix("Z.db") || $0.contains("Z-") }, "\(names)")
      for name in names { #expect(try isSound(place, "backups/\(name)")) }
    }
  }

  @Test(
    .enabled(if: Tracing.isPossible, Tracing.skipped),
    arguments: ["pwrite64", "fsync", "ftruncate", "rename"], ["signal=SIGKILL", "error=ENOSPC"])
  func `a copy that dies anywhere leaves the former one`(call: String, harm: String) throws {
    #expect(try place.importOnly().code == 0)
    #expect(try place.start(["backup", "copy.db"]).code == 0)
    let before = try fingerprint(place)
    try place.simulate(events: 400, seed: 2, to: "logs/b.jsonl")
    #expect(try place.importOnly().code == 0)
    let after = try fingerprint(place)
    var number = 1
    var deaths = 0
    while number < 2_000 {
      let run = try Tracing.run(
        [place.program, "backup", "copy.db"], in: place.folder, call, number, harm)
      let copy = try fingerprint(place, "copy.db")
      if run.code == 0, !run.wasKilled {
        #expect(copy == after)
        break
      }
      deaths += 1
      // The last flush is that of the folder, when the copy has its name already.
      #expect(copy == before || (call == "fsync" && copy == after), "\(call) \(number)")
      // Pages are alike; the first and the last few calls are not.
      number += number > 8 ? 7 : 1
    }
    #expect(deaths > 0)
    #expect(try fingerprint(place) == after)
    #expect(try place.start(["backup", "copy.db"]).code == 0)
    #expect(try !place.folder.names().contains("copy.db.staging-0"))
  }

  @Test(
    .enabled(if: Tracing.isPossible, Tracing.skipped),
    arguments: ["pwrite64", "fdatasync", "unlink", "rename"])
  func `a prune that is killed anywhere leaves a sound ledger, and the next one completes it`(
    call: String
  ) throws {
    #expect(try place.importOnly().code == 0)
    let words = ["prune", "--before", "2026-09-17", "--vacuum", "--quiet"]
    let whole = try place.copy()
    #expect(try whole.start(words).code == 0)
    let expected = try fingerprint(whole)
    #expect(try expected != fingerprint(place))
    var number = 1
    var deaths = 0
    while number < 2_000 {
      let copy = try place.copy()
      let run = try Tracing.run([copy.program] + words, in: copy.folder, call, number, "signal=SIGKILL")
      #expect(try isSound(copy), "\(call) \(number)")
      #expect(try copy.start(words).code == 0)
      #expect(try fingerprint(copy) == expected, "\(call) \(number)")
      #expect(try copy.folder.names() == ["logs", "pushledger.db", "pushledger.db.lock"])
      if run.code == 0, !run.wasKilled { break }
      deaths += 1
      number += number > 8 ? 9 : 1
    }
    #expect(deaths > 0)
  }
}
