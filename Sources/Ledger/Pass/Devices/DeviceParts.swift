import ReceiptModel
import SQLite

/// Pushes to devices, those of a device in the same part; each part is a fraction of all.
///
/// Memory: up to `limit` bytes, beyond which a part's pushes are moved into a temporary file.
struct DeviceParts {
  private var parts = Array(repeating: Part(), count: Self.count)
  private let limit: Int
  private var held = 0
  /// Makes the temporary file; `nil` where none may be made.
  private let makeSpill: (() throws -> SpillFile)?
  /// Is told of bytes before they are moved, and may refuse them.
  private let beforeMove: (Int) throws -> Void
  private var spill: SpillFile?

  private static let count = 256

  private struct Part {
    var bytes: [UInt8] = []
    /// Where its bytes stand in the temporary file.
    var moved: [(place: Int, count: Int)] = []
  }

  init(limit: Int, spill: (() throws -> SpillFile)?, beforeMove: @escaping (Int) throws -> Void) {
    (self.limit, makeSpill, self.beforeMove) = (limit, spill, beforeMove)
  }

  mutating func add(_ push: DeviceSign, to key: DeviceOfApp) throws {
    let part = Int(key.mixed >> 56)
    let before = parts[part].bytes.count
    key.pack(into: &parts[part].bytes)
    push.pack(into: &parts[part].bytes)
    held += parts[part].bytes.count - before
    if held > limit, makeSpill != nil { try move() }
  }

  private mutating func move() throws {
    guard let spill = try self.spill ?? makeSpill?() else { return }
    self.spill = spill
    try beforeMove(held)
    for part in parts.indices where !parts[part].bytes.isEmpty {
      parts[part].moved.append((try spill.append(parts[part].bytes), parts[part].bytes.count))
      parts[part].bytes.removeAll(keepingCapacity: true)
    }
    held = 0
  }

  /// Adds up the next part and forgets it; `nil` behind the last.
  mutating func next() throws -> DeviceTable? {
    guard let part = parts.popLast() else { return nil }
    var blocks = try part.moved.map { try spill?.read(UInt8.self, at: $0.place, count: $0.count) ?? [] }
    blocks.append(part.bytes)
    return DeviceTable(of: blocks)
  }
}
