import ReceiptModel
import SQLite

/// The view `deliveries` for questions: of its rows only what a question uses is read and looked up.
///
/// The view itself joins eight dictionaries to each row, whether a question names their columns or not.
final class DeliveryRelation: VirtualTable {
  let access: QueryAccess
  /// Bytes of rows to group in memory.
  let memory: Int
  private let eventsOfOneThread: Double
  /// Events.
  private let size: Double
  /// The numbers of columns' values in one state of the ledger; `nil` for those without.
  private var codes: [Int: GroupCodes?] = [:]
  private var state: Int64?

  /// Groups, times their columns, that rows can be put together in.
  private static let mostGroups = 1 << 20
  /// AppKeys for which the rows of each message may be gone through once for each.
  private static let mostTurns = 16

  /// - Parameter eventsOfOneThread: so many are read sooner than other threads have begun.
  /// - Throws: `SQLiteError`.
  init(_ access: QueryAccess, memory: Int = 16 << 20, eventsOfOneThread: Double = 200_000) throws {
    self.access = access
    self.memory = memory
    self.eventsOfOneThread = eventsOfOneThread
    size = try access.database.countedEvents
  }

  /// Whether there may be so many rows that it is worth while to let other threads read.
  var isLarge: Bool { size > eventsOfOneThread }

  var declaration: String { PublicView.deliveries.declaration }

  func plan(_ question: VirtualQuestion) -> VirtualPlan {
    var plan = Self.choice.plan(question, of: size, .deliveries)
    for condition in question.conditions where TimeBounds.hold(condition) {
      let place = plan.conditions.firstIndex { $0.isSame(as: condition) } ?? plan.conditions.count
      if place == plan.conditions.count { plan.conditions.append(condition) }
      plan.conditions[place].isMet = true
    }
    plan.conditions += question.conditions.filter(DeliveryFilter.isOfText)
    if let device = question.conditions.first(where: {
      $0.column == Self.deviceID && $0.comparison == .equal && !$0.isOneOfMany
    }) {
      plan.conditions.append(device)
      plan.rows = max(1, plan.rows / 1000)
      plan.words += ", of one device"
    }
    plan.conditions += question.conditions.filter { $0.column == Self.deviceID && $0.comparison == .notEqual }
      .map { condition in
        var met = condition
        met.isMet = true
        return met
      }
    if canGroup(question) {
      plan.together = question.together
      plan.words +=
        "; put together by \(question.together.map { PublicView.deliveries.columns[$0].name }.joined(separator: ", "))"
    } else if isOfDevicesAlone(question, plan) {
      plan.together = [Self.deviceID]
      plan.words += "; in the order of device_id"
    }
    return plan
  }

  /// Whether all that a question uses of rows are their devices, and it uses all.
  ///
  /// Whoever does so counts them most likely: `count(DISTINCT device_id)`, of which SQLite tells no table. In their order it
  /// finds each among those before it without a look into a temporary file.
  private func isOfDevicesAlone(_ question: VirtualQuestion, _ plan: VirtualPlan) -> Bool {
    guard question.together.isEmpty, !question.hasLimit, access.temporaryFolder != nil,
      !plan.conditions.contains(where: { $0.column == Self.deviceID && $0.comparison == .equal })
    else { return false }
    let met = plan.conditions.filter { $0.isMet && $0.column != Self.deviceID }
    let others = met.reduce(question.columns) { $0 & ~(1 << UInt64($1.column)) }
    return others == 1 << UInt64(Self.deviceID)
  }

  func open() throws -> any VirtualCursor { DeliveryCursor(self) }

  private func canGroup(_ question: VirtualQuestion) -> Bool {
    if Self.isOfMessages(question.together) { return !Self.takesTurns(question.together) || hasFewApps }
    guard !question.together.isEmpty, access.temporaryFolder != nil, !question.together.contains(-1) else {
      return false
    }
    // A question can be answered without.
    return (try? groups(question.together)) != nil
  }

  /// Whether rows are to be together by what the store has together, or nearly so.
  static func isOfMessages(_ together: [Int]) -> Bool {
    together.contains(messageID) && together.allSatisfy { [messageID, appKey].contains($0) }
  }

  /// Whether those of a message are to be together by AppKey, which the store has by device.
  static func takesTurns(_ together: [Int]) -> Bool { isOfMessages(together) && together.contains(appKey) }

  private var hasFewApps: Bool {
    (try? access.trusted { try $0.integer("SELECT count(*) FROM app") }).flatMap(\.self).map {
      $0 <= Self.mostTurns
    }
      ?? false
  }

  /// How the cells of a plan's rows stand.
  func layout(_ plan: VirtualPlan) throws -> DeliveryLayout {
    if plan.together.isEmpty || Self.isOfMessages(plan.together) { return DeliveryLayout(plan.columns) }
    guard let groups = try groups(plan.together) else {
      throw LedgerError.inconsistent("the ledger has got too many values to group by")
    }
    return DeliveryLayout(plan.columns, by: groups)
  }

  /// The numbers of some columns' values, but of devices, which are put in order by their ids; `nil` where they would make
  /// too many groups.
  private func groups(_ together: [Int]) throws -> [(column: Int, codes: GroupCodes)]? {
    let columns = together.filter { $0 != Self.deviceID }
    return try access.trusted { database in
      let state = try database.integer("PRAGMA data_version")
      if state != self.state { (self.state, codes) = (state, [:]) }
      var (groups, count) = ([(column: Int, codes: GroupCodes)](), 1)
      for column in columns {
        let known = try codes[column] ?? GroupCodes(DeliveryColumn.all[column], in: database)
        codes[column] = .some(known)
        guard let known, count * known.count * columns.count <= Self.mostGroups else { return nil }
        count *= known.count
        groups.append((column, known))
      }
      return groups
    }
  }

  static let messageID = DeliveryColumn.place(of: "message_id")
  static let deviceID = DeliveryColumn.place(of: "device_id")
  private static let appKey = DeliveryColumn.place(of: "app_key")
  static let choice = MessageChoice(
    message: messageID, app: appKey,
    times: DeliveryColumn.all.indices.filter {
      if case .time = DeliveryColumn.all[$0] { true } else { false }
    })
}

extension Database {
  /// How many events the sums know of, which are not much more than deliveries.
  var countedEvents: Double {
    get throws { max(1, Double(try integer("SELECT sum(events) FROM event_sum") ?? 0)) }
  }
}
