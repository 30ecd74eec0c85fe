import CommandLineKit
import ConfigurationReading
import Files
import Glibc
import Importing
import JSONWriting
import Ledger
import Operations
import Prose
import ReceiptModel
import Reporting
import SQLite

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var json = false

    static let table: [Option<Self>] =
      [.flag(\.json, "--json", help: "the same as JSON, with the warnings")]
      + CommonOptions.table.nested(at: \.common)
  }

  static let doctor = Command(
    "doctor", summary: "what this program runs on, and whether the ledger is well", group: .operate,
    discussion:
      "Prints what to send along with a report of a problem. Nothing in it names a device, a token or an address.",
    examples: [
      Example("pushledger doctor", "versions, settings, the ledger's state"),
      Example("pushledger doctor --json", "the same for programs"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.common)
    let path = session.databasePath
    var report = Report()
    report.add("pushledger", PushLedger.version)
    report.add("SQLite", Database.libraryVersionName)
    if Database.libraryVersion < 3_038_000 { report.warn("SQLite is older than 3.38, which the views need") }
    report.add("time zone", session.zone.name)
    report.add("ledger", path.escapedForTerminal())
    guard FileCall.access(path, F_OK) else {
      report.add("state", "not there yet; `pushledger import` makes one")
      return try report.write(asJSON: options.json)
    }
    report.add("file mode", fileMode(path) ?? "unknown")
    if let mode = fileMode(path), !mode.hasSuffix("00") {
      report.warn("other users than the owner can read the ledger")
    }
    let store = try LedgerReader.openForReading(path)
    for (name, value) in try store.storeFacts() { report.add(name, value) }
    let agrees = try store.agrees(with: session.configuration.ledgerSettings)
    report.add(
      "settings",
      agrees ? "as configured" : "differ from the configuration; the next command recomputes the sums")
    try report.addDeviceIDs(of: store, session)
    do {
      let lock = try StoreLock(for: path, waiting: 0)
      _ = consume lock
      report.add("lock", "free")
    } catch { report.add("lock", Failure(error).message.told()) }
    let problems = try options.common.showing("looking at the ledger") { try store.quickCheck() }
    report.add("quick check", problems.isEmpty ? "ok" : problems.joined(separator: "; "))
    if !problems.isEmpty { report.warn("the store is damaged; restore a copy, or import the logs anew") }
    let code = try report.write(asJSON: options.json)
    return problems.isEmpty ? code : .ioError
  }

  /// The permission bits in octal, as `ls` users know them: 600.
  private static func fileMode(_ path: String) -> String? {
    var status = stat()
    guard FileCall.status(path, &status) else { return nil }
    return String(status.st_mode & 0o777, radix: 8)
  }
}

/// Named facts, and what is remarkable about them.
private struct Report {
  private var facts: [(name: String, value: String)] = []
  private var warnings: [String] = []

  mutating func add(_ name: String, _ value: String) { facts.append((name, value)) }
  mutating func warn(_ text: String) { warnings.append(text) }

  /// Whether the ledger holds pseudonyms, and whether imports would find their key.
  mutating func addDeviceIDs(of store: LedgerReader, _ session: Session) throws {
    let holdsPseudonyms = try store.pseudonymMark() != nil
    add("device ids", holdsPseudonyms ? "pseudonyms" : "as logs name them")
    do {
      guard let key = try session.pseudonymKey(nil) else {
        if holdsPseudonyms { add("their key", "not configured: imports need --pseudonymise") }
        return
      }
      let conflict = try store.deviceIDConflict(mark: key.mark)
      add("their key", conflict == nil ? "as configured" : "not the configured one")
      if conflict != nil { warn("with the key that pseudonymKeyFile names, imports are refused") }
    } catch let error as PseudonymKeyError {
      add("their key", "cannot be used")
      warn(error.description.escapedForTerminal(limit: 600))
    }
  }

  func write(asJSON: Bool) throws -> ExitCode {
    let lines = facts.map { "\($0.name.padded(to: 14))  \($0.value)\n" } + warnings.map { "warning: \($0)\n" }
    let json = JSONTree.object(
      facts.map { ($0.name, .text($0.value)) } + [("warnings", .list(warnings.map { .text($0) }))])
    try DescriptorWriter.standardOutput.write((asJSON ? json.bytes : Array(lines.joined().utf8)).span)
    return .done
  }
}
