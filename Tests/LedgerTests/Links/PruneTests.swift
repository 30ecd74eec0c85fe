import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// Pruning a ledger of pushes under several names and of facts beside the events: what is left is the ledger of what
/// belongs to the messages that stay.
struct LinkedPruneTests {
  private static let start: Int64 = 1_790_000_000_000
  private static let hour: Int64 = 3_600_000

  /// A log of some hours: each has a push, receipts under a vendor's name for it, and a message that only facts name.
  private struct Log {
    var lines: [RandomLinks.Line] = []
    private var random: SeededGenerator

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      for slot in 0..<10 {
        let time = LinkedPruneTests.start + Int64(slot) * LinkedPruneTests.hour
        if odds(80) { add(events: [.sent, .arrived, .opened], app: "a", "m\(slot)", at: time) }
        if odds(80) { add(events: [.arrived, .opened, .other], app: "h", "v\(slot)", at: time) }
        if odds(70) { alias("v\(slot)", "m\(slot)") }
        if odds(15) { alias("v\(slot)", "m\(Int.random(in: 0..<10, using: &random))") }
        if odds(15) { alias("m\(slot)", "m\(Int.random(in: 0..<10, using: &random))") }
        for message in ["m\(slot)", "v\(slot)", "f\(slot)", "f\(slot)", "f\(slot)"] where odds(50) {
          fact(message, at: time)
        }
        lines.append(.note(.appOpen(AppOpenNote(source: "web", app: "a", device: "d1", time: time))))
      }
      lines.append(.note(.token(TokenNote(token: "t1", device: "d1", from: 0))))
      // A name of so many messages that it is none, until some of them are gone.
      guard seed % 3 == 0 else { return }
      for slot in 0..<10 {
        alias("0", "m\(slot)")
        add(
          events: [.arrived], app: "h", "0", at: LinkedPruneTests.start + Int64(slot) * LinkedPruneTests.hour)
      }
      for number in 0..<60 { alias("0", "x\(number)") }
    }

    private mutating func odds(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func later(_ time: Int64) -> Int64 {
      time + Int64.random(in: 0..<2 * LinkedPruneTests.hour, using: &random)
    }

    private mutating func alias(_ name: String, _ message: String) {
      let device = ["d1", "d2", ""].randomElement(using: &random) ?? ""
      let note = AliasNote(
        space: odds(80) ? "vendor" : "open", name: name, app: "a", message: message, device: device)
      lines.append(.note(.alias(note)))
    }

    private mutating func add(events: [EventKind], app: String, _ message: String, at time: Int64) {
      for _ in 0..<Int.random(in: 1..<5, using: &random) {
        let kind = events.randomElement(using: &random) ?? .arrived
        lines.append(
          .event(
            PlainEvent(
              app: app, message: message, device: ["d1", "d2", "t1"].randomElement(using: &random) ?? "",
              kind: kind, raw: kind == .other ? "recall" : "", time: later(time),
              attributes: [.source: app, .channel: "huawei", .platform: "ANDROID"])))
      }
    }

    private mutating func fact(_ message: String, at time: Int64) {
      let note: Note
      switch Int.random(in: 0..<6, using: &random) {
      case 0: note = .payload(PayloadNote(app: "a", message: message, lint: .alertMissing, bytes: 100))
      case 1:
        note = .push(
          PushNote(
            app: "a", message: message, pushType: "NOTICE", platform: "iOS", targetType: "ALL",
            status: "SENT",
            sentAt: odds(70) ? later(time) : nil))
      case 2, 3:
        note = .total(
          TotalNote(
            source: "console", app: "", message: message, counts: [.sent: 3],
            countedAt: odds(60) ? later(time) : nil))
      case 4:
        note = .tally(
          TallyNote(source: "web", app: "a", message: message, kind: .extAck, time: later(time), line: 1))
      default:
        note = .step(
          StepNote(app: "a", message: message, device: "d1", step: .received, time: later(time), detail: ""))
      }
      lines.append(.note(note))
    }
  }

  /// The lines that stay, by dictionaries and loops straight from the definition, and how many messages go.
  private static func kept(_ lines: [RandomLinks.Line], before moment: Int64) -> ([RandomLinks.Line], Int) {
    var events: [String: Int64] = [:]
    var facts: [String: Int64] = [:]
    var meanings: [String: Set<String>] = [:]
    for line in lines {
      guard let message = message(of: line) else { continue }
      facts[message] = max(facts[message] ?? 0, time(of: line))
      if case .event(let event) = line { events[message] = max(events[message] ?? 0, event.time) }
      if case .note(.alias(let alias)) = line { meanings[alias.name, default: []].insert(alias.message) }
    }
    var group = Dictionary(uniqueKeysWithValues: facts.keys.map { ($0, $0) })
    for (name, messages) in meanings where messages.count <= LinkDefinition.messageLimit && group[name] != nil
    {
      for message in messages {
        guard let old = group[message], let new = group[name] else { continue }
        for key in group.keys where group[key] == old { group[key] = new }
      }
    }
    let ends = facts.mapValues { $0 }.merging(events) { _, last in last }
    var last: [String: Int64] = [:]
    for (message, end) in ends {
      last[group[message] ?? "", default: 0] = max(last[group[message] ?? ""] ?? 0, end)
    }
    let gone = Set(
      ends.keys.filter { message in
        let end = last[group[message] ?? ""] ?? 0
        return end > 0 && end < moment
      })
    let stays = lines.filter { line in
      if case .note(.appOpen(let open)) = line { return open.time >= moment }
      return message(of: line).map { !gone.contains($0) } ?? true
    }
    return (stays, gone.count)
  }

