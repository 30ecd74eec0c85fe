import Ledger
import Prose
import ReceiptModel

/// What a manifest has to say whatever the configuration is.
enum ManifestCheck {
  /// The largest number that is believed: thousands of runs of it can be added, and no log has as many lines.
  static let most: Int64 = 1_000_000_000_000_000

  /// - Returns: `nil` when all is well.
  static func problem(of manifest: LoadedManifest) -> Phrase? {
    if !isName(manifest.run) { return "run is not a name of 1 to 64 letters, digits, points, - and _" }
    if !["spark", "sqlite", "duckdb"].contains(manifest.engine) {
      return "engine is none of spark, sqlite, duckdb"
    }
    let digits = Array(manifest.settings.utf8)
    if digits.count != 64 || !digits.allSatisfy(isLowerHexadecimal) { return "settings is not a SHA-256" }
    if manifest.scope.isEmpty { return "its scope holds no hour" }
    let ends = [manifest.scope.lowerBound, manifest.scope.upperBound]
    if ends.contains(where: { $0 % hour != 0 }) { return "its scope is not made of whole hours" }
    if !ends.allSatisfy(isTime) { return "its scope lies outside 2010 to 2100" }
    if let newest = manifest.newest, !isTime(newest) { return "newest_ms lies outside 2010 to 2100" }
    if manifest.settledUntil != .max { return "it did not count all deliveries as settled" }
    if manifest.sampleLimit < 0 || manifest.ackTimeout < 0 || manifest.ackBudget < 0 {
      return "a limit is below zero"
    }
    if let below = LoadedManifest.Figure.allCases.first(where: { (manifest.counts[$0] ?? 0) < 0 }) {
      return "\(below.rawValue) is below zero"
    }
    let limits = [
      ("sample_limit", manifest.sampleLimit), ("ack_timeout_ms", manifest.ackTimeout),
      ("ack_budget_ms", manifest.ackBudget),
    ]
    let figures = LoadedManifest.Figure.allCases.map { ($0.rawValue, manifest.counts[$0] ?? 0) }
    if let above = (limits + figures).first(where: { $0.1 > most }) {
      return "\(above.0) is more than \(figure: "\(most)")"
    }
    if !manifest.linesAddUp { return "it does not account for each line once" }
    return nil
  }

  /// Whether an event can happen then, in milliseconds UTC.
  static func isTime(_ time: Int64) -> Bool {
    time >= Instant.earliest.milliseconds && time <= Instant.latest.milliseconds
  }

  /// Whether a text is made of 1 to 64 ASCII letters, digits, `.`, `_` and `-`.
  static func isName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return (1...64).contains(bytes.count)
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  private static func isLowerHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static let hour: Int64 = 3_600_000
}
