extension Phrase {
  /// The phrase for a bounded place: every text in it that is not ours is cut to `limit` scalars.
  package func cuttingTexts(to limit: Int) -> Phrase {
    Phrase(
      parts.map { part in
        Part(
          key: part.key,
          values: part.values.map { value in
            switch value {
            case .text(let text): .text(text.cut(to: limit))
            case .code(let code): .code(code.cut(to: limit))
            case .phrase(let phrase): .phrase(phrase.cuttingTexts(to: limit))
            case .term, .figure, .link, .bar, .sparkline: value
            }
          })
      })
  }
}
