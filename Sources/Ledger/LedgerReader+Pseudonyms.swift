import Prose
import SQLite

extension LedgerReader {
  /// The mark of the key whose pseudonyms the ledger holds in the place of device ids and tokens.
  ///
  /// - Returns: `nil` when it holds ids as logs name them, or none yet.
  package func pseudonymMark() throws -> Int64? {
    try database.integer("SELECT value FROM setting WHERE name = '\(Schema.pseudonymMark)'")
  }

  /// Why ids cannot stand beside those that the ledger holds, since a device would have two names.
  ///
  /// - Parameter mark: of the key whose pseudonyms they are; `nil` of ids as logs name them.
  package func deviceIDConflict(mark: Int64?) throws -> DeviceIDConflict? {
    switch (try pseudonymMark(), mark) {
    case (nil, nil): nil
    case (_?, nil): .keyMissing
    case (let known?, let mark?): known == mark ? nil : .otherKey
    case (nil, _?): try holdsDevices() ? .plainIDs : nil
    }
  }

  /// Makes sure that ids of one kind can stand beside those that the ledger holds.
  ///
  /// - Parameter mark: as of `deviceIDConflict`.
  /// - Returns: `mark` when the ledger has to take it over with the first of them.
  /// - Throws: `LedgerError.otherDeviceIDs`, `SQLiteError`.
  func newMark(_ mark: Int64?) throws -> Int64? {
    if let conflict = try deviceIDConflict(mark: mark) {
      throw LedgerError.otherDeviceIDs(path: path, conflict)
    }
    return try pseudonymMark() == nil ? mark : nil
  }

  private func holdsDevices() throws -> Bool {
    let tables = ["delivery", "alias", "token", "step", "app_open", "flag_sample"]
    let any = tables.map { "EXISTS (SELECT 1 FROM \($0) WHERE device <> '')" }.joined(separator: " OR ")
    return try database.integer("SELECT \(any)") == 1
  }

  /// Whether the ledger has an event of a message on a device, or a step of an extension.
  package func holds(message: String, on device: String) throws -> Bool {
    guard let reference = try reference(of: message) else { return false }
    let key = DeliveryKey(message: reference, device: StoredDevice(device))
    let step = try database.prepare("SELECT 1 FROM step WHERE message_ref = ?1 AND device = ?2")
    key.bind(to: step)
    return try hasDelivery(key) || step.step()
  }
}

/// Why ids cannot stand beside those that a ledger holds.
package enum DeviceIDConflict: Sendable {
  /// The ledger holds pseudonyms, and no key was named.
  case keyMissing
  /// The ledger holds pseudonyms of another key than the one that was named.
  case otherKey
  /// The ledger holds ids as logs name them, and a key was named.
  case plainIDs

  var words: Phrase {
    switch self {
    case .keyMissing:
      """
      it holds pseudonyms in the place of device ids, and no key was named; nothing was changed. Name the key that it was \
      begun with by --pseudonymise or the setting pseudonymKeyFile
      """
    case .otherKey:
      """
      it holds pseudonyms of another key; nothing was changed. Name the key that it was begun with, or another ledger \
      with --db
      """
    case .plainIDs:
      """
      it holds device ids as logs name them, beside which pseudonyms would be other devices; nothing was changed. Import \
      without a key, or import all logs with it into another ledger, named with --db
      """
    }
  }
}

extension Schema {
  /// The row of `setting` that says whose pseudonyms a ledger holds.
  static let pseudonymMark = "pseudonym_mark"
}
