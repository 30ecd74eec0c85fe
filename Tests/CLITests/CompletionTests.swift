import CommandLineKit
import Foundation
import TestSupport
import Testing

@testable import pushledger

/// The completion scripts, in the shells they are for.
@Suite struct CompletionTests {
  private let place: CompletionPlace

  init() throws { place = try CompletionPlace() }

  @Test(arguments: CompletionShell.allCases)
  func `a script holds every command and every option`(shell: CompletionShell) {
    let script = shell.script(for: PushLedger.program)
    for command in PushLedger.program.commands {
      #expect(script.contains(command.name))
      for name in command.rows.flatMap(\.names) {
        let written = shell == .fish ? " -\(name.hasPrefix("--") ? "l" : "s") \(name.trimmingDashes) " : name
        #expect(script.contains(written), "\(command.name) \(name)")
      }
    }
    #expect(!script.contains("complete -c pushledger -n '__pushledger_in completions' -l word"))
  }

  @Test(arguments: [
    (["che"], ["check"]), (["--v"], ["--version"]), (["check", "--fo"], ["--format"]),
    (["check", "--format", "j"], ["json"]), (["check", "-f", ""], CompletionPlace.formats),
    (["check", "--format", "="], CompletionPlace.formats), (["check", "--format", "=", "na"], ["nagios"]),
    (["check", "--since", ""], []), (["check", "--quiet="], []), (["help", "metr"], ["metrics"]),
    (["export", "dai"], ["daily", "daily_long"]), (["simulate", "--defect", "silentA"], ["silentAppKey"]),
    (["query", "open-"], ["open-rate"]), (["rejects", ""], ["retry", "forget"]),
    (["query", "--", "--s"], []),
    (["query", "--queries", "=", "hostile", "co", ":", "l"], ["lon:x"]),
    (["query", "--queries", "'hostile'", "'semi"], ["semi;touch PWNED"]),
    (["query", "--queries", "hostile", "\"quo"], ["quo'te"]),
    (["query", "--queries", "hostile", "\"$"], []),
  ])
  func `bash offers what can follow`(words: [String], offers: [String]) throws {
    let run = try place.bash(words, then: #"printf '%s\n' "${COMPREPLY[@]}""#)
    #expect(run.errorText == "")
    #expect(run.outputText.split(separator: "\n").map(String.init) == offers)
  }

  @Test(arguments: [
    (["import", ""], "default"), (["check", "--db", "x"], "default"),
    (["check", "--db", "=", "x"], "default"),
    (["export", "--output", ""], "dirnames"), (["check", ">", ""], "default"),
  ])
  func `bash completes paths itself where paths are wanted`(words: [String], option: String) throws {
    let run = try place.bash(words, then: "")
    #expect(run.outputText == "compopt -o \(option)\n")
  }

  @Test func `bash reads every offered name as that name and runs nothing`() throws {
    let run = try place.bash(
      ["query", "--queries", "hostile", ""],
      then: #"for word in "${COMPREPLY[@]}"; do eval "set -- $word"; echo "$#:$1"; done"#)
    #expect(run.errorText == "")
    let read = Set(run.outputText.split(separator: "\n").map(String.init))
    #expect(read.isSuperset(of: CompletionPlace.hostileNames.map { "1:" + $0 }))
    #expect(!place.wasBroken)
  }

  @Test(
    .enabled(if: ProgramRun.path(of: "zsh") != nil, "zsh is not installed"),
    arguments: [
      ("che", "check "), ("check --form", "check --format="), ("check --format=j", "check --format=json "),
      ("check -f nag", "check -f nagios "), ("check --since ", "check --since "),
      ("import hos", "import hostile/"), ("export --output hos", "export --output hostile/"),
      ("export mess", "export messages "), ("help metr", "help metrics "),
      ("query open-", "query open-rate "),
      ("query --queries=hostile \\$", #"query --queries=hostile \$\(touch\ PWNED\) "#),
      ("query --queries 'hostile' semi", #"query --queries 'hostile' semi\;touch\ PWNED "#),
      (
        "query --queries $(touch PWNED; echo hostile) open-",
        "query --queries $(touch PWNED; echo hostile) open-rate "
      ),
      ("query --queries hostile co", "query --queries hostile co:lon:x "),
      ("query --queries hostile back", #"query --queries hostile back\\slash "#),
    ])
  func `zsh makes of a line what is meant`(typed: String, made: String) throws {
    #expect(try place.zsh("pushledger " + typed) == "pushledger " + made)
    #expect(!place.wasBroken)
  }

  @Test(
    .enabled(if: ProgramRun.path(of: "fish") != nil, "fish is not installed"),
    arguments: [
      ("che", ["check"]), ("check --form", ["--format"]), ("check --format=j", ["--format=json"]),
      ("check -f nag", ["nagios"]), ("check --since ", []), ("import hos", ["hostile/"]),
      ("export --output hos", ["hostile/"]), ("export mess", ["messages"]), ("help metr", ["metrics"]),
      ("query open-", ["open-rate"]), ("query --queries 'hostile' semi", ["semi;touch PWNED"]),
      ("query --queries=hostile co", ["co:lon:x"]),
      ("query --queries (touch PWNED; echo hostile) open-", ["open-rate"]),
    ])
  func `fish offers what can follow`(typed: String, offers: [String]) throws {
    #expect(try place.fish("pushledger " + typed) == offers)
    #expect(!place.wasBroken)
  }

  @Test(.enabled(if: ProgramRun.path(of: "fish") != nil, "fish is not installed"))
  func `fish offers every name as it is`() throws {
    let offers = try place.fish("pushledger query --queries hostile ")
    #expect(Set(offers).isSuperset(of: CompletionPlace.hostileNames))
    #expect(!place.wasBroken)
  }
}

/// A program whose texts would be code in the scripts, were they not quoted.
@Suite struct HostileTextTests {
  private static let choice = "a'b $(touch PWNED) c:d"

  private let program: Program = {
    struct Options: Sendable {
      enum Format: String, CaseIterable, ArgumentValue, Sendable {
        case plain
        case odd = "a'b $(touch PWNED) c:d"
      }
      var format = Format.plain
      var paths: [String] = []
    }
    let table: [Option<Options>] = [
      .value(
        \.format, "--format", placeholder: "F:[x]",
        help: "it's [odd]: $(touch PWNED) `touch PWNED` \\ \"x\" %F{red}"),
      .rest(\.paths, placeholder: "NAME", help: "don't").completing(.names("it's; touch PWNED")),
    ]
    return Program(
      name: "sample", version: "1", purpose: "p.", examples: [],
      commands: [
        Command(
          "go", summary: "it's $(touch PWNED): [x] \\", group: .see, examples: [], table: table,
          defaults: Options()
        ) { _ in .done }
      ])
  }()

  @Test func `bash reads them as text`() throws {
    let place = try CompletionPlace(program)
    let run = try place.bash(
      ["go", "--format", ""],
      then: #"for word in "${COMPREPLY[@]}"; do eval "set -- $word"; echo "$#:$1"; done"#)
    #expect(run.errorText == "")
    #expect(run.outputText == "1:plain\n1:\(Self.choice)\n")
    #expect(try place.bash(["go", ""], then: "").errorText == "")
    #expect(!place.wasBroken)
  }

  @Test(.enabled(if: ProgramRun.path(of: "zsh") != nil, "zsh is not installed"))
  func `zsh reads them as text`() throws {
    let place = try CompletionPlace(program)
    #expect(try place.zsh("sample g") == "sample go ")
    #expect(try place.zsh("sample go --f") == "sample go --format=")
    #expect(try place.zsh("sample go --format a") == #"sample go --format a\'b\ \$\(touch\ PWNED\)\ c:d "#)
    #expect(try place.zsh("sample go x") == "sample go x")
    #expect(!place.wasBroken)
  }

  @Test(.enabled(if: ProgramRun.path(of: "fish") != nil, "fish is not installed"))
  func `fish reads them as text`() throws {
    let place = try CompletionPlace(program)
    #expect(try place.fish("sample g") == ["go"])
    #expect(try place.fish("sample go --format ") == [Self.choice, "plain"])
    #expect(try place.fish("sample go ") == [])
    #expect(!place.wasBroken)
  }
}

extension String {
  fileprivate var trimmingDashes: Substring { drop { $0 == "-" } }
}
