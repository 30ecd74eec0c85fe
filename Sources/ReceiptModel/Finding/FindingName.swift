/// What makes two findings of different moments the same one: what is wrong, and where.
package struct FindingName: Hashable, Sendable {
  package let code: FindingCode
  package let appKey: String
  /// The text of `FindingScope.lasting`.
  package let scope: String

  package init(_ code: FindingCode, appKey: String, scope: String) {
    self.code = code
    self.appKey = appKey
    self.scope = scope
  }

  package init(_ finding: Finding) {
    self.init(finding.code, appKey: finding.appKey, scope: finding.scope.lasting.text)
  }

  /// Whether it is about an AppKey: about it alone, or about an outage of several, which names none.
  package func isAbout(_ appKey: String) -> Bool {
    self.appKey.hasSameBytes(as: appKey) || (code == .ackOutage && self.appKey.isEmpty)
  }

  package static func == (one: FindingName, other: FindingName) -> Bool {
    one.code == other.code && one.appKey.hasSameBytes(as: other.appKey)
      && one.scope.hasSameBytes(as: other.scope)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    for text in [appKey, scope] { hasher.combine(Array(text.utf8)) }
  }
}
