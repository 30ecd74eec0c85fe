import Diagnosis
import Ledger
import ReceiptModel
import Reporting

/// What several answers of a view are made of, over the view's own scope.
///
/// The ledger stands still while it is asked, so each is made once: data sets, findings and snapshot may all want it.
final class OwnCells {
  let messages = Once<[CohortCell]>()
  let messageFacts = Once<[CohortKey: MessageFacts]>()
  let versions = Once<[CohortCell]>()
  let findings = Once<[Finding]>()
}

/// A value that is made when it is first asked for.
final class Once<Value> {
  private var made: Value?

  func value(_ make: () throws -> Value) rethrows -> Value {
    if let made { return made }
    let value = try make()
    made = value
    return value
  }
}

extension LedgerView {
  /// As `LedgerReader.messageCells`.
  func messageCells(_ scope: CohortScope) throws -> [CohortCell] {
    try isOwn(scope) ? own.messages.value { try store.messageCells(scope) } : store.messageCells(scope)
  }

  func messageFacts(_ scope: CohortScope) throws -> [CohortKey: MessageFacts] {
    try isOwn(scope) ? own.messageFacts.value { try readFacts(scope) } : readFacts(scope)
  }

  /// As `LedgerReader.versionCells`.
  func versionCells(_ scope: CohortScope) throws -> [CohortCell] {
    try isOwn(scope) ? own.versions.value { try store.versionCells(scope) } : store.versionCells(scope)
  }

  /// Whether a scope of the view is the one that it is called after; as-of and settle are those of the view.
  private func isOwn(_ scope: CohortScope) -> Bool {
    scope.days == self.scope.days && scope.appKeys == self.scope.appKeys
  }

  private func readFacts(_ scope: CohortScope) throws -> [CohortKey: MessageFacts] {
    var facts: [CohortKey: MessageFacts] = [:]
    try store.forEachMessage(scope) { appKey, message, jobKey, first, last in
      facts[CohortKey(day: 0, appKey: appKey, parts: [message])] = MessageFacts(
        jobKey: jobKey, firstSent: first, lastSent: last)
    }
    return facts
  }
}
