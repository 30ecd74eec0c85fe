import ReceiptModel

/// Shortens the addresses of a log to their networks, and counts those that are none.
struct ClientNetworks {
  /// Values of `client_ip` that are no address.
  private(set) var unreadable = 0
  /// The values of one entry, and eight bytes more so that the last can be read by words.
  private var entry: [UInt8] = []

  /// The entry of the network group with the network of the record's address.
  mutating func network(
    _ fields: borrowing ReceiptFields, _ bytes: Span<UInt8>, _ batch: inout EventBatch
  ) -> UInt32 {
    let address = fields[.clientIP]
    if address.isAbsent(in: bytes) { return fields.network(bytes, &batch) }
    guard address.form == .text, let network = NetworkPrefix(bytes, address.range) else {
      unreadable += 1
      return fields.network(bytes, &batch)
    }
    entry.removeAll(keepingCapacity: true)
    let type = append(fields.kept(.networkType, bytes), of: bytes)
    let isp = append(fields.kept(.isp, bytes), of: bytes)
    let start = entry.count
    network.append(to: &entry)
    let prefix = start..<entry.count
    entry.append(contentsOf: repeatElement(0, count: 8))
    return batch.groups[AttributeGroup.network.rawValue].intern(entry.span, joining: type, isp, prefix)
  }

  private mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    let start = entry.count
    for index in range { entry.append(bytes[index]) }
    return start..<entry.count
  }
}
