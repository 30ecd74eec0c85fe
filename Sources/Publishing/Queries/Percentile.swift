import ReceiptModel
import SQLite

/// The percentile of a group's values, as SQLite's own extension and spreadsheets compute it: the value at the place
/// `p / 100 * (count - 1)` of the sorted values, between two of them in proportion.
final class Percentile: SQLFunction.Aggregate {
  private let budget: ValueBudget
  private var values: [Double] = []
  private var percent: Double?

  init(_ budget: ValueBudget) { self.budget = budget }

  deinit { budget.give(back: values.count) }

  /// - Parameter arguments: the value, and from 0 to 100 which percentile; without that the median.
  func add(_ arguments: [Cell]) throws(SQLFunction.Refusal) {
    let percent = arguments.count > 1 ? arguments[1].number : 50
    guard let percent, 0...100 ~= percent, (self.percent ?? percent) == percent else {
      throw .words("percentile: p has to be one number from 0 to 100")
    }
    self.percent = percent
    if arguments[0].isNull { return }
    guard let value = arguments[0].number else { throw .words("percentile: x has to be a number") }
    guard budget.take() else { throw .memory }
    values.append(value)
  }

  func value() -> Cell {
    guard let percent, !values.isEmpty else { return .null }
    values.sort()
    let place = percent / 100 * Double(values.count - 1)
    let (below, above) = (values[Int(place)], values[min(Int(place) + 1, values.count - 1)])
    return .real(below + (above - below) * (place - place.rounded(.down)))
  }
}

extension Cell {
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .text, .blob: nil
    }
  }
}
