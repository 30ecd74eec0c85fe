import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// Taking an event out of a delivery is the inverse of putting it in.
struct RemovalTests {
  private struct Setting {
    let folder: ScratchFolder
    let store: LedgerWriter
    var attributes: KnownAttributes
    let nothing: EventAttributes

    init() throws {
      folder = try ScratchFolder()
      store = try LedgerWriter.openForWriting(folder.path("ledger.db"))
      let dictionaries = try SharedDictionaries(in: store.database, settings: LedgerSettings())
      attributes = KnownAttributes(dictionaries)
      func empty(_ group: AttributeGroup) throws -> Int64 {
        try dictionaries.withLock { try $0.intern(group, group.attributes.map { _ in "" }) }
      }
      nothing = EventAttributes(
        context: try empty(.context), build: try empty(.build), network: try empty(.network), reason: 0)
    }

    mutating func some(_ random: inout SeededGenerator) throws -> EventAttributes {
      func values(_ group: AttributeGroup) -> [String] {
        group.attributes.map { _ in ["", "", "a", "b"].randomElement(using: &random) ?? "" }
      }
      return EventAttributes(
        context: try attributes.intern(.context, values(.context)),
        build: try attributes.intern(.build, values(.build)),
        network: try attributes.intern(.network, values(.network)),
        reason: try attributes.intern(.reason, values(.reason)))
    }
  }

  private static func told(_ state: DeliveryState) -> String {
    let times = EventKind.timed.map { "\(state.time($0))" }.joined(separator: " ")
    return """
      \(state.base) [\(times)] \(state.repeats.sorted()) \(state.late) \(state.context) \(state.build) \
      \(state.network) \(state.reason) \(state.firstFailureBefore) \(state.hasBesides)
      """
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `inserting events without attributes and removing them changes nothing`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var setting = try Setting()
    func time(_ random: inout SeededGenerator) -> Int64 {
      1_790_000_000_000 + Int64.random(in: 0..<8, using: &random)
    }
    for _ in 0..<500 {
      var state = DeliveryState()
      for _ in 0..<Int.random(in: 1..<8, using: &random) {
        let kind = EventKind.allCases.randomElement(using: &random) ?? .sent
        let at = time(&random)
        var some = try setting.some(&random)
        if !kind.isFailure { some.reason = 0 }
        _ = state.insert(kind, at: at, raw: kind == .other ? 1 : 0)
        _ = try state.merge(some, at: at, isFailure: kind.isFailure, in: &setting.attributes)
      }
      let before = Self.told(state)
      var added: [RepeatedEvent] = []
      for _ in 0..<Int.random(in: 1..<6, using: &random) {
        let kind = LinkDefinition.kinds.randomElement(using: &random) ?? .opened
        let event = RepeatedEvent(kind: kind, time: time(&random), raw: 0)
        guard state.insert(event.kind, at: event.time, raw: 0) else { continue }
        _ = try state.merge(
          setting.nothing, at: event.time, isFailure: event.kind.isFailure, in: &setting.attributes)
        added.append(event)
      }
      for event in added.shuffled(using: &random) { state.remove(event.kind, at: event.time) }
      #expect(Self.told(state) == before)
    }
  }
}
