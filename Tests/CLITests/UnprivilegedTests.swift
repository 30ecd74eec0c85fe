import Foundation
import TestSupport
import Testing

/// Commands of a user whom the system refuses something, as it refuses root nothing: what is refused is named, the rest
/// is done, and the exit code is 77.
@Suite(.enabled(if: Unprivileged.isPossible, Unprivileged.skipped)) struct UnprivilegedTests {
  private let place: BatchPlace

  init() throws {
    place = try BatchPlace()
    try place.simulate(events: 100, seed: 1, to: "logs/open/a.jsonl")
    try place.simulate(events: 100, seed: 2, to: "logs/shut/b.jsonl")
    // Other tests make ledgers in this process, for which its mask is narrow now and then.
    for name in ["", "logs", "logs/open", "logs/shut"] { try chmod(name, 0o755) }
    for name in ["logs/open/a.jsonl", "logs/shut/b.jsonl"] { try chmod(name, 0o644) }
    // The folder is the user's, and the logs in it are another's.
    try Unprivileged.give(place.folder.url.path)
  }

  private func chmod(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.folder.path(name))
  }

  private func run(_ words: String...) throws -> ProgramRun { try Unprivileged.run(place, words) }

  @Test(arguments: [("logs/shut", 0o700), ("logs/shut", 0o711), ("logs/shut/b.jsonl", 0o600)])
  func `what cannot be read among logs is named, and the rest is imported`(name: String, mode: Int) throws {
    try chmod(name, mode)
    let run = try run("import", "logs")
    #expect(run.code == 77, "\(run.errorText)")
    #expect(run.errorText.contains("files: 1 new, 1 failed"), "\(run.errorText)")
    #expect(run.errorText.contains("pushledger import: \(name): "), "\(run.errorText)")
    try chmod(name, 0o755)
    let again = try self.run("import", "logs")
    #expect(again.code == 0 && again.errorText.contains("files: 1 new, 1 already read"), "\(again.errorText)")
  }

  @Test func `a folder that may be listed and not entered is named`() throws {
    try chmod("logs/shut", 0o744)
    let run = try run("import", "logs")
    #expect(run.code == 77 && run.errorText.contains("logs/shut/b.jsonl: "), "\(run.errorText)")
  }

  @Test(arguments: [
    ["import", "logs/open"], ["status"], ["report"], ["query", "--sql", "SELECT 1"], ["verify"],
    ["backup", "copy.db"], ["prune", "--before", "2026-09-02"],
  ]) func `the ledger of another user is told as such and not touched`(words: [String]) throws {
    try #require(place.start(["import", "--quiet", "logs"]).code == 0)
    let before = try Data(contentsOf: place.folder.url.appending(path: "pushledger.db"))
    let run = try Unprivileged.run(place, words)
    #expect(run.code == 77, "\(run.errorText)")
    #expect(run.errorText.contains("permission denied"), "\(run.errorText)")
    #expect(try Data(contentsOf: place.folder.url.appending(path: "pushledger.db")) == before)
  }

  @Test func `a folder in which nothing may be made takes no ledger`() throws {
    try chmod("", 0o555)
    defer { try? chmod("", 0o755) }
    let run = try run("import", "logs")
    #expect(run.code == 77 && run.errorText.contains("permission denied"), "\(run.errorText)")
  }

  @Test(arguments: ["status", "import"]) func `a journal that may not be removed is no fault of the disk`(
    command: String
  ) throws {
    try #require(run("import", "--quiet", "logs/open").code == 0)
    // A journal of a change that was killed is what SQLite finds where its first bytes are those of one.
    let journal = try hotJournal()
    try journal.write(to: place.folder.url.appending(path: "pushledger.db-journal"))
    try Unprivileged.give(place.folder.path("pushledger.db-journal"))
    try chmod("", 0o555)
    defer { try? chmod("", 0o755) }
    let run = try run(command, command == "import" ? "logs/open" : "--json")
    #expect(run.code == 77, "\(run.errorText)")
    #expect(
      run.errorText.contains("permission denied") && !run.errorText.contains("2570"), "\(run.errorText)")
    try chmod("", 0o755)
    #expect(try self.run("verify").code == 0)
  }

  /// The rollback journal of a change of the ledger's first page that came to no end.
  private func hotJournal() throws -> Data {
    let page = try Data(contentsOf: place.folder.url.appending(path: "pushledger.db")).prefix(8192)
    func word(_ value: UInt32) -> Data {
      Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }
    let pages = try Data(contentsOf: place.folder.url.appending(path: "pushledger.db")).count / 8192
    var journal = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
    // One page, a nonce of 0, the size of the file in pages, and sectors and pages of a length each.
    for value in [1, 0, UInt32(pages), 512, 8192] { journal += word(value) }
    journal += Data(count: 512 - journal.count)
    // The sum of every two hundredth byte from the end on.
    var sum: UInt32 = 0
    for place in stride(from: 8192 - 200, to: 0, by: -200) { sum &+= UInt32(page[place]) }
    return journal + word(1) + page + word(sum)
  }

  @Test func `a ledger in a folder that may not be entered is not said to be missing`() throws {
    try place.folder.write(Data(), to: "shut/push.db")
    try chmod("shut", 0o700)
    for words in [["status"], ["report"], ["rejects"]] {
      let run = try Unprivileged.run(place, words + ["--db", "shut/push.db"])
      #expect(run.code == 77 && run.errorText.contains("permission denied"), "\(run.errorText)")
    }
  }

  @Test func `what may be a ledger of another user is not replaced by an output`() throws {
    try #require(run("import", "--quiet", "logs/open").code == 0)
    try #require(place.start(["import", "--quiet", "--db", "other.db", "logs"]).code == 0)
    let before = try Data(contentsOf: place.folder.url.appending(path: "other.db"))
    for words in [["query", "--sql", "SELECT 1"], ["report", "daily"]] {
      let run = try Unprivileged.run(place, words + ["--output", "other.db"])
      #expect(run.code == 73 && run.errorText.contains("may be a ledger"), "\(run.errorText)")
    }
    #expect(try run("backup", "other.db").code == 77)
    #expect(try Data(contentsOf: place.folder.url.appending(path: "other.db")) == before)
  }

  @Test func `an export without flags does not leave those that it may not look at`() throws {
    try #require(run("import", "--quiet", "logs/open").code == 0)
    try #require(run("export", "--output", "out").code == 0)
    try chmod("out/flags.csv", 0o600)
    try Unprivileged.give(place.folder.path("out/flags.csv"), to: 0)
    let run = try run("export", "--output", "out", "--flags", "none")
    #expect(run.code == 73 && run.errorText.contains("flags.csv"), "\(run.errorText)")
  }

  @Test func `a configuration of another user that lies in the folder is not followed`() throws {
    try place.folder.write(Data("{timeZone: \"Asia/Tokyo\"}".utf8), to: "pushledger.json5")
    try chmod("pushledger.json5", 0o644)
    // Root is trusted by everybody.
    #expect(try run("config", "show").code == 0)
    try Unprivileged.give(place.folder.path("pushledger.json5"), to: Unprivileged.user + 1)
    for words in [["config", "show"], ["import", "logs/open"], ["run", "--no-import"]] {
      let run = try Unprivileged.run(place, words)
      #expect(run.code == 78, "\(run.errorText)")
      #expect(run.errorText.contains("belongs to another user"), "\(run.errorText)")
      #expect(run.errorText.contains("--config pushledger.json5"), "\(run.errorText)")
    }
    let named = try run("config", "show", "--config", "pushledger.json5")
    #expect(named.code == 0 && named.outputText.contains("Asia/Tokyo"), "\(named.errorText)")
    try Unprivileged.give(place.folder.path("pushledger.json5"))
    #expect(try run("config", "show").code == 0)
    try chmod("pushledger.json5", 0o666)
    let open = try run("config", "show")
    #expect(open.code == 78 && open.errorText.contains("can be written by other users"), "\(open.errorText)")
  }

  @Test func `a link of another user to a configuration is not followed`() throws {
    try place.folder.write(Data("{}".utf8), to: "elsewhere.json5")
    try Unprivileged.give(place.folder.path("elsewhere.json5"))
    try FileManager.default.createSymbolicLink(
      atPath: place.folder.path("pushledger.json5"), withDestinationPath: "elsewhere.json5")
    #expect(try run("config", "show").code == 0)
    #expect(unsafe lchown(place.folder.path("pushledger.json5"), Unprivileged.user + 1, 0) == 0)
    #expect(try run("config", "show").code == 78)
  }
}

/// A user without rights of root, as whom root runs programs.
enum Unprivileged {
  /// `nobody`, which every system has.
  static let user: UInt32 = 65_534

  static let isPossible: Bool = {
    guard geteuid() == 0, let place = try? BatchPlace() else { return false }
    return (try? run(place, ["--version"]).code) == 0
  }()

  static let skipped: Comment =
    "only root can run programs as nobody, by setpriv, where nobody may read the program"

  static func run(_ place: BatchPlace, _ words: [String]) throws -> ProgramRun {
    let setpriv = try #require(ProgramRun.path(of: "setpriv"))
    return try ProgramRun(
      setpriv, ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", place.program] + words,
      in: place.folder.url.path, environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
  }

  static func give(_ path: String, to owner: UInt32 = user) throws {
    try #require(unsafe chown(path, owner, owner) == 0)
  }
}
