import Diagnosis
import Ledger
import ReceiptModel
import Reporting

/// What several answers of a view are made of, over the view's own scope.
///
/// The ledger stands still while it is asked, so each is made once: data sets, findings and snapshot may all want it.
final class OwnCells {
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
