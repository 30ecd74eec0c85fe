/// Completion for bash 4.1 and newer, by one function and no help of the package bash-completion.
struct BashCompletion {
  let program: Program

  private var function: String { "_" + program.identifier }

  var script: String {
    let commands = program.completed
    let first = commands.map(\.name) + Program.everywhere.flatMap(\.names)
    return """
      # Completion of \(program.name) for bash, made by `\(program.name) completions bash`.

      \(helpers)
      \(function)() {
        local line=${COMP_LINE:0:COMP_POINT} words=() word i count current option='' attached='' ended=''
        COMPREPLY=()
        # Bash splits words at = and : too; what no blank parts is one word again, up to the cursor.
        for ((i = 0; i <= COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if ((i == 0)) || [[ $line == [[:blank:]]* ]]; then
            line=${line#"${line%%[![:blank:]]*}"}
            words+=('')
          fi
          if ((i == COMP_CWORD)); then word=$line; fi
          words[${#words[@]} - 1]+=$word
          line=${line#"$word"}
        done
        count=${#words[@]}
        current=${words[count - 1]}
        if ((count < 3)); then
          \(function)_offer \(words(first))
          return
        fi
        # A redirection wants a file.
        if [[ $current == [\\<\\>]* || ${words[count - 2]} == *[\\<\\>] ]]; then
          compopt -o default 2>/dev/null
          return
        fi
        for ((i = 2; i < count - 1; i++)); do
          if [[ ${words[i]} == -- ]]; then ended=1; fi
        done
        if [[ ! $ended && $current == -*=* ]]; then
          attached=1 option=${current%%=*} current=${current#*=}
        elif [[ ! $ended && $current != -?* ]]; then
          option=${words[count - 2]}
        fi
        case ${words[1]} in
      \(commands.map(branch).joined())  esac
      }

      complete -F \(function) \(program.name)

      """
  }

  /// What is done for one command.
  private func branch(of command: CompletedCommand) -> String {
    var lines = ["\(command.name))", "  case $option in"]
    for row in command.options where row.shape != .flag {
      lines.append("    \(row.names.joined(separator: " | "))) \(action(row.completion)) return ;;")
    }
    lines += [
      "  esac",
      "  if [[ $attached ]]; then",
      "    return",
      "  elif [[ ! $ended && $current == -* ]]; then",
      "    \(function)_offer \(words(command.options.flatMap(\.names)))",
    ]
    if let rest = command.rest, rest.completion != .nothing {
      lines += ["  else", "    \(action(rest.completion))"]
    }
    lines += ["  fi", "  ;;"]
    return lines.map { "    \($0)\n" }.joined()
  }

  private func action(_ completion: ValueCompletion) -> String {
    switch completion {
    case .nothing: ""
    case .words(let choices): "\(function)_offer \(words(choices));"
    // Without matches of ours bash does it itself, and knows how to quote.
    case .files: "compopt -o default 2>/dev/null;"
    case .folders: "compopt -o dirnames 2>/dev/null;"
    case .names(let kind): "\(function)_names \(kind.quotedForShell);"
    }
  }

  private func words(_ words: [String]) -> String { words.map(\.quotedForShell).joined(separator: " ") }

  private var helpers: String {
    """
    # Offers those of its words that begin with what was typed, so quoted that they stay what they are.
    \(function)_offer() {
      local word typed=$current quote='' breaks='' head='' lead='' shown
      case $typed in
        \\'*) quote=single typed=${typed:1} ;;
        \\"*) quote=double typed=${typed:1} ;;
        *) typed=${typed//\\\\/} ;;
      esac
      # Only what stands behind the last character that bash splits at is replaced.
      if [[ $COMP_WORDBREAKS == *:* ]]; then breaks+=:; fi
      if [[ $COMP_WORDBREAKS == *=* ]]; then breaks+==; elif [[ $attached ]]; then lead=$option=; fi
      if [[ $breaks && ! $quote && $typed == *["$breaks"]* ]]; then head=${typed%"${typed##*["$breaks"]}"}; fi
      for word; do
        if [[ $word != "$typed"* ]]; then continue; fi
        case $quote in
          single) if [[ $word == *\\'* ]]; then continue; fi; shown=$word ;;
          double) if [[ $word == *[\\"\\$\\`\\\\!]* ]]; then continue; fi; shown=$word ;;
          *) printf -v shown %q "${word#"$head"}" ;;
        esac
        COMPREPLY+=("$lead$shown")
      done
    }

    # Offers the names of a kind, which the program knows.
    \(function)_names() {
      local name names=() asked=()
      for ((i = 1; i < count - 1; i++)); do asked+=("--word=${words[i]}"); done
      while IFS= read -r name; do
        names+=("${name%%$'\\t'*}")
      done < <(command \(program.name) completions --list="$1" --as-typed "${asked[@]}" </dev/null 2>/dev/null)
      if ((${#names[@]})); then \(function)_offer "${names[@]}"; fi
    }

    """
  }
}
