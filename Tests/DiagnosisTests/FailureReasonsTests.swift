import Assets
import Diagnosis
import Mappings
import Prose
import ReceiptModel
import Testing

struct FailureReasonsTests {
  private static let header = "channel,code,text,category,meaning,advice\n"

  private func table(_ rows: String) throws -> FailureReasons { try FailureReasons(csv: Self.header + rows) }

  @Test func `the built-in table uses every category`() {
    #expect(
      Set(FailureReasons.builtIn.entries.map(\.category)) == Set(FailureReasons.Category.allCases))
    for entry in FailureReasons.builtIn.entries {
      #expect(!entry.meaning.hasSuffix(".") && !entry.advice.hasSuffix("."), "\(entry)")
    }
  }

  @Test(arguments: [
    ("apns", "", "BadDeviceToken", FailureReasons.Category.tokenDead),
    ("apns", "", "Unregistered", .tokenDead),
    ("apns", "", "ExpiredToken", .tokenDead), ("apns", "", "DeviceTokenNotForTopic", .tokenDead),
    ("apns", "", "TooManyRequests", .quota), ("huawei", "80300007", "Invalid Token", .tokenDead),
    ("xiaomi", "5", "invalid token", .tokenDead), ("oppo", "201", "invalid device", .tokenDead),
    ("accs", "201", "设备无效", .tokenDead), ("honor", "6003", "certificate fingerprint error", .credentials),
    ("accs", "6", "notify disabled", .notificationsOff), ("vivo", "10", "inactive device", .inactive),
    ("meizu", "2", "app deleted", .uninstalled), ("huawei", "102", "frequency control", .quota),
    ("vivo", "80100016", "Anti-Spam: \"sale, today\" is forbidden in [CONTENT]", .content),
    ("fcm", "31", "invalid version | needs 9", .other),
    ("oppo", "503", "upstream:\n\tretry later", .service),
  ])
  func `every reason of simulated logs is known`(
    channel: String, code: String, text: String, category: FailureReasons.Category
  ) {
    let entry = FailureReasons.builtIn.entry(channel: channel, code: code, text: text)
    #expect(entry?.category == category)
  }

  /// As mappings write them.
  @Test(arguments: [
    ("honor", "40000003", "app not installed", FailureReasons.Category.uninstalled),
    ("honor", "40000004", "token not on the device", .tokenDead),
    ("honor", "40000005", "notifications off", .notificationsOff),
    ("xiaomi", "16", "invalid target", .tokenDead), ("oppo", "", "regid_invalid", .tokenDead),
    ("vivo", "20002", "unknown user", .tokenDead), ("vivo", "20006", "inactive device", .inactive),
    ("vivo", "2183", "registration id no longer valid", .tokenDead),
    ("vivo", "101", "refused by review", .content),
  ])
  func `what vendors' own receipts say of a failure is known`(
    channel: String, code: String, text: String, category: FailureReasons.Category
  ) {
    let entry = FailureReasons.builtIn.entry(channel: channel, code: code, text: text)
    #expect(entry?.category == category)
  }

  /// As the vendors list them, in the words of a receipt log: `code#text`, and a text alone on iOS.
  @Test(arguments: [
    ("apns", "", "BadEnvironmentKeyInToken", FailureReasons.Category.environment),
    ("apns", "", "certificate has expired: 2016-09-27T04:03:38.000Z", .credentials),
    ("apns", "", "推送证书已过期", .credentials), ("apns", "", "证书过期，请更新", .credentials),
    ("fcm", "", "NOT_FOUND", .tokenDead), ("fcm", "", "PERMISSION_DENIED", .credentials),
    ("fcm", "", "UNSPECIFIED_ERROR", .other), ("gcm", "", "DeviceMessageRateExceeded", .quota),
    ("expo", "", "MessageTooBig", .payload), ("expo", "", "InvalidCredentials", .credentials),
    ("huawei", "201", "invalid device", .quota), ("huawei", "80200005", "JWT expired", .credentials),
    ("huawei", "503", "", .quota), ("huawei", "80100004", "ttl", .payload),
    ("xiaomi", "22022", "Invalid package name", .credentials), ("xiaomi", "10034", "", .quota),
    ("xiaomi", "26006", "", .content),
    ("oppo", "33", "The number of messages exceeds the daily limit", .quota),
    ("oppo", "", "-1#Service Currently Unavailable", .service), ("oppo", "28", "App Disabled", .credentials),
    ("vivo", "10302", "regId不合法", .tokenDead), ("vivo", "10070", "发送总量超出限制", .quota),
    ("meizu", "110002", "pushId未注册", .tokenDead), ("meizu", "110019", "", .quota),
    ("getui", "", "401 user does not exist", .tokenDead), ("adm", "", "Unregistered", .tokenDead),
    ("pinpoint", "", "THROTTLED", .quota),
  ])
  func `what vendors list as reasons is known`(
    channel: String, code: String, text: String, category: FailureReasons.Category
  ) {
    let entry = FailureReasons.builtIn.entry(channel: channel, code: code, text: text)
    #expect(entry?.category == category)
  }

  @Test func `every reason that a mapping writes for a failure is known`() {
    var count = 0
    for mapping in MappingCatalogue.all {
      guard case .constant(let channel)? = mapping.fields[.channel]?.origin else { continue }
      for case .event(let kind, let reason?) in mapping.types.meanings.values
      where [.sendFailed, .arriveFailed].contains(kind) && !reason.contains("{") {
        let parts = reason.split(separator: "#", maxSplits: 1).map(String.init)
        let (code, text) = parts.count == 2 ? (parts[0], parts[1]) : ("", reason)
        let entry = FailureReasons.builtIn.entry(channel: channel, code: code, text: text)
        #expect(entry != nil, "\(channel): \(reason)")
        count += 1
      }
    }
    #expect(count > 40)
  }

  @Test func `case plays no role, and what nobody explained is unknown`() {
    let table = FailureReasons.builtIn
    #expect(table.entry(channel: "APNs", code: "", text: "baddevicetoken")?.category == .tokenDead)
    #expect(table.entry(channel: "apns", code: "", text: "NeverHeard") == nil)
    #expect(table.entry(channel: "apns", code: "", text: "") == nil)
    #expect(table.entry(channel: "huawei", code: "", text: "BadDeviceToken") == nil)
  }

  @Test func `a bare status is looked up as a code`() {
    #expect(FailureReasons.builtIn.entry(channel: "apns", code: "", text: "503")?.category == .service)
    #expect(FailureReasons.builtIn.entry(channel: "apns", code: "", text: "410")?.category == .tokenDead)
  }

  @Test
  func `a text counts more than a code, a code more than a channel, a longer beginning more than a shorter`()
    throws
  {
    let table = try table(
      """
      huawei,7,,quota,channel and code,-
      ,7,,service,code,-
      ,,bad*,other,beginning,-
      ,,bad word*,content,longer beginning,-
      ,,bad word,payload,text,-
      huawei,,bad word,inactive,text and channel,-
      """)
    func meaning(_ channel: String, _ code: String, _ text: String) -> String? {
      table.entry(channel: channel, code: code, text: text)?.meaning
    }
    #expect(meaning("huawei", "7", "x") == "channel and code")
    #expect(meaning("oppo", "7", "x") == "code")
    #expect(meaning("huawei", "7", "bad luck") == "beginning")
    #expect(meaning("huawei", "7", "Bad words") == "longer beginning")
    #expect(meaning("oppo", "7", "bad word") == "text")
    #expect(meaning("huawei", "7", "bad word") == "text and channel")
  }

  @Test func `a user's table wins, and the built-in one fills its gaps`() throws {
    let both = try table("apns,,BadDeviceToken,other,mine,-").before(.builtIn)
    #expect(both.entry(channel: "apns", code: "", text: "BadDeviceToken")?.meaning == "mine")
    #expect(both.entry(channel: "apns", code: "", text: "Unregistered")?.category == .tokenDead)
  }

  @Test func `quotes, line ends and a byte order mark are those of CSV`() throws {
    let table = try FailureReasons(
      csv: "\u{FEFF}channel,code,text,category,meaning,advice\r\n"
        + "a,1,\"x, \"\"y\"\"\",quota,\"two\nlines\",z\r\n\r\nb,2,,quota,m,z")
    #expect(table.entries.map(\.text) == ["x, \"y\"", ""])
    #expect(table.entries.map(\.meaning) == ["two\nlines", "m"])
  }

  @Test(arguments: [
    ("a,1,,quota,m", 2, "5 columns instead of 6"), ("a,1,,quotas,m,a", 2, "the category must be one of"),
    ("a,1,,quota,,a", 2, "the meaning is missing"), ("a,1,,quota,m,", 2, "the advice is missing"),
    ("a,,*,quota,m,a", 2, "neither a code nor a text is given"),
    ("a,1,,quota,\"m\nn\",a\nA,1,,other,m,a", 4, "a row for the same channel, code and text stands above"),
    ("a,1,,quota,m,\"a", 2, "a quote is not closed"), ("a,1,x\"y,quota,m,a", 2, "a quote in the middle"),
    ("a,1,\"x\"y,quota,m,a", 2, "something stands after a closing quote"),
  ])
  func `a mistake is told with its line`(rows: String, line: Int, message: String) {
    let mistake = #expect(throws: FailureReasons.Mistake.self) { try table(rows) }
    #expect(mistake?.line == line)
    #expect(mistake?.message.told().hasPrefix(message) == true)
  }

  @Test func `another header is refused`() {
    let mistake = #expect(throws: FailureReasons.Mistake.self) { try FailureReasons(csv: "") }
    #expect(mistake?.line == 1)
  }
}
