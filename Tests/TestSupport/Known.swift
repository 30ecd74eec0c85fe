import Synchronization

/// What was made before, by what it was made of: several tests ask for the same, and making it takes long.
public final class Known<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Mutex<[Key: Value]>([:])

  public init() {}

  /// The value of a key; where two ask at once, both make it.
  public func value(of key: Key, make: () throws -> Value) rethrows -> Value {
    if let value = values.withLock({ $0[key] }) { return value }
    let value = try make()
    values.withLock { $0[key] = value }
    return value
  }
}
