import ReceiptModel
import SQLite

/// A delivery as a pass reads it.
struct PassedDelivery {
  var app: Int64 = 0
  var device = StoredDevice.text([])
  /// Its events and attributes, without late attributes, linked events and tellings; of a delivery without a device
  /// also without repeats, which may be any number.
  var state = DeliveryState()
  /// What follows from its context and from what is expected of its message.
  var traits = ContextTraits()
  /// Whether the log is counted at its cohort's time, or at its first event's when it is in no cohort.
  var isCounted = false
  /// Whether the delivery before it was one to another device.
  var startsDevice = false
  /// What it adds to the counters of its cohort once it is settled.
  var counts = CountSet(bits: 0)

  /// Whether it has an answer and its AppKey never sent it.
  var isUnsentAnswer: Bool { !state.has(.sent) && (state.has(.extAck) || state.has(.opened)) }

  /// Where the sums count it; `nil` where they do not.
  var countedCohort: Int64? { isCounted && !device.isEmpty ? state.cohortTime : nil }

  /// What it adds to the counters of its cohort.
  ///
  /// - Parameter settledUntil: deliveries sent later have no timeout yet.
  func counts(settledUntil: Int64) -> CountSet {
    state.has(.sent) && state.time(.sent) > settledUntil ? counts.beforeSettling : counts
  }
}

extension Span<PassedDelivery> {
  /// The delivery by which the push of another was sent to the same device; of several AppKeys that of the first by its
  /// bytes.
  func sender(of place: Int, _ appKeys: [Int64: String]) -> Int? {
    var first = place
    while !self[first].startsDevice { first -= 1 }
    var sender: Int?
    for other in first..<count {
      if other > first, self[other].startsDevice { break }
      guard self[other].state.has(.sent) else { continue }
      let appKey = appKeys[self[other].app] ?? ""
      if sender.map({ appKey.precedesInBytes(appKeys[self[$0].app] ?? "") }) ?? true { sender = other }
    }
    return sender
  }
}

/// The message whose deliveries are read.
struct PassedMessage {
  let ref: Int64
  /// The span of time that it is read for.
  let window: Range<Int64>
  /// Whether its cohorts may lie in the window, and not only other events.
  let hasCohorts: Bool
  /// The row that tells of it, until the next message is read.
  private let row: Statement

  /// - Parameter row: of `LedgerReader.messages(of:withEvents:)`.
  init(_ row: Statement, in window: Range<Int64>) {
    (ref, hasCohorts, self.row) = (row.integer(0), row.integer(1) != 0, row)
    self.window = window
  }

  /// The id, as long as the message is read.
  var id: String { row.text(2) }
}

/// What is looked at of messages that have events in a window and no cohort: most of their deliveries say nothing about it.
enum OtherMessages: Comparable {
  case nothing
  /// What was not sent, names no device or has more than its row holds, and what else went to the same device.
  case unusual
  case everything
}

/// Who looks at the deliveries that a pass reads.
protocol DeliveryVisitor: AnyObject {
  /// The spans of time that it looks at, in milliseconds UTC: each lies in one window of the pass.
  var windows: [Range<Int64>] { get }
  /// What it looks at of messages that have events in its windows and no cohort.
  var ofOtherMessages: OtherMessages { get }

  func begin(_ message: PassedMessage) throws
  /// Takes the next deliveries of the message: all to some devices, and those to one by AppKeys' references.
  func visit(_ deliveries: Span<PassedDelivery>) throws
  /// Ends the message.
  func end() throws
}

extension DeliveryVisitor {
  func end() throws {}
}
