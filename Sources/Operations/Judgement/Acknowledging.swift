import Ledger
package import Prose
package import Publishing
package import ReceiptModel

/// Somebody says that a finding is known, or takes that back.
package struct Acknowledging {
  private let session: Session
  private let view: LedgerView
  /// The kind of finding and what part it is about, as somebody typed them.
  private let code: FindingCode
  private let scope: String

  /// - Parameters:
  ///   - view: whose findings are meant; AppKeys limit them.
  ///   - scope: as the column `scope` has it; empty for what is about all of an AppKey.
  /// - Throws: `Failure` of kind `usage` for a code that there is not.
  package init(_ code: String, _ scope: String, in view: LedgerView, of session: Session) throws(Failure) {
    guard let known = FindingCode(rawValue: code) else {
      throw .usage(
        "no finding is called '\(code.escapedForTerminal())'",
        advice: Suggestion.nearest(to: code, in: FindingCode.allCases.map(\.rawValue)))
    }
    self.code = known
    self.scope = scope
    self.view = view
    self.session = session
  }

  /// Lets a finding that stands wake nobody until a moment.
  ///
  /// - Returns: the finding.
  /// - Throws: `Failure` of kind `inputMissing` when no such finding stands, of kind `usage` when several do.
  package func acknowledge(until: Instant, because reason: String) throws -> Finding {
    let finding = try finding()
    let word = Acknowledgement(FindingName(finding), finding.severity, until: until, reason: reason)
    try write { try $0.acknowledge(word) }
    return finding
  }

  /// Takes such a word back.
  ///
  /// - Throws: `Failure` of kind `inputMissing` when nobody said so.
  package func forget() throws -> FindingName {
    let words = try view.store.acknowledgements().map(\.name).filter {
      $0.code == code && $0.scope.hasSameBytes(as: scope) && isWanted($0.appKey)
    }
    let name = try only(of: words, "nobody said that such a finding is known", appKey: \.appKey)
    try write { _ = try $0.forget(name) }
    return name
  }

  private func write(_ body: (LedgerWriter) throws -> Void) throws {
    try view.store.endSnapshot()
    let lock = try session.lock(waiting: 10)
    try body(session.openForWriting())
    _ = consume lock
    _ = try session.renewFindings()
  }

  private func finding() throws -> Finding {
    let standing = try view.judged().findings.filter {
      $0.code == code && $0.state != .resolved && isWanted($0.appKey)
    }
    let named = standing.filter { finding in
      [finding.scope.text, finding.scope.lasting.text].contains { $0.hasSameBytes(as: scope) }
    }
    let others = standing.map { "'\($0.scope.lasting.text.escapedForTerminal(limit: 80))'" }
    return try only(
      of: named,
      others.isEmpty
        ? "no \(code.rawValue) of that part stands"
        : "no \(code.rawValue) of that part stands; there is \(others.prefix(5).joined(separator: ", "))",
      appKey: \.appKey)
  }

  private func isWanted(_ appKey: String) -> Bool {
    view.scope.appKeys.isEmpty || view.scope.appKeys.contains { $0.hasSameBytes(as: appKey) }
  }

  private func only<Named>(
    of named: [Named], _ missing: Phrase, appKey: (Named) -> String
  ) throws(Failure) -> Named {
    guard let first = named.first else {
      throw Failure(.inputMissing, missing, advice: "'pushledger check' prints the findings with their parts")
    }
    let keys = Set(named.map { Array(appKey($0).utf8) })
    guard keys.count == 1 else {
      throw .usage("it stands under \(figure: "\(keys.count)") AppKeys", advice: "say which with --app-key")
    }
    return first
  }
}
