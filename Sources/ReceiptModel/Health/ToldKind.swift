/// What a source told of the deliveries of a channel.
package struct ToldKind: Equatable, Sendable {
  /// Which deliveries it tells of.
  package enum Deliveries: UInt8, Sendable {
    /// Those with an event of the sending side, by whichever log: the ones that rates are about.
    case sent
    /// Those without one that no link explains.
    case unsent
    /// Those to which a link leads from the source's own name for them.
    case linked
  }

  /// `alibaba`, or what a mapping names; empty when nothing says which.
  package var source: String
  /// Of the deliveries; empty when it is unknown.
  package var channel: String
  package var kind: EventKind
  package var of: Deliveries
  /// With an event of the kind that the source told of.
  package var count: Int

  /// The source of Alibaba's receipt logs, which needs no mapping.
  package static let receiptLog = "alibaba"

  package init(
    source: String, channel: String, kind: EventKind, of deliveries: Deliveries = .sent, count: Int
  ) {
    self.source = source
    self.channel = channel
    self.kind = kind
    self.of = deliveries
    self.count = count
  }

  /// The same with one element for each source, channel, kind and sort of deliveries, in that order.
  package static func summed(_ told: [ToldKind]) -> [ToldKind] {
    var sums: [[UInt8]: ToldKind] = [:]
    for one in told {
      // Bytes, since Swift takes two spellings of an accent for one; no name holds a NUL.
      let key =
        Array(one.source.utf8) + [0] + Array(one.channel.utf8) + [0, one.kind.rawValue, one.of.rawValue]
      sums[
        key,
        default: ToldKind(
          source: one.source, channel: one.channel, kind: one.kind, of: one.of, count: 0)
      ]
      .count += one.count
    }
    return sums.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }
}
