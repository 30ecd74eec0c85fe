import ReceiptModel
import SQLite

/// Takes what pushes, and then opens of the app, say of each device: the fast twin of the view `devices`.
final class DeviceSigns: DeliveryVisitor {
  let windows: [Range<Int64>] = [0..<Int64.max]
  let ofOtherMessages = OtherMessages.everything
  private(set) var parts: DeviceParts
  /// The only device that is wanted; `nil` for all.
  private let device: StoredDevice?
  private let beforeMessage: () throws -> Void
  private var builds: BuildVersions
  private var categories: KnownCategories
  /// The version of builds that name none.
  private let unnamed: Int64

  /// - Parameter beforeMessage: is called before each message, and may end the pass by what it throws.
  init(
    _ parts: DeviceParts, device: StoredDevice?, in database: Database,
    beforeMessage: @escaping () throws -> Void
  ) throws {
    (self.parts, self.device, self.beforeMessage) = (parts, device, beforeMessage)
    builds = try BuildVersions(in: database)
    categories = try KnownCategories(in: database)
    unnamed = try database.integer("SELECT ref FROM app_version WHERE name = ''") ?? -1
  }

  func begin(_ message: PassedMessage) throws { try beforeMessage() }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices where isWanted(deliveries[place].device) {
      let key = DeviceOfApp(app: deliveries[place].app, device: deliveries[place].device)
      try parts.add(push(deliveries[place]), to: key)
    }
  }

  private func isWanted(_ device: StoredDevice) -> Bool {
    !device.isEmpty && (self.device.map { $0 == device } ?? true)
  }

  private func push(_ delivery: PassedDelivery) throws -> DeviceSign {
    let category =
      delivery.state.firstFailure == DeliveryState.absent
      ? nil : try categories.of(delivery.state.reason, channel: delivery.traits.channel)
    let isNamed = try builds.of(delivery.state.build).app != unnamed
    return DeviceSign(delivery, category: category, build: isNamed ? delivery.state.build : nil)
  }

  /// Adds the opens of apps that name no push, once the pass has run.
  func addAppOpens(in database: Database) throws {
    let opens = try database.prepare(
      """
      SELECT app_ref, device, at_ms FROM (
        SELECT f.app_ref, \(PublicView.openedDevice) AS device, f.at_ms FROM app_open AS f)
      WHERE device IS NOT NULL
      """)
    while try opens.step() {
      let key = DeviceOfApp(app: opens.integer(0), device: StoredDevice(opens, at: 1))
      if isWanted(key.device) { try parts.add(DeviceSign(appOpenAt: opens.integer(2)), to: key) }
    }
  }
}
