import Assets
import CommandLineKit
import Ledger
import Libraries

extension ManualTopic {
  /// pushledger-sql(7): every public view with its columns, and every stored question.
  static let sql = ManualTopic(
    "pushledger-sql", section: 7, purpose: "views and columns of a pushledger ledger, for questions in SQL"
  ) {
    introduction + [.heading("VIEWS")]
      + PublicView.all.flatMap { view in
        [.subheading(view.name), .text("A row is \(view.row).")]
          + view.columns.map { column in
            let kind = [column.type, column.unit].filter { !$0.isEmpty }.joined(separator: ", ")
            return .item(column.name, "\(column.meaning) (\(kind))")
          }
      }
      + [
        .heading("STORED QUESTIONS"),
        .text("All parameters are optional; `pushledger query --list` tells them."),
      ]
      + NamedQuery.all.map { .item($0.name, StoredQuery($0).header.question) }
      + [.heading("EXAMPLES"), .text(examples)]
  }

  private static let introduction: [Block] = [
    .heading("DESCRIPTION"),
    .text(
      """
      The ledger is one SQLite file that anything reads which reads SQLite 3.40; it is best opened read-only. Its views \
      are public and stay: columns are added, never renamed or removed without raising the schema's version. Its tables \
      are private.

      Times are whole milliseconds since 1970 in UTC, and NULL when not seen. Ids are text. A rate is the quotient of two \
      sums, never the mean of rates; with 0 as its denominator it is no rate.

      `pushledger query` reads the views and does nothing else. It stops with exit code 69, naming the limit, when an \
      answer takes too much time, memory or room.
      """),
  ]

  private static let examples = """
    Sends and openings of each channel:

     pushledger query --sql "SELECT channel, sum(sent), sum(opened) FROM hourly GROUP BY channel"

    The same without pushledger:

     sqlite3 -readonly pushledger.db "SELECT channel, sum(sent), sum(opened) FROM hourly GROUP BY channel"
    """
}
