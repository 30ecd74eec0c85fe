import ReceiptModel
import SQLite

/// Answers under AppKeys that never sent, by foreign AppKey, sender and the sender's app version: the fast twin of
/// `LedgerReader.selectedMismatches`.
///
/// It keeps the devices of each, up to some number in all; where there are more, SQL counts them.
final class MismatchSums: DeliveryVisitor {
  let windows: [Range<Int64>]
  let ofOtherMessages = OtherMessages.nothing
  private let scope: CohortScope
  private let window: Range<Int64>
  private let reader: LedgerReader
  private let appKeys: [Int64: String]
  private let mostDevices: Int
  private var versions: BuildVersions
  private var message: Int64 = 0
  private var sums: [Key: Sum] = [:]
  private var devices = 0

  private struct Key: Hashable {
    var foreign: Int64
    var sender: Int64
    var appVersion: Int64
  }

  private struct Sum {
    var deliveries = 0
    var devices: Set<StoredDevice> = []
    var messages = 0
    var lastMessage: Int64?
    var firstAt = Int64.max

    /// - Returns: whether it is the first of its device.
    mutating func add(_ answer: borrowing PassedDelivery, of message: Int64) -> Bool {
      deliveries += 1
      if lastMessage != message { messages += 1 }
      lastMessage = message
      // An answer that never came has the latest of times.
      firstAt = min(firstAt, answer.state.time(.extAck), answer.state.time(.opened))
      return devices.insert(answer.device).inserted
    }
  }

  /// - Returns: `nil` for a scope without days.
  init?(_ scope: CohortScope, mostDevices: Int = 100_000, in reader: LedgerReader) throws {
    guard let window = scope.window else { return nil }
    self.scope = scope
    self.window = window
    self.reader = reader
    self.mostDevices = mostDevices
    windows = [window]
    appKeys = try reader.appKeys()
    versions = try BuildVersions(in: reader.database)
  }

  func begin(_ message: PassedMessage) { self.message = message.ref }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices where deliveries[place].facts.isUnsentAnswer {
      guard devices <= mostDevices, deliveries[place].facts.hasDevice,
        let sender = deliveries.sender(of: place, appKeys), deliveries[sender].facts.isCounted,
        let sentAt = deliveries[sender].facts.sentAt, window.contains(sentAt)
      else { continue }
      let key = Key(
        foreign: deliveries[place].facts.app, sender: deliveries[sender].facts.app,
        appVersion: try versions.of(deliveries[sender].facts.build).app)
      if sums[key, default: Sum()].add(deliveries[place], of: message) { devices += 1 }
    }
  }

  /// What was counted, once the pass has run.
  func mismatches() throws -> [MismatchFacts] {
    guard devices <= mostDevices else { return try reader.selectedMismatches(scope) }
    let names = try CohortNames(of: .appVersions, in: reader.database)
    return try sums.map { key, sum in
      let senderName = try names.key(app: key.sender, part: key.appVersion)
      return MismatchFacts(
        foreignKey: try names.appKey(key.foreign), sender: try names.appKey(key.sender),
        appVersion: names.names[Int(senderName.first)], deliveries: sum.deliveries,
        devices: sum.devices.count, messages: sum.messages, firstAt: Instant(milliseconds: sum.firstAt))
    }
    .filter { scope.includesMismatch(foreign: $0.foreignKey, sender: $0.sender) }
    .map { (CohortKey(day: 0, appKey: $0.foreignKey, parts: [$0.sender, $0.appVersion]), $0) }
    .sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension CohortScope {
  /// Whether either of the AppKeys was asked for.
  func includesMismatch(foreign: String, sender: String) -> Bool { includes(foreign) || includes(sender) }
}
