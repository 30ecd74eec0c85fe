extension LedgerReader {
  /// Queries on the facts beside the events that must never give a row.
  static var noteInvariants: [(String, String)] {
    let known = "SELECT * FROM expectation"
    let wanted = AckExpectation.definition()
    let strays = Schema.noteReferences.map { table, hasApp in
      """
      SELECT 1 FROM \(table) AS n WHERE NOT EXISTS (SELECT 1 FROM message WHERE ref = n.message_ref)
        \(hasApp ? "OR NOT EXISTS (SELECT 1 FROM app WHERE ref = n.app_ref)" : "")
      """
    }
    return [
      ("a fact about a message or AppKey that is not there", strays.joined(separator: " UNION ALL ")),
      (
        "a message whose eligibility is not what its payloads, push types and acks make it",
        """
        SELECT * FROM (SELECT * FROM (\(wanted)) EXCEPT \(known))
        UNION ALL SELECT * FROM (\(known) EXCEPT SELECT * FROM (\(wanted)))
        """
      ),
    ]
  }
}
