import Diagnosis
import Ledger
import ReceiptModel
import Reporting

/// What several answers of a view are made of, over the view's own scope.
///
/// The ledger stands still while it is asked, so each is made once: data sets, findings and snapshot may all want it.
final class OwnCells {
  let messages = Once<MessageCells>()
  let versions = Once<CohortCells>()
  let campaigns = Once<CohortCells>()
  let judgements: OwnJudgements

  /// - Parameter judgements: those of another view that this one shares them with.
  init(judgements: OwnJudgements = OwnJudgements()) { self.judgements = judgements }
}

/// A value that is made when it is first asked for.
final class Once<Value> {
  private(set) var made: Value?

  func value(_ make: () throws -> Value) rethrows -> Value {
    if let made { return made }
    let value = try make()
    made = value
    return value
  }
}

extension LedgerView {
  /// As `LedgerReader.messageCells`.
  func messageCells(_ scope: CohortScope) throws -> MessageCells {
    try shared(own.messages, scope) { { try store.messageCells(scope) } }()
  }

  /// As `LedgerReader.versionCells`, those of a day beside each other.
  func versionCells(_ scope: CohortScope) throws -> [CohortCell] { try versions(scope).byDay }

  /// The same of all days together.
  func buildCells(_ scope: CohortScope) throws -> CohortCells { try versions(scope).summedOverDays() }

  /// As `LedgerReader.campaignCells`, over the view's own scope.
  func campaignCells() throws -> CohortCells { try own.campaigns.value { try store.campaignCells(scope) } }

  private func versions(_ scope: CohortScope) throws -> CohortCells {
    try shared(own.versions, scope) { { try store.versionCells(scope) } }()
  }

  /// Whether a scope is the view's own; as-of and settle always are.
  func isOwn(_ scope: CohortScope) -> Bool {
    scope.days == self.scope.days && scope.appKeys == self.scope.appKeys
  }

  /// What gives a value over a scope, which is asked for only where it is not the view's own or not made yet.
  func shared<Value>(
    _ made: Once<Value>, _ scope: CohortScope, _ ask: () throws -> () throws -> Value
  ) throws -> () throws -> Value {
    guard isOwn(scope) else { return try ask() }
    if let value = made.made { return { value } }
    let answer = try ask()
    return { try made.value(answer) }
  }
}
