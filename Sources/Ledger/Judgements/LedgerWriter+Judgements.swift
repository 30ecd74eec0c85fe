import Prose
import ReceiptModel
import SQLite

extension LedgerWriter {
  /// Judgements older than the newest by more than this are asked by nobody, in milliseconds.
  private static let keptFor: Int64 = 40 * 86_400_000

  /// Keeps judgements for the view `findings`, and so that later ones need not make them again.
  ///
  /// - Parameter hold: whether they are still of this ledger, asked when nobody else can write.
  /// - Returns: whether it keeps them.
  @discardableResult package func keep(
    _ judgements: [KeptJudgement], if hold: () throws -> Bool = { true }
  ) throws -> Bool {
    try database.transaction {
      guard try hold() else { return false }
      if judgements.contains(where: \.isShown) { try remove("is_shown") }
      for judgement in judgements { try keep(judgement) }
      let newest = try database.integer("SELECT max(end_ms) FROM judgement") ?? 0
      try remove("NOT is_shown AND (NOT is_current OR end_ms < \(newest - Self.keptFor))")
      return true
    }
  }

  private func keep(_ judgement: KeptJudgement) throws {
    try remove("end_ms = \(judgement.end) AND as_of_ms = \(judgement.asOf)")
    let row = try database.prepare(
      """
      INSERT INTO judgement(end_ms, as_of_ms, settings, is_current, is_shown) VALUES (?1, ?2, ?3, 1, ?4)
      RETURNING ref
      """)
    row.bind(judgement.end, at: 1)
    row.bind(judgement.asOf, at: 2)
    row.bind(judgement.settings, at: 3)
    row.bind(judgement.isShown ? 1 : 0, at: 4)
    guard try row.step() else { throw LedgerError.inconsistent("a judgement got no row") }
    let ref = row.integer(0)
    row.reset()
    let places = (1...25).map { "?\($0)" }.joined(separator: ", ")
    let insert = try database.prepare("INSERT INTO finding VALUES (\(places))")
    for (place, (finding, command)) in judgement.findings.enumerated() {
      let cells: [Cell] = [.integer(ref), .integer(Int64(place))]
      for (column, cell) in (cells + finding.cells(command: command, in: judgement.language)).enumerated() {
        _ = insert.bind(cell, at: column + 1)
      }
      try insert.run()
    }
  }

  /// Keeps no judgement any more; what somebody said of findings stays.
  package func forgetJudgements() throws {
    try database.execute("DELETE FROM finding; DELETE FROM judgement")
  }

  private func remove(_ condition: String) throws {
    try database.execute(
      """
      DELETE FROM finding WHERE judgement_ref IN (SELECT ref FROM judgement WHERE \(condition));
      DELETE FROM judgement WHERE \(condition);
      """)
  }
}

extension Database {
  /// Notes that what is kept of judgements may be different now.
  ///
  /// - Parameter hour: the first one whose deliveries or events changed, in hours since 1970; `nil` for anything.
  func outdateJudgements(from hour: Int64? = nil) throws {
    try execute(
      "UPDATE judgement SET is_current = 0 WHERE is_current AND end_ms > \(hour.map { $0 * 3_600_000 } ?? .min)"
    )
  }
}

extension Finding {
  /// From the third column of the table `finding` on.
  fileprivate func cells(command: String?, in language: Language) -> [Cell] {
    func count(_ value: Int?) -> Cell { value.map { .integer(Int64($0)) } ?? .null }
    func time(_ instant: Instant?) -> Cell { instant.map { .integer($0.milliseconds) } ?? .null }
    func share(_ value: Double?) -> Cell { value.map(Cell.real) ?? .null }
    return [
      .text(code.rawValue), .text(appKey), .text(scope.text), .text(scope.lasting.text), .text(severity.name),
      .text(state.rawValue), time(firstSeen), time(since), .integer(sinceIsExact ? 1 : 0), count(deliveries),
      count(devices), share(observed), share(expected), share(interval?.lowerBound),
      share(interval?.upperBound), .text(cause.plain(in: language)), .text(rivalsText(in: language)),
      .text(nextStep.plain(in: language)), command.map(Cell.text) ?? .null,
      time(acknowledgement?.until), rows.map(Cell.text) ?? .null,
      judged.map { .integer($0.lowerBound) } ?? .null,
      judged.map { .integer($0.upperBound) } ?? .null,
    ]
  }
}
