import Diagnosis
import ReceiptModel
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// What one pass counts, compared with what the definitions in SQL say of the same deliveries.
struct DeliveryPassTests {
  private static let hour: Int64 = 3_600_000
  private static let start = RandomLinks.start

  enum Shape: CaseIterable {
    case isPlain
    /// The sums of an hour in the window were loaded, and the window has whole hours.
    case isLoaded
    /// The window holds only what came of pushes that were sent before it.
    case isSentBefore
  }

  /// Pushes of several sources with repeats, links and payloads over some hours, and a part of them.
  private struct Case {
    let store: LedgerWriter
    let scope: CohortScope
    var window: Range<Int64> { scope.window ?? 0..<0 }

    init(seed: UInt64, in folder: borrowing ScratchFolder, isLoaded: Bool) throws {
      try self.init(seed: seed, in: folder, shape: isLoaded ? .isLoaded : .isPlain)
    }

    init(seed: UInt64, in folder: borrowing ScratchFolder, shape: Shape = .isPlain) throws {
      let isLoaded = shape == .isLoaded
      var random = SeededGenerator(seed: seed)
      var lines = RandomLinks(400, seed: seed, casts: 4).lines
      lines += randomEvents(500, messages: 9, seed: seed).map { .event($0) }
      lines = lines.map { line in
        guard case .event(var event) = line else { return line }
        event.time += Int64.random(in: 0..<30, using: &random) * hour
        if shape == .isSentBefore, [.sent, .sendFailed, .accepted].contains(event.kind) {
          event.time -= 100 * hour
        }
        return .event(event)
      }
      lines += (0..<12).map { place in
        let lint: PayloadLint = Bool.random(using: &random) ? .alertMissing : []
        return .note(
          .payload(PayloadNote(app: "k1", message: "m\(place % 9 + 1)", lint: lint, bytes: 100)))
      }
      store = try LinkedLedger.write([[lines.shuffled(using: &random)]], folder.path("l.db"))
      let first = start + Int64.random(in: 0..<10, using: &random) * hour
      let unit = isLoaded ? hour : 1
      let from = (first + Int64.random(in: 0..<hour, using: &random)) / unit * unit
      let to = (from + Int64.random(in: hour..<24 * hour, using: &random)) / unit * unit
      let middle = (from + to) / 2
      scope = CohortScope(
        days: [DaySpan(name: "a", start: from, end: middle), DaySpan(name: "b", start: middle, end: to)],
        appKeys: seed % 4 == 3 ? ["a", "k1"] : [],
        asOf: isLoaded ? to + 48 * hour : Int64.random(in: from..<to + hour, using: &random), settle: 900_000)
      // Within a snapshot another thread reads the deliveries, on a connection of its own.
      defer { if seed % 2 == 0 { #expect(throws: Never.self) { try store.beginSnapshot() } } }
      guard isLoaded else { return }
      let zeros = Array(repeating: "0", count: 15).joined(separator: ", ")
      let loaded = from / hour * hour
      try store.database.execute(
        """
        INSERT INTO loaded_run VALUES (\(loaded), \(loaded + hour), 'r', 'e', '1', 's', 0, 0, 0, NULL, \(zeros))
        """)
    }

    func rows(_ sql: String) throws -> [[String]] {
      let statement = try store.database.prepare(sql)
      var rows: [[String]] = []
      while try statement.step() { rows.append((0..<statement.columnCount).map { statement.text($0) }) }
      return rows
    }

    /// Rows of AppKey, names and numbers, added up by the first `keys` columns.
    func sums(_ sql: String, keys: Int) throws -> [String] {
      var sums: [String: [Int]] = [:]
      for row in try rows(sql) where scope.includes(row[0]) {
        let key = DeliveryPassTests.bytes(of: Array(row.prefix(keys)))
        let numbers = row.dropFirst(keys).map { Int($0) ?? 0 }
        sums[key] = zip(sums[key] ?? numbers.map { _ in 0 }, numbers).map(+)
      }
      return sums.map { "\($0.key) \($0.value)" }.sorted()
    }

    func filter(_ span: Range<Int64>) -> RollupDefinition.Scope {
      RollupDefinition.Scope(
        filter: "AND f.cohort_at >= \(span.lowerBound) AND f.cohort_at < \(span.upperBound)",
        settledUntil: scope.settledUntil)
    }
  }

  private static func text(_ cells: [CohortCell], day: Int = 0) -> [String] {
    cells.filter { $0.key.day == day }.map { cell in
      "\(bytes(of: [cell.key.appKey] + cell.key.parts)) \(Count.allCases.map { cell.counts[$0] })"
    }.sorted()
  }

  /// Names as bytes: Swift takes two spellings of an accent for one.
  private static func bytes(of names: [String]) -> String { "\(names.map { Array($0.utf8) })" }

  private static let counters = Count.allCases.map { "s.\($0.name)" }.joined(separator: ", ")
  private static let columns = Count.allCases.map(\.name).joined(separator: ", ")

  @Test(arguments: seeds(0..<12 as Range<UInt64>))
  func `cells of networks are those of the deliveries by device`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder)
    var wanted: [CohortKey: Counts] = [:]
    var facts = DeviceFacts()
    try log.store.forEachDeliveryByDevice(log.scope) { delivery in
      facts.add(delivery)
      let key = CohortKey(
        day: 0, appKey: delivery.appKey, parts: [delivery.networkType, delivery.appVersion])
      wanted[key, default: Counts()][.ackEligible] += 1
      wanted[key, default: Counts()][.eligibleAcked] += delivery.ackedAt == nil ? 0 : 1
      wanted[key, default: Counts()][.opened] += delivery.isOpened ? 1 : 0
    }
    let cells = wanted.map { CohortCell(key: $0.key, counts: $0.value) }.sorted { $0.key < $1.key }
    let networks = try DeliveryPass.answer(over: log.store) { try $0.networkCells(log.scope) }
    #expect(Self.text(networks) == Self.text(cells))
    #expect(Self.text(facts.networkCells) == Self.text(cells))
  }

