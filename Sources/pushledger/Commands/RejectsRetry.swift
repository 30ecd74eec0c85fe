import CommandLineKit
import Files
import Importing
import Ledger
import Prose
import ReceiptModel

/// Reads the files with refused lines again, wherever they are now.
struct RejectsRetry {
  let session: Session
  let options: ImportCommandOptions

  /// - Parameter paths: logs and folders to look in; none for where the files were read from.
  func run(among paths: [ImportSource]) throws -> ExitCode {
    var options = options
    options.rescans = true
    let importing = ImportRun(session: session, options: options)
    let store = try LedgerReader.openForReading(session.databasePath)
    // What cannot be opened is told as in every import.
    var unreadable: [ImportSource] = []
    let files = try Importer.find(
      store.filesWithRejects(), among: paths.isEmpty ? nil : paths, in: store,
      options: importing.importing()
    ) { unreadable.append($0) }
    let sources = files.found.map(\.source) + unreadable
    // Where none of the logs is there, or one that nobody left out.
    let isMissing = files.isMissingLogs && (paths.isEmpty || sources.isEmpty)
    if isMissing || !session.options.quiet { try tell(files, wereNamed: !paths.isEmpty) }
    let code = sources.isEmpty ? .done : try importing.run(sources)
    return code == .done && isMissing ? .inputMissing : code
  }

  private func tell(_ files: KnownLogs, wereNamed: Bool) throws {
    try DescriptorWriter.standardError.write(wereNamed ? others(files) : missing(files))
  }

  private func others(_ files: KnownLogs) -> String {
    files.missing.isEmpty
      ? ""
      : "not tried, because they are not among those named: \(files.missing.count) of the files with refused lines\n"
  }

  private func missing(_ files: KnownLogs) -> String {
    guard !files.found.isEmpty || !files.missing.isEmpty else { return "no refused lines to try again\n" }
    var text = ""
    for name in files.missing.prefix(10) {
      // Standard input is gone; what came from there can only be imported again by its owner.
      text +=
        name == "-"
        ? "not tried: refused lines that came from standard input; import it again\n"
        : "not tried: \(name.escapedForTerminal()): what was read from there is no longer there\n"
    }
    if files.missing.count > 10 { text += "not tried: \(files.missing.count - 10) more\n" }
    if files.isMissingLogs {
      text += "`pushledger rejects retry FOLDER` finds a log that was moved; "
      text += "`pushledger rejects forget FILE` drops the lines of one that was repaired or is lost\n"
    }
    return text
  }
}

extension KnownLogs {
  /// Whether more than standard input was not found.
  fileprivate var isMissingLogs: Bool { missing.contains { $0 != "-" } }
}
