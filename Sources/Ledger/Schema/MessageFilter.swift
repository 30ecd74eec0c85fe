/// Picks the messages that have events in a window, so that a question about the window reads no others.
///
/// A message's hours are an interval, and an index on either end alone would read everything before or after the
/// window. So the index begins with a class of length, and in each class an interval that touches the window must begin
/// near it: one that is at most 2 hours long touches the hours 100 to 110 only if it begins in 98 to 110. That makes a
/// seek for each class, and reads in vain at most what lies within a length of the window.
enum MessageFilter {
  /// The greatest length of each class, in hours; one more class takes what is longer.
  private static let lengths = [2, 16, 128, 1024]

  private static var lengthClass: String {
    let cases = lengths.enumerated().map { "WHEN last_event_hour - first_event_hour <= \($1) THEN \($0)" }
    return "CASE \(cases.joined(separator: " ")) ELSE \(lengths.count) END"
  }

  /// The class of a message by the hours of its first and last event; `nil` when it has none.
  static func lengthClass(of hours: ClosedRange<Int64>?) -> Int {
    hours.flatMap { hours in lengths.firstIndex { hours.upperBound - hours.lowerBound <= $0 } }
      ?? lengths.count
  }

  /// What the index begins with, and then the hours.
  static var columns: String { "\(lengthClass), first_event_hour, last_event_hour" }

  /// A SELECT of the references of messages that may have events between two hours.
  ///
  /// - Parameters:
  ///   - first: the first hour since 1970, as SQL; none is found when it is NULL.
  ///   - last: the last one, included.
  ///   - condition: what else must hold of the row of `message`.
  static func messages(from first: String, through last: String, where condition: String = "true") -> String {
    (lengths.map(Optional.some) + [nil]).enumerated().map { place, length in
      """
      SELECT ref FROM message WHERE \(lengthClass) = \(place) AND \(self.condition(from: first, through: last))
        \(length.map { "AND first_event_hour >= \(first) - \($0)" } ?? "")
        AND \(condition)
      """
    }
    .joined(separator: " UNION ALL ")
  }

  /// Whether a row of `message` has events between two hours, without the index.
  static func condition(from first: String, through last: String) -> String {
    "first_event_hour <= \(last) AND last_event_hour >= \(first)"
  }
}
