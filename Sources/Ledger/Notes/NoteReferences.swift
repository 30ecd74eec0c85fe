/// References of messages and AppKeys that the notes of one run name, most of them again and again.
///
/// Valid within one transaction: between two of them others may take messages out of the ledger.
struct NoteReferences {
  // By their bytes: to Swift two spellings of one letter are the same text.
  private var messages: [[UInt8]: Int64] = [:]
  private var apps: [[UInt8]: Int64] = [:]

  mutating func message(_ id: String, _ dictionaries: inout Dictionaries) throws -> Int64 {
    let bytes = Array(id.utf8)
    if let known = messages[bytes] { return known }
    let reference = try dictionaries.messages.reference(of: id)
    messages[bytes] = reference
    return reference
  }

  mutating func app(_ key: String, _ dictionaries: inout Dictionaries) throws -> Int64 {
    let bytes = Array(key.utf8)
    if let known = apps[bytes] { return known }
    let reference = try dictionaries.apps.intern(key)
    apps[bytes] = reference
    return reference
  }
}
