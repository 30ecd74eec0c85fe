import Diagnosis
import Foundation
import Prose
import ReceiptModel
import Testing

@testable import ConfigurationReading

@Suite struct ConfigurationTests {
  private func configuration(_ text: String, path: String = "pushledger.json5") throws
    -> ResolvedConfiguration
  {
    var configuration = ResolvedConfiguration()
    try ConfigurationFile(path: path, bytes: Array(text.utf8)).apply(to: &configuration)
    return configuration
  }

  private func failure(_ text: String) -> ConfigurationError? {
    #expect(throws: ConfigurationError.self) { try configuration(text) }
  }

  @Test func `a file with everything sets everything`() throws {
    let all = """
      // Comments, single quotes, bare keys and trailing commas are JSON5.
      {
        databasePath: 'ledger/push.db', timeZone: "Asia/Shanghai", assumeTimeZone: "+00:00",
        language: "zh-Hans", languageFile: "words.po",
        appKeys: [{key: "24700001", name: "Shop", platform: "iOS"}, {key: "24700002"}],
        eventTypes: {Showed: "displayed", token_expired: "dropped"},
        settle: "20m", ackTimeout: 45, ackBudget: "17500ms", openWindow: "90m", maxRejects: .05, minimumSends: 500,
        limits: {chance: 1e-4, minimumSends: 50, staleAfter: "6h"}, clientNetworks: true,
        jobs: 3, memory: "1G",
        channels: {APNS: {measurable: false}, huawei: {arrivalIsDeviceEvidence: false}},
        queriesFolder: "/etc/queries", reportsFolder: "reports", mappingsFolder: "maps",
        failureReasonsFile: "reasons.csv", pseudonymKeyFile: "push.key",
        retentionDays: 180,
        run: {
          logs: ["logs/", "/var/log/push"], output: "public", address: "https://push.example/out", reports: ["daily", "mine"], formats: ["html"],
          dataSets: ["daily"], since: "last-90d", snapshot: true, keep: 30, failOn: "critical",
          metrics: "push.prom", backups: "backups", keepBackups: 3, wait: "10m",
        },
        spark: {master: "local[3]", arguments: ["--driver-memory=4g"], timeout: "2h"},
      }
      """
    let resolved = try configuration(all, path: "/etc/push/pushledger.json5")
    var expected = Configuration()
    expected.databasePath = "/etc/push/ledger/push.db"
    expected.timeZone = "Asia/Shanghai"
    expected.assumeTimeZone = "+00:00"
    expected.language = .simplifiedChinese
    expected.languageFile = "/etc/push/words.po"
    expected.appKeys = [
      KnownAppKey(key: "24700001", name: "Shop", platform: "iOS"), KnownAppKey(key: "24700002"),
    ]
    expected.eventTypes = ["showed": .displayed, "token_expired": .dropped]
    expected.settleMilliseconds = 1_200_000
    expected.ackTimeoutMilliseconds = 45_000
    expected.ackBudgetMilliseconds = 17_500
    expected.openWindowMilliseconds = 5_400_000
    expected.maxRejects = 0.05
    expected.minimumSends = 500
    expected.limits = [
      "chance": .share(1e-4), "minimumSends": .count(50), "staleAfter": .duration(21_600_000),
    ]
    expected.clientNetworks = true
    expected.jobs = 3
    expected.memoryBytes = 1 << 30
    expected.channels["apns"] = .init(arrivalIsDeviceEvidence: false, measurable: false)
    expected.channels["huawei"] = .init(arrivalIsDeviceEvidence: false, measurable: true)
    expected.queriesFolder = "/etc/queries"
    expected.reportsFolder = "/etc/push/reports"
    expected.mappingsFolder = "/etc/push/maps"
    expected.failureReasonsFile = "/etc/push/reasons.csv"
    expected.pseudonymKeyFile = "/etc/push/push.key"
    expected.retentionDays = 180
    expected.run.logs = ["/etc/push/logs/", "/var/log/push"]
    expected.run.output = "/etc/push/public"
    expected.run.address = "https://push.example/out"
    expected.run.reports = ["daily", "mine"]
    expected.run.formats = ["html"]
    expected.run.dataSets = ["daily"]
    expected.run.since = "last-90d"
    expected.run.snapshot = true
    expected.run.keep = 30
    expected.run.failOn = "critical"
    expected.run.metrics = "/etc/push/push.prom"
    expected.run.backups = "/etc/push/backups"
    expected.run.keepBackups = 3
    expected.run.waitMilliseconds = 600_000
    expected.spark.master = "local[3]"
    expected.spark.arguments = ["--driver-memory=4g"]
    expected.spark.timeoutMilliseconds = 7_200_000
    #expect(resolved.values == expected)
    for setting in Setting.allCases {
      #expect(resolved.origin(of: setting) == .file("/etc/push/pushledger.json5"))
    }
  }

