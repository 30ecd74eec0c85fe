import ReceiptModel
import SQLite

/// Between which times a column has to be for a row to meet conditions, in milliseconds UTC.
struct TimeBounds {
  let column: Int
  private var first = Int64.min
  private var last = Int64.max

  private init(column: Int) { self.column = column }

  /// Those of each column, by the conditions whose values are whole numbers.
  ///
  /// - Parameter values: of the plan's conditions.
  static func all(_ plan: VirtualPlan, _ values: [Cell]) -> [TimeBounds] {
    zip(plan.conditions, values).reduce(into: []) { all, pair in
      guard DeliveryRelation.choice.times.contains(pair.0.column), case .integer(let time) = pair.1
      else { return }
      let place = all.firstIndex { $0.column == pair.0.column } ?? all.count
      if place == all.count { all.append(TimeBounds(column: pair.0.column)) }
      all[place].add(pair.0.comparison, time)
    }
  }

  private mutating func add(_ comparison: VirtualQuestion.Condition.Comparison, _ time: Int64) {
    switch comparison {
    case .equal: (first, last) = (max(first, time), min(last, time))
    case .less: last = min(last, time == .min ? .min : time - 1)
    case .lessOrEqual: last = min(last, time)
    case .greater: if time == .max { last = .min } else { first = max(first, time + 1) }
    case .greaterOrEqual: first = max(first, time)
    case .notEqual: break
    }
  }

  /// - Parameter time: as of `DeliveryReading.cell`; a row without one meets no condition.
  func contain(_ time: Int64) -> Bool { time != RowBatch.null && first <= time && time <= last }
}
