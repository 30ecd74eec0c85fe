import ReceiptModel

/// What a payload holds of that which decides whether the notification service extension can batch.
struct PayloadFacts {
  /// The object `aps`; `nil` when there is none.
  var aps: Aps?
  /// Whether a key that means `mutable-content` stands outside of `aps`.
  var isMutableContentOutside = false

  /// A value, as far as it matters.
  enum Value {
    case text(isEmpty: Bool)
    case number(isOne: Bool)
    case null
    /// `true`, `false`, an object or an array.
    case another
  }

  /// Of two equal keys the later one counts.
  struct Aps {
    var alert = Alert.missing
    var mutableContent = Value.null
    var isMutableContentMisspelt = false
    var hasOwnKeys = false
    private var wakesApp = false
    private var hasSound = false
    private var hasBadge = false

    enum Alert {
      case missing, text
      case object(hasText: Bool)
    }

    mutating func set(_ key: PayloadKey, _ value: Value) {
      switch key {
      case .alert:
        if case .text = value { alert = .text } else { alert = .missing }
      case .mutableContent: mutableContent = value
      case .contentAvailable:
        if case .number(isOne: true) = value { wakesApp = true } else { wakesApp = false }
      case .sound: hasSound = !value.isNull
      case .badge: hasBadge = !value.isNull
      default: break
      }
    }

    mutating func setAlertText(_ key: PayloadKey, _ value: Value) {
      if key == .alertText, case .text(isEmpty: false) = value { alert = .object(hasText: true) }
    }

    /// Whether it only wakes the app.
    var isSilent: Bool {
      if case .missing = alert { return wakesApp && !hasSound && !hasBadge }
      return false
    }
  }

  var lint: PayloadLint {
    guard let aps else { return .unreadable }
    // Who sends a silent push asks for no extension, so its absence is no fault of the payload.
    var lint: PayloadLint = aps.isSilent ? .silent : mutableContentLint(aps).union(aps.alert.lint)
    if aps.hasOwnKeys { lint.insert(.customInsideAps) }
    return lint
  }

  private func mutableContentLint(_ aps: Aps) -> PayloadLint {
    switch aps.mutableContent {
    case .number(isOne: true): return []
    case .number, .another: return .mutableContentNotOne
    case .text: return .mutableContentIsText
    case .null:
      var lint: PayloadLint = aps.isMutableContentMisspelt ? .mutableContentMisspelt : []
      if isMutableContentOutside { lint.insert(.mutableContentMisplaced) }
      return lint.isEmpty ? .mutableContentMissing : lint
    }
  }
}

extension PayloadFacts.Value {
  fileprivate var isNull: Bool {
    if case .null = self { return true }
    return false
  }
}

extension PayloadFacts.Aps.Alert {
  fileprivate var lint: PayloadLint {
    switch self {
    case .missing: .alertMissing
    case .text: .alertIsText
    case .object(let hasText): hasText ? [] : .alertEmpty
    }
  }
}
