package import Prose

extension Array {
  /// Reads the words after a command's name into its options.
  ///
  /// `--name=value` and `--name value` are the same; `--` ends the options; `-` is an argument. A separate value may
  /// not look like an option, so that `--db --quiet` is an error and not a file named `--quiet`.
  ///
  /// - Parameter options: the defaults.
  package func parse<Options>(_ words: [String], into options: Options) throws(Failure) -> Options
  where Element == Option<Options> {
    var options = options
    var rest: [String] = []
    var index = words.startIndex
    while index < words.endIndex {
      let word = words[index]
      index += 1
      if word == "--" {
        rest += words[index...]
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        rest.append(word)
        continue
      }
      let (name, attached) = Self.split(word)
      guard let option = first(where: { $0.row.names.contains(name) }) else {
        let names = map(\.row).filter { !$0.isHidden }.flatMap(\.names) + ["--help", "--version"]
        throw Failure.usage(
          "unknown option '\(name.escapedForTerminal())'", advice: Suggestion.nearest(to: name, in: names))
      }
      if option.row.shape == .flag {
        guard attached == nil else { throw Failure.usage("option '\(name)' takes no value") }
        _ = option.store(&options, "")
        continue
      }
      guard let value = attached ?? Self.separateValue(words, &index) else {
        throw Failure.usage(
          "option '\(name)' needs a value", advice: "write \(name)=\(option.row.placeholder)")
      }
      guard option.store(&options, value) else {
        throw option.unreadable(value, subject: "option '\(name)'")
      }
    }
    try store(rest, in: &options)
    return options
  }

  /// Reads what can be read of a command line into its options, and passes over all else.
  ///
  /// For what has to be known even of a line with a mistake in it, such as the language to tell that in.
  package func readable<Options>(_ words: [String], into options: Options) -> Options
  where Element == Option<Options> {
    var options = options
    var index = words.startIndex
    while index < words.endIndex, words[index] != "--" {
      let (name, attached) = Self.split(words[index])
      index += 1
      guard let option = first(where: { $0.row.names.contains(name) }) else { continue }
      if option.row.shape == .flag {
        if attached == nil { _ = option.store(&options, "") }
      } else if let value = attached ?? Self.separateValue(words, &index) {
        _ = option.store(&options, value)
      }
    }
    return options
  }

  private func store<Options>(_ rest: [String], in options: inout Options) throws(Failure)
  where Element == Option<Options> {
    guard let first = rest.first else { return }
    guard let option = self.first(where: { $0.row.names.isEmpty }) else {
      throw Failure.usage("takes no argument, but got '\(first.escapedForTerminal())'")
    }
    if case .rest(let limit?) = option.row.shape, rest.count > limit {
      throw Failure.usage(
        "takes one \(option.row.placeholder), but got a second: '\(rest[limit].escapedForTerminal())'")
    }
    for word in rest where !option.store(&options, word) {
      throw option.unreadable(word, subject: .text(option.row.placeholder))
    }
  }

  private static func split(_ word: String) -> (name: String, value: String?) {
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  /// The next word if it can be a value: `-`, a negative number, or anything that does not begin with a dash.
  private static func separateValue(_ words: [String], _ index: inout Int) -> String? {
    guard index < words.endIndex else { return nil }
    let word = words[index]
    let isOption = word.hasPrefix("-") && word != "-" && !(word.dropFirst().first?.isNumber ?? false)
    guard !isOption else { return nil }
    index += 1
    return word
  }
}

extension Option {
  fileprivate func unreadable(_ word: String, subject: Phrase) -> Failure {
    .unreadable(word, subject: subject, expectation: expectation, choices: row.choices)
  }
}

extension Failure {
  /// That a word does not say what an option takes.
  ///
  /// - Parameters:
  ///   - subject: the option.
  ///   - expectation: what a good word looks like.
  ///   - choices: every word that is possible, or empty when they cannot be listed.
  static func unreadable(_ word: String, subject: Phrase, expectation: Phrase, choices: [String]) -> Failure {
    .usage(
      "\(subject) wants \(expectation), not '\(word.escapedForTerminal())'",
      advice: Suggestion.nearest(to: word, in: choices))
  }
}
