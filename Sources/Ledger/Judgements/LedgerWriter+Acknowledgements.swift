package import ReceiptModel
import SQLite

extension LedgerWriter {
  /// Takes somebody's word that a finding is known, in place of an earlier one; the caller holds the lock.
  package func acknowledge(_ word: Acknowledgement) throws {
    let insert = try database.prepare(
      "INSERT OR REPLACE INTO acknowledgement VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
    insert.bind(word.name)
    insert.bind(word.severity.name, at: 4)
    insert.bind(word.until.milliseconds, at: 5)
    insert.bind(word.reason, at: 6)
    try database.transaction {
      try insert.run()
      try outdateShown()
    }
  }

  /// Takes such a word back.
  ///
  /// - Returns: whether there was one.
  package func forget(_ name: FindingName) throws -> Bool {
    let delete = try database.prepare(
      "DELETE FROM acknowledgement WHERE code = ?1 AND app_key = ?2 AND scope = ?3")
    delete.bind(name)
    return try database.transaction {
      try delete.run()
      let isForgotten = database.changes > 0
      try outdateShown()
      return isForgotten
    }
  }

  /// The view `findings` shows words of people, too.
  private func outdateShown() throws {
    try database.execute("UPDATE judgement SET is_current = 0 WHERE is_shown")
  }
}

extension Statement {
  /// The name of a finding as the first three parameters.
  fileprivate func bind(_ name: FindingName) {
    for (place, text) in [name.code.rawValue, name.appKey, name.scope].enumerated() {
      bind(text, at: place + 1)
    }
  }
}
