/// Another name of a push on a device, by which other logs speak of it.
package struct AliasNote: Hashable, Sendable {
  /// Whose names these are: a vendor's message ids (`vendor`), ids that an app's analytics gave opens (`open`).
  package var space: String
  package var name: String
  package var app: String
  package var message: String
  /// Empty when the name stands for the message on all its devices.
  package var device: String

  /// The spaces whose names join receipts to the pushes that they are of.
  package static let spaces = ["vendor", "open"]

  package init(space: String, name: String, app: String, message: String, device: String) {
    self.space = space
    self.name = name
    self.app = app
    self.message = message
    self.device = device
  }
}

/// Which device a push token stood for, from a time on.
package struct TokenNote: Hashable, Sendable {
  package var token: String
  package var device: String
  /// Milliseconds since 1970 UTC; 0 when the map names no time: always.
  package var from: Int64

  package init(token: String, device: String, from: Int64) {
    self.token = token
    self.device = device
    self.from = from
  }
}

/// An open of the app that names no push: its own analytics tell that it was opened, and not why.
package struct AppOpenNote: Hashable, Sendable {
  package var source: String
  package var app: String
  /// The device, or what a map of tokens knows it by.
  package var device: String
  /// Milliseconds since 1970 UTC.
  package var time: Int64

  package init(source: String, app: String, device: String, time: Int64) {
    self.source = source
    self.app = app
    self.device = device
    self.time = time
  }
}

/// An event that names no device: of such only the number counts, and two of the same second may be two.
package struct TallyNote: Hashable, Sendable {
  package var source: String
  package var app: String
  package var message: String
  package var kind: EventKind
  /// Milliseconds since 1970 UTC.
  package var time: Int64
  /// Digest of the line, by which the same line of two copies of a log is one.
  package var line: UInt64

  package init(source: String, app: String, message: String, kind: EventKind, time: Int64, line: UInt64) {
    self.source = source
    self.app = app
    self.message = message
    self.kind = kind
    self.time = time
    self.line = line
  }
}

/// What a notification service extension wrote down of one of its runs.
package struct StepNote: Hashable, Sendable {
  package var app: String
  package var message: String
  package var device: String
  package var step: ExtensionStep
  /// Milliseconds since 1970 UTC.
  package var time: Int64
  /// What the log says of it: the error of an attachment, the status of a failed receipt.
  package var detail: String

  package init(
    app: String, message: String, device: String, step: ExtensionStep, time: Int64, detail: String
  ) {
    self.app = app
    self.message = message
    self.device = device
    self.step = step
    self.time = time
    self.detail = detail
  }
}
