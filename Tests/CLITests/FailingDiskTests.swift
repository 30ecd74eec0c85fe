import Foundation
import TestSupport
import Testing

/// Disks that are full or fail: the exit code is 74, the words are the disk's, and nothing half made stays.
@Suite struct FailingDiskTests {
  private let place: BatchPlace
  /// A first import of more than a run, so that the ledger is built.
  private static let build = ["import", "--quiet", "--memory", "64M", "--jobs", "4", "logs"]

  init() throws { place = try BatchPlace() }

  @Test(arguments: [
    ["import", "--quiet", "logs"], ["export", "--sqlite", "shown.db"], ["backup", "copy.db"],
    ["prune", "--quiet", "--before", "2026-09-17"],
  ]) func `a limit on the size of files is told as a full disk, whatever SQLite calls it`(words: [String])
    throws
  {
    try place.simulate(events: 600, seed: 1, to: "logs/a.jsonl")
    if words[0] != "import" { #expect(try place.importOnly().code == 0) }
    let run = try ProgramRun(
      ProgramRun.path(of: "bash") ?? "/bin/bash",
      ["-c", "ulimit -f 64; exec \"$0\" \"$@\"", place.program] + words, in: place.folder.url.path,
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.code == 74 && run.errorText.contains("disk full: "), "\(run.errorText)")
  }

  @Test(.enabled(if: Tracing.isPossible, Tracing.skipped))
  func `a build for which there is no room leaves nothing beside the ledger`() throws {
    try place.simulate(events: 20_000, seed: 1, to: "logs/a.jsonl")
    var refusals = 0
    for number in stride(from: 100, to: 1_000, by: 29) {
      let copy = try place.copy()
      let run = try Tracing.run(
        [copy.program] + Self.build, in: copy.folder, "pwrite64", number, "error=ENOSPC")
      #expect(try copy.folder.names() == ["logs", "pushledger.db", "pushledger.db.lock"], "\(number)")
      if run.code == 0 { break }
      #expect(run.code == 74 && run.errorText.contains("disk full: "), "\(number): \(run.errorText)")
      refusals += 1
    }
    #expect(refusals > 0)
  }

  @Test(.enabled(if: Tracing.isPossible, Tracing.skipped))
  func `a build that cannot be read back is the fault of the disk, not of the program`() throws {
    try place.simulate(events: 20_000, seed: 1, to: "logs/a.jsonl")
    var failures = 0
    for number in stride(from: 1, to: 1_000, by: 37) {
      let copy = try place.copy()
      let run = try Tracing.run(
        [copy.program] + Self.build, in: copy.folder, "pread64", number, "error=EIO",
        on: "pushledger.db-build")
      if run.code == 0 { break }
      #expect(run.code == 74, "\(number): \(run.errorText)")
      failures += 1
    }
    #expect(failures > 0)
  }

  @Test(
    .enabled(if: Tracing.isPossible, Tracing.skipped),
    arguments: [
      ["export", "--output", "export", "daily", "latency"], ["export", "--sqlite", "shown.db"],
      ["backup", "copy.db"],
      ["report", "daily", "--output", "report.html"],
    ]) func `whatever cannot be synced ends the command with an I/O error, names in folders as well`(
      words: [String]
    ) throws
  {
    try place.simulate(events: 600, seed: 1, to: "logs/a.jsonl")
    #expect(try place.importOnly().code == 0)
    var failures = 0
    while failures < 100 {
      let run = try Tracing.run([place.program] + words, in: place.folder, "fsync", failures + 1, "error=EIO")
      if run.code == 0 { break }
      #expect(run.code == 74, "\(run.errorText)")
      failures += 1
    }
    // The file itself, and then its name.
    #expect(failures >= 2)
  }

  @Test func `a file system that has no room for another file is told as a full disk`() throws {
    try place.simulate(events: 300, seed: 1, to: "logs/a.jsonl")
    try place.folder.write("", to: "small/keep")
    // The root, the ledger and its lock; a journal would be the fourth.
    let script = """
      mount -t tmpfs -o nr_inodes=4,size=32m tmpfs small 2> /dev/null || exit 99
      trap 'umount small' EXIT
      "$0" import --quiet --db small/a.db logs || exit 98
      touch small/last
      "$0" prune --before 2027-01-01 --db small/a.db
      """
    let run = try ProgramRun(
      ProgramRun.path(of: "bash") ?? "/bin/bash", ["-c", script, place.program],
      in: place.folder.url.path, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
    // Only who may mount can try.
    guard run.code != 99 else { return }
    #expect(run.code == 74 && run.errorText.contains("disk full: "), "\(run.code) \(run.errorText)")
  }
}
