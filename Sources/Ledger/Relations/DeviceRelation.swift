import ReceiptModel
import SQLite

/// The view `devices` for questions: added up in memory, where the view has to sort all deliveries.
final class DeviceRelation: VirtualTable {
  let access: QueryAccess
  /// Bytes of pushes to keep in memory.
  let memory: Int
  /// Events.
  private let size: Double

  /// - Throws: `SQLiteError`.
  init(_ access: QueryAccess, memory: Int = 16 << 20) throws {
    self.access = access
    self.memory = memory
    size = try access.database.countedEvents
  }

  enum Column: String {
    case appKey = "app_key", deviceID = "device_id", firstSeen = "first_seen_at", lastSeen = "last_seen_at"
    case sent, acked, opened, unanswered, os, muted
    case appVersion = "app_version", osVersion = "os_version", tokenState = "token_state"
  }

  static let view = PublicView.named("devices")
  /// In the view's order.
  static let columns: [Column] = view.columns.map { column in
    guard let known = Column(rawValue: column.name) else {
      preconditionFailure("devices has no column \(column.name)")
    }
    return known
  }

  var declaration: String { Self.view.declaration }

  func plan(_ question: VirtualQuestion) -> VirtualPlan {
    var plan = VirtualPlan()
    plan.columns = question.columns
    plan.cost = 2 * size
    plan.rows = Int64(max(1, size / 10))
    plan.words = "all deliveries, with \(Int(size)) events, once"
    if let device = question.conditions.first(where: {
      Self.columns.indices.contains($0.column) && Self.columns[$0.column] == .deviceID
        && $0.comparison == .equal && !$0.isOneOfMany
    }) {
      plan.conditions = [device]
      plan.cost = size
      plan.rows = 1
    }
    return plan
  }

  func open() throws -> any VirtualCursor { DeviceCursor(self) }
}
