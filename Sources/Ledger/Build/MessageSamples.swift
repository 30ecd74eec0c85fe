/// Every so many events' message, by which the events are dealt evenly to threads.
struct MessageSamples {
  private var messages: [Int64] = []
  private var count = 0
  private var stride = 1024

  /// Samples to keep; when there are more, every other one goes and the stride doubles.
  private static let limit = 8192

  mutating func add(_ batch: SortedBatch) {
    guard case .memory(let segments, _, _) = batch.place else { return }
    for segment in segments {
      let next = count + Int(segment.count)
      // Each multiple of the stride that lies in the segment is a sample.
      for _ in 0..<(next / stride - count / stride) { messages.append(segment.message) }
      count = next
      if messages.count > Self.limit {
        messages = messages.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        stride *= 2
      }
    }
  }

  /// Ranges of messages, together all of them, with about as many events each; at most `limit`.
  func ranges(_ limit: Int) -> [Range<Int64>] {
    let sorted = messages.sorted()
    var bounds: [Int64] = [0]
    for part in 1..<max(1, limit) where !sorted.isEmpty {
      let bound = sorted[sorted.count * part / limit]
      if let last = bounds.last, bound > last { bounds.append(bound) }
    }
    bounds.append(.max)
    return zip(bounds, bounds.dropFirst()).map { $0..<$1 }
  }
}
