import CommandLineKit
import Glibc
import Importing
import Ledger
import ReceiptModel
import SQLite

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()

    static let table: [Option<Self>] = CommonOptions.table.nested(at: \.common)
  }

  static let doctor = Command(
    "doctor", summary: "what this program runs on, and whether the ledger is well", group: .operate,
    discussion:
      "Prints what to send along with a report of a problem. Nothing in it names a device, a token or an address.",
    examples: [Example("pushledger doctor", "versions, settings, the ledger's state")], table: Options.table,
    defaults: Options()
  ) { options in
    let session = try Session(options.common)
    let path = session.databasePath
    var report = Report()
    report.add("pushledger", PushLedger.version)
    report.add("SQLite", Database.libraryVersionName)
    if Database.libraryVersion < 3_038_000 { report.warn("SQLite is older than 3.38, which the views need") }
    report.add("time zone", session.zone.name)
    report.add("ledger", path.escapedForTerminal())
    guard unsafe access(path, F_OK) == 0 else {
      report.add("state", "not there yet; `pushledger import` makes one")
      return try report.write()
    }
    report.add("file mode", fileMode(path) ?? "unknown")
    if let mode = fileMode(path), !mode.hasSuffix("00") {
      report.warn("others than the owner may read the ledger")
    }
    let store = try LedgerStore.openForReading(path)
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
    } catch { report.add("lock", CommandFailure.of(error).message) }
    let problems = try store.quickCheck()
    report.add("quick check", problems.isEmpty ? "ok" : problems.joined(separator: "; "))
    if !problems.isEmpty { report.warn("the store is damaged; restore a copy, or import the logs anew") }
    let code = try report.write()
    return problems.isEmpty ? code : .ioError
  }

  /// The permission bits in octal, as `ls` users know them: 600.
  private static func fileMode(_ path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return String(status.st_mode & 0o777, radix: 8)
  }
}

/// Named facts, and what is remarkable about them.
private struct Report {
  private var lines: [String] = []
  private var warnings: [String] = []

  mutating func add(_ name: String, _ value: String) { lines.append("\(name.padded(to: 14))  \(value)\n") }
  mutating func warn(_ text: String) { warnings.append("warning: \(text)\n") }

  /// Whether the ledger holds pseudonyms, and whether imports would find their key.
  mutating func addDeviceIDs(of store: LedgerStore, _ session: Session) throws {
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

  func write() throws -> ExitCode {
    try DescriptorWriter.standardOutput.write(lines.joined() + warnings.joined())
    return .done
  }
}
