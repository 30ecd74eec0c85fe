import ReceiptModel

/// 62 bits that tell a delivery, with everything beside its row, from any other of its message.
///
/// A message's row holds the exclusive or of those of its deliveries. Merging takes the former digest out and the new
/// one in, in any order; `verify` computes all of them again. One changed bit of a row changes its message's sum, but for
/// about one case in 2^62. It guards against disks, not against people: who can write the file can write the sum.
///
/// Ledgers hold these values, so a change of the computation needs another version of the ledger.
struct DeliveryDigest {
  private var bits: UInt64

  /// Never negative as a column, so that a `RowBatch` takes it for what it is.
  private var value: UInt64 { bits >> 2 }

  /// The digest that rows of one delivery begin with.
  ///
  /// - Parameter app: the AppKey's reference.
  init(_ device: borrowing StoredDevice, app: Int64) {
    bits = 0
    switch device {
    case .packed(let high, let low):
      mix(1)
      mix(high)
      mix(low)
    case .text(let bytes):
      mix(UInt64(bytes.count) << 1)
      var word: UInt64 = 0
      for (index, byte) in bytes.enumerated() {
        word = word << 8 | UInt64(byte)
        if index % 8 == 7 { mix(word) }
      }
      mix(word)
    }
    mix(UInt64(bitPattern: app))
  }

  /// All rows of a delivery.
  static func of(_ state: borrowing DeliveryState, _ device: borrowing StoredDevice, app: Int64) -> UInt64 {
    let start = DeliveryDigest(device, app: app)
    var digest = start.row(state)
    guard state.hasBesides else { return digest }
    for event in state.repeats {
      digest ^= start.beside(.repeated, Int64(event.kind.rawValue), event.time, event.raw)
    }
    for entry in state.late { digest ^= start.beside(.late, entry.time, Int64(entry.attributes)) }
    for event in state.linked {
      digest ^= start.beside(.linked, Int64(event.kind.rawValue), event.time, event.raw)
    }
    for telling in state.tellings {
      digest ^= start.beside(.told, Int64(telling.kind.rawValue), telling.source, telling.time)
    }
    return digest
  }

  /// The row of `delivery`.
  func row(_ state: borrowing DeliveryState) -> UInt64 {
    var digest = self
    for slot in state.times.indices where state.times[slot] != DeliveryState.absent {
      digest.mix(UInt64(slot))
      digest.mix(UInt64(bitPattern: state.times[slot]))
    }
    digest.mix(UInt64(bitPattern: state.base))
    digest.mix(UInt64(bitPattern: state.context) << 32 ^ UInt64(bitPattern: state.build))
    digest.mix(UInt64(bitPattern: state.network) << 32 ^ UInt64(bitPattern: state.reason))
    return digest.value
  }

  /// A table of rows beside `delivery`.
  enum Beside: UInt64, CaseIterable {
    case repeated = 12
    case late
    case linked
    case told
  }

  /// A row beside it, by the columns that follow its key.
  func beside(_ table: Beside, _ first: Int64, _ second: Int64, _ third: Int64 = 0) -> UInt64 {
    var digest = self
    digest.mix(table.rawValue)
    digest.mix(UInt64(bitPattern: first))
    digest.mix(UInt64(bitPattern: second))
    digest.mix(UInt64(bitPattern: third))
    return digest.value
  }

  /// Mixes in a word by the two halves of a product, so that every bit of it reaches all of the result.
  @inline(__always)
  private mutating func mix(_ word: UInt64) {
    let product = (bits ^ word ^ 0x2545_F491_4F6C_DD1D).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    bits = (product.high ^ product.low) &+ bits &* 5
  }
}
