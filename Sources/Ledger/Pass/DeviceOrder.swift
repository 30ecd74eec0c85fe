import Files
import Glibc
import ReceiptModel
import SQLite

/// The deliveries of each device, one beside the other, although the ledger has them by message.
///
/// Memory: about 2.5 times `limit`. Whenever that many bytes of pushes are together, they are put in order and moved into
/// a temporary file; at the end all these runs are merged.
final class DeviceOrder: DeliveryVisitor {
  let windows: [Range<Int64>]
  let ofOtherMessages = OtherMessages.nothing
  private let reader: LedgerReader
  private let limit: Int
  private var message: Int64 = 0
  /// One value, for the reason that `MessageSums` has one.
  private var picked: Picked
  private var order = RadixOrder()
  private var spill: SpillFile?
  private(set) var runs: [DeviceRun] = []

  /// - Parameter limit: bytes of pushes to keep in memory; where nobody may write to the ledger's folder, all stay there.
  /// - Returns: `nil` for a scope without days.
  init?(_ scope: CohortScope, in reader: LedgerReader, limit: Int = 16 << 20) throws {
    guard let sends = try SettledSends(scope, in: reader) else { return nil }
    windows = [sends.window]
    self.reader = reader
    let maySpill = FileCall.access(StorePath.folder(of: reader.path), W_OK)
    self.limit = maySpill ? limit : .max
    picked = Picked(sends: sends, origins: try DeviceOrigins(in: reader))
    picked.pushes.reserve(bytes: limit)
  }

  private struct Picked {
    var sends: SettledSends
    var origins: DeviceOrigins
    var pushes = DevicePushes()
    var unanswered = UnansweredMessages()

    mutating func add(_ deliveries: Span<PassedDelivery>, of message: Int64) throws {
      for place in deliveries.indices where sends.contain(deliveries[place].facts) {
        pushes.append(
          deliveries[place], of: message, origin: try origins.number(of: deliveries[place].facts))
        unanswered.add(deliveries[place].app, isAcked: deliveries[place].facts.isAcked)
      }
    }
  }

  func begin(_ message: PassedMessage) { self.message = message.ref }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    try picked.add(deliveries, of: message)
    if picked.pushes.byteCount > limit { try moveToSpill() }
  }

  func end() { picked.unanswered.end(message) }

  private func moveToSpill() throws {
    let spill = try self.spill ?? SpillFile(folder: StorePath.folder(of: reader.path))
    self.spill = spill
    runs.append(try DeviceRun(picked.pushes.takeSorted(&order), movedTo: spill))
  }

  /// Calls `body` with each delivery, once the pass has run.
  ///
  /// - Throws: `SQLiteError`.
  func forEach(_ body: (DeviceDelivery) -> Void) throws {
    runs.append(DeviceRun(picked.pushes.takeSorted(&order)))
    picked.pushes = DevicePushes()
    order = RadixOrder()
    var feed = DeviceFeed(
      picked.origins, unanswered: picked.unanswered.names,
      try reader.database.prepare("SELECT message_id FROM message WHERE ref = ?1"))
    try runs.merge(limit) { push in try feed.add(push, body) }
    try feed.finish(body)
    runs = []
  }
}
