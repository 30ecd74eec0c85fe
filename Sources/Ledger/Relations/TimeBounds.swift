import ReceiptModel
import SQLite

/// Between which times, in milliseconds UTC, or latencies a column has to be for a row to meet conditions.
struct TimeBounds {
  let column: Int
  /// Whether a row is to have none, and whether it is to have one.
  private var isAbsent = false
  private var isPresent = false
  private var first = Int64.min
  private var last = Int64.max

  private init(column: Int) { self.column = column }

  /// Whether all that a condition says is in its bounds.
  static func hold(_ condition: VirtualQuestion.Condition) -> Bool {
    guard DeliveryColumn.all.indices.contains(condition.column), !condition.isOneOfMany,
      DeliveryColumn.all[condition.column].isNumberOfMilliseconds
    else { return false }
    return !condition.hasValue || condition.isNumber && condition.comparison != .notEqual
  }

  /// Those of each column, by the conditions whose values are whole numbers, or that have none.
  ///
  /// - Parameter values: of the plan's conditions.
  static func all(_ plan: VirtualPlan, _ values: [Cell]) -> [TimeBounds] {
    zip(plan.conditions, values).reduce(into: []) { all, pair in
      let (condition, value) = pair
      guard DeliveryColumn.all[condition.column].isNumberOfMilliseconds else { return }
      let place = all.firstIndex { $0.column == condition.column } ?? all.count
      var bounds = place < all.count ? all[place] : TimeBounds(column: condition.column)
      if !condition.hasValue {
        bounds.add(condition.comparison, 0)
      } else if case .integer(let time) = value {
        bounds.add(condition.comparison, time)
      } else {
        return
      }
      if place < all.count { all[place] = bounds } else { all.append(bounds) }
    }
  }

  private mutating func add(_ comparison: VirtualQuestion.Condition.Comparison, _ time: Int64) {
    if comparison == .isNull { isAbsent = true } else { isPresent = true }
    switch comparison {
    case .equal: (first, last) = (max(first, time), min(last, time))
    case .less: last = min(last, time == .min ? .min : time - 1)
    case .lessOrEqual: last = min(last, time)
    case .greater: if time == .max { last = .min } else { first = max(first, time + 1) }
    case .greaterOrEqual: first = max(first, time)
    case .notEqual, .isNull, .isNotNull: break
    }
  }

  /// - Parameter time: as of `DeliveryReading.cell`.
  func contain(_ time: Int64) -> Bool {
    if time == RowBatch.null { return isAbsent && !isPresent }
    return !isAbsent && first <= time && time <= last
  }
}
