/// How many of the last days are judged together, so that rare pushes are judged at all.
enum JudgedLength {
  private static let all = [1, 2, 4, 7, 14]
  static let longest = 14

  /// The fewest days that have enough deliveries together, else the most there are.
  ///
  /// - Parameter days: deliveries by the place of a day among the last `longest`.
  static func enough(_ least: Int, of days: [Int: Int]) -> Int {
    all.first { length in
      (longest - length..<longest).reduce(0) { $0 + days[$1, default: 0] } >= least
    } ?? longest
  }
}
