import ReceiptModel

/// The sources that records of one shape may be of: their keys have shown that, and their values tell which.
struct ShapeSources: Sendable {
  /// A value that has to be among some.
  struct Check: Sendable {
    let node: Int
    let values: SignValues
  }

  /// A source whose keys are all there.
  struct Candidate: Sendable {
    let source: Int
    let rank: Int
    /// Checks of which one list has to hold, each that of one part.
    let alternatives: [[Check]]
  }

  enum Verdict: Equatable {
    case source(Int)
    /// Several fit equally well.
    case several([Int])
    case none
  }

  /// The highest rank first, none behind one that is certain.
  private let candidates: [Candidate]
  /// The source of all records of this shape, when values do not matter.
  let certain: Int?
  /// Whether all is known by where nodes stand, so that it holds for each record of the shape.
  let isOfShape: Bool

  init(_ candidates: [Candidate], isOfShape: Bool) {
    var kept: [Candidate] = []
    for candidate in candidates.sorted(by: { ($0.rank, $1.source) > ($1.rank, $0.source) }) {
      if let last = kept.last, last.rank > candidate.rank, kept.contains(where: \.isCertain) { break }
      kept.append(candidate)
    }
    self.candidates = kept
    self.isOfShape = isOfShape
    certain = kept.count == 1 && kept[0].isCertain ? kept[0].source : nil
  }

  /// Of what source the record is whose nodes have the places of this shape.
  func verdict(_ tree: borrowing RecordTree) -> Verdict {
    if let certain { return .source(certain) }
    var found: [Int] = []
    var rank = Int.min
    for candidate in candidates where candidate.rank >= rank && candidate.holds(tree) {
      rank = candidate.rank
      if !found.contains(candidate.source) { found.append(candidate.source) }
    }
    switch found.count {
    case 0: return .none
    case 1: return .source(found[0])
    default: return .several(found)
    }
  }
}

extension ShapeSources.Candidate {
  fileprivate var isCertain: Bool { alternatives.contains(where: \.isEmpty) }

  fileprivate func holds(_ tree: borrowing RecordTree) -> Bool {
    for checks in alternatives {
      var holds = true
      for check in checks where !check.values.contains(tree.scratch[tree.value(at: check.node).range]) {
        holds = false
      }
      if holds { return true }
    }
    return false
  }
}
