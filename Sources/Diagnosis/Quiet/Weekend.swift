/// Saturday and Sunday, on which many senders rest.
enum Weekend {
  /// Whether it is one of them somewhere: from Friday to Monday, 12:00 UTC.
  ///
  /// - Parameter time: milliseconds UTC.
  static func contains(_ time: Int64) -> Bool {
    // 1970-01-01 was a Thursday; hours are counted from a Monday, 12:00.
    (time / 3_600_000 + 2 * 24 + 12) % (7 * 24) >= 4 * 24
  }
}
