extension LedgerReader {
  /// A query on what deliveries say of the tables beside them, that must never give a row.
  ///
  /// It goes from the rows beside to the deliveries: most deliveries have none, and to look for them in four tables would
  /// be most of the work.
  static var besidesInvariant: (String, String) {
    let unmarked = beside.map { table, mark in
      "SELECT 1 FROM \(table) AS b CROSS JOIN delivery AS d USING (message_ref, device, app_ref) WHERE NOT (\(mark))"
    }
    let marks = [marked] + beside.filter { $0.mark != marked }.map(\.mark)
    let alone = marks.map { mark in
      let rows = beside.filter { mark == marked || $0.mark == mark }.map { table, _ in
        """
        EXISTS (SELECT 1 FROM \(table) AS b
          WHERE b.message_ref = d.message_ref AND b.device = d.device AND b.app_ref = d.app_ref)
        """
      }
      return "SELECT 1 FROM delivery AS d WHERE \(mark) AND NOT (\(rows.joined(separator: " OR ")))"
    }
    return (
      "a delivery that does not say whether there is more beside it",
      (unmarked + alone).joined(separator: "\nUNION ALL ")
    )
  }

  /// The tables beside the deliveries, with what a delivery `d` says that has rows there.
  private static let beside: [(table: String, mark: String)] = [
    ("repeat", marked), ("late_attribute", marked),
    ("linked_event", AttributionDefinition.hasLinked),
    ("teller", AttributionDefinition.hasTellers),
  ]

  private static let marked = "d.besides IS NOT NULL"
}
