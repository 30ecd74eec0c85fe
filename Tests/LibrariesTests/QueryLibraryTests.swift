import Assets
import Foundation
import Prose
import ReceiptModel
import TestSupport
import Testing

@testable import Libraries

@Suite struct QueryLibraryTests {
  @Test func `without a folder it holds the built-in queries, by name`() throws {
    let names = try QueryLibrary().queries.map(\.name)
    #expect(names == NamedQuery.all.map(\.name).sorted())
    #expect(try QueryLibrary().query(named: "open-rate") == StoredQuery(NamedQuery("open-rate")))
  }

  @Test func `a file takes the place of its namesake, others are added, the rest is left alone`() throws {
    let folder = try ScratchFolder()
    let mine = try folder.write("-- Mine?\nSELECT 1", to: "open-rate.sql")
    try folder.write("SELECT 2", to: "zebra.sql")
    try folder.write("SELECT 3", to: "notes.txt")
    try folder.write("SELECT 4", to: ".hidden.sql")
    let library = try QueryLibrary(folder: folder.url.path)
    #expect(library.queries.count == NamedQuery.all.count + 1)
    let query = try library.query(named: "open-rate")
    #expect(query.sql == "-- Mine?\nSELECT 1")
    #expect(query.path == mine)
    #expect(query.header.question == "Mine?")
    #expect(try library.query(named: "zebra").sql == "SELECT 2")
    #expect(try library.query(named: "data-freshness").path == nil)
  }

  @Test(arguments: [
    ("SELECT date('now')", true), ("SELECT Current_Timestamp", true), ("SELECT unixepoch()", true),
    ("SELECT strftime('%d', :day)", true), ("SELECT update_time, dated FROM deliveries", false),
    ("SELECT local_day(sent_at) FROM deliveries", false),
  ]) func `a file that names a function of times may ask the clock, and no built-in query does`(
    sql: String, mayAsk: Bool
  ) throws {
    #expect(StoredQuery(name: "mine", sql: sql, path: "mine.sql").mayAskClock == mayAsk)
    #expect(try QueryLibrary().queries.allSatisfy { !$0.mayAskClock })
    // A built-in query gives its functions of times the times of the ledger.
    for query in NamedQuery.all {
      let words = query.text.lowercased()
      #expect(["'now'", "current_", "date()", "time()", "epoch()"].allSatisfy { !words.contains($0) })
    }
  }

  @Test func `a folder that is not there is named`() {
    let failure = #expect(throws: Failure.self) { try QueryLibrary(folder: "/nowhere/queries") }
    #expect(failure?.message.told() == "/nowhere/queries: No such file or directory")
    #expect(failure?.kind == .inputMissing)
  }

  @Test func `a file that can be no query is refused`() throws {
    let folder = try ScratchFolder()
    try folder.write(String(repeating: " ", count: QueryLibrary.largestFile + 1), to: "big.sql")
    let failure = #expect(throws: Failure.self) { try QueryLibrary(folder: folder.url.path) }
    #expect(failure?.message.told().hasSuffix("big.sql: larger than 64 KiB, so no query") == true)
    #expect(failure?.kind == .usage)
  }

  @Test func `an unknown name is refused with the one that was meant`() throws {
    let library = try QueryLibrary()
    let near = #expect(throws: Failure.self) { try library.query(named: "opn-rate") }
    #expect(near?.message.told() == "no query is called 'opn-rate'")
    #expect(near?.advice?.told() == "did you mean 'open-rate'?")
    let other = #expect(throws: Failure.self) { try library.query(named: "\u{1B}[2Jsomething") }
    #expect(other?.message.told().contains("\u{1B}") == false)
    #expect(other?.advice?.told() == "see 'pushledger query --list'")
  }

  @Test func `a header's units make ids, shares and dates of a result's columns`() {
    let header = QueryHeader(
      of: "-- ?\n-- Columns:\n--   a  [id] x\n--   b  [share] x\n--   c  [ms] x\n--   d  x\n")
    let columns = header.describe(["a", "b", "c", "d", "e"].map { ResultColumn($0) })
    #expect(
      columns == [
        ResultColumn("a", .identifier), .share("b"), ResultColumn("c", unit: "ms"), ResultColumn("d", .text),
        ResultColumn("e"),
      ])
  }

  @Test(arguments: [
    ("top=10", "top", Cell.integer(10)), (":top=-1", "top", .integer(-1)), ("a=007", "a", .text("007")),
    ("a=+1", "a", .text("+1")), ("a='12'", "a", .text("12")), ("a=", "a", .text("")),
    ("a=b=c", "a", .text("b=c")),
    ("a=99999999999999999999", "a", .text("99999999999999999999")), ("a=1.5", "a", .text("1.5")),
    ("a='", "a", .text("'")),
  ])
  func `a parameter is a number when it is written as one`(argument: String, name: String, value: Cell) {
    let read = QueryArgument(argument: argument)
    #expect(read?.name == name)
    #expect(read?.value == value)
  }

  @Test(arguments: ["", "top", "=1", ":=1"]) func `a parameter needs a name and a value`(argument: String) {
    #expect(QueryArgument(argument: argument) == nil)
  }
}
