/// A fact that stands beside the events: what a payload asks for, what a console counted, which ids mean the same.
///
/// Notes are a set, as events are: a ledger holds each once, whatever the order and repetition of the logs.
package enum Note: Hashable, Sendable {
  case payload(PayloadNote)
  case push(PushNote)
  case total(TotalNote)
  case alias(AliasNote)
  case token(TokenNote)
  case tally(TallyNote)
  case step(StepNote)
  case appOpen(AppOpenNote)
}

/// A note and the line it came from.
package struct LineNote: Sendable {
  package var note: Note
  /// As `BatchEvent.file`.
  package var line: UInt32

  package init(_ note: Note, line: UInt32) {
    self.note = note
    self.line = line
  }
}

/// What the payload of a message asks for, judged once when it is read; the payload itself is not kept.
package struct PayloadNote: Hashable, Sendable {
  package var app: String
  package var message: String
  package var lint: PayloadLint
  /// Bytes of the payload.
  package var bytes: Int

  package init(app: String, message: String, lint: PayloadLint, bytes: Int) {
    self.app = app
    self.message = message
    self.lint = lint
    self.bytes = bytes
  }
}

/// What is remarkable about a payload for APNs; empty when nothing is.
package struct PayloadLint: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `aps` has no `mutable-content`.
  package static let mutableContentMissing = PayloadLint(rawValue: 1 << 0)
  /// It is a number other than 1.
  package static let mutableContentNotOne = PayloadLint(rawValue: 1 << 1)
  /// It is text, `"1"`.
  package static let mutableContentIsText = PayloadLint(rawValue: 1 << 2)
  /// It stands outside of `aps`.
  package static let mutableContentMisplaced = PayloadLint(rawValue: 1 << 3)
  /// A key like `mutable -content` or `mutable_content` stands in its place.
  package static let mutableContentMisspelt = PayloadLint(rawValue: 1 << 4)
  /// There is no `alert`.
  package static let alertMissing = PayloadLint(rawValue: 1 << 5)
  /// `alert` is text and not an object.
  package static let alertIsText = PayloadLint(rawValue: 1 << 6)
  /// `alert` is an object with neither title, subtitle nor body.
  package static let alertEmpty = PayloadLint(rawValue: 1 << 7)
  /// `content-available` without an alert: nothing is shown.
  package static let silent = PayloadLint(rawValue: 1 << 8)
  /// More than 4,096 bytes, which APNs refuses.
  package static let tooLarge = PayloadLint(rawValue: 1 << 9)
  /// Keys of the sender's own stand inside `aps`.
  package static let customInsideAps = PayloadLint(rawValue: 1 << 10)
  /// It is not a JSON object with an object `aps`.
  package static let unreadable = PayloadLint(rawValue: 1 << 11)

  /// Each of which keeps the system from starting the notification service extension.
  ///
  /// Apple, "Modifying content in newly delivered notifications": the payload needs `mutable-content` 1 and an alert with a
  /// title, subtitle or body. An alert that is text is the body, and pushes with one are acked.
  package static let keepsExtensionFromRunning: PayloadLint = [
    .mutableContentMissing, .mutableContentNotOne, .mutableContentIsText, .mutableContentMisplaced,
    .mutableContentMisspelt, .alertMissing, .alertEmpty, .silent,
  ]
}
