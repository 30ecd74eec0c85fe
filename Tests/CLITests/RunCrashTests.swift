import Foundation
import TestSupport
import Testing

/// Whatever ends a run, and wherever: who follows `current` finds a whole generation, and the next run cleans up and
/// remembers what was published.
///
/// The whole program is ended by SIGKILL, or refused by the disk, at its calls that change a folder, one after another;
/// strace does that to the call it is told to.
@Suite(.enabled(if: Tracing.isPossible, Tracing.skipped))
struct RunCrashTests {
  private let place: BatchPlace
  private static let options = ["--no-import", "--quiet", "--fail-on", "never", "--keep", "1"]

  init() throws {
    place = try BatchPlace()
    try place.simulate(events: 300, seed: 1, to: "logs/a.jsonl")
    #expect(try place.run(["--quiet", "--fail-on", "never"]).code == 0)
    try place.simulate(events: 300, seed: 2, to: "logs/b.jsonl")
  }

  /// Calls that make, change, rename or remove what others may see; a crash between two of them is a crash at the next.
  ///
  /// The ledger is written to, by pwrite64, once the generation is published.
  private static let calls = ["write", "fsync", "rename", "symlink", "mkdir", "unlink", "rmdir", "pwrite64"]

  /// Runs under strace, which does something to the n-th of some calls in the output folder.
  ///
  /// - Returns: whether the run came to its end undisturbed.
  private func disturbed(_ copy: BatchPlace, _ call: String, _ number: Int, _ harm: String) throws -> Bool {
    let run = try Tracing.run(
      [copy.program] + copy.arguments(Self.options), in: copy.folder, call, number, harm)
    return run.code == 0 && !run.wasKilled
  }

  @Test(arguments: calls) func `a kill at any call leaves a whole generation, and the next run completes it`(
    call: String
  ) throws {
    try sweep(call, harm: "signal=SIGKILL")
  }

  @Test(arguments: ["write", "fsync", "mkdir", "symlink", "rename"])
  func `a full disk at any call leaves a whole generation, and the next run completes it`(call: String) throws
  {
    try sweep(call, harm: "error=ENOSPC")
  }

  @Test func `a run that could not set the link is completed as if nothing had been`() throws {
    let whole = try place.copy()
    #expect(try whole.start(whole.arguments(["--quiet", "--fail-on", "never", "logs"])).code == 0)
    let copy = try place.copy()
    let words = copy.arguments(["--quiet", "--fail-on", "never", "logs"])
    let run = try Tracing.run([copy.program] + words, in: copy.folder, "symlink", 1, "error=EIO")
    #expect(run.code == 74)
    #expect(try copy.start(words).code == 0)
    let generations = { (place: BatchPlace) in
      try FileManager.default.contentsOfDirectory(atPath: place.folder.path("out/generations")).sorted()
    }
    #expect(try generations(copy) == generations(whole))
    #expect(try copy.generation() == whole.generation())
  }

  @Test(arguments: ["pwrite64", "fdatasync", "unlink"])
  func `a run that is killed while it imports is completed by the next, as if nothing had been`(
    call: String
  ) throws {
    let words = ["--quiet", "--fail-on", "never", "logs"]
    let whole = try place.copy()
    #expect(try whole.start(whole.arguments(words)).code == 0)
    let expected = try whole.start(["verify", "--fingerprint"]).outputText
    var number = 1
    var deaths = 0
    while number < 1_000 {
      let copy = try place.copy()
      let run = try Tracing.run(
        [copy.program] + copy.arguments(words), in: copy.folder, call, number, "signal=SIGKILL")
      #expect(try copy.generation()?.problems == [], "\(call) \(number)")
      if run.code == 0, !run.wasKilled { break }
      deaths += 1
      // What the ledger was before the transaction that was cut off has to be restored first.
      #expect(try copy.start(copy.arguments(Self.options)).code == 0, "\(call) \(number)")
      #expect(try copy.start(copy.arguments(words)).code == 0)
      #expect(try copy.start(["verify", "--fingerprint"]).outputText == expected, "\(call) \(number)")
      #expect(try copy.generation()?.problems == [] && copy.leftovers() == [], "\(call) \(number)")
      number += number > 4 ? 11 : 1
    }
    #expect(deaths > 0)
  }

  @Test func `an interrupt is taken between two files: nothing is published, and the log says so`() throws {
    #expect(try place.importOnly().code == 0)
    let before = try #require(try place.generation()).name
    let success = try Data(contentsOf: place.folder.url.appending(path: "out/last-success"))
    for harm in ["signal=SIGTERM", "signal=SIGINT"] {
      let run = try Tracing.run(
        [place.program] + place.arguments(Self.options), in: place.folder, "write", 1, harm)
      #expect(run.code == 130 && run.errorText.contains("interrupted"), "\(run.errorText)")
      #expect(try place.generation()?.name == before)
      #expect(try place.leftovers() == [])
    }
    #expect(try Data(contentsOf: place.folder.url.appending(path: "out/last-success")) == success)
    let log = try String(contentsOfFile: place.folder.path("out/run.log"), encoding: .utf8)
    #expect(log.split(separator: "\n").suffix(2).allSatisfy { $0.contains("\"exit_code\":130,") })
  }

  private func sweep(_ call: String, harm: String) throws {
    #expect(try place.importOnly().code == 0)
    let before = try #require(try place.generation())
    let whole = try place.copy()
    #expect(try whole.run(Self.options).code == 0)
    let remembered = try whole.remembered()
    var (number, disturbances) = (1, 0)
    while number < 400 {
      let copy = try place.copy()
      let isUndisturbed = try disturbed(copy, call, number, harm)
      let after = try #require(try copy.generation(), "\(call) \(number)")
      #expect(after.problems == [], "\(call) \(number)")
      if isUndisturbed { break }
      disturbances += 1
      #expect(try copy.run(Self.options).code == 0, "\(call) \(number)")
      let last = try #require(try copy.generation())
      #expect(last.problems == [] && last.name != before.name, "\(call) \(number)")
      #expect(try copy.leftovers() == [], "\(call) \(number)")
      #expect(try copy.remembered() == remembered, "\(call) \(number)")
      // File after file is written alike.
      number += triesAllSeeds || number <= 6 ? 1 : 11
    }
    #expect(disturbances > 0)
  }
}
