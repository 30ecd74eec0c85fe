extension Phrase {
  /// The phrase for a bounded place: every text in it that is not ours is cut to `limit` scalars.
  package func cuttingTexts(to limit: Int) -> Phrase { changingTexts { $0.cut(to: limit) } }

  /// The phrase for a terminal: every text in it that is not ours is made safe to show, in at most `limit` characters.
  package func escapedForTerminal(limit: Int = 200) -> Phrase {
    changingTexts { $0.escapedForTerminal(limit: limit) }
  }

  private func changingTexts(_ change: (String) -> String) -> Phrase {
    Phrase(
      parts.map { part in
        Part(
          key: part.key,
          values: part.values.map { value in
            switch value {
            case .text(let text): .text(change(text))
            case .code(let code): .code(change(code))
            case .phrase(let phrase): .phrase(phrase.changingTexts(change))
            case .term, .figure, .link, .bar, .sparkline: value
            }
          })
      })
  }
}
