import ReceiptModel

/// Records of a shape that was met before: their trees are filled, not read, and most ways through them are known.
extension MappedReceipt {
  /// Fills the tree with the record at `start`, when it is of the shape of an earlier one and of this source.
  ///
  /// - Returns: where the record ends, or `nil`; then it has to be read.
  mutating func match(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    let last = template
    if let last, let end = tree.read(bytes, at: start, by: last, isFilled: true) {
      return isOurs(last) ? end : nil
    }
    for other in templates.all where other !== last {
      if let end = tree.read(bytes, at: start, by: other, isFilled: false) {
        template = other
        return isOurs(other) ? end : nil
      }
    }
    template = nil
    return nil
  }

  /// Whether the record that fills the tree is of this source: records of one shape may be of several.
  private func isOurs(_ template: TreeTemplate) -> Bool {
    guard let number, let sources = template.sources else { return true }
    return sources.certain == number || sources.verdict(tree) == .source(number)
  }

  /// Tells what the record tells that was matched.
  ///
  /// - Returns: why the record, or the first of its parts that is not good, is refused.
  mutating func tellMatched(
    _ record: Range<Int>, of bytes: Span<UInt8>, unknown: inout NameList, to batch: inout EventBatch
  ) -> Rejection? {
    var source = MappedSource(record: record)
    guard let ways = template?.ways, let parts = ways.parts else {
      return tell(source, bytes, unknown: &unknown, to: &batch)
    }
    var refusal: Rejection?
    do throws(Rejection) {
      try look(at: plan.recordPaths, by: ways.record, from: 0, part: 0)
    } catch {
      return error
    }
    let mark = tree.mark
    for (index, part) in parts.enumerated() {
      do throws(Rejection) {
        try look(at: plan.partPaths, by: ways.part, from: index &* plan.partPaths.count, part: part)
        try tell(&source, bytes, to: &batch)
      } catch {
        refusal = refusal ?? error
      }
      tree.cut(to: mark)
    }
    return refusal
  }

  /// Makes a template of the record that the tree has just been read from.
  mutating func learn(_ bytes: Span<UInt8>, _ record: Range<Int>, of shape: ShapeSources?) {
    guard shape?.isOfShape ?? true, templates.wantsAnother() else { return }
    // A record whose parts are missing is refused, by whatever way it is read.
    guard let parts = try? self.parts(), let ways = MappedWays(plan, in: tree, parts: parts) else { return }
    let new = TreeTemplate(bytes, record, tree, ways, shape)
    templates.add(new) { $0.hasSameShape(as: new) }
  }

  /// Fills the slots of some paths by where they lead in all records of this shape.
  private mutating func look(at paths: [Int], by ways: [Int32], from start: Int, part: Int) throws(Rejection)
  {
    for index in paths.indices {
      let slot = paths[index]
      switch ways[start &+ index] {
      case MappedWays.nothing: slots[slot] = (FieldValue(), -1)
      case MappedWays.unknown: try look(at: slot, part: part, key: nil)
      case let node: slots[slot] = (tree.value(at: Int(node)), Int(node))
      }
    }
  }
}
