import ReceiptModel

/// Turns records into events and notes by a mapping.
///
/// A record is one thing or has parts that are. For each part the values of the fields are found by the plan, checked as
/// those of a receipt log are, and told.
struct MappedReceipt {
  let plan: MappingPlan
  var tree: RecordTree
  let options: ReadOptions
  /// The AppKey of the command line, in `tree.scratch`; empty when there is none.
  let givenApp: Range<Int>
  /// Whether records are rows of a table, which a spreadsheet may have had its hands on.
  var isTable = false
  /// What stands at each path, with its node or -1; the ranges are into `tree.scratch`.
  var slots: [(value: FieldValue, node: Int)]
  /// Templates of the shapes that records had.
  var templates: TemplateShelf<TreeTemplate>
  /// The template whose nodes the tree has.
  var template: TreeTemplate?
  /// Of what source the records of a template are, by the mapping's number among all; `nil` when it was named, so that all
  /// records are its own.
  let number: Int?
  /// What earlier records told about payloads.
  var payloads = ToldPayloads()
  private(set) var times = ReceivedTimes()
  private(set) var unknownTypes = NameCounts()

  /// - Parameters:
  ///   - number: of the mapping among all, when records are recognised one by one.
  ///   - learns: whether to make templates; without, the tree of every record is read byte by byte.
  init(_ mapping: SourceMapping, options: ReadOptions, number: Int? = nil, learns: Bool = true) {
    plan = MappingPlan(mapping)
    self.number = number
    self.options = options
    // Where the mapping names no AppKey, that of the command line stands as one more constant.
    let appKey = Array((options.appKey ?? "").utf8)
    tree = RecordTree(
      names: plan.names, constants: plan.constants + appKey, keyLimit: plan.keyLimit,
      placesContainers: plan.rule(.payload) != nil)
    templates = TemplateShelf(learns: learns)
    givenApp = plan.constants.count..<plan.constants.count + appKey.count
    slots = Array(repeating: (FieldValue(), -1), count: plan.paths.count)
  }

  /// Tells what the record in `range` tells, in `batch`.
  ///
  /// - Parameter shape: the sources that records of its shape may be of; `nil` when the mapping was named.
  /// - Returns: why the record, or the first of its parts that is not good, is refused.
  mutating func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, of shape: ShapeSources? = nil, unknown: inout NameList,
    to batch: inout EventBatch
  ) -> Rejection? {
    template = nil
    do throws(Rejection) {
      try tree.read(bytes, range, allowsArray: plan.mapping.parts?.keys.isEmpty == true)
    } catch {
      return error
    }
    if !plan.hasNamesOfParts { note(unknown: &unknown, of: 0) }
    learn(bytes, range, of: shape)
    return tell(MappedSource(record: range), bytes, unknown: &unknown, to: &batch)
  }

  /// Tells what the tree holds, which somebody has filled.
  mutating func tell(
    _ source: MappedSource, _ bytes: Span<UInt8>, unknown: inout NameList, to batch: inout EventBatch
  ) -> Rejection? {
    var source = source
    do throws(Rejection) {
      try look(at: plan.recordPaths, part: 0, key: nil)
      guard plan.mapping.parts != nil else {
        try look(at: plan.partPaths, part: 0, key: nil)
        try tell(&source, bytes, to: &batch)
        return nil
      }
      let parts = try self.parts()
      guard parts.count <= EventBatch.partLimit else { throw Rejection(.tooManyParts) }
      let mark = tree.mark
      var refusal: Rejection?
      for part in parts {
        do throws(Rejection) {
          let (part, key) = tree.place(of: part)
          if part != 0 { note(unknown: &unknown, of: part) }
          try look(at: plan.partPaths, part: part, key: key)
          try tell(&source, bytes, to: &batch)
        } catch {
          refusal = refusal ?? error
        }
        tree.cut(to: mark)
      }
      return refusal
    } catch {
      return error
    }
  }

  /// Adds the keys of an object that mean nothing here.
  private func note(unknown: inout NameList, of node: Int) {
    var next = Int(tree.nodes[node].kind == .object ? tree.nodes[node].first : -1)
    while next >= 0 {
      if tree.nodes[next].name == RecordTree.Node.unnamed {
        unknown.add(tree.scratch.span, tree.nodes[next].key)
      }
      next = Int(tree.nodes[next].next)
    }
  }
}

/// What the parts of one record share.
struct MappedSource {
  /// Its bytes.
  var record: Range<Int>
  /// The payload that was judged last: parts mostly share one.
  var payload: (range: Range<Int>, message: String)?
}

// MARK: - Values

