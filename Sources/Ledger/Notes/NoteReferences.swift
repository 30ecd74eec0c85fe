/// References of messages and AppKeys that the notes of one run name, most of them again and again.
///
/// Good within one transaction: between two of them others may take messages out of the ledger.
struct NoteReferences {
  private var messages: [String: Int64] = [:]
  private var apps: [String: Int64] = [:]

  mutating func message(_ id: String, _ dictionaries: inout Dictionaries) throws -> Int64 {
    if let known = messages[id] { return known }
    let reference = try dictionaries.messages.intern(id)
    messages[id] = reference
    return reference
  }

  mutating func app(_ key: String, _ dictionaries: inout Dictionaries) throws -> Int64 {
    if let known = apps[key] { return known }
    let reference = try dictionaries.apps.intern(key)
    apps[key] = reference
    return reference
  }
}
