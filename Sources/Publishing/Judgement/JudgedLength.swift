/// How many of the last days are judged together, so that rare pushes are judged at all.
enum JudgedLength {
  private static let all = [1, 2, 4, 7, 14]
  static let longest = 14

  /// The fewest days that have enough deliveries together, else the most there are.
  ///
  /// - Parameter days: deliveries by the place of a day among the last `longest`.
  static func enough(_ least: Int, of days: [Int: Int]) -> Int {
    all.first { sum($0, of: days) >= least } ?? longest
  }

  /// The most days, up to a week, that have no more than so many deliveries together; one where there are none.
  ///
  /// - Parameter days: as of `enough`.
  static func most(_ deliveries: Int, of days: [Int: Int]) -> Int {
    all.last { $0 <= 7 && sum($0, of: days) <= deliveries } ?? 1
  }

  private static func sum(_ length: Int, of days: [Int: Int]) -> Int {
    (longest - length..<longest).reduce(0) { $0 + days[$1, default: 0] }
  }
}
