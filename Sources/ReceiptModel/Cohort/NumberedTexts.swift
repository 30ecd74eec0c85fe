/// Texts of which there are few, each by a number; told apart by their bytes.
struct NumberedTexts: Sendable {
  private var texts: [String] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// Most often the next text is the last again.
  private var last = 0

  subscript(number: Int) -> String { texts[number] }

  mutating func number(of text: String) -> Int {
    if last < texts.count, texts[last].hasSameBytes(as: text) { return last }
    // A look at each of a few takes less than a hash.
    if texts.count <= 16, let known = texts.firstIndex(where: { $0.hasSameBytes(as: text) }) {
      last = known
      return known
    }
    let bytes = Array(text.utf8)
    last = numbers[bytes] ?? texts.count
    if last == texts.count {
      texts.append(text)
      numbers[bytes] = last
    }
    return last
  }

  /// By number, the place of each text in the order of their bytes.
  var ranks: [Int] {
    var ranks = Array(repeating: 0, count: texts.count)
    let ordered = texts.indices.sorted { texts[$0].precedesInBytes(texts[$1]) }
    for (rank, number) in ordered.enumerated() { ranks[number] = rank }
    return ranks
  }
}
