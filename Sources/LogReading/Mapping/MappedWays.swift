import ReceiptModel

/// Where the paths of a mapping lead in all trees of one shape.
struct MappedWays {
  /// The nodes of the parts; `nil` when they depend on values.
  let parts: [Int]?
  /// By the order of the record's paths.
  let record: [Int32]
  /// By the order of a part's paths, part after part; empty when it is not known what the parts are.
  let part: [Int32]

  /// There is nothing.
  static let nothing: Int32 = -1
  /// It has to be looked up, since the way leads through a text.
  static let unknown: Int32 = -2

  /// - Returns: `nil` for a shape that no record is read by: keys are values in it, or stand twice.
  init?(_ plan: MappingPlan, in tree: borrowing RecordTree, parts: [RecordTree.Part]) {
    guard !tree.hasRepeatedNames, parts.count <= EventBatch.partLimit else { return nil }
    var nodes: [Int]? = []
    for part in parts {
      switch part {
      case .node(let node): nodes?.append(node)
      case .piece: nodes = nil
      case .entry: return nil
      }
    }
    self.parts = nodes
    record = plan.recordPaths.map { Self.way(plan.paths[$0], from: 0, in: tree) }
    part = (nodes ?? []).flatMap { node in
      plan.partPaths.map { Self.way(plan.paths[$0], from: node, in: tree) }
    }
  }

  private static func way(_ path: MappedPath, from part: Int, in tree: borrowing RecordTree) -> Int32 {
    var node = part
    switch path.root {
    case .part, .value: break
    case .record: node = 0
    // Only entries have keys.
    case .key: return nothing
    }
    for step in path.steps {
      switch step {
      case .key, .index:
        // Keys that stand twice have been told apart above.
        guard let next = try? tree.step(step, from: node) else { return nothing }
        node = next
      case .json, .parameter: return unknown
      }
    }
    return Int32(node)
  }
}
