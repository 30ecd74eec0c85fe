package import Diagnosis
package import ReceiptModel

/// A message that a report is about.
package struct MessageSubject: Sendable {
  package var id: String
  /// The explanation under each AppKey; empty when the ledger has no event of it.
  package var explanations: [MessageExplanation]

  /// What the explanations know nothing of.
  package var sums: UntoldSums

  package init(id: String, explanations: [MessageExplanation], sums: UntoldSums = .none) {
    self.id = id
    self.explanations = explanations
    self.sums = sums
  }
}

extension MessageSubject {
  /// Whether a finding is on the message, or on what its pushes met: their AppKey, a build or network of theirs, while they
  /// were sent.
  ///
  /// - Parameter judged: the stretch that the finding was judged by where it names none, milliseconds UTC.
  func isConcerned(by finding: Finding, judged: Range<Int64>?) -> Bool {
    if let message = finding.scope[.message] { return message.hasSameBytes(as: id) }
    return finding.state != .resolved && wasSent(during: finding, judged: finding.judged ?? judged)
      && explanations.map(\.story).contains { story in
        story.appKey.hasSameBytes(as: finding.appKey) && story.has(finding.scope)
      }
  }

  private func wasSent(during finding: Finding, judged: Range<Int64>?) -> Bool {
    let stories = explanations.map(\.story)
    guard let first = stories.compactMap(\.firstSent).min(), let last = stories.compactMap(\.lastSent).max(),
      let judged
    else { return false }
    return (finding.since?.milliseconds ?? judged.lowerBound) <= last.milliseconds
      && first.milliseconds < judged.upperBound
  }
}

extension MessageStory {
  /// Whether some of its deliveries are of a part of the AppKey, as far as it knows their part.
  fileprivate func has(_ scope: FindingScope) -> Bool {
    if let channel = scope[.channel] {
      guard failures.contains(where: { $0.channel.hasSameBytes(as: channel) }) else { return false }
    }
    return parts.isEmpty
      || parts.contains { part in
        let names: [(FindingScope.Part, String)] = [
          (.appVersion, part.appVersion), (.osVersion, part.osVersion), (.network, part.networkType),
        ]
        return names.allSatisfy { name, value in scope[name].map { $0.hasSameBytes(as: value) } ?? true }
      }
  }
}
