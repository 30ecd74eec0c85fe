import ReceiptModel
import SQLite

/// Goes through the rows of `deliveries` that a plan wants: in the order of the store, or those of a message by AppKey.
struct DeliveryScan {
  private let access: QueryAccess
  /// `nil` before the first plan.
  var reading: DeliveryReading?
  private var selection = MessageSelection.none
  /// The message whose rows it is at, where only some are wanted or AppKeys take turns.
  private var message: Int64?
  /// `nil` where the order of the store will do.
  private var turns: AppTurns?
  /// The device whose rows are wanted; `nil` for all.
  private var device: StoredDevice?
  /// Those whose rows are not.
  private var unwanted: [StoredDevice] = []
  /// The times that rows are to have.
  private var times: [TimeBounds] = []
  private(set) var isAtEnd = true
  private var skipped = 0

  init(_ access: QueryAccess) { self.access = access }

  /// Goes to the first row.
  ///
  /// - Parameter values: of the plan's conditions.
  mutating func begin(_ plan: VirtualPlan, _ values: [Cell]) throws {
    let isOpen = reading?.columns == plan.columns
    let (opened, selection) = try access.trusted { database in
      (
        try isOpen ? nil : DeliveryReading(plan.columns, in: database),
        try MessageSelection(DeliveryRelation.choice, plan, values, in: database)
      )
    }
    if let opened { reading = opened }
    self.selection = selection
    turns = DeliveryRelation.takesTurns(plan.together) ? AppTurns() : nil
    (device, unwanted) = (nil, [])
    for (condition, value) in zip(plan.conditions, values) where condition.column == DeliveryRelation.deviceID
    {
      // Device ids are texts, which nothing else equals.
      guard case .text(let id) = value else { continue }
      if condition.comparison == .notEqual {
        unwanted.append(StoredDevice(id))
      } else {
        device = StoredDevice(id)
      }
    }
    times = TimeBounds.all(plan, values)
    reading?.begin()
    (isAtEnd, message) = (false, nil)
    if selection.isEverything { try reading?.scan.seek(.min) }
    try findRow()
  }

  mutating func advance() throws {
    try reading?.scan.advance()
    try findRow()
  }

  /// Goes on to a row that is wanted, from where it stands.
  private mutating func findRow() throws {
    while true {
      if !selection.isEverything || turns != nil, !isInMessage {
        try findMessage()
        if isAtEnd { return }
      } else if reading?.scan.hasRow != true {
        return isAtEnd = true
      } else if try isWanted {
        return
      } else {
        try reading?.scan.advance()
        skipped += 1
        if skipped % 4096 == 0 { try access.checkTime() }
      }
    }
  }

  /// Goes to the rows of a message: once more those of the last, if it is another AppKey's turn.
  private mutating func findMessage() throws {
    if turns?.goOn() == true, let message { return try reading?.scan.seek(message) ?? () }
    turns = turns.map { _ in AppTurns() }
    let here = reading?.scan.hasRow == true ? reading?.scan.cell(DeliveryRow.message) : nil
    guard let next = try selection.isEverything ? here : selection.next() else { return isAtEnd = true }
    message = next
    if !selection.isEverything { try reading?.scan.seek(next) }
  }

  /// As `DeliveryReading.cell`.
  mutating func cell(_ column: Int) throws -> Int64 { try reading?.cell(column) ?? RowBatch.null }

  private var isInMessage: Bool {
    guard let message, reading?.scan.hasRow == true else { return false }
    return reading?.scan.cell(DeliveryRow.message) == message
  }

  private var isWanted: Bool {
    mutating get throws {
      guard let app = reading?.scan.cell(DeliveryRow.app) else { return false }
      if let wanted = selection.app, app != wanted { return false }
      if device != nil || !unwanted.isEmpty, let found = reading?.device {
        if let device, found != device { return false }
        if unwanted.contains(found) { return false }
      }
      for bounds in times {
        guard let time = try reading?.cell(bounds.column), bounds.contain(time) else { return false }
      }
      return turns?.isTurn(of: app) ?? true
    }
  }
}

/// The AppKeys of a message, in the order in which they were met: whose rows are given, one AppKey after another.
private struct AppTurns {
  private var apps: [Int64] = []
  private var turn = 0

  mutating func isTurn(of app: Int64) -> Bool {
    if let place = apps.firstIndex(of: app) { return place == turn }
    apps.append(app)
    return turn == apps.count - 1
  }

  /// - Returns: whether another has a turn.
  mutating func goOn() -> Bool {
    turn += 1
    return turn < apps.count
  }
}
