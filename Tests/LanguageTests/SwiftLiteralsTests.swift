import Testing

/// What is taken for the words of a failure decides what has to be translated.
@Suite struct SwiftLiteralsTests {
  private func phrases(_ source: String) -> [String] {
    SwiftLiterals(source, failures: ["Failure", "usage"]).literals.filter(\.isInPhrasePlace).map(\.key)
  }

  @Test func `arguments of a failure are phrases, and those of calls among them are not`() {
    #expect(
      phrases(
        #"""
        throw Failure.usage(
          "no report is called '\(name.escapedForTerminal())'",
          advice: Suggestion.nearest(to: name, in: names) ?? "there are \(names.joined(separator: ", "))")
        """#) == ["no report is called '{1}'", "there are {1}"])
    #expect(phrases(#"print("not a phrase"); try TextFile.read(path, of: "neither")"#) == [])
  }

  @Test func `what is declared as a phrase is one in every branch`() {
    #expect(
      phrases(
        #"""
        var words: Phrase {
          switch self {
          case .none where name.hasPrefix("a name"): "it has none"
          case .some(let list): "it has \(list.joined(separator: ", "))"
          }
        }
        private var name: String { "no phrase" }
        func advice(on words: String) throws(Failure) -> Phrase? {
          words == "of SQLite" ? nil : "leave it out"
        }
        let what: Phrase = isFolder ? "a folder" : "a pipe"
        let why: Phrase =
          switch code {
          case 1: "not permitted"
          default: .text("of the system")
          }
        """#) == ["it has none", "it has {1}", "leave it out", "a folder", "a pipe", "not permitted"])
  }
}