  @Test func `messages that nobody acked are those without an ack among their deliveries`() throws {
    var found = 0
    for seed in seeds(0..<12 as Range<UInt64>) {
      let folder = try ScratchFolder()
      let log = try Case(seed: seed, in: folder)
      var messages: [CohortKey: [DeviceDelivery]] = [:]
      try log.store.forEachDeliveryByDevice(log.scope) {
        messages[CohortKey(day: Int($0.message), appKey: $0.appKey, parts: []), default: []].append($0)
      }
      var wanted: [CohortKey: Int] = [:]
      for sends in messages.values where sends.count >= 2 && sends.allSatisfy({ $0.ackedAt == nil }) {
        let first = sends.map(\.sentAt).min() ?? 0
        let day = try #require(log.scope.days.firstIndex { $0.end > first })
        for send in sends where sends.contains(where: { !$0.appVersion.hasSameBytes(as: send.appVersion) }) {
          let key = CohortKey(day: day, appKey: send.appKey, parts: [send.appVersion, send.osVersion])
          wanted[key, default: 0] += 1
        }
      }
      let pass = DeliveryPass(over: log.store)
      let sums = try #require(try UnansweredSums(log.scope, fewest: 2, in: log.store))
      pass.add(sums)
      try pass.run()
      let cells = try sums.cells()
      #expect(cells.map(\.key).sorted() == wanted.keys.sorted())
      for cell in cells { #expect(cell.counts[.ackEligible] == wanted[cell.key]) }
      found += wanted.count
    }
    #expect(found > 0)
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>))
  func `cells of parts of hours are those of the definition`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder)
    let names: [CohortTable: String] = [
      .channels: "SELECT ref, name, '' AS second FROM channel",
      .appVersions: "SELECT ref, name, '' AS second FROM app_version",
      .osVersions: "SELECT ref, name, '' AS second FROM os_version",
      .versions: "SELECT ref, app_version AS name, os_version AS second FROM version",
    ]
    for table in CohortTable.allCases {
      let cells = try DeliveryPass.answer(over: log.store) { try $0.cells(of: table, log.scope) }.byDay
      #expect(cells.map(\.key) == cells.map(\.key).sorted())
      for (day, span) in log.scope.days.enumerated() {
        let expected = try log.sums(
          """
          WITH s(hour, app_ref, part, \(Self.columns)) AS (
            \(RollupDefinition.cohorts(table, log.filter(span.start..<span.end))))
          SELECT a.app_key, n.name\(table == .versions ? ", n.second" : ""), \(Self.counters)
          FROM s JOIN app AS a ON a.ref = s.app_ref JOIN (\(names[table] ?? "")) AS n ON n.ref = s.part
          """, keys: table == .versions ? 3 : 2)
        #expect(Self.text(cells, day: day) == expected, "\(table)")
      }
    }
    #expect(try !log.store.channelCells(log.scope).isEmpty)
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>))
  func `days add up from hours that are cut where they begin and end`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder)
    var (hours, days): ([DaySpan], [Int]) = ([], [])
    for (place, day) in log.scope.days.enumerated() {
      var start = day.start
      while start < day.end {
        let end = min(day.end, (start / Self.hour + 1) * Self.hour)
        hours.append(DaySpan(name: day.name, start: start, end: end))
        days.append(place)
        start = end
      }
    }
    var scope = log.scope
    scope.days = hours
    let sums = try CohortCells(log.store.channelCells(scope)).summed(withLatencies: true) { days[$0] }.byDay
    let cells = try log.store.channelCells(log.scope)
    #expect(sums.map(\.key) == cells.map(\.key))
    #expect(sums.map(\.latencies) == cells.map(\.latencies))
    for day in days.indices { #expect(Self.text(sums, day: day) == Self.text(cells, day: day)) }
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>), [false, true])
  func `cells of messages are those of the definition`(seed: UInt64, isLoaded: Bool) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder, isLoaded: isLoaded)
    let cells = try log.store.messageCells(log.scope).elements()
    var expected: [String] = []
    for message in try log.rows("SELECT ref FROM message") {
      var scope = log.filter(log.window)
      scope.filter += " AND f.message_ref = \(message[0])"
      expected += try log.sums(
        """
        WITH s(hour, app_ref, part, \(Self.columns)) AS (\(RollupDefinition.cohorts(.channels, scope)))
        SELECT a.app_key, (SELECT message_id FROM message WHERE ref = \(message[0])), \(Self.counters)
        FROM s JOIN app AS a ON a.ref = s.app_ref
        """, keys: 2)
    }
    let counters = cells.map { cell in
      CohortCell(key: CohortKey(day: 0, appKey: cell.appKey, parts: [cell.messageID]), counts: cell.counts)
    }
    #expect(counters.map(\.key) == counters.map(\.key).sorted())
    #expect(Self.text(counters) == expected.sorted())
    try log.store.registerLatencyBucket()
    let messages = RollupDefinition.latencyHours(log.filter(log.window), hour: "0", part: "f.message_ref")
    let latencies = try log.sums(
      """
      WITH s(hour, app_ref, part, bucket, count) AS (\(messages))
      SELECT a.app_key, m.message_id, s.bucket, s.count
      FROM s JOIN app AS a ON a.ref = s.app_ref JOIN message AS m ON m.ref = s.part
      """, keys: 3)
    let counted = cells.flatMap { cell in
      cell.latencies.counts.map { bucket, count in
        "\(Self.bytes(of: [cell.appKey, cell.messageID, "\(bucket)"])) [\(count)]"
      }
    }
    #expect(counted.sorted() == latencies)
  }

  /// A part of AppKeys, and where its texts stand.
  private static let parts: [(part: DeliveryPart, column: String, table: String)] = [
    (.job, "job_key", "context"), (.networkType, "network_type", "network"), (.brand, "brand", "build"),
  ]

  @Test(arguments: seeds(0..<12 as Range<UInt64>), [false, true])
  func `cells of jobs, network types and brands are those of the definition`(seed: UInt64, isLoaded: Bool)
    throws
  {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder, isLoaded: isLoaded)
    for part in Self.parts {
      try Self.expectDefined(log.store.dayCells(by: part.part, log.scope).byDay, part.column, part.table, log)
    }
  }

  private static func expectDefined(_ cells: [CohortCell], _ column: String, _ table: String, _ log: Case)
    throws
  {
    #expect(cells.map(\.key) == cells.map(\.key).sorted())
    #expect(Set(cells.map(\.key.parts)).count > 1, "\(column)")
    try log.store.registerLatencyBucket()
    for (day, span) in log.scope.days.enumerated() {
      var (expected, latencies): ([String], [String]) = ([], [])
      for refs in try log.rows("SELECT group_concat(ref) FROM \(table) GROUP BY \(column)") {
        var scope = log.filter(span.start..<span.end)
        scope.filter += " AND f.\(table)_ref IN (\(refs[0]))"
        let text = "(SELECT min(\(column)) FROM \(table) WHERE ref IN (\(refs[0])))"
        expected += try log.sums(
          """
          WITH s(hour, app_ref, part, \(Self.columns)) AS (\(RollupDefinition.cohorts(.channels, scope)))
          SELECT a.app_key, \(text), \(Self.counters) FROM s JOIN app AS a ON a.ref = s.app_ref
          """, keys: 2)
        latencies += try log.sums(
          """
          WITH s(hour, app_ref, part, bucket, count) AS (\(RollupDefinition.latencyHours(scope)))
          SELECT a.app_key, \(text), s.bucket, s.count FROM s JOIN app AS a ON a.ref = s.app_ref
          """, keys: 3)
      }
      #expect(Self.text(cells, day: day) == expected.sorted())
      let counted = cells.filter { $0.key.day == day }.flatMap { cell in
        cell.latencies.counts.map { bucket, count in
          "\(Self.bytes(of: [cell.key.appKey] + cell.key.parts + ["\(bucket)"])) [\(count)]"
        }
      }
      #expect(counted.sorted() == latencies.sorted())
    }
  }

  @Test(arguments: seeds(0..<8 as Range<UInt64>))
  func `campaigns of all days add up to the view`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder)
    let days = (-2..<4 as Range<Int64>).map { place in
      let start = Self.start + place * 24 * Self.hour
      return DaySpan(name: "\(place)", start: start, end: start + 24 * Self.hour)
    }
    let scope = CohortScope(days: days, appKeys: [], asOf: .max / 2, settle: 0)
    let cells = try log.store.dayCells(by: .job, scope).summedOverDays()
    let rows = try log.rows(
      "SELECT app_key, coalesce(job_key, ''), \(Count.allCases.map(\.name).joined(separator: ", ")) FROM campaigns"
    )
    let expected = rows.map { row in
      "\(Self.bytes(of: Array(row.prefix(2)))) \(row.dropFirst(2).map { Int($0) ?? -1 })"
    }
    #expect(Self.text(cells.byDay) == expected.sorted())
    #expect(rows.count > 2)
  }

  @Test(arguments: seeds(0..<8 as Range<UInt64>))
  func `totals of campaigns are their days together, with their messages`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder)
    let totals = try log.store.campaignTotals(log.scope)
    let cells = totals.map { total in
      CohortCell(key: CohortKey(day: 0, appKey: total.appKey, parts: [total.job]), counts: total.counts)
    }
    #expect(cells.map(\.key) == cells.map(\.key).sorted())
    let days = try log.store.dayCells(by: .job, log.scope).summedOverDays()
    #expect(Self.text(cells) == Self.text(days.byDay))
    let messages = try log.sums(
      """
      SELECT a.app_key, c.job_key, count(DISTINCT f.message_ref)
      FROM delivery_fact AS f JOIN app AS a ON a.ref = f.app_ref JOIN context AS c ON c.ref = f.context_ref
      WHERE f.has_device \(log.filter(log.window).filter) GROUP BY 1, 2
      """, keys: 2)
    #expect(
      totals.map { "\(Self.bytes(of: [$0.appKey, $0.job])) [\($0.messages)]" }.sorted() == messages)
  }

  @Test(arguments: seeds(0..<8 as Range<UInt64>))
  func `a pass over one job finds what the campaign has, in any cell`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder)
    let campaigns = try log.store.dayCells(by: .job, log.scope).byDay
    for job in try [""] + log.store.jobs() {
      let pass = DeliveryPass(over: log.store, ofJob: job)
      let channels = try pass.channelCells(log.scope)
      let versions = try pass.versionCells(log.scope)
      let messages = try pass.messageCells(log.scope)
      try pass.run()
      let wanted = campaigns.filter { $0.key.parts[0].hasSameBytes(as: job) }
      func byApp(_ cells: [CohortCell]) -> [String] {
        let apps = CohortCells(
          cells.map { cell in
            CohortCell(
              key: CohortKey(day: cell.key.day, appKey: cell.key.appKey, parts: []), counts: cell.counts)
          }
        ).byDay
        return Self.text(apps) + Self.text(apps, day: 1)
      }
      #expect(try byApp(channels.take().byDay) == byApp(wanted))
      #expect(try byApp(versions.take().byDay) == byApp(wanted))
      let sums = try messages.take().elements().reduce(into: Counts()) { $0.add($1.counts) }
      let total = wanted.reduce(into: Counts()) { $0.add($1.counts) }
      #expect(Count.allCases.allSatisfy { sums[$0] == total[$0] })
      let failures = try log.store.failureCells(log.scope, ofJob: job)
      #expect(failures.filter { $0.kind == "send_failed" }.map(\.count).reduce(0, +) == total[.sendFailed])
      #expect(
        failures.filter { $0.kind == "arrive_failed" }.map(\.count).reduce(0, +) == total[.arriveFailed])
    }
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>), [0, 3])
  func `small messages are added up from their cells`(seed: UInt64, room: Int) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder)
    let cells = try log.store.messageCells(log.scope).elements()
    let least = 1 + Int(seed % 12) * 4
    let messages = try DeliveryPass.answer(over: log.store) {
      try $0.messages(log.scope, JudgedMessages.Builder(least: least, room: room))
    }
    let expected = JudgedMessages(MessageCells(cells), least: least, room: room)
    #expect(messages.cells.map { "\($0)" } == expected.cells.map { "\($0)" })
    #expect(messages.small.map { "\($0)" } == expected.small.map { "\($0)" })
    #expect(messages.count == cells.count)
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>), Shape.allCases)
  func `repeats, unknown types and unmatched deliveries are those that SQL counts`(
    seed: UInt64, shape: Shape
  ) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder, shape: shape)
    let health = try log.store.health(log.scope)
    let (from, to) = (log.window.lowerBound, log.window.upperBound)
    var kinds: [Int: Int] = [:]
    var types: [[UInt8]: Int] = [:]
    let rows = try log.rows(
      """
      SELECT a.app_key, r.kind, r.device <> '', coalesce(t.name, ''), t.name IS NOT NULL
      FROM counted_repeat AS r JOIN app AS a ON a.ref = r.app_ref LEFT JOIN raw_type AS t ON t.ref = r.raw_ref
      WHERE r.at_ms >= \(from) AND r.at_ms < \(to)
      """)
    for row in rows where log.scope.includes(row[0]) {
      let kind = Int(row[1]) ?? 0
      if kind == Int(EventKind.other.rawValue) {
        if row[4] == "1" { types[Array(row[3].utf8), default: 0] += 1 }
      } else if row[2] == "1" {
        kinds[kind, default: 0] += 1
      }
    }
    #expect(
      Dictionary(uniqueKeysWithValues: health.repeats.map { (Int($0.kind.rawValue), $0.events) }) == kinds)
    #expect(
      Dictionary(uniqueKeysWithValues: health.unknownTypes.map { (Array($0.name.utf8), $0.events) }) == types)
    let unmatched = try log.sums(
      """
      SELECT a.app_key, count(*) FROM counted_delivery AS d JOIN app AS a ON a.ref = d.app_ref
      WHERE coalesce(d.sent, d.send_failed, d.accepted) IS NULL AND d.base_ms >= \(from) AND d.base_ms < \(to)
        AND NOT EXISTS (SELECT 1 FROM link AS l WHERE l.message_ref = d.message_ref AND l.device = d.device
          AND l.app_ref = d.app_ref AND l.state = \(LinkState.joined.rawValue))
      GROUP BY 1
      """, keys: 1)
    #expect(
      health.unmatched.map { "\(Self.bytes(of: [$0.appKey])) [\($0.deliveries)]" }.sorted() == unmatched)
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>), Shape.allCases)
  func `mismatches are those that SQL counts, however many devices are kept`(
    seed: UInt64, shape: Shape
  ) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder, shape: shape)
    let selected = try log.store.selectedMismatches(log.scope)
    #expect(try log.store.mismatches(log.scope) == selected)
    let sums = try #require(try MismatchSums(log.scope, mostDevices: 1, in: log.store))
    let pass = DeliveryPass(over: log.store)
    pass.add(sums)
    try pass.run()
    #expect(try sums.mismatches() == selected)
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>), Shape.allCases)
  func `flags are those of the definition, and as many as are listed`(seed: UInt64, shape: Shape) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder, shape: shape)
    var scope = log.scope
    scope.appKeys = []
    let flags = try log.store.flags(scope, includesSilent: true).elements()
    let window = "f.at_ms >= \(log.window.lowerBound) AND f.at_ms < \(log.window.upperBound)"
    let defined = try log.rows(
      PublicView.flagsQuery(
        asOf: scope.asOf, where: window, messages: log.store.messages(withEventsIn: log.window))
        + " ORDER BY 1, 2, 3, 4")
    #expect(
      flags.map {
        [$0.flag, $0.appKey, $0.messageID, $0.deviceID, $0.sentAt.map(String.init) ?? "", $0.detail ?? ""]
      }
        == defined.map { Array($0.prefix(6)) })
    #expect(
      try log.store.flags(log.scope, includesSilent: false).elements()
        == flags.filter { flag in
          let isOf =
            log.scope.includes(flag.appKey)
            || flag.flag == "app_key_mismatch" && log.scope.includes(flag.detail ?? "")
          return isOf && !(flag.flag == "ack_timeout" && flag.detail == "silent")
        })
    var listed: [String: Int] = [:]
    for flag in flags {
      let hasFewDetails = ["ack_timeout", "app_key_mismatch"].contains(flag.flag)
      let names = [flag.flag, flag.appKey, hasFewDetails ? flag.detail ?? "" : ""]
      listed[Self.bytes(of: names), default: 0] += 1
    }
    let counts = try log.store.flagCounts(scope)
    #expect(
      counts.map { "\(Self.bytes(of: [$0.flag, $0.appKey, $0.detail])) \($0.count)" }.sorted()
        == listed.map { "\($0.key) \($0.value)" }.sorted())
    let wanted = try log.store.flagCounts(log.scope)
    #expect(wanted == counts.filter { log.scope.includes($0.appKey) })
  }

  @Test func `each device is passed as a whole, however many a message has`() throws {
    let folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("l.db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 4096)
    let devices = 1000
    for device in 0..<devices {
      for (app, kind) in [("a", EventKind.sent), ("b", .extAck)] {
        batch.append(
          PlainEvent(
            app: app, message: "m", device: "d\(device)", kind: kind, time: Self.start + Int64(device),
            attributes: [.platform: "iOS", .channel: "apns"]))
      }
    }
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
    let scope = CohortScope(
      days: [DaySpan(name: "d", start: Self.start, end: Self.start + Self.hour)], appKeys: [],
      asOf: Self.start + Self.hour, settle: 0)
    let flags = try store.flags(scope, includesSilent: false).elements().map(\.flag)
    #expect(flags.count { $0 == "app_key_mismatch" } == devices)
    #expect(!flags.contains("orphan_ack"))
    #expect(try store.messageCells(scope).elements().map { $0.counts[.mismatch] } == [devices])
  }

  @Test(arguments: seeds(0..<4 as Range<UInt64>))
  func `what a transaction has changed is passed before it ends, too`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder)
    try log.store.endSnapshot()
    let before = try Self.answers(log)
    var inside: [String] = []
    try log.store.database.transaction {
      try log.store.database.execute("DELETE FROM delivery WHERE message_ref % 2 = 0 OR besides IS NULL")
      inside = try Self.answers(log)
    }
    #expect(inside != before)
    #expect(try inside == Self.answers(log))
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>))
  func `a window has the messages whose hours touch it, whether it holds much or little`(seed: UInt64) throws
  {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder, shape: seed % 3 == 0 ? .isSentBefore : .isPlain)
    var random = SeededGenerator(seed: seed)
    var whole = 0
    for _ in 0..<20 {
      let from = Self.start + Int64.random(in: -110..<40, using: &random) * Self.hour
      let window = from..<from + Int64.random(in: 1..<60 * Self.hour, using: &random)
      let hours = LedgerReader.hours(of: window)
      if try log.store.holdsMuch(hours) { whole += 1 }
      for withEvents in [false, true] {
        let cohorts = "coalesce(first_hour <= \(hours.upperBound) AND last_hour >= \(hours.lowerBound), 0)"
        let events = MessageFilter.condition(from: "\(hours.lowerBound)", through: "\(hours.upperBound)")
        let wanted = try log.rows(
          "SELECT ref, \(cohorts) FROM message WHERE \(withEvents ? events : cohorts) ORDER BY ref")
        var messages = try WindowMessages(window, withEvents: withEvents, in: log.store)
        var found: [[String]] = []
        while let message = try messages.next() {
          #expect(message.window == window)
          found.append(["\(message.ref)", message.hasCohorts ? "1" : "0"])
        }
        #expect(found == wanted)
      }
    }
    #expect((1..<20).contains(whole))
  }

  private static func answers(_ log: Case) throws -> [String] {
    var answers = try log.store.messageCells(log.scope).elements().map { "\($0)" }
    answers += try log.store.flagCounts(log.scope).map { "\($0)" }
    try log.store.forEachDeliveryByDevice(log.scope) { answers.append("\($0)") }
    return answers
  }

  @Test(arguments: seeds(0..<12 as Range<UInt64>), [16 << 20, 400])
  func `deliveries stand by device, whether there is room for all of them or not`(
    seed: UInt64, limit: Int
  ) throws {
    let folder = try ScratchFolder()
    let log = try Case(seed: seed, in: folder, isLoaded: seed % 2 == 1)
    let expected = try log.rows(
      """
      SELECT a.app_key, v.app_version, v.os_version, n.network_type, f.sent_at, f.acked_at, f.ack_latency_ms,
        f.opened_at IS NOT NULL, f.confirmed, f.app_ref || typeof(f.device) || hex(f.device), f.message_ref,
        (SELECT group_concat(r.at_ms, ' ') FROM repeat AS r WHERE r.message_ref = f.message_ref
          AND r.device = f.device AND r.app_ref = f.app_ref AND r.kind = \(EventKind.extAck.rawValue))
      FROM counted_fact AS f JOIN message AS m ON m.ref = f.message_ref JOIN app AS a ON a.ref = f.app_ref
        JOIN build AS b ON b.ref = f.build_ref JOIN version AS v ON v.ref = b.version_ref
        JOIN network AS n ON n.ref = f.network_ref
      WHERE f.has_device AND f.ack_eligible AND f.sent_at >= \(log.window.lowerBound)
        AND f.sent_at < \(log.window.upperBound) AND f.sent_at <= \(log.scope.settledUntil)
      ORDER BY f.app_ref, f.device, f.sent_at, m.message_id
      """
    ).filter { log.scope.includes($0[0]) }
    let order = try #require(try DeviceOrder(log.scope, in: log.store, limit: limit))
    let pass = DeliveryPass(over: log.store)
    pass.add(order)
    try pass.run()
    // No run has more than eleven pushes, and the last is made at the end.
    #expect(limit == 400 ? order.runs.count >= expected.count / 11 : order.runs.isEmpty)
    var told: [[String]] = []
    var origins: [Int: [String]] = [:]
    try order.forEach { delivery in
      let names = [delivery.appKey, delivery.appVersion, delivery.osVersion, delivery.networkType]
      if let origin = delivery.origin {
        #expect(origins.updateValue(names, forKey: origin) ?? names == names)
      }
      told.append(
        names + [
          "\(delivery.sentAt)", delivery.ackedAt.map { "\($0)" } ?? "",
          delivery.ackLatency.map { "\($0)" } ?? "", delivery.isOpened ? "1" : "0",
          delivery.isConfirmed ? "1" : "0", "\(delivery.startsDevice)", "\(delivery.message)",
          delivery.furtherAcks.map { "\($0)" }.joined(separator: " "),
        ])
    }
    let starts = expected.indices.map { $0 == 0 || expected[$0][9] != expected[$0 - 1][9] }
    #expect(
      told
        == zip(expected, starts).map { row, isStart in
          Array(row[..<9]) + ["\(isStart)", row[10], row[11]]
        })
  }
}
