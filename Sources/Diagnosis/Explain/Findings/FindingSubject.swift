import Prose
package import ReceiptModel

/// What of a push, or of a message, findings are about.
struct FindingSubject {
  struct Build {
    var appVersion: String
    var osVersion: String
    var networkType: String
  }

  struct Failure {
    var channel: String
    /// As a scope names it.
    var reason: String
  }

  /// Of the sender.
  var appKey: String
  var messageID: String
  var sent: ClosedRange<Instant>
  var builds: [Build]
  var failures: [Failure]
  /// That of a single push; `nil` of a message, whose pushes take several.
  var channel: String?
  /// The AppKeys that answered and never sent it.
  var foreignKeys: [String]

  /// Whether a finding that stands is about it: all parts of the finding's scope are its own, and it was sent when the
  /// finding had begun and before the end of what was judged.
  ///
  /// Findings about the data are about no push.
  ///
  /// - Parameters:
  ///   - scope: the text of the finding's whole scope.
  ///   - judged: milliseconds UTC; a finding whose beginning nobody knows began when it did.
  func isOf(_ finding: SeenFinding, scope: String, judged: Range<Int64>) -> Bool {
    let name = finding.name
    guard !name.code.isAboutData, name.isAbout(appKey),
      sent.lowerBound.milliseconds < judged.upperBound,
      beginning(of: finding, judged) <= sent.upperBound.milliseconds
    else { return false }
    guard !scope.isEmpty else { return finding.severity > .info }
    if name.code == .ackOutage { return sent.lowerBound < Self.endOfOutage(scope) }
    // Free words in front, or alone, say that it is about more than its parts.
    guard !name.scope.isEmpty, scope.hasPrefix(name.scope) else { return false }
    let parts = FindingScope(reading: name.scope)
    if name.code == .arrivalRateFall {
      return channel.map { parts[.channel]?.hasSameBytes(as: $0) ?? false } ?? false
    }
    return has(parts, orLower: scope.hasSuffix(Self.orLower))
  }

  /// From when on, milliseconds UTC, what was sent may have been hit by a finding.
  private func beginning(of finding: SeenFinding, _ judged: Range<Int64>) -> Int64 {
    guard let since = finding.since?.milliseconds else { return judged.lowerBound }
    // A mismatch dates from the first answer, and not from the push that was answered.
    let key = FindingScope(reading: finding.name.scope)[.answersUnder]
    let isAnswered = key.map { key in foreignKeys.contains { $0.hasSameBytes(as: key) } } ?? false
    return isAnswered ? min(since, judged.lowerBound) : since
  }

  private static let orLower = ", \(BuildGroup.andLower.plain())"

  private func has(_ scope: FindingScope, orLower: Bool) -> Bool {
    func isSame(_ part: FindingScope.Part, _ own: String) -> Bool {
      scope[part].map { $0.hasSameBytes(as: own) } ?? true
    }
    func isSystem(_ own: String) -> Bool {
      guard orLower, !own.isEmpty, let highest = scope[.osVersion] else { return isSame(.osVersion, own) }
      return VersionNumber(own) <= VersionNumber(highest)
    }
    let isBuild = builds.contains {
      isSame(.appVersion, $0.appVersion) && isSystem($0.osVersion) && isSame(.network, $0.networkType)
    }
    return scope.entries.allSatisfy { entry in
      switch entry.part {
      case .appVersion, .osVersion, .network: isBuild
      case .channel, .reason:
        failures.contains { isSame(.channel, $0.channel) && isSame(.reason, $0.reason) }
      case .message: isSame(.message, messageID)
      // A build that answers so does it for every push, whether it is heard or not.
      case .answersUnder: scope[.appVersion] != nil || foreignKeys.contains { isSame(.answersUnder, $0) }
      case .kind, .field, .time, .note: false
      }
    }
  }

  /// When an outage was over, by the time that its scope ends with.
  private static func endOfOutage(_ scope: String) -> Instant {
    let words = TimeWords(zone: .utc, present: .latest)
    return scope.split(separator: " ").last.flatMap { words.instant(String($0)) } ?? .latest
  }
}

extension DeliveryCase {
  /// The findings that concern it.
  var findings: ConcernedFindings {
    let times = sends.isEmpty ? story.events.map(\.at) + story.runs.flatMap(\.steps).map(\.at) : sends
    let first = times.min() ?? settings.asOf
    let hasFailed = story.has(.sendFailed) || !losses.isEmpty
    let reason = FailureReason(code: traits.reasonCode, text: traits.reasonText)
    return settings.findings(
      concerning: FindingSubject(
        appKey: story.appKey, messageID: messageID, sent: first...(times.max() ?? first),
        builds: [
          .init(appVersion: traits.appVersion, osVersion: traits.osVersion, networkType: traits.networkType)
        ],
        failures: hasFailed ? [.init(channel: traits.channel, reason: reason.name.plain())] : [],
        channel: traits.channel, foreignKeys: foreign.map(\.appKey)))
  }
}

extension MessageCase {
  /// `nil` when nobody sent it under this AppKey, so that nobody judges it.
  var subject: FindingSubject? {
    guard let tried = story.tried else { return nil }
    return FindingSubject(
      appKey: story.appKey, messageID: story.messageID, sent: tried,
      builds: story.parts.map {
        .init(appVersion: $0.appVersion, osVersion: $0.osVersion, networkType: $0.networkType)
      },
      failures: story.failures.map {
        .init(
          channel: $0.channel, reason: FailureReason(code: $0.reasonCode, text: $0.reasonText).name.plain())
      }, foreignKeys: foreignKeys)
  }
}

extension MessageExplanation {
  /// Whether a finding concerns the message under this AppKey, by the same rule as those of kept judgements.
  ///
  /// - Parameter judged: what the findings were judged by that do not say it themselves, milliseconds UTC.
  package func isConcerned(by finding: Finding, judged: Range<Int64>) -> Bool {
    finding.state.stands
      && subject?.isOf(SeenFinding(finding), scope: finding.scope.text, judged: finding.judged ?? judged)
        ?? false
  }
}
