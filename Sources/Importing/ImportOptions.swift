package import LogReading

/// How logs are imported.
package struct ImportOptions: Sendable {
  package var reading = ReadOptions()
  /// Read every file from its start, whatever the ledger says about it.
  package var rescans = false
  /// Events of a run: more are faster, and take 56 bytes each, twice.
  package var runCapacity = 262_144

  package init() {}
}

/// What is to be imported, by its bytes, which need not be UTF-8.
package enum ImportSource: Hashable, Sendable {
  case standardInput
  case path([UInt8])

  package init(argument: String) { self = argument == "-" ? .standardInput : .path(Array(argument.utf8)) }

  /// How messages and the ledger call it.
  package var name: String {
    switch self {
    case .standardInput: "-"
    case .path(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
