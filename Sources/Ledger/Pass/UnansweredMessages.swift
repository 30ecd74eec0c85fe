import Glibc
import ReceiptModel

/// Messages that nobody acked although others of their AppKey are acked too often for that.
///
/// They are silent pushes, or what was sent while acks were lost; of devices and builds they say nothing.
struct UnansweredMessages {
  /// A message under an AppKey.
  struct Name: Hashable {
    var message: UInt32
    var app: UInt32
  }

  /// Of the message that is read, by AppKey.
  private var sums: [(app: Int64, acks: Rate)] = []
  /// Of all messages with an ack, by AppKey.
  private var acked: [Int64: Rate] = [:]
  /// Sends of those without.
  private var unanswered: [Name: Int] = [:]
  /// Messages with fewer sends count as others do.
  ///
  /// It is doubled whenever there are too many, so that what is kept does not depend on their order.
  private var least = 20
  private let most: Int

  /// The chance that nobody acks by chance, below which a message counts.
  private static let chance = 0.001

  /// - Parameter most: messages to keep.
  init(most: Int = 1 << 16) { self.most = most }

  mutating func add(_ app: Int64, isAcked: Bool) {
    let place = sums.firstIndex { $0.app == app } ?? sums.count
    if place == sums.count { sums.append((app, Rate(0, of: 0))) }
    sums[place].acks.add(Rate(isAcked ? 1 : 0, of: 1))
  }

  mutating func end(_ message: Int64) {
    for (app, acks) in sums {
      if acks.numerator > 0 {
        acked[app, default: Rate(0, of: 0)].add(acks)
      } else if acks.denominator >= least {
        let name = Name(message: UInt32(truncatingIfNeeded: message), app: UInt32(truncatingIfNeeded: app))
        unanswered[name] = acks.denominator
      }
    }
    sums.removeAll(keepingCapacity: true)
    while unanswered.count > most {
      least *= 2
      unanswered = unanswered.filter { $0.value >= least }
    }
  }

  /// Those that were found.
  var names: Set<Name> {
    Set(
      unanswered.filter { name, sends in
        let share = acked[Int64(name.app)]?.value ?? 0
        return pow(1 - share, Double(sends)) < Self.chance
      }.keys)
  }
}
