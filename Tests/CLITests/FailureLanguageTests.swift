import Foundation
import SQLite
import TestSupport
import Testing

/// The language in which people are told what went wrong.
@Suite struct FailureLanguageTests {
  private let place: BatchPlace

  init() throws {
    place = try BatchPlace()
    try place.simulate(events: 500, seed: 1, to: "logs/a.jsonl")
    try #require(place.importOnly().code == 0)
    try FileManager.default.copyItem(
      atPath: place.folder.path("pushledger.db"), toPath: place.folder.path("newer.db"))
    try Database(path: place.folder.path("newer.db"), mode: .readWrite).execute("PRAGMA user_version = 999")
    try place.folder.write("{surprise: 1}", to: "odd.json5")
  }

  private func errors(_ words: [String]) throws -> (text: String, code: Int32) {
    let run = try place.start(words)
    return (run.errorText, run.code)
  }

  @Test(arguments: [
    ("imprt", "pushledger: 未知命令 'imprt'；是否应为 'import'？\n"),
    ("import --fromat csv logs", "pushledger import: 未知选项 '--fromat'；是否应为 '--format'？\n"),
    ("import --jobs many logs", "pushledger import: 选项 '--jobs' 应为介于 1 和 64 之间的整数，而不是 'many'\n"),
    ("import --quiet none.jsonl", "pushledger import: none.jsonl：missing：没有此文件或目录\n"),
    ("query --file none.sql", "pushledger query: none.sql：No such file or directory\n"),
    ("status --config odd.json5", "pushledger status: odd.json5：未知的键 'surprise'；可用的键："),
    ("status --db none.db", "pushledger status: none.db：没有此账本；`pushledger import` 会新建\n"),
    ("status --db newer.db", "pushledger status: newer.db：账本版本为 999，"),
    ("report --app-key 1", "pushledger report: 账本中没有名为 '1' 的 AppKey；"),
    ("query --sql SELECT+1;SELECT+2", "pushledger query: 一次只能运行一条语句；请逐条查询\n"),
    (
      "query --sql SELECT+x+FROM+events", "pushledger query: no such column: x；'pushledger schema' 列出所有视图和列\n"
    ),
    ("query --max-rows 1 --sql SELECT+*+FROM+events", "pushledger query: 达到 1 行的行数限制，已停止；"),
    ("check --since 2026-09-02 --until 2026-09-01", "pushledger check: 时间范围为空：--since 为 2026-09-02T"),
    ("explain nothing", "pushledger explain: 账本中没有此 ID 的消息或设备；"),
    ("load-rollups none", "pushledger load-rollups: none：没有此目录；请指定运行写出的目录\n"),
    ("source show none", "pushledger source: 没有名为 'none' 的来源；"),
  ])
  func `a failure is told in the language that was asked for, and in English otherwise`(
    line: String, chinese: String
  ) throws {
    let words = line.split(separator: " ").map { String($0).replacing("+", with: " ") }
    let told = try errors(words + ["--lang", "zh-Hans"])
    #expect(told.text.hasPrefix(chinese), "\(told.text)")
    let plain = try errors(words)
    #expect(plain.code == told.code && plain.code != 0)
    #expect(plain.text.hasPrefix("pushledger") && plain.text.utf8.allSatisfy { $0 < 0x80 }, "\(plain.text)")
  }

  @Test(arguments: [
    ("{language: 'zh-Hans'}", "import --fromat x", "pushledger import: 未知选项 '--fromat'"),
    ("{language: 'zh-Hans'}", "report --app-key 1", "pushledger report: 账本中没有名为"),
    ("{language: 'zh-Hans', surprise: 1}", "status", "pushledger status: pushledger.json5：未知的键"),
    ("{language: 'zh-Hans'}", "report --app-key 1 --lang en", "pushledger report: the ledger does not hold"),
    ("{language: 'zh-Hans'", "status", "pushledger status: pushledger.json5: not valid JSON5"),
    ("{language: 'zh-Hans'", "status --lang=zh-Hans", "pushledger status: pushledger.json5：第 1 行"),
    ("{language: 'klingon'}", "status", "pushledger status: pushledger.json5: 'language' must be one of"),
  ])
  func `a configuration says the language too, as far as it can be read`(
    configuration: String, line: String, beginning: String
  ) throws {
    try place.folder.write(configuration, to: "pushledger.json5")
    let told = try errors(line.split(separator: " ").map(String.init)).text
    #expect(told.hasPrefix(beginning), "\(told)")
  }

  @Test func `words of the user's own stand before those of the language`() throws {
    try place.folder.write("{language: 'zh-Hans', languageFile: 'own.po'}", to: "pushledger.json5")
    try place.folder.write("msgid \"unknown option '{1}'\"\nmsgstr \"没有 '{1}' 这个选项\"\n", to: "own.po")
    #expect(try errors(["status", "--nothing"]).text == "pushledger status: 没有 '--nothing' 这个选项\n")
    try place.folder.write("msgid without quotes", to: "own.po")
    #expect(try errors(["status"]).text == "pushledger status: own.po:1：缺少引号\n")
  }

  @Test(arguments: ["zh-CN", "", "-"])
  func `an unknown language is told in English, with those that there are`(tag: String) throws {
    let told = try errors(["status", "--lang=\(tag)"])
    #expect(told.text == "pushledger status: option '--lang' wants one of en, zh-Hans, not '\(tag)'\n")
    #expect(told.code == 64)
  }

  @Test func `what programs read of a failure is English in every language`() throws {
    let words = ["--db", "none.db", "--lang", "zh-Hans"]
    #expect(try place.start(["check", "--nagios"] + words).outputText.contains("none.db: no such ledger"))
    #expect(try place.run(words[2...] + ["--db", "newer.db"]).code == 78)
    let log = try String(contentsOfFile: place.folder.path("out/run.log"), encoding: .utf8)
    #expect(log.contains("newer.db: a ledger of version 999") && log.utf8.allSatisfy { $0 < 0x80 }, "\(log)")
  }
}
