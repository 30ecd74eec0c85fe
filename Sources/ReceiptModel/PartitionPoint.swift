extension RandomAccessCollection where Index == Int {
  /// The place of the first element for which the claim holds, or the end, by halving.
  ///
  /// - Parameter holds: must hold for all that follow one for which it holds, too.
  package func partitionPoint(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
