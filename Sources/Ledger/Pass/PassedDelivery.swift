import ReceiptModel
import SQLite

/// A delivery as a pass reads it.
struct PassedDelivery: Sendable {
  var facts = PassedFacts()
  var device = StoredDevice.text([])
  /// Its events and attributes, without late attributes, linked events and tellings; of a delivery without a device
  /// also without repeats, which may be any number.
  var state = DeliveryState()
  /// What follows from its context and from what is expected of its message.
  var traits = ContextTraits()
  /// Whether the delivery before it was one to another device.
  var startsDevice = false

  var app: Int64 { facts.app }
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
      guard self[other].facts.sentAt != nil else { continue }
      let appKey = appKeys[self[other].facts.app] ?? ""
      if sender.map({ appKey.precedesInBytes(appKeys[self[$0].facts.app] ?? "") }) ?? true { sender = other }
    }
    return sender
  }
}

/// The message whose deliveries are read.
struct PassedMessage: Sendable {
  let ref: Int64
  /// The span of time that it is read for.
  let window: Range<Int64>
  /// Whether its cohorts may lie in the window, and not only other events.
  let hasCohorts: Bool
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
  /// Takes what a pass hands on; the visitor's own, so that within it no call is one of the protocol's.
  func take(_ chunk: borrowing PassChunk) throws
}

extension DeliveryVisitor {
  func end() throws {}

  func take(_ chunk: borrowing PassChunk) throws {
    let deliveries = chunk.deliveries.span
    for place in chunk.parts.indices {
      let part = chunk.parts[place]
      guard part.message.hasCohorts || ofOtherMessages > .nothing else { continue }
      if part.isFirst { try begin(part.message) }
      if !part.deliveries.isEmpty { try visit(deliveries.extracting(part.deliveries)) }
      if part.isLast { try end() }
    }
  }
}
