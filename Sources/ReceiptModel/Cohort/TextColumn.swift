/// Many texts, one behind the other: each by itself would take several times its bytes.
struct TextColumn: Sendable {
  private var bytes: [UInt8] = []
  /// Where each text ends.
  private var ends: [Int] = []

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    ends.append(bytes.count)
  }

  subscript(place: Int) -> String { String(decoding: bytes[span(place)], as: UTF8.self) }

  /// Whether a text comes first by its bytes; `nil` when both are the same.
  func precedes(_ place: Int, _ other: Int) -> Bool? {
    let (one, two) = (span(place), span(other))
    for (left, right) in zip(one, two) where bytes[left] != bytes[right] { return bytes[left] < bytes[right] }
    return one.count == two.count ? nil : one.count < two.count
  }

  private func span(_ place: Int) -> Range<Int> { (place == 0 ? 0 : ends[place - 1])..<ends[place] }
}
