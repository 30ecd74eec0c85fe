package import ReceiptModel

/// A name made of a moment, `20260921T221320Z`, and of a number when there are several of that moment: `20260921T221320Z-2`.
///
/// In the order of time, and without a colon, which some file systems and addresses do not take.
package struct DatedName: Comparable {
  package let stamp: String
  package let number: Int

  package var text: String { number == 1 ? stamp : "\(stamp)-\(number)" }

  /// - Returns: `nil` for a name that is not made so.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let stamp = Array(parts[0].utf8)
    let digits = Array(stamp.prefix(8) + stamp.dropFirst(9).prefix(6))
    guard parts.count <= 2, stamp.count == 16, stamp[8] == UInt8(ascii: "T"), stamp[15] == UInt8(ascii: "Z"),
      digits.count == 14, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return nil }
    self.stamp = String(parts[0])
    guard parts.count == 2 else {
      number = 1
      return
    }
    // Without leading zeros, so that every name has one spelling.
    guard let number = Int(parts[1]), number > 1, "\(number)" == parts[1] else { return nil }
    self.number = number
  }

  private init(stamp: String, number: Int) {
    self.stamp = stamp
    self.number = number
  }

  /// A moment to the second, in UTC.
  package static func stamp(_ moment: Instant) -> String {
    ReportZone.utc.iso(moment).prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  /// The first name of a moment that is not taken.
  package static func first(_ stamp: String, isTaken: (String) -> Bool) -> DatedName {
    var name = DatedName(stamp: stamp, number: 1)
    while isTaken(name.text) { name = DatedName(stamp: stamp, number: name.number + 1) }
    return name
  }

  package static func < (left: DatedName, right: DatedName) -> Bool {
    left.stamp != right.stamp ? left.stamp < right.stamp : left.number < right.number
  }
}
