import ReceiptModel
import SQLite

/// Counters, latencies and sends of each message and AppKey.
///
/// It keeps what its builder does, and adds up those of the message that is read.
///
/// The view `messages` has to sort its deliveries, because between message and AppKey they are in the order of their
/// devices; here few sums are kept beside each other.
final class MessageSums: DeliveryVisitor {
  let windows: [Range<Int64>]
  let looksAtEvents = false
  private let window: Range<Int64>
  private let settledUntil: Int64
  /// Those that were asked for.
  private let appKeys: [Int64: String]
  private let messageID: Statement
  private var jobs: ReferencedTexts
  private var repeatedSends: RepeatedSends
  private var message: Int64 = 0
  /// Of the message that is read, by AppKey.
  private var sums: [MessageSum] = []
  private var mayHaveRepeats = false
  private var messages: JudgedMessages.Builder

  /// - Parameter messages: takes them.
  /// - Returns: `nil` for a scope without days.
  init?(_ scope: CohortScope, into messages: JudgedMessages.Builder, in reader: LedgerReader) throws {
    self.messages = messages
    guard let window = scope.window else { return nil }
    self.window = window
    windows = [window]
    settledUntil = scope.settledUntil
    appKeys = try reader.appKeys().filter { scope.includes($0.value) }
    messageID = try reader.database.prepare("SELECT message_id FROM message WHERE ref = ?1")
    jobs = try ReferencedTexts(ReferencedText("job_key"), in: reader.database)
    repeatedSends = try RepeatedSends(reader.database)
  }

  func begin(_ message: PassedMessage) {
    self.message = message.ref
    sums.removeAll(keepingCapacity: true)
    mayHaveRepeats = false
  }

  func visit(_ deliveries: Span<PassedDelivery>) throws {
    for place in deliveries.indices { try add(deliveries[place]) }
  }

  private func add(_ delivery: borrowing PassedDelivery) throws {
    guard delivery.isCounted, let place = place(of: delivery.app) else { return }
    try sums[place].addSend(of: delivery.state, &jobs)
    mayHaveRepeats = mayHaveRepeats || delivery.device.isEmpty || delivery.state.hasBesides
    guard let cohort = delivery.countedCohort, window.contains(cohort) else { return }
    sums[place].add(
      delivery.counts(settledUntil: settledUntil), latency: delivery.state.latency(of: .extAck))
  }

  func end() throws {
    guard sums.contains(where: \.hasCohort) else { return }
    if mayHaveRepeats {
      try repeatedSends.forEach(of: message) { app, last in
        if let place = sums.firstIndex(where: { $0.app == app }) { sums[place].addSend(again: last) }
      }
    }
    var id: String?
    for place in sums.indices where sums[place].hasCohort {
      let appKey = appKeys[sums[place].app] ?? ""
      if messages.addsUp(sums[place].counts) {
        messages.addUp(appKey, sums[place].firstSent, sums[place].counts)
      } else {
        if id == nil { id = try self.id() }
        messages.append(sums[place].cell(appKey, id ?? ""))
      }
    }
  }

  /// What was added, once the pass has run.
  func takeMessages() -> JudgedMessages {
    var taken = JudgedMessages.Builder(least: 0)
    swap(&taken, &messages)
    return taken.messages()
  }

  /// - Returns: `nil` for one that was not asked for.
  private func place(of app: Int64) -> Int? {
    if let place = sums.firstIndex(where: { $0.app == app }) { return place }
    guard appKeys[app] != nil else { return nil }
    sums.append(MessageSum(app: app))
    return sums.count - 1
  }

  private func id() throws -> String {
    messageID.bind(message, at: 1)
    defer { messageID.reset() }
    guard try messageID.step() else { throw LedgerError.inconsistent("there is no message \(message)") }
    return messageID.text(0)
  }
}
