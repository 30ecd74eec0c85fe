/// Elements in order, in memory or in a spill, which are read one after the other.
protocol SortedRun {
  associatedtype Element: Comparable

  /// The next element; `nil` behind the last.
  ///
  /// - Parameter ahead: bytes of the spill to read at a time.
  /// - Throws: `SQLiteError`.
  mutating func next(ahead: Int) throws -> Element?
}

extension Array where Element: SortedRun {
  /// Calls `body` with the elements of all runs in order, equal ones in any.
  ///
  /// - Parameter bytes: of memory for what is read of a spill.
  /// - Throws: `SQLiteError`, and what `body` throws.
  mutating func merge(_ bytes: Int, _ body: (Element.Element) throws -> Void) throws {
    let ahead = Swift.max(4096, bytes / (2 * Swift.max(1, count)))
    var heap = MergeHeap<RunHead<Element.Element>>()
    for run in indices {
      if let element = try self[run].next(ahead: ahead) { heap.push(RunHead(element: element, run: run)) }
    }
    while !heap.isEmpty {
      let head = heap.first
      try body(head.element)
      if let next = try self[head.run].next(ahead: ahead) {
        heap.first = RunHead(element: next, run: head.run)
      } else {
        heap.removeFirst()
      }
    }
  }
}

/// The next element of a run.
private struct RunHead<Element: Comparable>: Comparable {
  let element: Element
  let run: Int

  @inline(__always)
  static func < (left: RunHead, right: RunHead) -> Bool { left.element < right.element }
  static func == (left: RunHead, right: RunHead) -> Bool { left.element == right.element }
}
