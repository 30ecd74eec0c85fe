import Ledger
import Prose
import Reporting

extension Failure {
  /// That the ledger does not hold what was asked for.
  ///
  /// Ids are personal data and stay out of standard error.
  static func notHeld(_ what: String, _ advice: String?) -> Failure {
    Failure(
      .inputMissing, "the ledger does not hold \(what)",
      advice: advice ?? "check the id; 'pushledger status' shows the time that the ledger covers")
  }

  static func notHeld(message: String, in store: LedgerReader) throws -> Failure {
    notHeld("an event of this message", try store.untoldSums(of: message).adviceOnUnknown)
  }
}
