/// The buckets of a latency histogram: narrow enough for percentiles within 1 %, and cut at the edges that people
/// look at, so that a coarse histogram can be added up from them exactly.
///
/// Values below 64 ms have a bucket each. Above, every doubling is cut into 64 equal parts, so a bucket's middle is
/// at most 1/128 away from any value in it. A bucket that holds one of `edges` is cut in two there: the number is
/// `2 * part + (value >= edge ? 1 : 0)`. Negative values share bucket -1.
package enum LatencyBucket {
  /// Milliseconds: the tries of the extension's own retry clock (5 s each, 1 s apart), its budget of 17 s, the system's
  /// limit of 30 s, then minutes, an hour, a day.
  package static let edges: [Int64] = [
    0, 1_000, 5_000, 6_000, 11_000, 12_000, 17_000, 30_000, 60_000, 600_000, 3_600_000, 86_400_000,
  ]

  package static func bucket(of milliseconds: Int64) -> Int {
    guard milliseconds >= 0 else { return -1 }
    let part = part(of: milliseconds)
    guard let edge = edge(inside: part), milliseconds >= edge else { return part * 2 }
    return part * 2 + 1
  }

  /// The values of a bucket, half open; bucket -1 has no lower end and gives `Int64.min`.
  package static func range(of bucket: Int) -> Range<Int64> {
    guard bucket >= 0 else { return Int64.min..<0 }
    let part = partRange(bucket / 2)
    guard let edge = edge(inside: bucket / 2) else { return part }
    return bucket % 2 == 0 ? part.lowerBound..<edge : edge..<part.upperBound
  }

  /// The value that stands for a bucket: the middle of its range.
  package static func middle(of bucket: Int) -> Int64 {
    let range = range(of: bucket)
    guard range.lowerBound != Int64.min else { return -1 }
    return range.lowerBound + (range.upperBound - 1 - range.lowerBound) / 2
  }

  /// The number of the coarse bucket between two edges: 0 below zero, 1 from 0 s to 1 s, … 12 from a day on.
  package static func coarse(of bucket: Int) -> Int {
    let lower = range(of: bucket).lowerBound
    return edges.count(where: { $0 <= lower })
  }

  private static func part(of milliseconds: Int64) -> Int {
    guard milliseconds >= 64 else { return Int(milliseconds) }
    let octave = 63 - milliseconds.leadingZeroBitCount - 6
    return (octave + 1) * 64 + Int((milliseconds >> Int64(octave)) & 63)
  }

  private static func partRange(_ part: Int) -> Range<Int64> {
    guard part >= 128 else { return Int64(part)..<Int64(part) + 1 }
    let octave = Int64(part / 64 - 1)
    let lower = (64 + Int64(part % 64)) << octave
    let (upper, isBeyond) = lower.addingReportingOverflow(1 << octave)
    return lower..<(isBeyond ? .max : upper)
  }

  private static func edge(inside part: Int) -> Int64? {
    let range = partRange(part)
    return edges.first { $0 > range.lowerBound && $0 < range.upperBound }
  }
}
