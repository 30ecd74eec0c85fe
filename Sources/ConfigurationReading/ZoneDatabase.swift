import Files
import Glibc
import Prose
package import ReceiptModel
import Synchronization

/// Time zones by name, from the system's own rules.
///
/// The C library knows the rules but answers only for one zone of the whole process. So a zone is asked once, in one
/// place, before the program starts its threads, and turned into a `ReportZone`.
package enum ZoneDatabase {
  package static let folder = "/usr/share/zoneinfo"

  /// Keeps two look-ups apart; the rest of the process must not use local time meanwhile.
  private static let lookUp = Mutex(())

  /// The zone of that name: an IANA name, `UTC`, or an offset such as `+08:00`.
  ///
  /// - Throws: `ConfigurationError` for a name the system does not know. The C library would silently take UTC.
  package static func zone(named name: String) throws(ConfigurationError) -> ReportZone {
    if let zone = ReportZone(fixed: name) { return zone }
    guard isName(name), holdsRules("\(folder)/\(name)") else {
      throw ConfigurationError(
        "unknown time zone '\(name.escapedForTerminal())'",
        advice: isInstalled
          ? "write an IANA name such as Asia/Shanghai, UTC, or an offset such as +08:00"
          : "there is no \(folder) here: install tzdata, or write an offset such as +08:00")
    }
    return lookUp.withLock { _ in read(name) }
  }

  /// Names lead to files, so they may lead nowhere else.
  private static func isName(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy { byte in
      let character = Character(Unicode.Scalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber || "/_+-".contains(character))
    }
    return isPlain && !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("/")
  }

  /// Whether a file begins as compiled zone rules do, other than the tables that lie beside them.
  private static func holdsRules(_ path: String) -> Bool {
    let descriptor = FileCall.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var start: [UInt8] = [0, 0, 0, 0]
    return SystemCall.read(into: &start, from: descriptor) == 4 && start == Array("TZif".utf8)
  }

  private static var isInstalled: Bool { FileCall.access("\(folder)/Etc/UTC", R_OK) }

  private static func read(_ name: String) -> ReportZone {
    let former = Environment.variable("TZ")
    // A leading colon means a file, never a rule written out in the name itself.
    unsafe setenv("TZ", ":\(folder)/\(name)", 1)
    tzset()
    defer {
      if let former { unsafe setenv("TZ", former, 1) } else { unsafe unsetenv("TZ") }
      tzset()
    }
    var changes: [ReportZone.Change] = []
    var (second, offset) = (span.lowerBound, offset(at: span.lowerBound))
    let firstOffset = offset
    while second < span.upperBound {
      let next = min(second + step, span.upperBound)
      let nextOffset = Self.offset(at: next)
      if nextOffset != offset {
        changes.append(ReportZone.Change(from: change(after: second, before: next), offset: nextOffset))
      }
      (second, offset) = (next, nextOffset)
    }
    return ReportZone(name: name, firstOffset: firstOffset, changes: changes)
  }

  /// 2009-01-01 to 2101-01-01: a year more at each end than an event may carry.
  private static let span: Range<Int64> = 1_230_768_000..<4_133_980_800
  /// A week.
  ///
  /// Since 2009 no zone has changed twice within 20 days; Cairo in 2010 came closest.
  private static let step: Int64 = 7 * 86_400

  /// The first second with another offset than `low`, when there is one change up to `high`.
  private static func change(after low: Int64, before high: Int64) -> Int64 {
    let former = offset(at: low)
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if offset(at: middle) == former { low = middle } else { high = middle }
    }
    return high
  }

  private static func offset(at second: Int64) -> Int64 {
    var clock = time_t(second)
    var fields = unsafe tm()
    // Both live on this stack frame for the length of the call.
    unsafe localtime_r(&clock, &fields)
    return unsafe Int64(fields.tm_gmtoff)
  }
}
