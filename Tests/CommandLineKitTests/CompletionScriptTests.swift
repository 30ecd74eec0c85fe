import Prose
import Testing

@testable import CommandLineKit

@Suite struct CompletionScriptTests {
  @Test func `what can be typed is told by choices, else by the placeholder, unless it is said`() {
    func completion(_ option: Option<SampleOptions>) -> ValueCompletion { option.row.completion }
    #expect(
      completion(.value(\.format, "--f", placeholder: "FILE", help: "h"))
        == .words(["table", "csv", "markdown"]))
    #expect(completion(.rest(\.paths, placeholder: "PATH", help: "h")) == .files)
    #expect(completion(.rest(\.paths, placeholder: "DIR", help: "h")) == .folders)
    #expect(completion(.value(\.jobs, "--jobs", placeholder: "N", help: "h")) == .nothing)
    #expect(
      completion(.rest(\.paths, placeholder: "DIR", help: "h").completing(.names("x"))) == .names("x"))
  }

  @Test func `an option that several commands share keeps its completion`() {
    let row = SampleOptions.table.first { $0.row.names.contains("--db") }?.row
    #expect(row?.completion == .files)
  }

  @Test func `a hidden option works and is not told`() throws {
    struct Options: Sendable {
      var secret = false
    }
    let table: [Option<Options>] = [.flag(\.secret, "--secret", help: "not told").hidden]
    let program = Program(
      name: "sample", version: "1", purpose: "p.", examples: [],
      commands: [
        Command("go", summary: "s", group: .see, examples: [], table: table, defaults: Options()) {
          $0.secret ? .done : .bug
        }
      ])
    for shell in CompletionShell.allCases { #expect(!shell.script(for: program).contains("secret")) }
    for words in [["go", "--help"], ["help", "--man"]] {
      guard case .show(let text) = try program.request(words) else {
        Issue.record("\(words) shows nothing")
        continue
      }
      #expect(!text.contains("secret"))
    }
    #expect(try program.commands[0].run(["--secret"]) == 0)
    let failure = #expect(throws: Failure.self) { try program.commands[0].run(["--secre"]) }
    #expect(failure?.message.told() == "unknown option '--secre'")
  }
}
