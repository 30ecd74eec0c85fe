/// A value that is made when it is first asked for.
final class Once<Value> {
  private(set) var made: Value?

  func value(_ make: () throws -> Value) rethrows -> Value {
    if let made { return made }
    let value = try make()
    made = value
    return value
  }
}
