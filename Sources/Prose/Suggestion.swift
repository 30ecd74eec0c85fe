/// Near misses: what the user probably meant.
package enum Suggestion {
  /// `did you mean '--format'?`, or `nil` when nothing is near enough to be a slip of the fingers.
  package static func nearest(to word: String, in candidates: [String]) -> Phrase? {
    closest(to: word, in: candidates).map { "did you mean '\($0)'?" }
  }

  /// The candidate with the smallest distance, of equals the first; without a near one the only one that the word begins.
  package static func closest(to word: String, in candidates: [String]) -> String? {
    // Nobody mistypes a name into something this long, and distance costs the product of the lengths.
    guard word.utf8.count <= 64 else { return nil }
    let folded = word.lowercased()
    let near = candidates.map { ($0, distance(folded, $0.lowercased())) }
      .filter { $0.1 <= max(1, $0.0.count / 3) }
    if let nearest = near.min(by: { $0.1 < $1.1 }) { return nearest.0 }
    // One letter is hardly the beginning of a thought.
    guard folded.drop(while: { $0 == "-" }).count > 1 else { return nil }
    let begun = candidates.filter { $0.lowercased().hasPrefix(folded) }
    return begun.count == 1 ? begun[0] : nil
  }

  /// How many insertions, removals, replacements and swaps of neighbours turn one word into the other.
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    // Rows of the table of distances between beginnings: two before, one before, and the one being filled.
    var older: [Int] = []
    var old = Array(0...right.count)
    for i in 0..<left.count {
      var row = [i + 1]
      for j in 0..<right.count {
        var cost = min(row[j] + 1, old[j + 1] + 1, old[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, older[j - 1] + 1)
        }
        row.append(cost)
      }
      older = old
      old = row
    }
    return old[right.count]
  }
}
