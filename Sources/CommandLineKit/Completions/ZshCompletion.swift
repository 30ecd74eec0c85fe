/// Completion for zsh 5.1 and newer, by its own `_arguments`; works as a file of `$fpath` and when it is sourced.
struct ZshCompletion {
  let program: Program

  private var function: String { "_" + program.identifier }

  var script: String {
    let commands = program.completed
    return """
      #compdef \(program.name)
      # Completion of \(program.name) for zsh, made by `\(program.name) completions zsh`.

      # Offers the names of a kind, which the program knows.
      \(function)_names() {
        local -a names asked
        local line name
        asked=("${(@)typed/#/--word=}")
        for line in "${(@f)$(command \(program.name) completions --list=$1 "${(@)asked}" </dev/null 2>/dev/null)}"; do
          [[ -n $line ]] || continue
          name=${line%%$'\\t'*}
          name=${name//\\\\/\\\\\\\\}
          name=${name//:/\\\\:}
          [[ $line == *$'\\t'* ]] && name+=:${line#*$'\\t'}
          names+=("$name")
        done
        _describe -t names name names
      }

      \(function)() {
        local curcontext=$curcontext command
        local -a commands options typed
        commands=(
      \(commands.map { "    \(item($0.name, $0.summary))\n" }.joined())  )
        options=(
      \(Program.everywhere.flatMap { row in row.names.map { "    \(item($0, row.help))\n" } }.joined())  )
        if (( CURRENT == 2 )); then
          _describe -t commands command commands
          _describe -o -t options option options
          return
        fi
        command=$words[2]
        # Quotes are taken off, and nothing is expanded.
        typed=("${(@Q)words[2,CURRENT-1]}")
        shift words
        (( CURRENT-- ))
        curcontext=${curcontext%:*}-$command:
        case $command in
      \(commands.map(branch).joined())  esac
      }

      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        \(function) "$@"
      else
        compdef \(function) \(program.name)
      fi

      """
  }

  /// What is done for one command.
  private func branch(of command: CompletedCommand) -> String {
    let specifications =
      command.options.flatMap(specifications) + (command.rest.map { [specification(ofRest: $0)] } ?? [])
    let lines =
      ["(\(command.name))", "  _arguments -S : \\"]
      + specifications.enumerated().map { index, text in
        "    \(text.inSingleQuotes)" + (index + 1 < specifications.count ? " \\" : "")
      } + ["  ;;"]
    return lines.map { "    \($0)\n" }.joined()
  }

  /// One for each name of an option.
  private func specifications(of row: OptionRow) -> [String] {
    let others = row.shape == .repeated ? "*" : "(\(row.names.joined(separator: " ")))"
    return row.names.map { name in
      let help = "[\(row.help.escaping("\\[]"))]"
      guard row.shape != .flag else { return others + name + help }
      // `--name value` and `--name=value` are the same.
      let end = name.hasPrefix("--") ? "=" : ""
      return "\(others)\(name)\(end)\(help):\(row.placeholder.escaping("\\:")):\(action(row.completion))"
    }
  }

  private func specification(ofRest row: OptionRow) -> String {
    let start = row.shape == .rest(limit: 1) ? "::" : "*:"
    return "\(start)\(row.placeholder.escaping("\\:")):\(action(row.completion))"
  }

  private func action(_ completion: ValueCompletion) -> String {
    switch completion {
    // A blank means that there is a value and nothing to offer.
    case .nothing: " "
    // `_arguments` evaluates the list and then splits it at colons, so both have to be quoted.
    case .words(let choices):
      "(\(choices.map(\.quotedForShell).joined(separator: " ").escaping(":")))"
    case .files: "_files"
    case .folders: "_files -/"
    // Behind a blank `_arguments` adds no options of its own.
    case .names(let kind): " \(function)_names \(kind.quotedForShell)"
    }
  }

  private func item(_ name: String, _ help: String) -> String {
    "\(name.escaping("\\:")):\(help)".inSingleQuotes
  }
}

extension String {
  /// The text with a backslash before each of these characters.
  fileprivate func escaping(_ characters: String) -> String {
    String(flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
  }
}
