import ReceiptModel

/// Finds which of some spans holds a time.
struct SpanSearch {
  private let spans: [Range<Int64>]
  /// That of the time before, as most are soon after each other.
  private var latest = 0

  /// - Parameter spans: in order and without overlap.
  init(_ spans: [Range<Int64>]) { self.spans = spans }

  /// The place of the span that holds a time; `nil` where none does.
  mutating func place(of time: Int64) -> Int? {
    if latest < spans.count, spans[latest].contains(time) { return latest }
    let place = spans.partitionPoint { time < $0.upperBound }
    guard place < spans.count, spans[place].contains(time) else { return nil }
    latest = place
    return place
  }
}
