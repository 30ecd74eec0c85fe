import ReceiptModel
import SQLite

/// Hands the rows of `devices` to SQLite, one part of the devices after another.
final class DeviceCursor: VirtualCursor {
  private let relation: DeviceRelation
  private var texts: Texts?
  private var table: DeviceTable?
  private var rows: [(key: DeviceOfApp, value: DeviceSum)] = []
  private var place = 0
  /// Those that are not added up yet.
  private var parts: DeviceParts?

  private struct Texts {
    var apps: ReferencedTexts
    var builds: [DeviceRelation.Column: ReferencedTexts]
  }

  init(_ relation: DeviceRelation) { self.relation = relation }

  func begin(_ plan: VirtualPlan, _ values: [Cell]) throws {
    (table, rows, parts, place) = (nil, [], nil, 0)
    var device: StoredDevice?
    if let value = values.first {
      // Device ids are texts, which equal nothing else.
      guard case .text(let id) = value else { return }
      device = StoredDevice(id)
    }
    try relation.access.trusted { database in
      if texts == nil { texts = try texts(database) }
      parts = try parts(of: device, in: database)
    }
    try findRow()
  }

  private func parts(of device: StoredDevice?, in database: Database) throws -> DeviceParts {
    let access = relation.access
    let spill = access.temporaryFolder.map { folder in { try SpillFile(folder: folder) } }
    let signs = try DeviceSigns(
      DeviceParts(limit: relation.memory, spill: spill, beforeMove: access.takeTemporary), device: device,
      in: database, beforeMessage: access.checkTime)
    let pass = DeliveryPass(over: LedgerReader(database, path: database.path))
    pass.add(signs)
    try pass.run()
    try signs.addAppOpens(in: database)
    return signs.parts
  }

  private func texts(_ database: Database) throws -> Texts {
    let columns: [DeviceRelation.Column] = [.appVersion, .os, .osVersion]
    return Texts(
      apps: try ReferencedTexts(ReferencedText("app_key"), in: database),
      builds: try Dictionary(
        uniqueKeysWithValues: columns.map {
          ($0, try ReferencedTexts(ReferencedText($0.rawValue), in: database))
        }))
  }

  var isAtEnd: Bool { place >= rows.count }

  func advance() throws {
    place += 1
    try findRow()
  }

  private func findRow() throws {
    while isAtEnd, let next = try parts?.next() { (table, rows, place) = (next, next.rows, 0) }
  }

  /// The hash, by which a row is the same in every plan.
  var rowNumber: Int64 { Int64(bitPattern: rows[place].key.mixed) }

  func give(_ column: Int, to result: VirtualResult) throws {
    let (key, sum) = (rows[place].key, rows[place].value)
    switch DeviceRelation.columns[column] {
    case .appKey: result.text(try texts?.apps.bytes(of: key.app))
    case .deviceID: result.text(Array(key.device.id.utf8))
    case .firstSeen: result.integer(sum.firstSign == 0 ? nil : sum.firstSign)
    case .lastSeen: result.integer(sum.lastSign == 0 ? nil : sum.lastSign)
    case .sent: result.integer(Int64(sum.sent))
    case .acked: result.integer(Int64(sum.acked))
    case .opened: result.integer(Int64(sum.opened))
    case .unanswered: result.integer(Int64(sum.unanswered))
    case .appVersion, .os, .osVersion: result.text(try build(DeviceRelation.columns[column], key, sum))
    case .muted: result.integer(sum.isMuted.map { $0 ? 1 : 0 })
    case .tokenState: result.text(sum.tokenState.map { Array($0.utf8) })
    }
  }

  /// What a column says of the latest build; of several at one moment what is last.
  private func build(_ column: DeviceRelation.Column, _ key: DeviceOfApp, _ sum: DeviceSum) throws -> [UInt8]?
  {
    guard sum.namedAt > 0 else { return nil }
    var last: [UInt8]?
    for build in [sum.build] + (table?.tied[key] ?? []) {
      guard let text = try texts?.builds[column]?.bytes(of: build) else { continue }
      if last?.lexicographicallyPrecedes(text) ?? true { last = text }
    }
    return last
  }
}
