import Foundation
import Ledger
import SQLite
import TestSupport
import Testing

/// The logs of docs/samples/sources under a key: what joins them by devices and tokens joins their pseudonyms.
struct PseudonymStoryTests {
  private static let logs = URL(filePath: #filePath).appending(path: "../../../docs/samples/sources")
    .standardizedFileURL
  private static let secret = (0..<32).map { UInt8($0) * 7 }

  /// Everything that the ledger of the logs as they are takes for a device or a token.
  private static let ids = """
    SELECT CASE typeof(id) WHEN 'blob' THEN lower(hex(id)) ELSE id END FROM (
      SELECT device AS id FROM delivery UNION SELECT device FROM alias UNION SELECT token FROM token
      UNION SELECT device FROM token UNION SELECT device FROM step UNION SELECT device FROM app_open)
    WHERE id <> '' ORDER BY length(id) DESC, id
    """

  /// What the logs say together; no device is named.
  private static let answers = [
    "SELECT source, state, how, count(*) FROM links GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
    "SELECT app_key, message_id, kind, at_ms, count(*) FROM events GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
    "SELECT message_id, channel, count(*), count(acked_at), count(opened_at), sum(confirmed) FROM deliveries GROUP BY 1, 2 ORDER BY 1, 2",
  ]

  private func run(_ arguments: [String], in folder: ScratchFolder) throws -> String {
    let program = ProgramRun.builtPrograms.appending(path: "pushledger").path
    let run = try ProgramRun(program, arguments, in: folder.url.path)
    #expect(run.code == 0, "\(arguments.joined(separator: " ")): \(run.errorText)")
    return run.outputText
  }

  private func importLogs(_ path: String, as name: String, _ more: [String] = [], in folder: ScratchFolder)
    throws
    -> [String]
  {
    _ = try run(["import", "--quiet", "--app", "333526247", "--db", name] + more + [path], in: folder)
    _ = try run(["verify", "--db", name], in: folder)
    return try Self.answers.map {
      try run(["query", "--db", name, "--sql", $0, "--format", "csv"], in: folder)
    }
  }

  @Test(arguments: [[], ["--no-build"]]) func `logs of eight places meet under a key as they do without`(
    options: [String]
  ) throws {
    let folder = try ScratchFolder()
    let digits = Self.secret.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let key = try folder.write(digits, to: "push.key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    let raw = try importLogs(Self.logs.path, as: "raw.db", options, in: folder)
    let keyed = try importLogs(
      Self.logs.path, as: "keyed.db", options + ["--pseudonymise", key], in: folder)
    #expect(keyed == raw)
    #expect(raw[0].contains("huawei,joined"))

    // The same logs with every id replaced where it stands.
    let rows = try LedgerReader.openForReading(folder.path("raw.db")).database.prepare(Self.ids)
    var ids: [String] = []
    while try rows.step() { ids.append(rows.text(0)) }
    #expect(ids.count >= 8)
    for file in try FileManager.default.contentsOfDirectory(at: Self.logs, includingPropertiesForKeys: nil) {
      let text = ids.reduce(try String(contentsOf: file, encoding: .utf8)) { text, id in
        text.replacing(id, with: PlainHMAC.code(of: Array(id.utf8), key: Self.secret).prefix(32))
      }
      try folder.write(text, to: "replaced/" + file.lastPathComponent)
    }
    _ = try importLogs(folder.path("replaced"), as: "replaced.db", options, in: folder)
    #expect(
      try run(["verify", "--fingerprint", "--db", "keyed.db"], in: folder)
        == run(["verify", "--fingerprint", "--db", "replaced.db"], in: folder))
  }
}
