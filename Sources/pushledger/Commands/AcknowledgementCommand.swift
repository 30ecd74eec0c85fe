import CommandLineKit
import Files
import Ledger
import Operations
import Prose
import Publishing
import ReceiptModel
import Reporting

/// `check ack` and `check unack`.
struct AcknowledgementCommand {
  let session: Session
  /// The words of the command line from `ack` or `unack` on.
  let words: [String]
  let window: WindowOptions
  let reason: String?
  let common: CommonOptions

  func run() throws -> ExitCode {
    guard window.since == nil, window.asOf == nil else {
      throw Failure.usage("--since and --as-of are not for '\(verb)'", advice: "what stands now is meant")
    }
    let view = try session.view(WindowOptions(appKeys: window.appKeys), of: session.openLedger())
    guard words.count > 1 else {
      guard verb == "ack", window.until == nil, reason == nil else { throw nothingNamed }
      return try list(view)
    }
    let work = try Acknowledging(
      words[1], words.dropFirst(2).joined(separator: " "), in: view, of: session)
    guard verb == "ack" else {
      let forgotten = try common.showing("judging") { try work.forget() }
      try say("\(forgotten.code.rawValue) wakes people again")
      return .done
    }
    let (end, reason) = try (until(view), because())
    let finding = try common.showing("judging") { try work.acknowledge(until: end, because: reason) }
    try say("\(finding.code.rawValue) wakes nobody until \(session.zone.iso(end)), unless it gets worse")
    return .done
  }

  private var verb: String { words[0] }

  private var nothingNamed: Failure {
    .usage("nothing to \(verb)", advice: "write: check \(verb) CODE SCOPE, as 'pushledger check' prints them")
  }

  private func until(_ view: LedgerView) throws -> Instant {
    let words = TimeWords(zone: session.zone, present: Instant(milliseconds: view.scope.asOf))
    guard let until = try words.instant(window.until, option: "--until") else {
      throw Failure.usage("no end is given", advice: "say --until T, a time such as 2026-10-01")
    }
    guard until.milliseconds > view.scope.asOf else {
      throw Failure.usage("--until is before as-of", advice: "'check unack' takes such a word back")
    }
    return until
  }

  private func because() throws(Failure) -> String {
    guard let reason, !reason.isEmpty else {
      throw .usage("no reason is given", advice: "say --reason TEXT, which every output shows")
    }
    return reason
  }

  private func say(_ words: String) throws {
    if !common.quiet { try DescriptorWriter.standardError.write(words + "\n") }
  }

  /// All that was said, a line each.
  private func list(_ view: LedgerView) throws -> ExitCode {
    for word in try view.store.acknowledgements() {
      let place = [word.name.appKey, word.name.scope].filter { !$0.isEmpty }.joined(separator: ", ")
      let line =
        "\(word.name.code.rawValue) of \(place): until \(session.zone.iso(word.until)): \(word.reason)"
      try DescriptorWriter.standardOutput.write(line.escapedForTerminal(limit: 600) + "\n")
    }
    return .done
  }
}
