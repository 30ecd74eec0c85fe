/// Drawings made of characters.
enum Bars {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  private static let levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// A bar of at most `width` characters for a share from 0 to 1; anything above 0 shows at least a sliver.
  static func bar(_ share: Double, width: Int = 20) -> String {
    guard share > 0 else { return "" }
    let length = max(1, Int((min(1, share) * Double(width * 8)).rounded()))
    return String(repeating: "█", count: length / 8) + eighths[length % 8]
  }

  /// One character for each value, from the lowest to the highest; `·` where there is none.
  ///
  /// - Parameter leastSpan: the difference that fills the height at least, so that chance does not look like a trend.
  static func sparkline(_ values: [Double?], leastSpan: Double = 0) -> String {
    let known = values.compactMap { $0 }
    guard let low = known.min(), let high = known.max() else { return values.map { _ in "·" }.joined() }
    let span = max(high - low, leastSpan)
    let bottom = (low + high - span) / 2
    return values.map { value in
      guard let value else { return "·" }
      guard span > 0 else { return levels[3] }
      return levels[min(7, max(0, Int(((value - bottom) / span * 7).rounded())))]
    }.joined()
  }
}
