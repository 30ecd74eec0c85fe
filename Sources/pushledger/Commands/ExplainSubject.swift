import CommandLineKit
import Files
import Ledger
import Operations
import Prose
import ReceiptModel
import Reporting

/// What is explained: a message, a device, or the message on the device; ids as the ledger has them.
struct ExplainSubject {
  var message: String?
  var device: String?
}

extension ExplainOptions {
  /// What the options name; of a bare id says on standard error what it was taken for.
  ///
  /// - Throws: `Failure` for an id that is neither a message's nor a device's.
  func subject(in store: LedgerReader, _ session: Session) throws -> ExplainSubject {
    func stored(_ device: String) throws -> String {
      try session.device(device, of: message, key: pseudonymKey, in: store)
    }
    guard let id else { return ExplainSubject(message: message, device: try device.map(stored)) }
    let device = try stored(id)
    let meanings = try BareID(id, device: device, in: store)
    if !common.quiet, let words = meanings.words {
      try DescriptorWriter.standardError.write("pushledger explain: \(words.told(in: session.language))\n")
    }
    if meanings.isMessage { return ExplainSubject(message: id) }
    if meanings.isDevice { return ExplainSubject(device: device) }
    throw try meanings.failure(in: store)
  }
}

/// An id without a word of what it is, and all that the ledger knows by it.
private struct BareID {
  let id: String
  let isMessage: Bool
  let isDevice: Bool
  let isAppKey: Bool
  let isJob: Bool

  /// - Parameter device: the id as it would be of a device.
  init(_ id: String, device: String, in store: LedgerReader) throws {
    self.id = id
    isMessage = try store.holds(message: id) || store.meant(by: id, on: nil) != nil
    isDevice = try store.holds(device: device) || store.device(calledBy: device) != nil
    isAppKey = try store.knownAppKeys().contains { $0.hasSameBytes(as: id) }
    isJob = try !id.isEmpty && store.holds(job: id)
  }

  /// What it is taken for, and what else it is; `nil` when it is neither a message nor a device.
  var words: Phrase? {
    guard isMessage || isDevice else { return nil }
    let meanings: [(isOne: Bool, words: Phrase)] = [
      (isMessage && isDevice, "a device: --device ID explains that"),
      (isAppKey, "an AppKey: \(Self.appKeyAdvice)"), (isJob, "a job key: \(Self.jobAdvice)"),
    ]
    let others = meanings.filter(\.isOne).map(\.words)
    let taken: Phrase = isMessage ? "taken for a message" : "taken for a device"
    let also: Phrase = "; and "
    return others.isEmpty ? taken : "\(taken); it is also \(others.joined(separator: also))"
  }

  func failure(in store: LedgerReader) throws -> Failure {
    if isJob { return .usage("this is a job key, neither a message nor a device", advice: Self.jobAdvice) }
    if isAppKey {
      return .usage("this is an AppKey, neither a message nor a device", advice: Self.appKeyAdvice)
    }
    let near = try store.messages(near: id)
    return Failure.notHeld(
      "a message or device of this id",
      try Suggestion.closest(to: id, in: near).flatMap {
        // A sender may use one id for both.
        try store.holds(device: $0) ? nil : "the nearest message is \($0.escapedForTerminal())"
      } ?? store.untoldSums(of: id).adviceOnUnknown)
  }

  // No id on standard error that could be a device's.
  private static let jobAdvice: Phrase = "'pushledger report campaign --param job=KEY' tells of it"
  private static let appKeyAdvice: Phrase = "'pushledger report app --app-key KEY' tells of it"
}
