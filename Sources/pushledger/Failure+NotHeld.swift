import Ledger
import Prose
import ReceiptModel
import Reporting

extension Failure {
  /// That the ledger does not hold what was asked for.
  ///
  /// Ids are personal data and stay out of standard error.
  static func notHeld(_ what: Phrase, _ advice: Phrase?) -> Failure {
    Failure(
      .inputMissing, "the ledger does not hold \(what)",
      advice: advice ?? "check the id; 'pushledger status' shows the time that the ledger covers")
  }

  static func notHeld(message: String, in store: LedgerReader) throws -> Failure {
    notHeld("an event of this message", try store.untoldSums(of: message).adviceOnUnknown)
  }

  /// - Parameters:
  ///   - asOf: as it was named; `nil` when it was not.
  ///   - needsKey: whether the device may stand under a pseudonym that only its key gives.
  static func notHeld(
    device: String, asOf: String?, needsKey: Bool, in store: LedgerReader
  ) throws -> Failure {
    let what: Phrase = asOf == nil ? "an event of this device" : "an event of this device up to as-of"
    if needsKey { return notHeld(what, namePseudonymKey) }
    let isOtherwise = try DeviceSpelling.others(of: device).contains { try store.holds(device: $0) }
    return notHeld(
      what,
      isOtherwise
        ? "it holds this id written otherwise: in letters of the other case, or without hyphens and blanks"
        : try store.hasLoads ? UntoldSums.ofOtherDays.adviceOnUnknown : nil)
  }

  static let namePseudonymKey: Phrase =
    "the ledger holds pseudonyms: name their key with --pseudonymise to find a device by its own id"
}

/// The ways in which people and logs write one device id.
private enum DeviceSpelling {
  static func others(of id: String) -> Set<String> {
    let bare = id.filter { !$0.isWhitespace && $0 != "-" }
    return Set([id, bare].flatMap { [$0, $0.lowercased(), $0.uppercased()] }).subtracting([id, ""])
  }
}
