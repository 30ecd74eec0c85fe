import ReceiptModel
import SQLite

/// Keeps the table `expectation` as notes and acks come in, and the sums of the deliveries that were stored before them.
///
/// When a message changes sides, the definition of the sums computes what they count of it; the transaction of the
/// notes subtracts that, and adds what is right afterwards.
struct EligibilityKeeper {
  private let database: Database

  init(in database: Database) throws {
    self.database = database
    try database.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS noted(ref INTEGER PRIMARY KEY);
      CREATE TEMP TABLE IF NOT EXISTS turned(message_ref INTEGER NOT NULL, app_ref INTEGER NOT NULL,
        is_expected INTEGER, PRIMARY KEY(message_ref, app_ref)) WITHOUT ROWID;
      """)
  }

  /// Judges messages anew.
  ///
  /// - Parameter messages: those that have gained or lost payloads, push types or acks.
  func update(_ messages: Set<Int64>) throws {
    guard !messages.isEmpty else { return }
    try database.outdateJudgements()
    try database.execute("DELETE FROM noted")
    let insert = try database.prepare("INSERT INTO noted(ref) VALUES (?1)")
    for message in messages {
      insert.bind(message, at: 1)
      try insert.run()
    }
    let known = "SELECT * FROM expectation WHERE message_ref IN (SELECT ref FROM noted)"
    let wanted = AckExpectation.definition(of: "SELECT ref FROM noted")
    try database.execute(
      """
      DELETE FROM turned;
      INSERT INTO turned SELECT * FROM (\(wanted)) EXCEPT \(known);
      INSERT OR IGNORE INTO turned
        SELECT message_ref, app_ref, NULL FROM (\(known) EXCEPT SELECT * FROM (\(wanted)));
      """)
    guard try database.integer("SELECT EXISTS (SELECT 1 FROM turned)") == 1 else { return }
    try count(times: -1)
    try database.execute(
      """
      DELETE FROM expectation WHERE (message_ref, app_ref) IN (SELECT message_ref, app_ref FROM turned);
      INSERT INTO expectation SELECT * FROM turned WHERE is_expected IS NOT NULL;
      """)
    try count(times: 1)
  }

  /// Adds what the sums count of the messages that change sides, or subtracts it; of all sums only these depend on
  /// eligibility.
  private func count(times factor: Int) throws {
    let scope = RollupDefinition.Scope(
      filter: """
        AND f.message_ref IN (SELECT message_ref FROM turned)
          AND (f.message_ref, f.app_ref) IN (SELECT message_ref, app_ref FROM turned)
        """)
    let counters = Count.allCases.map(\.name)
    let names = (["k0", "k1", "k2"] + counters).joined(separator: ", ")
    let values = (["k0", "k1", "k2"] + counters.map { "\(factor) * \($0)" }).joined(separator: ", ")
    let sums = counters.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")
    for table in CohortTable.allCases {
      try database.execute(
        """
        WITH turning(\(names)) AS (\(RollupDefinition.cohorts(table, scope)))
        INSERT INTO \(table.name) SELECT \(values) FROM turning WHERE true
        ON CONFLICT DO UPDATE SET \(sums)
        """)
    }
  }
}
