import ReceiptModel

/// The parts of a record.
extension MappedReceipt {
  /// - Throws: when they are missing and must not be, or are something else.
  func parts() throws(Rejection) -> [RecordTree.Part] {
    try tree.parts(plan.mapping.parts, at: plan.partKeys)
  }

  /// The devices of a part that names many; `nil` when its mapping knows of one only.
  func spreadDevices() throws(Rejection) -> [FieldValue]? {
    guard plan.hasSpreadDevices else { return nil }
    guard let node = node(of: .device), node >= 0 else { return [FieldValue()] }
    if let single = singleDevice(at: node) { return [single] }
    let devices: [FieldValue]
    switch tree.nodes[node].kind {
    case .array: devices = tree.children(of: node).map { tree.value(at: $0) }
    case .text, .number:
      devices = tree.pieces(of: tree.nodes[node].range).map { FieldValue($0, .text) }
    case .object, .bool, .null: throw Rejection(.badType, field: .deviceID)
    }
    guard devices.count <= EventBatch.partLimit else { throw Rejection(.tooManyParts, field: .deviceID) }
    return devices.isEmpty ? [FieldValue()] : devices
  }

  /// The one device of a text that is no list, which most records have.
  private func singleDevice(at node: Int) -> FieldValue? {
    let node = tree.nodes[node]
    guard node.kind == .text, node.count > 0,
      tree.scratch.span.first(UInt8(ascii: ","), in: node.range) == nil
    else { return nil }
    let content = tree.scratch.span.trimmed(node.range)
    return content.isEmpty ? FieldValue() : FieldValue(content, .text)
  }
}
