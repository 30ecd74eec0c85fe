import Prose
import ReceiptModel

/// How long ranked lists are, and what follows them.
enum Ranking {
  static let length = 10
  /// Of what matters less the further down it stands.
  static let short = 3

  /// The elements that a list shows: the largest first, and those of one size in their order.
  static func largest<Elements: Sequence>(
    _ elements: Elements, length: Int = length, by size: (Elements.Element) -> Int
  ) -> [Elements.Element] {
    var largest: [(element: Elements.Element, size: Int)] = []
    for element in elements {
      let size = size(element)
      let place = largest.partitionPoint { $0.size < size }
      guard place < length else { continue }
      largest.insert((element, size), at: place)
      if largest.count > length { largest.removeLast() }
    }
    return largest.map(\.element)
  }

  /// `and 12 more versions.` after a list, or nothing when all are shown.
  static func rest(_ count: Int, shown: Int = length, _ phrase: (Phrase) -> Phrase) -> [Page.Block] {
    count > shown ? [.paragraph(phrase(Figures.count(count - shown)))] : []
  }

  /// How many more there are after a list, and what share of the sends they have.
  ///
  /// - Parameter sends: of each, in the order of the list.
  static func rest(_ sends: [Int], shown: Int = length) -> [Page.Block] {
    guard sends.count > shown else { return [] }
    let left = Rate(sends.dropFirst(shown).reduce(0, +), of: sends.reduce(0, +))
    let count = Figures.count(sends.count - shown)
    return [.paragraph("and \(count) more with \(Figures.percent(left)) of the sends.")]
  }
}
