package import Importing
package import Ledger
import ReceiptModel

extension Session {
  /// The key of pseudonyms; `nil` when none is named.
  ///
  /// - Parameter option: the file that `--pseudonymise` names; otherwise that of the configuration counts.
  /// - Throws: `PseudonymKeyError`.
  package func pseudonymKey(_ option: String?) throws -> PseudonymKey? {
    try (option ?? configuration.pseudonymKeyFile).map(PseudonymKey.init(contentsOf:))
  }

  /// The id by which a ledger knows a device that somebody names by its own id, or by a pseudonym out of a report.
  ///
  /// - Parameters:
  ///   - message: the message that is asked about; `nil` when the device as a whole is.
  ///   - option: as of `pseudonymKey`; without a key the id is taken as it is.
  /// - Throws: `LedgerError.otherDeviceIDs` when the key is not that of the ledger, `PseudonymKeyError`, `SQLiteError`.
  package func device(
    _ id: String, of message: String?, key option: String?, in store: LedgerReader
  ) throws -> String {
    // Ids as logs name them need no key, and so nobody has to be able to read it.
    guard try store.pseudonymMark() != nil, let key = try pseudonymKey(option) else { return id }
    if let conflict = try store.deviceIDConflict(mark: key.mark) {
      throw LedgerError.otherDeviceIDs(path: store.path, conflict)
    }
    let isKnown =
      if let message {
        try store.holds(message: message, on: id) || store.meant(by: message, on: id) != nil
      } else {
        try store.holds(device: id)
      }
    return isKnown ? id : key.pseudonym(of: id)
  }

  /// Whether a device may stand under a pseudonym that nobody can tell without the key.
  package func needsPseudonymKey(_ option: String?, in store: LedgerReader) throws -> Bool {
    try store.pseudonymMark() != nil && pseudonymKey(option) == nil
  }
}
