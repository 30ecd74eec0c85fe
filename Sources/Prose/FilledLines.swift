extension StringProtocol {
  /// The text in lines of at most `width` columns of a terminal, as far as its words allow.
  ///
  /// Lines end at blanks, and beside characters of scripts that are written without blanks; there, punctuation that
  /// closes does not begin a line, and punctuation that opens does not end one.
  package func filledLines(width: Int) -> [String] {
    var lines: [String] = []
    var last = 0
    for word in split(separator: " ") {
      for (place, piece) in String(word).breakablePieces.enumerated() {
        let gap = place == 0 ? " " : ""
        let length = piece.displayWidth
        if !lines.isEmpty, last + gap.count + length <= width {
          lines[lines.count - 1] += gap + piece
          last += gap.count + length
        } else {
          lines.append(piece)
          last = length
        }
      }
    }
    return lines
  }
}

extension String {
  /// Parts between which a line may end where there is no blank.
  package var breakablePieces: [String] {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return [self] }
    var pieces: [String] = []
    var before: Character?
    for character in self {
      let isBreak =
        before.map {
          ($0.isWide || character.isWide) && $0 != " " && character != " " && !Self.opening.contains($0)
            && !Self.closing.contains(character)
        } ?? true
      if isBreak { pieces.append(String(character)) } else { pieces[pieces.count - 1].append(character) }
      before = character
    }
    return pieces
  }

  private static let opening: Set<Character> = ["（", "《", "「", "“", "‘", "【", "(", "[", "\""]
  private static let closing: Set<Character> = [
    "，", "。", "、", "；", "：", "？", "！", "）", "》", "」", "”", "’", "】", ")", "]", "…", "%", "\"", ",", ".", ";",
    ":",
  ]
}

extension Character {
  fileprivate var isWide: Bool { unicodeScalars.contains { $0.displayWidth == 2 } }
}
