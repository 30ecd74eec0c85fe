import CommandLineKit
import Foundation
import TestSupport

@testable import pushledger

/// A folder with the completion scripts, and beside them `hostile/` with queries whose names a shell could run.
struct CompletionPlace {
  static let formats = [
    "text", "json", "markdown", "csv", "openmetrics", "nagios", "slack", "dingtalk", "wecom",
  ]

  static let hostileNames = [
    "$(touch PWNED)", "`touch PWNED`", "semi;touch PWNED", "<(touch PWNED)", "a b", "quo'te", "dou\"ble",
    "co:lon:x", "eq=ual", "back\\slash", "bra[ck]et", "st*r", "~tilde", "hash # x", "!bang", "日本",
  ]

  private let program: Program
  private let folder: ScratchFolder
  private let environment: [String: String]

  init(_ program: Program = PushLedger.program) throws {
    self.program = program
    folder = try ScratchFolder()
    for shell in CompletionShell.allCases {
      try Data(shell.script(for: program).utf8)
        .write(to: folder.url.appending(path: "script.\(shell.rawValue)"))
    }
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "hostile"), withIntermediateDirectories: true)
    for name in Self.hostileNames {
      try Data("SELECT 1".utf8).write(to: folder.url.appending(path: "hostile/\(name).sql"))
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment = [
      "PATH": ProgramRun.builtPrograms.path + ":" + path, "HOME": folder.url.path, "LC_ALL": "C.UTF-8",
      "TERM": "dumb",
    ]
  }

  /// Whether something ran that was only a name.
  var wasBroken: Bool {
    let enumerator = FileManager.default.enumerator(atPath: folder.url.path)
    return (enumerator?.allObjects ?? []).contains { "\($0)".hasSuffix("PWNED") }
  }

  /// Calls the function as bash does when Tab is pressed behind the last word.
  ///
  /// - Parameter words: as bash splits them, which it does at `=` and `:`, too.
  func bash(_ words: [String], then check: String) throws -> ProgramRun {
    var line = program.name
    for (index, word) in words.enumerated() {
      let isGlued = ["=", ":"].contains(word) || index > 0 && ["=", ":"].contains(words[index - 1])
      line += (isGlued && index > 0 ? "" : " ") + word
    }
    let driver = """
      source ./script.bash
      compopt() { echo "compopt $*"; }
      COMP_LINE=$1 COMP_POINT=${#1}
      shift
      COMP_WORDS=(\(program.name) "$@") COMP_CWORD=$# COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
      _\(program.name)
      \(check)
      """
    return try run("bash", ["-u", "-c", driver, "bash", line] + words)
  }

  /// The line that zsh makes of one when Tab is pressed behind it, typed at a terminal of its own.
  func zsh(_ line: String) throws -> String {
    let setup = """
      autoload -Uz compinit
      compinit -u -D
      source ./script.zsh
      setopt no_beep
      finish() { print -r -- "$BUFFER" > made; exit }
      zle -N finish
      bindkey '^I' complete-word
      bindkey '^X' finish
      print READY$((1 + 1))
      """
    try Data(setup.utf8).write(to: folder.url.appending(path: "setup.zsh"))
    let driver = """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'source ./setup.zsh'
      zpty -r -m shell output '*READY2*'
      zpty -n -w shell "$1"$'\\t\\C-x'
      while zpty -r shell output; do :; done
      print -rn -- "$(<made)"$'\\n'
      """
    try Data(driver.utf8).write(to: folder.url.appending(path: "driver.zsh"))
    // The blank at the end is what tells a finished word from an open one.
    return String(try run("zsh", ["-f", "driver.zsh", line]).outputText.dropLast())
  }

  /// What fish offers for a line.
  func fish(_ line: String) throws -> [String] {
    let driver = "source ./script.fish; complete -C $argv[1]"
    let lines = try run("fish", ["--no-config", "-c", driver, line]).outputText.split(separator: "\n")
    return lines.map { String($0.prefix { $0 != "\t" }) }
  }

  private func run(_ shell: String, _ words: [String]) throws -> ProgramRun {
    try ProgramRun(
      ProgramRun.path(of: shell) ?? "/bin/\(shell)", words, in: folder.url.path, environment: environment)
  }
}
