import ReceiptModel
import SQLite

/// The messages, and the AppKey, of rows that may meet the conditions of a plan.
struct MessageSelection {
  private let messages: Messages
  /// `nil` for all.
  let app: Int64?

  private enum Messages {
    case all
    case none
    /// What selects their references, in order.
    case some(Statement)
  }

  static var none: MessageSelection { MessageSelection(messages: .none, app: nil) }

  private init(messages: Messages, app: Int64?) { (self.messages, self.app) = (messages, app) }

  /// Whether it leaves out no message.
  var isEverything: Bool { if case .all = messages { true } else { false } }

  /// The next message of those that were selected; `nil` at their end, and where it is all of them.
  func next() throws -> Int64? {
    guard case .some(let statement) = messages, try statement.step() else { return nil }
    return statement.integer(0)
  }

  /// - Parameter values: those of the plan's conditions.
  init(_ choice: MessageChoice, _ plan: VirtualPlan, _ values: [Cell], in database: Database) throws {
    let conditions = zip(plan.conditions, values).filter { $0.0.hasValue }
    var app: Int64?
    var isEmpty = conditions.contains { $0.1.isNull }
    if let key = conditions.first(where: { $0.0.column == choice.app })?.1.asText {
      let found = try database.prepare("SELECT ref FROM app WHERE app_key = ?1")
      found.bind(key, at: 1)
      if try found.step() { app = found.integer(0) } else { isEmpty = true }
    }
    self.app = app
    if isEmpty {
      messages = .none
    } else if let id = conditions.first(where: { $0.0.column == choice.message })?.1.asText {
      let found = try database.prepare("SELECT ref FROM message WHERE message_id = ?1")
      found.bind(id, at: 1)
      messages = .some(found)
    } else if let hours = Self.hours(conditions.filter { choice.times.contains($0.0.column) }) {
      messages = try .some(
        database.prepare(
          "\(MessageFilter.messages(from: "\(hours.lowerBound)", through: "\(hours.upperBound)")) ORDER BY 1")
      )
    } else {
      messages = .all
    }
  }

  /// The hours within which some conditions say that a time lies; `nil` where they say nothing of it.
  private static func hours(
    _ conditions: [(condition: VirtualQuestion.Condition, value: Cell)]
  ) -> ClosedRange<Int64>? {
    var (first, last) = (Int64(0), Self.end)
    for (condition, value) in conditions {
      // A number between two milliseconds is near both.
      guard let time = value.nearestInteger else { continue }
      if condition.isLower { first = max(first, time - 1) }
      if condition.isUpper { last = min(last, time + 1) }
    }
    if (first, last) == (0, Self.end) { return nil }
    return RollupKey.hour(of: first)...max(RollupKey.hour(of: first), RollupKey.hour(of: last))
  }

  /// Later than all times.
  private static let end: Int64 = 1 << 60
}

extension VirtualQuestion.Condition {
  /// Whether it says that a time is not later than something.
  var isUpper: Bool { [.equal, .less, .lessOrEqual].contains(comparison) }
  /// Whether it says that a time is not earlier than something.
  var isLower: Bool { [.equal, .greater, .greaterOrEqual].contains(comparison) }
}

extension Cell {
  /// As SQLite compares it with a text; `nil` for what it makes a text of in ways of its own.
  fileprivate var asText: String? {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .null, .real, .blob: nil
    }
  }

  /// `nil` for what is no number, or is far beyond all times.
  fileprivate var nearestInteger: Int64? {
    let limit: Int64 = 1 << 59
    switch self {
    case .integer(let number): return number.magnitude < limit ? number : nil
    case .real(let number): return number.magnitude < Double(limit) ? Int64(number) : nil
    case .null, .text, .blob: return nil
    }
  }
}
