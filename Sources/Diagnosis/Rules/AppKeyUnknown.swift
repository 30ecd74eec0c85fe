import Prose
import ReceiptModel

extension Rule {
  /// Events come in under an AppKey that is not configured and has never sent anything.
  ///
  /// It is only a note when nearly all of them are answers to somebody else's sends, which `app_key_mismatch` reports
  /// with the sender's name. Not all of them need to be: where a send is missing in the log, its answer belongs to
  /// nobody. So does that of a new app whose first send is missing: a single delivery is a note, too.
  package static let appKeyUnknown = Rule(.appKeyUnknown) { evidence in
    var unknown: [String: Int] = [:]
    for flag in evidence.flags where flag.flag == "app_key_unknown" && flag.count > 0 {
      unknown[flag.appKey, default: 0] += flag.count
    }
    return unknown.map { appKey, count in
      let isExplained = ForeignAnswers.count(under: appKey, evidence) * 10 >= count * 9
      let typo = nearMiss(of: appKey, evidence).map {
        Rival("a typing error: it is close to AppKey \($0)", settledBy: "the AppKey in the newest build")
      }
      return Finding(
        .appKeyUnknown, isExplained || count == 1 ? .info : .warning, appKey: appKey,
        since: firstHour(of: appKey, evidence), deliveries: count,
        cause: "a build with a wrong AppKey, or an app whose send log is not imported",
        rivals: (typo.map { [$0] } ?? []) + [
          Rival("a new app that is missing from the configuration", settledBy: "the console's list of apps")
        ],
        nextStep:
          "if the AppKey is yours, add it to the configuration and import its send log; if not, find the build",
        rows: "deliveries-of")
    }
  }

  private static func firstHour(of appKey: String, _ evidence: Evidence) -> Instant? {
    evidence.eventHours.filter { $0.appKey == appKey && $0.events > 0 }.map(\.hour.milliseconds).min()
      .map(Instant.init(milliseconds:))
  }

  /// A known AppKey that differs in one character, or in two neighbours that changed places.
  private static func nearMiss(of appKey: String, _ evidence: Evidence) -> String? {
    Set(evidence.configuredKeys + evidence.appKeys).sorted { $0.precedesInBytes($1) }
      .first { $0 != appKey && isSlip(Array($0.utf8), Array(appKey.utf8)) }
  }

  private static func isSlip(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    // In a short key, one character is too much to be a slip.
    guard min(one.count, other.count) >= 5 else { return false }
    let start = zip(one, other).prefix { $0 == $1 }.count
    let end = zip(one.dropFirst(start).reversed(), other.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let (left, right) = (one.count - start - end, other.count - start - end)
    if left <= 1 && right <= 1 { return true }
    return left == 2 && right == 2 && one[start] == other[start + 1] && one[start + 1] == other[start]
  }
}
