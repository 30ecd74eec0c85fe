import Foundation
import Ledger
import ReceiptModel
import SQLite
import TestSupport
import Testing

@Suite struct QueryCommandTests {
  private let program: QueryProgram

  init() throws { program = try QueryProgram() }

  @Test(arguments: [
    (
      "table",
      """
      day         app_key   opened  sent  open_rate_sent  confirmed  open_rate_confirmed
      ----------  --------  ------  ----  --------------  ---------  -------------------
      2024-09-21  24700001       2     4        0.500000          2             1.000000

      """
    ),
    (
      "csv",
      """
      day,app_key,opened,sent,open_rate_sent,confirmed,open_rate_confirmed
      2024-09-21,"24700001",2,4,0.500000,2,1.000000

      """
    ),
    (
      "jsonl",
      #"{"day":"2024-09-21","app_key":"24700001","opened":2,"sent":4,"open_rate_sent":0.500000,"#
        + #""confirmed":2,"open_rate_confirmed":1.000000}"# + "\n"
    ),
  ])
  func `a stored query is printed in the format that is asked for`(format: String, text: String) throws {
    #expect(
      try program.run("query", "open-rate", "--format", format) == .init(code: 0, output: text, errors: ""))
  }

  @Test func `JSON is an array and Markdown a table`() throws {
    let json = try program.run("query", "open-rate", "--json")
    #expect(json.code == 0)
    let rows = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(rows?.first?["sent"] as? Int == 4)
    let markdown = try program.run("query", "open-rate", "--format", "md")
    #expect(markdown.output.hasPrefix("| day "))
  }

  @Test func `the window, the AppKey and parameters reach the query`() throws {
    func rows(_ words: String...) throws -> Int {
      let sql = """
        SELECT count(*) AS n FROM deliveries WHERE sent_at >= coalesce(:since, 0)
        AND sent_at < coalesce(:until, 9e18) AND app_key = coalesce(:app_key, app_key)
        AND message_id = coalesce(:message, message_id)
        """
      let file = try program.folder.write(sql, to: "count.sql")
      var outcome: QueryProgram.Outcome
      switch words.count {
      case 0: outcome = try program.run("query", "--file", file, "--format", "csv")
      case 2: outcome = try program.run("query", "--file", file, "--format", "csv", words[0], words[1])
      default:
        outcome = try program.run(
          "query", "--file", file, "--format", "csv", words[0], words[1], words[2], words[3])
      }
      #expect(outcome.errors.isEmpty)
      return Int(outcome.output.split(separator: "\n").last ?? "") ?? -1
    }
    #expect(try rows() == 4)
    #expect(try rows("--since", "2024-09-21T00:00:01Z") == 3)
    #expect(try rows("--since", "2024-09-21T00:00:01Z", "--until", "2024-09-21T00:00:03Z") == 2)
    #expect(try rows("--until", "2024-09-21T08:00:01", "--tz", "+08:00") == 1)
    #expect(try rows("--app-key", "24700001") == 4)
    #expect(try rows("--app-key", "24700002") == 0)
    #expect(try rows("--param", "message=12345678901234567") == 4)
    #expect(try rows("--param", "message=1") == 0)
    // The ledger's own present is the last open, 00:01:02.
    #expect(try rows("--since", "last-1m") == 2)
    #expect(try rows("--as-of", "2024-09-21T00:01:03Z", "--since", "last-1m") == 1)
  }

  @Test func `the list names every query with its question and parameters`() throws {
    let list = try program.run("query", "--list")
    #expect(list.code == 0 && list.errors.isEmpty)
    #expect(
      list.output.contains(
        """
        open-rate
          What share of pushes was opened, by day?
            :since, :until       milliseconds UTC; unset means no limit.

        """))
    let csv = try program.run("query", "--list", "--format", "csv")
    #expect(csv.output.hasPrefix("name,question,parameters,columns,file\n"))
  }

  @Test func `a folder's query stands before the built-in one`() throws {
    try program.folder.write("SELECT 'mine' AS whose", to: "own/open-rate.sql")
    #expect(
      try program.run("query", "open-rate", "--queries", "own", "--format", "csv").output == "whose\nmine\n")
    try program.folder.write("{queriesFolder: 'own'}", to: "pushledger.json5")
    #expect(try program.run("query", "open-rate", "--format", "csv").output == "whose\nmine\n")
  }

  @Test func `a result goes to a file whole`() throws {
    let outcome = try program.run("query", "--sql", "SELECT 1 AS one", "--format", "csv", "--output", "a.csv")
    #expect(outcome == .init(code: 0, output: "", errors: ""))
    #expect(try String(contentsOfFile: program.folder.path("a.csv"), encoding: .utf8) == "one\n1\n")
    let stopped = try program.run(
      "query", "--sql", "SELECT message_id FROM deliveries", "--max-rows", "2", "--format", "csv", "--output",
      "a.csv")
    #expect(stopped.code == 69)
    #expect(try String(contentsOfFile: program.folder.path("a.csv"), encoding: .utf8) == "one\n1\n")
  }

  @Test func `rows before a limit are printed, and the limit is named`() throws {
    for format in ["csv", "table"] {
      let outcome = try program.run(
        "query", "--sql", "SELECT sent_at FROM deliveries", "--max-rows", "3", "--format", format)
      #expect(outcome.code == 69)
      #expect(outcome.output.split(separator: "\n").filter { $0.hasPrefix("1726876") }.count == 3)
      #expect(
        outcome.errors.hasPrefix("pushledger query: stopped at the row limit of 3; narrow the question"))
    }
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    let outcome = try program.run("query", "--sql", endless, "--timeout", "100ms")
    #expect(outcome.code == 69)
    #expect(outcome.errors.contains("stopped at the time limit of 0.1 seconds"))
  }

  @Test(arguments: [
    ([], "nothing to ask; name a query, see 'pushledger query --list', or give --sql or --file"),
    (["opn-rate"], "no query is called 'opn-rate'; did you mean 'open-rate'?"),
    (["open-rate", "--sql", "SELECT 1"], "a NAME, --sql and --file exclude each other"),
    (
      ["--sql", "SELECT x FROM deliveries"],
      "no such column: x; 'pushledger schema' lists every view and column"
    ),
    (
      ["--sql", "SELEC 1"],
      #"near "SELEC": syntax error; write one SELECT on the views that 'pushledger schema' lists"#
    ),
    (
      ["--sql", "DELETE FROM deliveries"],
      "not authorized; write one SELECT on the views that 'pushledger schema' lists"
    ),
    (
      ["open-rate", "--param", "topp=1"],
      "open-rate: the query has no parameter 'topp'; it has app_key, since, until, utc_offset_minutes"
    ),
    (["open-rate", "--param", "top"], "option '--param' wants NAME=VALUE, not 'top'"),
    (
      ["open-rate", "--format", "yaml"],
      "option '--format' wants one of table, csv, json, jsonl, md, not 'yaml'"
    ),
    (
      ["open-rate", "--since", "yesteday"],
      "option '--since' wants a time, not 'yesteday'; did you mean 'yesterday'?"
    ),
    (
      ["open-rate", "--app-key", "a", "--app-key", "b"],
      "query takes one --app-key; leave it out for all, or ask once for each"
    ),
    (["open-rate", "--max-rows", "0"], "--max-rows must be above 0"),
  ])
  func `a wrong command line is told what is wrong and ends with 64`(words: [String], message: String) throws
  {
    let outcome = try program.run(all: ["query"] + words)
    #expect(outcome == .init(code: 64, output: "", errors: "pushledger query: \(message)\n"))
  }

  @Test func `a store that is missing, foreign or damaged has its own exit code`() throws {
    #expect(try program.run("query", "open-rate", "--db", "none.db").code == 66)
    #expect(try program.run("query", "--file", "none.sql").code == 66)
    #expect(try program.run("query", "open-rate", "--queries", "none").code == 66)
    #expect(!FileManager.default.fileExists(atPath: program.folder.path("none.db")))
    let foreign = try Database(path: program.folder.path("foreign.db"), mode: .create)
    try foreign.execute("CREATE TABLE t(x)")
    #expect(try program.run("query", "open-rate", "--db", "foreign.db").code == 78)
    try program.folder.write("this is no database, and long enough to be looked at", to: "text.db")
    #expect(try program.run("query", "open-rate", "--db", "text.db").code == 78)
  }

  @Test func `a store whose sums must be made anew while another run writes is busy`() throws {
    let lock = try StoreLock(for: program.folder.path("pushledger.db"), waiting: 0)
    try program.folder.write("{settle: '1h'}", to: "pushledger.json5")
    let outcome = try program.run("query", "open-rate")
    #expect(outcome.code == 75)
    #expect(outcome.errors.contains("another run holds the lock"))
    _ = consume lock
    #expect(try program.run("query", "open-rate").code == 0)
  }

  @Test func `schema prints every view, one view, or the metrics`() throws {
    let all = try program.run("schema")
    #expect(all.code == 0)
    for view in PublicView.all { #expect(all.output.contains("\(view.name): \(view.row)\n")) }
    let one = try program.run("schema", "moment", "--format", "csv")
    #expect(one.output.hasPrefix("view,column,type,unit,meaning\n\"moment\",\"as_of_ms\",integer,ms UTC,"))
    #expect(one.output.split(separator: "\n").count == 2)
    let metrics = try program.run("schema", "--metrics", "--format", "md")
    #expect(metrics.output.contains("## Rates\n\n| metric "))
    #expect(metrics.output.contains("| `ack_over_budget` "))
    let json = try program.run("schema", "--metrics", "--json")
    let rows = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(rows?.first?["id"] as? String == "send_success_rate")
    let wrong = try program.run("schema", "deliverys")
    #expect(wrong.code == 64)
    #expect(wrong.errors == "pushledger schema: no view is called 'deliverys'; did you mean 'deliveries'?\n")
  }

  @Test func `every column that schema prints is a column of the ledger`() throws {
    let store = try LedgerReader.openForReading(program.folder.path("pushledger.db"))
    for view in PublicView.all {
      let columns = try store.table("SELECT * FROM \(view.name)").columns.map(\.name)
      #expect(columns == view.columns.map(\.name), "\(view.name)")
    }
  }
}
