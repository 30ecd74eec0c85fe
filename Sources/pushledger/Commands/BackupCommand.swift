import CommandLineKit
import Files
import Ledger
import Operations
import Prose
import UserFiles

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var path: String?
    var keep: Int?

    static let table: [Option<Self>] =
      [
        .rest(
          \.path, placeholder: "PATH", help: "the copy, or a folder that gets one with the time in its name"),
        .value(
          \.keep, "--keep", placeholder: "N",
          help: "PATH is a folder, made when it is not there; the oldest copies beyond N are removed"),
      ] + CommonOptions.table.nested(at: \.common)
  }

  static let backup = Command(
    "backup", summary: "copy the ledger while it is in use", group: .operate,
    discussion: """
      The copy is of one state of the ledger, whoever reads or imports meanwhile; an import waits with its commit until \
      the copy is made. It is checked by SQLite and on the disk before it gets its name, and only its owner can read it. \
      Copying the file by other means while an import is at work gives a damaged copy.

      To restore, put a copy in the ledger's place while nothing runs, remove LEDGER-journal if there is one, and run \
      pushledger verify.
      """,
    examples: [
      Example("pushledger backup copy.db", "one copy, which replaces the last"),
      Example("pushledger backup --keep 7 backups", "a copy for each day of the week"),
    ], table: Options.table, defaults: Options()
  ) { options in
    guard let path = options.path else {
      throw Failure.usage("where to?", advice: "name a file, or a folder with --keep N")
    }
    let session = try Session(options.common)
    Interrupt.listen()
    let backup = LedgerBackup(
      databasePath: session.databasePath, shouldStop: session.interruption.isRequested)
    guard options.keep != nil || OutputFile.isFolder(path) else {
      try options.common.showing("copying") { try backup.replace(path) }
      return .done
    }
    if let keep = options.keep, keep < 1 { throw Failure.usage("--keep wants a whole number from 1 on") }
    let copy = try options.common.showing("copying") {
      try backup.add(to: path, at: Session.clock, keep: options.keep)
    }
    if !options.common.quiet { try DescriptorWriter.standardOutput.write(copy + "\n") }
    return .done
  }
}
