import Foundation
import TestSupport
import Testing

/// What `contrib` offers to copy does what it says.
@Suite struct ContribTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "contrib")

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The commands of the crontab, as cron hands them to a shell: after five fields, and cut at a `%` without backslash.
  private static let commands: [String] = {
    let lines = (try? text("crontab"))?.split(separator: "\n") ?? []
    return lines.filter { $0.first?.isNumber ?? false }.map { line in
      line.split(maxSplits: 5, whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
    }
  }()

  @Test func `every line of the crontab runs in cron's poor environment and is silent while all is well`()
    throws
  {
    try #require(Self.commands.count == 4)
    let place = try BatchPlace()
    try place.simulate(events: 400, seed: 1, to: "push/logs/a.jsonl")
    try place.folder.write(
      "{ run: { logs: [\"logs\"], failOn: \"never\" } }", to: "push/pushledger.json5")
    for command in Self.commands {
      #expect(!command.contains("%"))
      let here = command.replacingOccurrences(of: "/srv/push", with: place.folder.path("push"))
      let path = "PATH=\(ProgramRun.builtPrograms.path):/usr/bin:/bin"
      let run = try ProgramRun("/usr/bin/env", ["-i", path, "/bin/sh", "-c", here])
      #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(command): \(run.errorText)")
    }
    let made = try FileManager.default.contentsOfDirectory(atPath: place.folder.path("push")).sorted()
    #expect(
      made == [
        "backups", "logs", "pushledger-out", "pushledger.db", "pushledger.db.lock", "pushledger.json5",
      ])
  }

  @Test(.enabled(if: ProgramRun.path(of: "systemd-analyze") != nil, "systemd-analyze is not installed"))
  func `systemd has nothing to say about the units`() throws {
    let place = try BatchPlace()
    // The program of the unit is not installed where it is built.
    let service = try Self.text("systemd/pushledger.service").replacingOccurrences(
      of: "/usr/local/bin/pushledger", with: place.program)
    let paths = [
      try place.folder.write(service, to: "pushledger.service"),
      try place.folder.write(Self.text("systemd/pushledger.timer"), to: "pushledger.timer"),
    ]
    let run = try ProgramRun(
      try #require(ProgramRun.path(of: "systemd-analyze")), ["verify", "--man=no"] + paths)
    #expect(run.code == 0 && run.outputText + run.errorText == "", "\(run.errorText)")
  }

  @Test func `the unit's command is one that the program understands`() throws {
    let line = try #require(
      try Self.text("systemd/pushledger.service").split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
    let words = line.split(separator: " ").dropFirst().map(String.init)
    let place = try BatchPlace()
    let run = try place.start(words + ["--dry-run", "--no-import"])
    #expect(run.code == 0, "\(run.errorText)")
  }
}
