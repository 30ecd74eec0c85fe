import Mappings
import ReceiptModel
import Testing

/// What a mapping says of evidence must be what the ledger makes of its events.
struct EvidenceTests {
  @Test(arguments: MappingCatalogue.all.filter(Self.tellsKinds).map(\.name))
  func `a mapping names as evidence what the ledger takes for it`(name: String) throws {
    let mapping = try #require(MappingCatalogue.mapping(name))
    let told = Set(
      mapping.types.meanings.values.compactMap { if case .event(let kind, _) = $0 { kind } else { nil } })
    let proofs = told.filter { isEvidence($0, of: mapping) }
    #expect(mapping.evidence == proofs, "\(name): \(proofs.map(\.name).sorted())")
  }

  @Test(arguments: MappingCatalogue.all.filter { !Self.tellsKinds($0) }.map(\.name))
  func `what tells no kind of event proves nothing of a device`(name: String) throws {
    let mapping = try #require(MappingCatalogue.mapping(name))
    #expect(mapping.evidence.isEmpty)
  }

  @Test func `a channel that no receipt comes from has no mapping that says otherwise`() {
    let channels = ChannelTable()
    for mapping in MappingCatalogue.all where mapping.yield == .events {
      guard let channel = constant(.channel, of: mapping) else { continue }
      let hasArrivals = !mapping.evidence.isDisjoint(with: [.arrived, .extAck])
      #expect(!hasArrivals || channels[channel].arrivalIsDeviceEvidence, "\(mapping.name)")
      #expect(hasArrivals || !channels[channel].measurable || channel == "apns", "\(mapping.name)")
    }
  }

  /// Whether its records are something that happened, with a device or without.
  private static func tellsKinds(_ mapping: SourceMapping) -> Bool {
    mapping.yield == .events || mapping.yield == .tallies
  }

  /// The rule of the contract: what comes from the device, and an arrival where the vendor's own service reports it.
  private func isEvidence(_ kind: EventKind, of mapping: SourceMapping) -> Bool {
    switch kind {
    case .extAck, .displayed, .opened, .dismissed: true
    case .arrived:
      constant(.platform, of: mapping)?.lowercased() != "ios"
        && ChannelTable()[constant(.channel, of: mapping) ?? ""].arrivalIsDeviceEvidence
    case .accepted, .sent, .sendFailed, .arriveFailed, .dropped, .expired, .other: false
    }
  }

  private func constant(_ field: MappedField, of mapping: SourceMapping) -> String? {
    guard case .constant(let value)? = mapping.fields[field]?.origin else { return nil }
    return value
  }
}
