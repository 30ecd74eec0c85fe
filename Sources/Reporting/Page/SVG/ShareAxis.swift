import Prose

/// The part of 0 to 100 % that a line needs, from one round number to another.
///
/// In thousandths, as whole numbers, so that the last bit of a rate does not move a grid line.
struct ShareAxis {
  private let low: Int
  private let high: Int
  private let step: Int

  private static let steps = [1, 2, 5, 10, 20, 50, 100, 200, 250]

  /// `nil` when the line has no value.
  init?(_ line: Chart.Line) {
    let known = line.values.compactMap { $0 }
    let ends = line.intervals.compactMap { $0 }.flatMap { [$0.lowerBound, $0.upperBound] }
    guard !known.isEmpty, let least = (known + ends).min(), let most = (known + ends).max() else {
      return nil
    }
    let (from, to) = (Int((max(0, least) * 1000).rounded(.down)), Int((min(1, most) * 1000).rounded(.up)))
    // One percentage point at least, so that thousandths do not look like a change.
    let step = Self.steps.first { max(to - from, 10) <= $0 * 3 } ?? 500
    var (low, high) = (from / step * step, (to + step - 1) / step * step)
    if high == low { if high < 1000 { high += step } else { low -= step } }
    (self.low, self.high, self.step) = (max(0, low), min(1000, max(high, low + step)), step)
  }

  /// From 0 at the bottom to 1.
  func place(of share: Double) -> Double { (share * 1000 - Double(low)) / Double(high - low) }

  var ticks: [(value: Double, label: String)] {
    stride(from: low, through: high, by: step).map { tick in
      (Double(tick) / 1000, DecimalText.fixed(Double(tick) / 10, digits: step < 10 ? 1 : 0) + " %")
    }
  }
}
