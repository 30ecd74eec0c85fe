/// The time zone of a report, as a value: when its clocks changed, and to what.
///
/// A day is the stretch between its beginning and the next day's, so every instant is in exactly one day, and days
/// last 23 or 25 hours where clocks change. Where clocks are put back over midnight (St. John's until 2011), a date
/// is shown twice; the day begins at the last midnight. A date that was left out (Samoa, 2011-12-30) lasts no time.
package struct ReportZone: Hashable, Sendable {
  /// The clocks show UTC plus `offset` from an instant on.
  package struct Change: Hashable, Sendable {
    /// Seconds since 1970, UTC.
    package let from: Int64
    /// Seconds; positive east of Greenwich.
    package let offset: Int64

    package init(from: Int64, offset: Int64) {
      self.from = from
      self.offset = offset
    }
  }

  /// As the user says it: `Asia/Shanghai`, `UTC`, `+08:00`.
  package let name: String
  /// The offset before the first of `changes`, in seconds.
  package let firstOffset: Int64
  /// In rising order.
  package let changes: [Change]

  package init(name: String, firstOffset: Int64, changes: [Change]) {
    self.name = name
    self.firstOffset = firstOffset
    self.changes = changes
  }

  package static let utc = ReportZone(name: "UTC", firstOffset: 0, changes: [])

  /// A zone without changes from `UTC`, `Z`, or an offset such as `+08:00`, `-0330` or `+08`.
  ///
  /// - Returns: `nil` for anything else, and for offsets that no clock has: beyond 14 hours.
  package init?(fixed text: some StringProtocol) {
    if text == "UTC" || text == "Z" {
      self = .utc
      return
    }
    guard let seconds = Self.offset(Array(text.utf8)) else { return nil }
    var name: [UInt8] = []
    Self.appendOffset(seconds, to: &name)
    self.init(name: String(decoding: name, as: UTF8.self), firstOffset: seconds, changes: [])
  }

  /// Seconds to add to UTC.
  package func offset(at instant: Instant) -> Int64 {
    let second = Self.floor(instant.milliseconds, by: 1000)
    return offset(in: changes.partitionPoint { $0.from > second })
  }

  /// What the clock shows, in milliseconds since the midnight by it that began 1970.
  ///
  /// No event lies outside of the years 2 to 9998, but a ledger that somebody has changed may say so: it is the nearest
  /// time in these then.
  private func clock(at instant: Instant) -> Int64 {
    min(max(instant.milliseconds, -62_104_060_800_000), 253_370_764_800_000) + offset(at: instant) * 1000
  }

  package func day(of instant: Instant) -> CivilDay {
    let day = CivilDay(number: Int(Self.floor(clock(at: instant), by: 86_400_000)))
    return instant < start(of: day) ? day.adding(days: -1) : day
  }

  /// The hour that the clock shows, 0 to 23.
  package func hour(of instant: Instant) -> Int64 {
    let local = clock(at: instant)
    return Self.floor(local, by: 3_600_000) - Self.floor(local, by: 86_400_000) * 24
  }

  /// The first instant of a day: its last midnight, or where there is none, the first instant after it.
  package func start(of day: CivilDay) -> Instant {
    let midnight = Int64(day.number) * 86_400
    // The last stretch that begins before midnight by its own clock; the next one, if any, begins after.
    let stretch = changes.partitionPoint { $0.from + $0.offset >= midnight }
    let second = midnight - offset(in: stretch)
    let end = stretch < changes.count ? changes[stretch].from : Int64.max
    return Instant(milliseconds: min(second, end) * 1000)
  }

  /// The instant when the clocks first show a time of a day; where they leave it out, the instant they jump over it.
  ///
  /// - Parameter milliseconds: since midnight by the clock.
  package func instant(of day: CivilDay, milliseconds: Int64) -> Instant {
    let local = Int64(day.number) * 86_400_000 + milliseconds
    for (stretch, change) in changes.enumerated() {
      let candidate = local - offset(in: stretch) * 1000
      let begin = stretch > 0 ? changes[stretch - 1].from * 1000 : Int64.min
      if candidate < change.from * 1000 { return Instant(milliseconds: max(candidate, begin)) }
    }
    let begin = changes.last.map { $0.from * 1000 } ?? Int64.min
    return Instant(milliseconds: max(local - offset(in: changes.count) * 1000, begin))
  }

  /// The offset of the stretch that ends with `changes[stretch]`.
  private func offset(in stretch: Int) -> Int64 { stretch == 0 ? firstOffset : changes[stretch - 1].offset }

  /// Division that rounds down, also before 1970.
  private static func floor(_ value: Int64, by divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}

extension ReportZone {
  /// `2026-09-21T22:13:20.120+08:00`, always with milliseconds.
  package func iso(_ instant: Instant) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(29)
    appendISO(instant, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes what `iso` gives, for rows by the million.
  package func appendISO(_ instant: Instant, to bytes: inout [UInt8]) {
    let offset = offset(at: instant)
    let local = clock(at: instant)
    let day = Self.floor(local, by: 86_400_000)
    let time = Int(local - day * 86_400_000)
    // By the clock, not `day(of:)`: the text must name this very instant.
    CivilDay(number: Int(day)).append(to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    Digits.append(time / 3_600_000, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Digits.append(time / 60_000 % 60, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Digits.append(time / 1000 % 60, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    Digits.append(time % 1000, width: 3, to: &bytes)
    Self.appendOffset(offset, to: &bytes)
  }

  /// Writes `+08:00`.
  private static func appendOffset(_ seconds: Int64, to bytes: inout [UInt8]) {
    let minutes = Int(seconds.magnitude) / 60
    bytes.append(seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    Digits.append(minutes / 60, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Digits.append(minutes % 60, width: 2, to: &bytes)
  }

  /// Reads `+08:00`, `+0800` or `+08`.
  private static func offset(_ bytes: [UInt8]) -> Int64? {
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    var digits = bytes.dropFirst()
    if digits.count == 5, digits[3] == UInt8(ascii: ":") { digits = digits[1..<3] + digits[4...] }
    guard digits.count == 2 || digits.count == 4, let number = Digits.value(digits) else { return nil }
    let (hours, minutes) = digits.count == 2 ? (number, 0) : (number / 100, number % 100)
    guard minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
    return Int64(hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }
}
