internal import ReceiptModel

extension Rule {
  /// Devices answer a push under an AppKey that never sent it.
  ///
  /// This is proved, not guessed: the same message and device have a send under one AppKey and an ack or open under
  /// another. One such answer is a warning, since a single test device can cause it; ten, or one in a hundred of the
  /// sender's deliveries, are a build in the field.
  package static let appKeyMismatch = Rule(.appKeyMismatch) { evidence in
    evidence.flags.filter { $0.flag == "app_key_mismatch" && $0.count > 0 }.map { flag in
      let sent = evidence.counts(of: flag.detail)[.sent]
      let rate = Rate(min(flag.count, sent), of: sent)
      let limits = evidence.limits
      let isCritical =
        flag.count >= limits.mismatches || (rate.value.map { $0 >= limits.mismatchShare } ?? false)
      return Finding(
        .appKeyMismatch, isCritical ? .critical : .warning, appKey: flag.detail,
        scope: .of(.answersUnder, flag.appKey), since: evidence.since(.mismatch, of: flag.detail),
        deliveries: flag.count, observed: rate.value, expected: 0, interval: rate.interval,
        cause: "an app or extension build that is configured with AppKey \(flag.appKey)"
          + worstVersion(of: flag.detail, evidence),
        rivals: [
          Rival(
            "a test build on production devices", settledBy: "how many devices and which versions answer"),
          Rival("two apps of one vendor that share device ids", settledBy: "the AppKeys of both apps"),
        ],
        nextStep:
          "compare AppKey and AppSecret in the app target and in the extension target of the newest build"
      )
    }
  }

  /// `, mostly app_version 5.0.0`: the version most of the answered deliveries belong to, where versions are known.
  private static func worstVersion(of appKey: String, _ evidence: Evidence) -> String {
    var sums: [CohortKey: Int] = [:]
    for cell in evidence.versions where cell.key.appKey == appKey && !cell.key.parts[0].isEmpty {
      sums[CohortKey(day: 0, appKey: "", parts: [cell.key.parts[0]]), default: 0] += cell.counts[.mismatch]
    }
    let worst = sums.max { one, other in
      one.value != other.value ? one.value < other.value : other.key < one.key
    }
    guard let worst, worst.value > 0 else { return "" }
    return ", mostly app_version \(worst.key.parts[0])"
  }
}
