package import ReceiptModel

/// A limit that users can move: the name it has in the configuration, where it stands, and what it means.
package struct LimitSetting: Sendable {
  package enum Place: Sendable {
    case share(any WritableKeyPath<Evidence.Limits, Double> & Sendable)
    case count(any WritableKeyPath<Evidence.Limits, Int> & Sendable)
    case duration(any WritableKeyPath<Evidence.Limits, Int64> & Sendable)
  }

  package var name: String
  package var place: Place
  /// What it is compared with: no capital, no full stop.
  package var meaning: String
  /// The setting that says its value unless the limit itself is set.
  package var setting: Setting?

  init(_ name: String, _ place: Place, _ meaning: String, unlessSet setting: Setting? = nil) {
    self.name = name
    self.place = place
    self.meaning = meaning
    self.setting = setting
  }

  /// The value in some limits.
  package func value(in limits: Evidence.Limits) -> LimitValue {
    switch place {
    case .share(let path): .share(limits[keyPath: path])
    case .count(let path): .count(limits[keyPath: path])
    case .duration(let path): .duration(limits[keyPath: path])
    }
  }

  /// Moves the limit.
  ///
  /// - Precondition: the value is of the setting's kind.
  package func set(_ value: LimitValue, in limits: inout Evidence.Limits) {
    switch (place, value) {
    case (.share(let path), .share(let share)): limits[keyPath: path] = share
    case (.count(let path), .count(let count)): limits[keyPath: path] = count
    case (.duration(let path), .duration(let milliseconds)): limits[keyPath: path] = milliseconds
    default: preconditionFailure("a limit has one kind of value")
    }
  }
}
