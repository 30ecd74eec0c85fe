import CommandLineKit
import Prose
import Testing

@Suite struct OptionParsingTests {
  private func parse(_ words: String...) throws -> SampleOptions {
    try SampleOptions.table.parse(words, into: SampleOptions())
  }

  private func failure(_ words: String...) -> Failure? {
    #expect(throws: Failure.self) { try SampleOptions.table.parse(words, into: SampleOptions()) }
  }

  @Test func `no words leave the defaults`() throws {
    #expect(try parse() == SampleOptions())
  }

  @Test(arguments: [["--format=csv"], ["--format", "csv"], ["-f", "csv"], ["-f=csv"]])
  func `a value may be attached or stand apart, after a long or a short name`(words: [String]) throws {
    #expect(try SampleOptions.table.parse(words, into: SampleOptions()).format == .csv)
  }

  @Test func `options and arguments may be mixed, and a dash is an argument`() throws {
    let options = try parse("a.log", "--jobs", "3", "-", "--quiet", "b.log")
    #expect(options.paths == ["a.log", "-", "b.log"])
    #expect(options.jobs == 3)
    #expect(options.common.isQuiet)
  }

  @Test func `two dashes end the options`() throws {
    let options = try parse("--quiet", "--", "--jobs", "--")
    #expect(options.paths == ["--jobs", "--"])
    #expect(options.jobs == 0)
  }

  @Test func `a repeated option keeps every value in order and another the last`() throws {
    let options = try parse("--app-key", "2", "--app-key=1", "--jobs=1", "--jobs=2")
    #expect(options.appKeys == ["2", "1"])
    #expect(options.jobs == 2)
  }

  @Test func `a flag can stand for a value`() throws {
    #expect(try parse().share == nil)
    #expect(try parse("--strict").share == 0)
    #expect(try parse("--strict", "--max-rejects", "0.5").share?.value == 0.5)
    #expect(throws: Failure.self) { try parse("--max-rejects", "2") }
    #expect(throws: Failure.self) { try parse("--max-rejects", "-0.1") }
  }

  @Test func `an attached value may be empty or hold another equals sign`() throws {
    #expect(try parse("--db=").common.database?.isEmpty == true)
    #expect(try parse("--db=a=b").common.database == "a=b")
  }

  @Test func `a negative number is a value`() throws {
    #expect(try parse("--jobs", "-3").jobs == -3)
  }

  @Test(arguments: [
    (["import", "--fromat", "csv", "--db", "a.db", "-q"], "a.db", true),
    (["--db=a.db", "--db"], "a.db", false), (["--db", "--quiet"], nil, true),
    (["--quiet=yes", "--format", "cvs", "--jobs", "many"], nil, false), (["--", "--db", "a.db"], nil, false),
  ])
  func `of a line with mistakes everything that can be read is`(
    words: [String], database: String?, isQuiet: Bool
  ) {
    let options = SampleOptions.table.readable(words, into: SampleOptions())
    #expect(options.common.database == database && options.common.isQuiet == isQuiet)
    #expect(options.format == .table && options.jobs == 0 && options.paths == [])
  }

  @Test func `an option is never taken for the value of another`() throws {
    #expect(failure("--db", "--quiet")?.message.told() == "option '--db' needs a value")
    #expect(failure("--db")?.advice?.told() == "write --db=FILE")
    #expect(try parse("--db=--quiet").common.database == "--quiet")
  }

  @Test(arguments: [("--fromat", "--format"), ("--apkey", "--app-key"), ("--Quiet", "--quiet")])
  func `a mistyped option is answered with the one that was meant`(typed: String, meant: String) {
    let error = failure(typed)
    #expect(error?.message.told() == "unknown option '\(typed)'")
    #expect(error?.advice?.told() == "did you mean '\(meant)'?")
    #expect(error?.kind == .usage)
  }

  @Test func `nothing is suggested for a word that is like none`() {
    #expect(failure("--zzzzzzzz")?.advice == nil)
  }

  @Test func `a value of the wrong kind is refused with what is wanted`() {
    #expect(failure("--jobs", "many")?.message.told() == "option '--jobs' wants a whole number, not 'many'")
    #expect(
      failure("--max-rejects=nan")?.message.told()
        == "option '--max-rejects' wants a share from 0 to 1, not 'nan'")
    let error = failure("--format=cvs")
    #expect(error?.message.told() == "option '--format' wants one of table, csv, markdown, not 'cvs'")
    #expect(error?.advice?.told() == "did you mean 'csv'?")
  }

  @Test func `a flag takes no value`() {
    #expect(failure("--quiet=yes")?.message.told() == "option '--quiet' takes no value")
  }

  @Test func `a second argument is refused where one is wanted, and any where none is`() throws {
    #expect(try ExplainOptions.table.parse(["x"], into: ExplainOptions()).name == "x")
    let second = #expect(throws: Failure.self) {
      try ExplainOptions.table.parse(["x", "y"], into: ExplainOptions())
    }
    #expect(second?.message.told() == "takes one NAME, but got a second: 'y'")
    let none = #expect(throws: Failure.self) {
      try SampleCommonOptions.table.parse(["x"], into: SampleCommonOptions())
    }
    #expect(none?.message.told() == "takes no argument, but got 'x'")
  }

  @Test func `what the user typed cannot act on the terminal`() {
    #expect(failure("--\u{1B}[31m")?.message.told() == "unknown option '--\\x1B[31m'")
  }
}
