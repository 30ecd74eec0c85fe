import Foundation
import TestSupport
import Testing

/// Folders and locks that the system refuses: nothing is left out without a word, and nothing is tried for ever.
@Suite(.enabled(if: Tracing.isPossible, Tracing.skipped)) struct FailingFolderTests {
  private let place: BatchPlace

  init() throws {
    place = try BatchPlace()
    try place.simulate(events: 300, seed: 1, to: "logs/app1/a.jsonl")
    try place.simulate(events: 300, seed: 2, to: "logs/app2/b.jsonl")
  }

  private func importing(_ call: String, every step: Int? = nil, _ error: String, on file: String) throws
    -> ProgramRun
  {
    try Tracing.run(
      [place.program, "import", place.folder.path("logs")], in: place.folder, call, 1, every: step,
      "error=\(error)", on: file)
  }

  @Test(arguments: [
    ("openat", "EACCES", "logs/app2", 77), ("openat", "EIO", "logs/app2", 74),
    ("openat", "EMFILE", "logs/app2", 74), ("openat", "ESTALE", "logs/app2", 74),
    ("getdents64", "EIO", "logs/app2", 74), ("newfstatat", "EIO", "logs/app2/b.jsonl", 74),
    ("newfstatat", "EACCES", "logs/app2/b.jsonl", 77),
  ]) func `what cannot be looked at is named, and the rest is imported`(
    call: String, error: String, file: String, code: Int32
  ) throws {
    let run = try importing(call, every: 1, error, on: file)
    #expect(run.code == code, "\(run.errorText)")
    #expect(run.errorText.contains("files: 1 new, 1 failed"), "\(run.errorText)")
    #expect(run.errorText.contains("pushledger import: \(place.folder.path(file)): "), "\(run.errorText)")
  }

  @Test func `a folder that is named itself and cannot be read is no empty one`() throws {
    let run = try Tracing.run(
      [place.program, "import", place.folder.path("logs/app2")], in: place.folder, "openat", 1,
      "error=EACCES",
      on: "logs/app2")
    #expect(run.code == 77, "\(run.errorText)")
  }

  @Test func `a log whose size the disk does not tell is no other kind of file`() throws {
    let run = try Tracing.run(
      [place.program, "import", "--quiet", place.folder.path("logs/app2/b.jsonl")], in: place.folder,
      "newfstatat", 2, every: 1, "error=EIO", on: "logs/app2/b.jsonl")
    #expect(run.code == 74, "\(run.errorText)")
  }

  @Test func `a list of names that a signal interrupts is read on`() throws {
    let run = try importing("getdents64", "EINTR", on: "logs/app2")
    #expect(run.code == 0 && run.errorText.contains("files: 2 new"), "\(run.errorText)")
  }

  @Test(arguments: ["logs", "logs/app2", "logs/app2/b.jsonl"])
  func `a look that a signal interrupts is taken again`(file: String) throws {
    let run = try importing("openat", every: 2, "EINTR", on: file)
    #expect(run.code == 0 && run.errorText.contains("files: 2 new"), "\(run.errorText)")
  }

  @Test(arguments: [
    ["import", "logs"], ["report", "daily", "--output", "daily.md"], ["export", "--output", "out"],
    ["query", "--sql", "SELECT 1", "--output", "one.csv"], ["backup", "copy.db"],
  ]) func `a file system that cannot lock is told at once`(words: [String]) throws {
    #expect(try place.importOnly().code == 0)
    let run = try Tracing.run([place.program] + words, in: place.folder, "flock", 1, every: 1, "error=ENOLCK")
    #expect(run.code == 73, "\(run.errorText)")
    #expect(run.errorText.contains("cannot lock files"), "\(run.errorText)")
    let left = try FileManager.default.subpathsOfDirectory(atPath: place.folder.url.path)
    #expect(left.allSatisfy { !$0.contains("staging") && !$0.contains("copy.db") })
  }

  @Test func `a new file that cannot be looked at is told, and another name is not tried for ever`() throws {
    #expect(try place.importOnly().code == 0)
    let words = [place.program, "export", "--output", "out"]
    let number = try #require(try Tracing.number(words, in: place.folder, "newfstatat", of: ".staging-"))
    let run = try Tracing.run(words, in: place.folder, "newfstatat", number, every: 1, "error=EIO")
    #expect(run.code == 74, "\(run.errorText)")
    #expect(run.errorText.contains("out"), "\(run.errorText)")
  }
}