  @Test func `an empty object and nulls change nothing`() throws {
    #expect(try configuration("{}") == ResolvedConfiguration())
    #expect(try configuration("{settle: null, appKeys: null, channels: null}") == ResolvedConfiguration())
  }

  @Test func `a limit is what its section sets, else what an older setting says, else what is built in`()
    throws
  {
    let plain = try configuration("{maxRejects: 0.2, minimumSends: 7}").values.diagnosisLimits
    #expect(plain.refusedShare == 0.2 && plain.minimumSends == 7 && plain.chance == 0.001)
    let resolved = try configuration(
      "{maxRejects: 0.2, minimumSends: 7, limits: {refusedShare: 0.3, mismatches: 4}}")
    let limits = resolved.values.diagnosisLimits
    #expect(limits.refusedShare == 0.3 && limits.minimumSends == 7 && limits.mismatches == 4)
    let rows = resolved.shownRows.filter { $0.name.hasPrefix("limits.") }.map {
      "\($0.name) \($0.value) \($0.origin)"
    }
    #expect(rows.contains("limits.refusedShare 0.3 file pushledger.json5"))
    #expect(rows.contains("limits.minimumSends 7 file pushledger.json5"))
    #expect(rows.contains("limits.chance 0.001 default"))
  }

  @Test func `channels that are not listed give every receipt, in any case of their name`() {
    let table = ChannelTable()
    #expect(table["huawei"] == .init(arrivalIsDeviceEvidence: true, measurable: true))
    #expect(table["APNs"] == .init(arrivalIsDeviceEvidence: false, measurable: true))
    #expect(table["FCM"] == .init(arrivalIsDeviceEvidence: false, measurable: false))
    #expect(
      table["OneSignal"] == .init(arrivalIsDeviceEvidence: true, measurable: false, extensionReceipts: false))
  }

  @Test(arguments: [
    ("{setle: '15m'}", "unknown key 'setle'", "did you mean 'settle'?"),
    ("{appKeys: [{key: 'a', nmae: 'b'}]}", "unknown key 'appKeys[0].nmae'", "did you mean 'name'?"),
    (
      "{channels: {fcm: {mesurable: true}}}", "unknown key 'channels.fcm.mesurable'",
      "did you mean 'measurable'?"
    ),
    ("{limits: {chanse: 0.01}}", "unknown key 'limits.chanse'", "did you mean 'chance'?"),
    ("{run: {ouput: 'a'}}", "unknown key 'run.ouput'", "did you mean 'output'?"),
  ])
  func `an unknown key is refused with the one that was meant`(text: String, message: String, advice: String)
  {
    let error = failure(text)
    #expect(error?.message.told() == "pushledger.json5: \(message)")
    #expect(error?.advice?.told() == advice)
    #expect(error?.kind == .configuration)
  }

  @Test(arguments: [
    ("{settle: '15 minutes'}", "'settle' must be a length of time such as \"15m\" or a number of seconds"),
    ("{settle: -1}", "'settle' must be a length of time such as \"15m\" or a number of seconds"),
    (
      "{run: {address: 'push.example'}}",
      "'run.address' must be an address such as \"https://push.example/out\""
    ),
    ("{run: {address: 'https://'}}", "'run.address' must be an address such as \"https://push.example/out\""),
    (
      "{run: {address: 'http://a>b'}}",
      "'run.address' must be an address such as \"https://push.example/out\""
    ),
    ("{maxRejects: '1%'}", "'maxRejects' must be a number from 0 to 1"),
    ("{maxRejects: NaN}", "'maxRejects' must be a number from 0 to 1"),
    ("{retentionDays: 1.5}", "'retentionDays' must be a whole number from 1 on"),
    ("{jobs: 0}", "'jobs' must be a whole number from 1 to 64"),
    ("{jobs: 1.5}", "'jobs' must be a whole number from 1 to 64"),
    ("{memory: '63M'}", "'memory' must be a size such as 256M or 1G, from 64M on"),
    ("{memory: 268435456}", "'memory' must be a size such as 256M or 1G, from 64M on"),
    ("{memory: '1 GB'}", "'memory' must be a size such as 256M or 1G, from 64M on"),
    ("{minimumSends: true}", "'minimumSends' must be a whole number from 1 on"),
    ("{limits: {chance: 2}}", "'limits.chance' must be a number from 0 to 1"),
    ("{limits: {minimumSends: 0}}", "'limits.minimumSends' must be a whole number from 1 on"),
    ("{run: {logs: 'logs'}}", "'run.logs' must be a list of texts that are not empty"),
    ("{run: {logs: ['']}}", "'run.logs' must be a list of texts that are not empty"),
    (
      "{run: {formats: ['pdf']}}",
      "'run.formats' must be a list of markdown, html, json, slack, dingtalk, wecom"
    ),
    ("{run: {failOn: 'info'}}", "'run.failOn' must be one of warning, critical, never"),
    ("{run: {keep: 0}}", "'run.keep' must be a whole number from 1 on"),
    ("{limits: [1]}", "'limits' must be an object, not a list"),
    ("{timeZone: ''}", "'timeZone' must be text that is not empty"),
    ("{appKeys: {}}", "'appKeys' must be a list of objects"),
    ("{appKeys: ['24700001']}", "'appKeys[0]' must be an object, not text"),
    ("{appKeys: [{name: 'Shop'}]}", "'appKeys[0].key' is missing"),
    ("{appKeys: [{key: 'a'}, {key: 'a'}]}", "'appKeys[1].key' is in the list twice"),
    ("{channels: {fcm: true}}", "'channels.fcm' must be an object, not true or false"),
    ("{channels: {fcm: {measurable: 1}}}", "'channels.fcm.measurable' must be true or false"),
    ("[]", "the file must hold one object, not a list"),
    ("{settle: ", "not valid JSON5 at line 1, column 10"),
    ("", "not valid JSON5 at line 1, column 1"),
    ("{settle: '15m',\n  tz 'UTC'}", "not valid JSON5 at line 2, column 6"),
  ])
  func `a value of the wrong type is refused with what is wanted`(text: String, message: String) {
    let error = failure(text)
    #expect(error?.message.told() == "pushledger.json5: \(message)")
    #expect(error?.kind == .configuration)
  }

  @Test(arguments: [[0xFD], [0xC3], Array("'".utf8) + [0xFF] + Array("'".utf8), [0xCD, 0xC6]] as [[UInt8]])
  func `a file in another encoding is refused, wherever it shows`(key: [UInt8]) {
    let file = Array("{timeZone: 'UTC', ".utf8) + key + Array(": 1}".utf8)
    let error = #expect(throws: ConfigurationError.self) {
      try ConfigurationFile(path: "pushledger.json5", bytes: file)
    }
    #expect(error?.message.told() == "pushledger.json5: not valid UTF-8")
    #expect(error?.advice?.told() == "save it in that encoding")
  }

  @Test func `an event kind that does not exist is refused with those that do`() {
    let kinds =
      "accepted, sent, send_failed, arrived, arrive_failed, ext_ack, displayed, opened, dismissed, dropped, expired"
    #expect(
      failure("{eventTypes: {shown: 'seen'}}")?.message.told()
        == "pushledger.json5: 'eventTypes.shown' must be one of \(kinds), other")
  }

  @Test(arguments: ["appSecret", "access_key_id", "AccessKey", "API_TOKEN", "dbPassword"])
  func `a key that looks like a secret is refused and its value not shown`(key: String) {
    for text in ["{\(key): 'canary'}", "{appKeys: [{key: 'a', \(key): 'canary'}]}"] {
      let error = failure(text)
      #expect(error?.message.told() == "pushledger.json5: '\(key)' looks like a secret")
      #expect(error.map { "\($0)".contains("canary") } == false)
    }
  }

  @Test func `names in a file are data, and cannot act on the terminal`() throws {
    let name = "=1+1<b>'; DROP TABLE x"
    let values = try configuration("{appKeys: [{key: 'a', name: \"\(name)\"}]}").values
    #expect(values.appKeys.first?.name == name)
    #expect(failure("{'\\u001b[2J': 1}")?.message.told() == "pushledger.json5: unknown key '\\x1B[2J'")
  }

  @Test(arguments: [
    ("500ms", Int64(500)), ("30s", 30_000), ("15m", 900_000), ("2h", 7_200_000), ("7d", 604_800_000),
    ("0s", 0),
  ])
  func `lengths of time are read with their unit`(text: String, milliseconds: Int64) {
    #expect(DurationText.milliseconds(text) == milliseconds)
    #expect(DurationText.milliseconds(DurationText.text(milliseconds)) == milliseconds)
  }

  @Test(arguments: ["", "15", "m", "1.5h", "-1s", "1 h", "1H", "9999999999d", "5\u{301}s"])
  func `what is not a length of time is not read as one`(text: String) {
    #expect(DurationText.milliseconds(text) == nil)
  }
}
