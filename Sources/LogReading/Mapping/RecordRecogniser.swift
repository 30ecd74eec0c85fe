import ReceiptModel

/// Tells of what source a JSON record is, by that record alone: neither the file it lies in nor the records before it
/// have a say, so their order means nothing.
///
/// A record is of the source whose signs are all there; of several, of the one with the most signs. The tree is read
/// with the keys of all sources, and its nodes stand in the order of the record's bytes. So where a sign stands in it is
/// where it stands in the tree that a mapping reads, and what was found of one record holds for all of its shape.
struct RecordRecogniser {
  private let sources: [SourceSigns]
  private var tree: RecordTree
  /// Whether a sign was looked for in a text of the record: then its values decide where it stands.
  private var hasReadTexts = false

  init(_ mappings: [SourceMapping]) {
    var builder = MappingBuilder()
    var sources = SourceSigns.ofReceipts(&builder)
    for (number, mapping) in mappings.enumerated() where mapping.isRecognisedInJSON {
      sources.append(SourceSigns(mapping, number: number, &builder))
    }
    self.sources = sources
    tree = RecordTree(
      names: builder.names, constants: [], keyLimit: EventBatch.partLimit, placesContainers: false)
  }

  /// The sources that the record may be of, and of which of them it is.
  ///
  /// - Returns: `nil` for what is no object that can be read.
  mutating func recognise(
    _ bytes: Span<UInt8>, _ record: Range<Int>
  ) -> (shape: ShapeSources, verdict: ShapeSources.Verdict)? {
    guard (try? tree.read(bytes, record)) != nil else { return nil }
    hasReadTexts = false
    let count = tree.nodes.count
    let candidates = sources.compactMap { candidate($0) }
    // A node that was made on the way, for the key of a part, stands in no other tree.
    let isOfShape = !hasReadTexts && tree.nodes.count == count && !tree.hasRepeatedNames
    let shape = ShapeSources(candidates, isOfShape: isOfShape)
    return (shape, shape.verdict(tree))
  }

  /// The source that lacks the smallest share of its signs in the record that was read last, with those it lacks.
  ///
  /// - Returns: `nil` when every mapping lacks more than half of them, since a key or two are shared by many, or a key whose
  ///   values it knows, and the record has no key of a receipt.
  mutating func nearest() -> (source: Int, lacking: [String])? {
    var nearest: (source: Int, lacking: [String], share: Double)?
    for signs in sources {
      guard let lacking = lacking(signs) else { continue }
      let share = Double(lacking.count) / Double(max(1, signs.count))
      let isNear = share <= 0.5 || signs.source == SourceSigns.receipts
      if isNear, share < nearest?.share ?? 1 { nearest = (signs.source, lacking, share) }
    }
    return nearest.map { ($0.source, $0.lacking) }
  }
}

// MARK: - Signs

extension RecordRecogniser {
  /// - Returns: `nil` when a key is missing.
  private mutating func candidate(_ signs: SourceSigns) -> ShapeSources.Candidate? {
    guard let record = checks(signs.ofRecord, part: 0, key: nil) else { return nil }
    var alternatives: [[ShapeSources.Check]] = []
    if signs.ofPart.isEmpty {
      alternatives = [record]
    } else {
      for part in parts(signs) {
        let (node, key) = partPlace(part, signs)
        guard let checks = checks(signs.ofPart, part: node, key: key) else { continue }
        alternatives.append(record + checks)
        // One that needs no look at values is enough.
        if alternatives.last?.isEmpty == true { break }
      }
    }
    guard !alternatives.isEmpty else { return nil }
    return ShapeSources.Candidate(source: signs.source, rank: signs.rank, alternatives: alternatives)
  }

  /// Where a part stands; a node is made for its key only when a sign asks for it, since it belongs to no shape.
  private mutating func partPlace(_ part: RecordTree.Part, _ signs: SourceSigns) -> (part: Int, key: Int?) {
    if case .entry(let node) = part, !signs.ofPart.contains(where: { $0.path.root == .key }) {
      return (node, nil)
    }
    return tree.place(of: part)
  }

  /// - Returns: `nil` when a key is missing.
  private mutating func checks(_ signs: [SourceSigns.Sign], part: Int, key: Int?) -> [ShapeSources.Check]? {
    var checks: [ShapeSources.Check] = []
    for sign in signs {
      guard let node = node(of: sign, part, key) else { return nil }
      if !sign.values.areAny { checks.append(ShapeSources.Check(node: node, values: sign.values)) }
    }
    return checks
  }

  private mutating func node(of sign: SourceSigns.Sign, _ part: Int, _ key: Int?) -> Int? {
    if sign.isInText { hasReadTexts = true }
    guard let node = try? tree.node(at: sign.path, part: part, key: key) else { return nil }
    return sign.allowsNull || tree.nodes[node].kind != .null ? node : nil
  }

  /// The signs that the record lacks; of its parts, the first counts.
  ///
  /// - Returns: `nil` when it lacks a key of which values are known: others may be there by chance, and such a key is what
  ///   makes a source's records known.
  private mutating func lacking(_ signs: SourceSigns) -> [String]? {
    var lacking = signs.ofRecord.filter { isMissing($0, 0, nil) }
    var hasKeys = signs.source == SourceSigns.receipts || hasKeysOfValues(lacking, 0, nil)
    if let first = parts(signs).first {
      let (node, key) = tree.place(of: first)
      let ofPart = signs.ofPart.filter { isMissing($0, node, key) }
      hasKeys = hasKeys && hasKeysOfValues(ofPart, node, key)
      lacking += ofPart
    } else {
      hasKeys = hasKeys && signs.ofPart.allSatisfy(\.values.areAny)
      lacking += signs.ofPart
    }
    return hasKeys ? lacking.map(\.name) : nil
  }

  private mutating func hasKeysOfValues(_ signs: [SourceSigns.Sign], _ part: Int, _ key: Int?) -> Bool {
    signs.allSatisfy { $0.values.areAny || node(of: $0, part, key) != nil }
  }

  private mutating func isMissing(_ sign: SourceSigns.Sign, _ part: Int, _ key: Int?) -> Bool {
    guard let node = node(of: sign, part, key) else { return true }
    return !sign.values.contains(tree.scratch[tree.value(at: node).range])
  }

  /// The parts of the record in the shape that a source has; none where there is nothing of that shape.
  private func parts(_ signs: SourceSigns) -> [RecordTree.Part] {
    do throws(Rejection) { return try tree.parts(signs.parts, at: signs.partKeys) } catch { return [] }
  }
}

extension SourceMapping {
  /// Whether JSON records may be of it without its being named.
  fileprivate var isRecognisedInJSON: Bool { !recognition.isEmpty && (form == .json || form == .table) }
}
