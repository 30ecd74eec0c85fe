import CommandLineKit
import Files
import Prose

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var shell: CompletionShell?
    var names: CompletionNames?
    var words: [String] = []
    var isAsTyped = false

    static let table: [Option<Self>] =
      [
        .rest(\.shell, placeholder: "SHELL", help: "whose script to print"),
        .value(\.names, "--list", placeholder: "KIND", help: "print names of this kind").hidden,
        .repeated(\.words, "--word", placeholder: "WORD", help: "a word of the line being typed").hidden,
        .flag(\.isAsTyped, "--as-typed", help: "words still have the shell's quotes").hidden,
      ] + CommonOptions.table.nested(at: \.common)
  }

  static let completions: Command = Command(
    "completions", summary: "print a script that completes command lines in a shell", group: .operate,
    discussion: """
      The script completes commands, options and their values, files, and the names of reports and stored queries, your \
      own included. It asks the pushledger of the search path for such names.
      """,
    examples: [
      Example(
        "pushledger completions bash > ~/.local/share/bash-completion/completions/pushledger", "for bash"),
      Example("pushledger completions zsh > ~/.zfunc/_pushledger", "for zsh, with ~/.zfunc in $fpath"),
      Example("pushledger completions fish > ~/.config/fish/completions/pushledger.fish", "for fish"),
      Example("source <(pushledger completions bash)", "for this bash only"),
    ], table: Options.table, defaults: Options()
  ) { options in
    if let names = options.names {
      let entries = names.entries(for: TypedLine(options.words, asTyped: options.isAsTyped))
      try DescriptorWriter.standardOutput.write(entries.compactMap(\.line).map { $0 + "\n" }.joined())
      return .done
    }
    guard let shell = options.shell else {
      throw Failure.usage("no shell is named", advice: "write completions bash, zsh or fish")
    }
    try DescriptorWriter.standardOutput.write(shell.script(for: PushLedger.program))
    return .done
  }
}