extension MappedReceipt {
  /// Fills the slots of some paths.
  private mutating func look(at paths: [Int], part: Int, key: Int?) throws(Rejection) {
    for slot in paths { try look(at: slot, part: part, key: key) }
  }

  /// Fills the slot of a path by walking it.
  mutating func look(at slot: Int, part: Int, key: Int?) throws(Rejection) {
    do throws(Rejection) {
      let node = try tree.node(at: plan.paths[slot], part: part, key: key)
      slots[slot] = node.map { (tree.value(at: $0), $0) } ?? (FieldValue(), -1)
    } catch {
      throw Rejection(error.reason, field: plan.pathFields[slot].receiptField)
    }
  }

  /// The value of a field, found by its rule; absent when it is empty or the mapping has no rule for it.
  mutating func find(_ field: MappedField) -> FieldValue {
    plan.rule(field).map { find($0) } ?? FieldValue()
  }

  /// The value that a rule finds; absent when it is empty.
  mutating func find(_ rule: MappedRule) -> FieldValue {
    var value = found(by: rule)
    if let piece = rule.piece, value.form == .text {
      value = self.piece(piece.separator, piece.number, of: value)
    }
    if !value.range.isEmpty, !rule.words.isEmpty || rule.otherWord != nil {
      let word =
        rule.names.entry(tree.scratch.span, value.range).map { rule.words[Int($0)] } ?? rule.otherWord
      if let word, rule.otherWord != word || !value.isAbsent(in: tree.scratch.span) {
        value = FieldValue(word, .text)
      }
    }
    if value.isAbsent(in: tree.scratch.span) {
      return rule.fallback.map { FieldValue($0, .text) } ?? FieldValue()
    }
    return value
  }

  /// The node at which the value of a field stands, if it stands at one.
  func node(of field: MappedField) -> Int? {
    guard case .first(let candidates)? = plan.rule(field)?.origin else { return nil }
    for slot in candidates where !slots[slot].value.isAbsent(in: tree.scratch.span) {
      return slots[slot].node
    }
    return nil
  }

  /// The whole numbers of some slots, added; one that is no such number makes the sum unsuitable.
  private mutating func sum(_ parts: [Int]) -> FieldValue {
    var sum: UInt64 = 0
    var hasAny = false
    for slot in parts {
      let value = slots[slot].value
      if value.isAbsent(in: tree.scratch.span) { continue }
      guard value.form != .unsuitable, ReceiptFields.isPlainNumber(tree.scratch.span, value.range),
        let number = UInt64(String(decoding: tree.scratch[value.range], as: UTF8.self)),
        number <= UInt64(Int64.max) - sum
      else { return FieldValue(0..<0, .unsuitable) }
      sum += number
      hasAny = true
    }
    guard hasAny else { return FieldValue() }
    let start = tree.scratch.count
    tree.scratch.append(contentsOf: String(sum).utf8)
    return FieldValue(start..<tree.scratch.count, .number)
  }

  private mutating func found(by rule: MappedRule) -> FieldValue {
    switch rule.origin {
    case .constant(let range): return FieldValue(range, .text)
    case .sum(let parts): return sum(parts)
    case .first(let candidates):
      for slot in candidates where !slots[slot].value.isAbsent(in: tree.scratch.span) {
        return slots[slot].value
      }
      return FieldValue()
    case .joined(let parts):
      guard let last = parts.lastIndex(where: { !slots[$0].value.isAbsent(in: tree.scratch.span) }) else {
        return FieldValue()
      }
      let start = tree.scratch.count
      for (index, slot) in parts[...last].enumerated() {
        if index > 0 { tree.scratch.append(UInt8(ascii: " ")) }
        guard !slots[slot].value.isAbsent(in: tree.scratch.span) else { continue }
        for place in slots[slot].value.range { tree.scratch.append(tree.scratch[place]) }
      }
      let end = tree.scratch.count
      tree.addRoom()
      return FieldValue(start..<end, .text)
    }
  }

  /// The part of a text between separators, counted from 1, or from -1 at the end; absent when there are fewer.
  private func piece(_ separator: UInt8, _ number: Int, of value: FieldValue) -> FieldValue {
    let pieces = tree.scratch[value.range].split(separator: separator, omittingEmptySubsequences: false)
    let index = number > 0 ? number - 1 : pieces.count + number
    guard pieces.indices.contains(index) else { return FieldValue() }
    return FieldValue(pieces[index].startIndex..<pieces[index].endIndex, .text)
  }
}

// MARK: - What was met

extension MappedReceipt {
  mutating func note(_ time: ReceiptTime) { times.note(time) }

  mutating func count(unknownType range: Range<Int>) {
    unknownTypes.add(String(decoding: tree.scratch[range], as: UTF8.self), 1)
  }
}
