import Foundation
import Prose
import ReceiptModel
import Testing

@testable import ConfigurationReading

@Suite struct ConfigurationLoaderTests {
  /// A folder with the files of one test.
  private func folder(_ files: [String: String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "configuration-\(UUID().uuidString)")
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return folder
  }

  private func loader(
    _ variables: [String: String] = [:], existing: Set<String> = [],
    options: ConfigurationLoader.Options = .init()
  ) -> ConfigurationLoader {
    ConfigurationLoader(
      options: options, environment: { variables[$0] }, exists: { existing.contains($0) })
  }

  @Test func `options win over the environment, that over the file, and that over defaults`() throws {
    let folder = try folder(["x.json5": "{databasePath: '/file.db', timeZone: '+01:00', settle: '1m'}"])
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "x.json5").path
    var loader = loader(["PUSHLEDGER_CONFIG": path])
    #expect(try loader.load().values.databasePath == "/file.db")
    loader = self.loader(["PUSHLEDGER_CONFIG": path, "PUSHLEDGER_DB": "env.db", "PUSHLEDGER_TZ": "+02:00"])
    #expect(try loader.load().values.databasePath == "env.db")
    loader.options.databasePath = "flag.db"
    let resolved = try loader.load()
    #expect(resolved.values.databasePath == "flag.db")
    #expect(resolved.origin(of: .databasePath).text == "option --db")
    #expect(resolved.origin(of: .timeZone).text == "environment PUSHLEDGER_TZ")
    #expect(resolved.origin(of: .settle) == .file(path))
    #expect(resolved.origin(of: .maxRejects).text == "default")
  }

  @Test func `every setting is shown with its value and where it came from`() throws {
    var resolved = try loader(["PUSHLEDGER_DB": "a\"b.db"]).load()
    resolved.set(\.maxRejects, to: 0, as: .maxRejects, by: .option("--strict"))
    let rows = resolved.rows.map { "\($0.name) | \($0.value) | \($0.origin)" }
    #expect(
      rows == [
        #"databasePath | "a\"b.db" | environment PUSHLEDGER_DB"#, #"timeZone | "UTC" | default"#,
        #"language | "en" | default"#, "languageFile | null | default",
        #"assumeTimeZone | "+08:00" | default"#, "appKeys | [] | default", "eventTypes | {} | default",
        #"channels | {"airship": {arrivalIsDeviceEvidence: false, measurable: false, extensionReceipts: false}, "#
          + #""apns": {arrivalIsDeviceEvidence: false, measurable: true, extensionReceipts: true}, "#
          + #""braze": {arrivalIsDeviceEvidence: false, measurable: false, extensionReceipts: false}, "#
          + #""expo": {arrivalIsDeviceEvidence: false, measurable: false, extensionReceipts: false}, "#
          + #""fcm": {arrivalIsDeviceEvidence: false, measurable: false, extensionReceipts: true}, "#
          + #""gcm": {arrivalIsDeviceEvidence: false, measurable: false, extensionReceipts: true}, "#
          + #""getui": {arrivalIsDeviceEvidence: true, measurable: false, extensionReceipts: false}, "#
          + #""onesignal": {arrivalIsDeviceEvidence: true, measurable: false, extensionReceipts: false}, "#
          + #""pinpoint": {arrivalIsDeviceEvidence: true, measurable: false, extensionReceipts: false}, "#
          + #""salesforce": {arrivalIsDeviceEvidence: true, measurable: false, extensionReceipts: false}, "#
          + #""tencent-chat": {arrivalIsDeviceEvidence: true, measurable: false, extensionReceipts: false}} | default"#,
        #"settle | "15m" | default"#, #"ackTimeout | "30s" | default"#, #"ackBudget | "17s" | default"#,
        #"openWindow | "24h" | default"#,
        "maxRejects | 0.0 | option --strict", "minimumSends | 100 | default", "limits | {} | default",
        "clientNetworks | false | default", "jobs | null | default",
        #"memory | "256M" | default"#, "queriesFolder | null | default",
        "reportsFolder | null | default", "mappingsFolder | null | default",
        "failureReasonsFile | null | default", "pseudonymKeyFile | null | default",
        "retentionDays | null | default", "run | {} | default",
        "spark | {} | default",
      ])
  }

  @Test func `what is shown is a file that sets the same`() throws {
    let text = """
      {appKeys: [{key: "a\\"\\\\b\\n", name: "é"}], eventTypes: {shown: "displayed"}, settle: "90s", timeZone: "+01:00",
       channels: {honor: {measurable: false}}, retentionDays: 30, queriesFolder: "/q",
       limits: {chance: 0.01, staleAfter: "90m", mismatches: 3},
       run: {logs: ["a\\n"], reports: [], address: "http://a", since: "last-9d", snapshot: true, keep: 3, backups: "b", wait: "90s"},
       spark: {master: "yarn", arguments: ["a\\n"], timeout: "90s"}}
      """
    var first = ResolvedConfiguration()
    try ConfigurationFile(path: "x", bytes: Array(text.utf8)).apply(to: &first)
    let shown = "{" + first.rows.map { "\($0.name): \($0.value)" }.joined(separator: ",\n") + "}"
    var second = ResolvedConfiguration()
    try ConfigurationFile(path: "x", bytes: Array(shown.utf8)).apply(to: &second)
    #expect(second.values == first.values)
  }

  @Test func `the named file counts, then the folder's, then the user's, then none`() {
    let user = "/home/a/.config/pushledger/pushledger.json5"
    let moved = "/x/pushledger/pushledger.json5"
    let home = ["HOME": "/home/a"]
    #expect(loader(home).filePath == nil)
    #expect(loader(home, existing: [user]).filePath == user)
    #expect(
      loader(home.merging(["XDG_CONFIG_HOME": "/x"]) { $1 }, existing: [user, moved]).filePath == moved)
    let both: Set = [user, "pushledger.json5"]
    #expect(loader(home, existing: both).filePath == "pushledger.json5")
    #expect(loader(["PUSHLEDGER_CONFIG": "b"], existing: both).filePath == "b")
    #expect(loader(["PUSHLEDGER_CONFIG": ""], existing: both).filePath == "pushledger.json5")
    #expect(loader(["PUSHLEDGER_CONFIG": "b"], options: .init(configurationPath: "c")).filePath == "c")
  }

  @Test func `no file is fine, but a named one that is missing is not`() throws {
    #expect(try loader().load() == ResolvedConfiguration())
    let error = #expect(throws: ConfigurationError.self) {
      try loader(options: .init(configurationPath: "/nowhere/x.json5")).load()
    }
    #expect(error?.message.told() == "/nowhere/x.json5: No such file or directory")
    #expect(error?.kind == .configuration)
  }

  @Test func `a folder and an endless file are refused`() {
    let folder = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: "/tmp") }
    #expect(folder?.message.told() == "/tmp: Is a directory")
    let endless = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: "/dev/zero") }
    #expect(endless?.message.told() == "/dev/zero: larger than 1 MiB, so hardly a configuration file")
  }
}
