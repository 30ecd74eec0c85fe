import ReceiptModel
import SQLite

/// The flagged deliveries of a scope.
final class FlagRows {
  private let scope: CohortScope
  private let includesSilent: Bool
  private let appKeys: [Int64: String]
  private let messageID: Statement
  private var flags: [FoundFlag] = []

  init(_ scope: CohortScope, includesSilent: Bool, in reader: LedgerReader) throws {
    self.scope = scope
    self.includesSilent = includesSilent
    appKeys = try reader.appKeys()
    messageID = try reader.database.prepare("SELECT message_id FROM message WHERE ref = ?1")
  }

  func add(_ flag: FoundFlag) {
    guard includesSilent || flag.detail != .word(.silent), isInScope(flag) else { return }
    flags.append(flag)
  }

  /// A mismatch concerns the sender as much as the key that answered.
  private func isInScope(_ flag: FoundFlag) -> Bool {
    if scope.includes(appKeys[flag.app] ?? "") { return true }
    guard case .sender(let app) = flag.detail else { return false }
    return scope.includes(appKeys[app] ?? "")
  }

  /// The flags by name, AppKey, message and device, once the pass has run; then it has none any more.
  func takeSorted() throws -> [FlaggedDelivery] {
    let names = try messageNames()
    let places = Self.places(names)
    let apps = Self.places(appKeys)
    flags.sort { left, right in
      if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
      if left.app != right.app { return apps[left.app, default: 0] < apps[right.app, default: 0] }
      if left.message != right.message {
        return places[left.message, default: 0] < places[right.message, default: 0]
      }
      return left.device.precedesAsText(right.device)
    }
    defer { flags = [] }
    return flags.map { flag in
      FlaggedDelivery(
        flag: flag.kind.rawValue, appKey: appKeys[flag.app] ?? "", messageID: names[flag.message] ?? "",
        deviceID: flag.device.id, sentAt: flag.sentAt, detail: flag.detail.text(appKeys))
    }
  }

  private func messageNames() throws -> [Int64: String] {
    var names: [Int64: String] = [:]
    for flag in flags where names[flag.message] == nil {
      messageID.bind(flag.message, at: 1)
      defer { messageID.reset() }
      guard try messageID.step() else {
        throw LedgerError.inconsistent("there is no message \(flag.message)")
      }
      names[flag.message] = messageID.text(0)
    }
    return names
  }

  /// Where each reference's name stands among all, by bytes as SQLite sorts them.
  private static func places(_ names: [Int64: String]) -> [Int64: Int] {
    let sorted = names.sorted { $0.value.precedesInBytes($1.value) }
    return Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.key, $0) })
  }
}

extension FoundFlag.Detail {
  /// As in the view `flags`.
  func text(_ appKeys: [Int64: String]) -> String? {
    switch self {
    case .none: nil
    case .word(let word): word.rawValue
    case .milliseconds(let milliseconds): String(milliseconds)
    case .sender(let app): appKeys[app]
    }
  }
}
