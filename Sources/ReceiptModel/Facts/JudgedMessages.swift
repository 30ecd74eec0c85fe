/// Messages as rules and reports look at them: each for itself; where very many are small, these added up.
///
/// A log of login codes has nearly as many messages as deliveries, and none of them says anything alone.
package struct JudgedMessages: Sendable {
  /// Those that stand for themselves.
  package var cells: MessageCells
  /// The others, in the order of AppKeys and times; those that were never sent first.
  package private(set) var small: [SmallMessages]

  /// How many small ones may stand for themselves.
  package static let room = 10_000

  package init(_ cells: MessageCells = [], small: [SmallMessages] = []) {
    (self.cells, self.small) = (cells, small)
  }

  package var isEmpty: Bool { cells.isEmpty && small.isEmpty }

  /// Of all of them.
  package var count: Int { small.reduce(cells.count) { $0 + $1.messages } }
}

/// The messages of one AppKey that were first sent in the same quarter of an hour.
///
/// Days begin and end with a quarter of an hour in every zone that is in use.
package struct SmallMessages: Sendable {
  package let appKey: String
  /// When the quarter begins, in milliseconds UTC; `nil` for messages that were never sent.
  package let start: Int64?
  package fileprivate(set) var messages = 0
  package fileprivate(set) var counts = Counts()

  fileprivate static let length: Int64 = 15 * 60_000

  fileprivate init(_ appKey: String, _ start: Int64?) { (self.appKey, self.start) = (appKey, start) }

  fileprivate mutating func add(_ counts: borrowing Counts) {
    messages += 1
    self.counts.add(counts)
  }
}

extension JudgedMessages {
  /// Messages that are added one after the other, in any order.
  package struct Builder {
    /// How many deliveries make a message stand for itself.
    private let least: Int
    /// How many smaller ones may do so before all of these are added up.
    private let room: Int
    private var cells = MessageCells.Builder()
    private var smallCells = 0
    private var small: [SmallMessages] = []
    /// The place in `small` of each.
    private var places: [Key: Int] = [:]
    /// The last of each AppKey, by its number: the next message is mostly of the same quarter of an hour.
    private var last: [(start: Int64?, place: Int)?] = []

    private struct Key: Hashable {
      var app: Int
      var start: Int64?
    }

    private var appKeys = NumberedTexts()

    package init(least: Int, room: Int = JudgedMessages.room) { (self.least, self.room) = (least, room) }

    package mutating func append(_ message: MessageCell) {
      guard message.counts[.deliveries] < least else { return cells.append(message) }
      smallCells += 1
      if smallCells == room + 1 { addUpCells() }
      if !addUp(message.appKey, message.firstSent?.milliseconds, message.counts) { cells.append(message) }
    }

    /// Adds up a message with others where very many are small, so that its name does not matter.
    ///
    /// - Parameter firstSent: milliseconds UTC.
    /// - Returns: whether it did; otherwise the message is to be appended.
    package mutating func addUp(_ appKey: String, _ firstSent: Int64?, _ counts: borrowing Counts) -> Bool {
      guard smallCells > room, counts[.deliveries] < least else { return false }
      let start = firstSent.map { $0 - $0 % SmallMessages.length }
      small[place(of: appKey, start)].add(counts)
      return true
    }

    private mutating func place(of appKey: String, _ start: Int64?) -> Int {
      let app = appKeys.number(of: appKey)
      while app >= last.count { last.append(nil) }
      if let last = last[app], last.start == start { return last.place }
      let place = places[Key(app: app, start: start), default: small.count]
      if place == small.count {
        places[Key(app: app, start: start)] = place
        small.append(SmallMessages(appKey, start))
      }
      last[app] = (start, place)
      return place
    }

    private mutating func addUpCells() {
      let all = cells.cells()
      cells = MessageCells.Builder()
      for place in all.indices {
        if !addUp(all.appKey(at: place), all.firstSent(at: place), all.counts(at: place)) {
          cells.append(all[place])
        }
      }
    }

    package consuming func messages() -> JudgedMessages {
      let ranks = appKeys.ranks
      let ordered = places.sorted { one, other in
        (ranks[one.key.app], one.key.start ?? .min) < (ranks[other.key.app], other.key.start ?? .min)
      }
      return JudgedMessages(cells.cells(), small: ordered.map { small[$0.value] })
    }
  }

  /// The same of cells that are there already.
  package init(_ cells: MessageCells, least: Int, room: Int = room) {
    var builder = Builder(least: least, room: room)
    for cell in cells { builder.append(cell) }
    self = builder.messages()
  }
}

extension JudgedMessages: ExpressibleByArrayLiteral {
  package init(arrayLiteral messages: MessageCell...) { self.init(MessageCells(messages)) }
}
