import CommandLineKit
import Files
import Glibc
import Importing
import Ledger
import LogReading
import Prose
import Publishing
import UserFiles

/// What a run would read and write.
struct RunForecast {
  let session: Session
  let plan: RunPlan

  func print() throws {
    var lines: [String] = []
    func add(_ verb: String, _ what: String) { lines.append("\(verb.padded(to: 8))\(what)\n") }
    let isThere = FileCall.access(session.databasePath, F_OK)
    add("ledger", shown(session.databasePath) + (isThere ? "" : ", which is not there yet"))
    let store = isThere ? try LedgerReader.openForReading(session.databasePath) : nil
    for read in try ImportRun(session: session, options: ImportCommandOptions(common: session.options))
      .forecast(plan.sources, in: store)
    {
      let (verb, how) = told(read)
      add(verb, "\(shown(read.name))\(how)")
    }
    let tree = OutputTree(path: plan.output)
    for name in plan.generation.fileNames { add("write", shown("\(tree.generationsPath)/AS-OF/\(name)")) }
    for name in ["current", "index.md", "index.html", "run.log", "last-success"] {
      add("write", shown("\(plan.output)/\(name)"))
    }
    add("write", shown(plan.metrics))
    if let folder = plan.backups { add("write", shown("\(folder)/")) }
    for name in try excess(tree) { add("remove", shown("\(tree.generationsPath)/\(name.text)")) }
    try DescriptorWriter.standardOutput.write(lines.joined())
  }

  /// Generations that would go if the run made one.
  private func excess(_ tree: OutputTree) throws -> ArraySlice<DatedName> {
    guard OutputFile.isFolder(tree.generationsPath) else { return [] }
    return try tree.generations().dropLast(plan.keep - 1)
  }

  private func told(_ read: PlannedRead) -> (verb: String, how: String) {
    let bytes = read.bytes.map { ", \($0) bytes" } ?? ""
    return switch read.treatment {
    case .new: ("read", " from its start\(bytes)")
    case .resumed(let offset): ("read", " from byte \(offset)\(bytes)")
    case .readAgain: ("read", " again from its start\(bytes)")
    case .alreadyRead: ("skip", ", which is known")
    case .ownOutput(let name): ("skip", ", which is \(name) of pushledger and no log")
    case .unreadable(let error): ("miss", ": \(error.explanation.escapedForTerminal(limit: 400))")
    }
  }

  private func shown(_ path: String) -> String { path.escapedForTerminal() }
}
