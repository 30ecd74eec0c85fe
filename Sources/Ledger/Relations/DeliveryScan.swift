import ReceiptModel
import SQLite

/// Goes through the rows of `deliveries` that a plan wants, in the order of the store.
struct DeliveryScan {
  private let access: QueryAccess
  /// `nil` before the first plan.
  var reading: DeliveryReading?
  private var selection = MessageSelection.none
  /// The message whose rows it is at, where only some are wanted.
  private var message: Int64 = -1
  /// The device whose rows are wanted; `nil` for all.
  private var device: StoredDevice?
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
    device = nil
    for (condition, value) in zip(plan.conditions, values) where condition.column == DeliveryRelation.deviceID
    {
      if case .text(let id) = value { device = StoredDevice(id) }
    }
    reading?.begin()
    (isAtEnd, message) = (false, -1)
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
      if !selection.isEverything, !isInMessage {
        guard let next = try selection.next() else { return isAtEnd = true }
        message = next
        try reading?.scan.seek(next)
      } else if reading?.scan.hasRow != true {
        return isAtEnd = true
      } else if isWanted {
        return
      } else {
        try reading?.scan.advance()
        skipped += 1
        if skipped % 4096 == 0 { try access.checkTime() }
      }
    }
  }

  /// As `DeliveryReading.cell`.
  mutating func cell(_ column: Int) throws -> Int64 { try reading?.cell(column) ?? RowBatch.null }

  private var isInMessage: Bool {
    guard message >= 0, reading?.scan.hasRow == true else { return false }
    return reading?.scan.cell(DeliveryRow.message) == message
  }

  private var isWanted: Bool {
    if let app = selection.app, reading?.scan.cell(DeliveryRow.app) != app { return false }
    guard let device else { return true }
    return reading?.device == device
  }
}
