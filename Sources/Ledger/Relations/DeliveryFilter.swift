import ReceiptModel
import SQLite

/// The conditions of a plan that a row is looked at for.
struct DeliveryFilter: Sendable {
  private let app: Int64?
  /// Whether there is more to look at.
  private var looksFurther = false
  /// The device whose rows are wanted; `nil` for all.
  private var device: StoredDevice?
  /// Those whose rows are not.
  private var unwanted: [StoredDevice] = []
  private var times: [TimeBounds] = []
  /// Those that its reader has a `TextTest` for.
  private(set) var texts: [TextTest.Condition] = []

  /// That of no conditions.
  init() { app = nil }

  /// - Parameters:
  ///   - values: of the plan's conditions.
  ///   - app: the only AppKey that is wanted; `nil` for all.
  init(_ plan: VirtualPlan, _ values: [Cell], app: Int64?) {
    self.app = app
    times = TimeBounds.all(plan, values)
    texts = zip(plan.conditions, values).compactMap { condition, value in
      guard Self.isOfText(condition), case .text(let text) = value else { return nil }
      return TextTest.Condition(column: condition.column, text: Array(text.utf8))
    }
    for (condition, value) in zip(plan.conditions, values) where condition.column == DeliveryRelation.deviceID
    {
      // Device ids are texts, which nothing else equals.
      guard case .text(let id) = value else { continue }
      if condition.comparison == .notEqual {
        unwanted.append(StoredDevice(id))
      } else {
        device = StoredDevice(id)
      }
    }
    looksFurther = device != nil || !unwanted.isEmpty || !times.isEmpty
  }

  /// Whether a condition is that on a text behind a reference, other than those that choose messages.
  static func isOfText(_ condition: VirtualQuestion.Condition) -> Bool {
    guard condition.comparison == .equal, !condition.isOneOfMany,
      DeliveryColumn.all.indices.contains(condition.column),
      case .text(let text) = DeliveryColumn.all[condition.column]
    else { return false }
    return ![DeliveryRow.app, DeliveryRow.message].contains(text.cell)
  }

  /// - Parameter row: as `delivery` has it, with what its device points into.
  @inline(__always)
  func wants(_ row: Span<Int64>, _ bytes: Span<UInt8>, _ reading: inout DeliveryReading) throws -> Bool {
    if let app, row[DeliveryRow.app] != app { return false }
    return try !looksFurther || wantsFurther(row, bytes, &reading)
  }

  private func wantsFurther(
    _ row: Span<Int64>, _ bytes: Span<UInt8>, _ reading: inout DeliveryReading
  ) throws -> Bool {
    if device != nil || !unwanted.isEmpty {
      let found = StoredDevice(row[DeliveryRow.device], in: bytes)
      if let device, found != device { return false }
      if unwanted.contains(found) { return false }
    }
    for bounds in times where try !bounds.contain(reading.cell(bounds.column, of: row, bytes)) {
      return false
    }
    return true
  }
}