  private static func message(of line: RandomLinks.Line) -> String? {
    switch line {
    case .event(let event): event.message
    case .note(.payload(let note)): note.message
    case .note(.push(let note)): note.message
    case .note(.total(let note)): note.message
    case .note(.alias(let note)): note.message
    case .note(.tally(let note)): note.message
    case .note(.step(let note)): note.message
    case .note(.token), .note(.appOpen): nil
    }
  }

  /// 0 for what has none.
  private static func time(of line: RandomLinks.Line) -> Int64 {
    switch line {
    case .event(let event): event.time
    case .note(.push(let note)): note.sentAt ?? 0
    case .note(.total(let note)): note.countedAt ?? 0
    case .note(.tally(let note)): note.time
    case .note(.step(let note)): note.time
    case .note: 0
    }
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>))
  func `what is left is the ledger of the messages that stay, with all that is told under their names`(
    seed: UInt64
  ) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed + 50)
    let log = Log(seed: seed)
    for turn in 0..<3 {
      let moment =
        Self.start + Int64.random(in: 1..<12, using: &random) * Self.hour
        + [0, 1, 1_800_000][turn]
      let store = try LinkedLedger.write([[log.lines.shuffled(using: &random)]], folder.path("\(turn).db"))
      let rule = PruneRule(before: moment)
      let foretold = try store.extent(of: rule)
      let batch = [1, 3, 1_000_000].randomElement(using: &random) ?? 1
      let result = try Pruner(store, rule, batchSize: batch).run { false }
      let (stays, gone) = Self.kept(log.lines, before: moment)
      #expect(result.isComplete && result.gone == foretold)
      #expect(result.gone.messages == gone)
      #expect(try store.verify() == [])
      let wanted = try LinkedLedger.write([[stays]], folder.path("\(turn)-kept.db"))
      #expect(try store.fingerprint() == wanted.fingerprint())
      #expect(try !store.hasPendingLinks)
      let again = try Pruner(store, rule).run { false }
      #expect(again.gone == PruneExtent())
    }
  }

  // Without the name that is one only when some of its messages are gone.
  @Test(arguments: [1, 2, 4, 5, 7, 8] as [UInt64])
  func `a prune that stops leaves links as they follow from what is there, and the next one goes on`(
    seed: UInt64
  ) throws {
    let folder = try ScratchFolder()
    let log = Log(seed: seed)
    let store = try LinkedLedger.write([[log.lines]], folder.path("a.db"))
    let rule = PruneRule(before: Self.start + 8 * Self.hour)
    var asked = 0
    while try !Pruner(store, rule, batchSize: 1).run(shouldStop: { stops(&asked) }).isComplete {
      #expect(try store.verify() == [])
      #expect(try !store.hasPendingLinks)
    }
    let (stays, _) = Self.kept(log.lines, before: rule.before)
    let wanted = try LinkedLedger.write([[stays]], folder.path("kept.db"))
    #expect(try store.fingerprint() == wanted.fingerprint())
  }

  private func stops(_ asked: inout Int) -> Bool {
    asked += 1
    return asked % 4 == 0
  }

  @Test func `pruning little looks at few aliases, however many there are`() throws {
    func work(_ devices: Int) throws -> Int {
      let folder = try ScratchFolder()
      let store = try LedgerWriter.openForWriting(folder.path("a.db"))
      func sent(_ message: String, _ at: Int64) -> PlainEvent {
        PlainEvent(app: "a", message: message, device: "d1", kind: .sent, time: Self.start + at)
      }
      func alias(_ message: String, _ device: Int) -> Note {
        .alias(
          AliasNote(
            space: "vendor", name: "v\(message)\(device)", app: "a", message: message, device: "d\(device)"))
      }
      try store.take(
        [sent("old", 0), sent("new", 9 * Self.hour)],
        [alias("old", 1)] + (0..<devices).map { alias("new", $0) })
      let rule = PruneRule(before: Self.start + Self.hour)
      var gone = PruneExtent()
      let steps = try store.database.work { gone = try Pruner(store, rule).run { false }.gone }
      #expect(gone.messages == 1)
      return steps
    }
    #expect(try work(3_000) < work(30) + 500)
  }
}
