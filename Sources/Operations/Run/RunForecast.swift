import Files
import Glibc
import Importing
import Ledger
import LogReading
import Prose
import Publishing
import UserFiles

/// What a run would read and write.
package struct RunForecast {
  private let session: Session
  private let plan: RunPlan

  package init(_ plan: RunPlan, in session: Session) {
    self.plan = plan
    self.session = session
  }

  /// What would happen to which file, in the order of a run: `("read", "logs/a.jsonl from its start, 120 bytes")`.
  package func steps() throws -> [(verb: String, what: String)] {
    var steps: [(verb: String, what: String)] = []
    let isThere = FileCall.access(session.databasePath, F_OK)
    steps.append(("ledger", shown(session.databasePath) + (isThere ? "" : ", which is not there yet")))
    let store = isThere ? try LedgerReader.openForReading(session.databasePath) : nil
    for read in try LogImport(ImportRequest(), in: session).forecast(plan.sources, in: store) {
      let (verb, how) = told(read)
      steps.append((verb, "\(shown(read.name))\(how)"))
    }
    steps += written().map { ("write", shown($0)) }
    let tree = OutputTree(path: plan.output)
    return steps + (try excess(tree).map { ("remove", shown("\(tree.generationsPath)/\($0.text)")) })
  }

  private func written() -> [String] {
    plan.generation.fileNames.map { "\(OutputTree(path: plan.output).generationsPath)/AS-OF/\($0)" }
      + ["current", "current.basis", "index.md", "index.html", "run.log", "last-success"].map {
        "\(plan.output)/\($0)"
      } + [plan.metrics] + (plan.backups.map { ["\($0)/"] } ?? [])
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
    case .ownOutput(let name): ("skip", ", which is \(name.told()) of pushledger and no log")
    case .unreadable(let error): ("miss", ": \(error.explanation.told().escapedForTerminal(limit: 400))")
    }
  }

  private func shown(_ path: String) -> String { path.escapedForTerminal() }
}
