import CommandLineKit
import Ledger

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var fingerprint = false

    static let table: [Option<Self>] =
      [.flag(\.fingerprint, "--fingerprint", help: "print only the digest of what the ledger knows")]
      + CommonOptions.table.nested(at: \.common)
  }

  static let verify = Command(
    "verify", summary: "compute everything again and compare", group: .watch,
    discussion: """
      Recomputes every sum from the set of events and compares it with what is stored; exit code 70 and one line for \
      each difference. With --fingerprint prints a digest that is equal for equal sets of events, whatever order or \
      files they came in.
      """,
    examples: [
      Example("pushledger verify", "check the ledger"),
      Example("pushledger verify --fingerprint", "compare two ledgers"),
    ], table: Options.table, defaults: Options()
  ) { options in
    let store = try Session(options.common).openLedger()
    if options.fingerprint {
      try DescriptorWriter.standardOutput.write(try store.fingerprint() + "\n")
      return .done
    }
    let problems = try store.verify()
    for problem in problems { try DescriptorWriter.standardError.write("pushledger verify: \(problem)\n") }
    if problems.isEmpty, !options.common.quiet {
      try DescriptorWriter.standardOutput.write("the ledger agrees with its events\n")
    }
    return problems.isEmpty ? .done : .inconsistent
  }
}
