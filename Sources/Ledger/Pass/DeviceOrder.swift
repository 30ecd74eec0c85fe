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
  let looksAtEvents = false
  private let window: Range<Int64>
  private let scope: CohortScope
  private let reader: LedgerReader
  private let limit: Int
  private let appKeys: [Int64: String]
  private var origins: DeviceOrigins
  private var message: Int64 = 0
  /// Of the delivery before, as the next is mostly of the same AppKey.
  private var app: (ref: Int64, isWanted: Bool) = (-1, false)
  private var pushes = DevicePushes()
  private var order = RadixOrder()
  private var spill: SpillFile?
  private(set) var runs: [DeviceRun] = []

  /// - Parameter limit: bytes of pushes to keep in memory; where nobody may write to the ledger's folder, all stay there.
  /// - Returns: `nil` for a scope without days.
  init?(_ scope: CohortScope, in reader: LedgerReader, limit: Int = 16 << 20) throws {
    guard let window = scope.window else { return nil }
    self.window = window
    windows = [window]
    self.scope = scope
    self.reader = reader
    let maySpill = FileCall.access(StorePath.folder(of: reader.path), W_OK)
    self.limit = maySpill ? limit : .max
    appKeys = try reader.appKeys().filter { scope.includes($0.value) }
    origins = try DeviceOrigins(in: reader)
    pushes.reserve(bytes: limit)
  }

  func begin(_ message: PassedMessage) { self.message = message.ref }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices {
      let delivery = deliveries[place]
      guard delivery.traits.isAckEligible, delivery.isCounted, !delivery.device.isEmpty,
        delivery.state.has(.sent), window.contains(delivery.state.time(.sent)),
        delivery.state.time(.sent) <= scope.settledUntil, isWanted(delivery.app)
      else { continue }
      pushes.append(delivery, of: message, origin: try origins.number(of: delivery))
      if pushes.byteCount > limit { try moveToSpill() }
    }
  }

  private func isWanted(_ app: Int64) -> Bool {
    if app != self.app.ref { self.app = (app, appKeys[app] != nil) }
    return self.app.isWanted
  }

  private func moveToSpill() throws {
    let spill = try self.spill ?? SpillFile(folder: StorePath.folder(of: reader.path))
    self.spill = spill
    runs.append(try DeviceRun(pushes.takeSorted(&order), movedTo: spill))
  }

  /// Calls `body` with each delivery, once the pass has run.
  ///
  /// - Throws: `SQLiteError`.
  func forEach(_ body: (DeviceDelivery) -> Void) throws {
    runs.append(DeviceRun(pushes.takeSorted(&order)))
    pushes = DevicePushes()
    order = RadixOrder()
    var feed = DeviceFeed(
      origins, try reader.database.prepare("SELECT message_id FROM message WHERE ref = ?1"))
    try runs.merge(limit) { push in try feed.add(push, body) }
    try feed.finish(body)
    runs = []
  }
}
