import Foundation
import TestSupport
import Testing

/// The eight logs of docs/samples/sources, which tell one story: what each of them says is found by message and device.
struct SourceStoryTests {
  private static let logs = URL(filePath: #filePath).appending(path: "../../../docs/samples/sources")
    .standardizedFileURL

  /// Device ids by their first and last two digits, times in seconds since the story begins.
  private static let deliveries = """
    SELECT substr(message_id, -2) AS message, substr(device_id, 1, 2) || substr(device_id, -2) AS device, channel,
      (acked_at - 1790000000000) / 1000.0 AS acked, (arrived_at - 1790000000000) / 1000.0 AS arrived,
      (opened_at - 1790000000000) / 1000.0 AS opened, reason_text AS reason, ack_eligible, confirmed
    FROM deliveries WHERE sent_at IS NOT NULL ORDER BY message, device
    """

  private static let told = """
    message,device,channel,acked,arrived,opened,reason,ack_eligible,confirmed
    01,b701,apns,2.1,,,,1,1
    01,b702,apns,9.3,,,,1,1
    01,b703,apns,,,6400.0,,1,1
    01,c001,huawei,,1.5,,,0,1
    01,c002,huawei,,,,,0,0
    02,b701,apns,,,,,0,0
    02,b702,apns,,,,,0,0
    02,b703,apns,,,,,0,0

    """

  /// What each log tells that proves something of a push that was sent.
  private static let tellers = """
    SELECT substr(message_id, -2) AS message, substr(device_id, 1, 2) || substr(device_id, -2) AS device, kind,
      e.source, is_linked FROM evidence AS e JOIN deliveries USING (app_key, message_id, device_id) WHERE sent_at IS NOT NULL
    ORDER BY message, device, kind, e.source
    """

  private static let whoTold = """
    message,device,kind,source,is_linked
    01,b701,ext_ack,alibaba,0
    01,b702,ext_ack,alibaba,0
    01,b703,opened,analytics,1
    01,c001,arrived,huawei,1

    """

  private func run(_ arguments: [String], in folder: ScratchFolder) throws -> ProgramRun {
    let program = ProgramRun.builtPrograms.appending(path: "pushledger").path
    let run = try ProgramRun(program, arguments, in: folder.url.path)
    #expect(run.code == 0, "\(arguments.joined(separator: " ")): \(run.errorText)")
    return run
  }

  private func answer(_ sql: String, in folder: ScratchFolder) throws -> String {
    try run(["query", "--sql", sql, "--format", "csv"], in: folder).outputText
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `logs of eight places meet in one ledger, in any order`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.logs.path).sorted()
    #expect(files.count == 8)
    for name in files.shuffled(using: &random) {
      _ = try run(["import", "--app", "333526247", Self.logs.appending(path: name).path], in: folder)
    }
    // All of it once more tells nothing new.
    let again = try run(["import", "--rescan", "--json", "--app", "333526247", Self.logs.path], in: folder)
    #expect(again.outputText.contains(#""merged":0,"#), "\(again.outputText)")
    #expect(try answer(Self.deliveries, in: folder) == Self.told)
    #expect(
      try answer("SELECT source, state, count(*) AS links FROM links GROUP BY 1, 2 ORDER BY 1", in: folder)
        == "source,state,links\nanalytics,joined,1\nhuawei,joined,2\n")
    #expect(
      try answer("SELECT substr(message_id, -2) AS m, remarks FROM payloads WHERE cannot_ack", in: folder)
        == "m,remarks\n02,mutable_content_misplaced\n")
    #expect(
      try answer("SELECT kind, count FROM tallies", in: folder) == "kind,count\next_ack,3\n")
    #expect(
      try answer(
        "SELECT kind, their_count, ledger_count FROM totals WHERE kind IN ('sent', 'opened') ORDER BY 1",
        in: folder)
        == "kind,their_count,ledger_count\nopened,1,1\nsent,5,5\n")
    #expect(try answer(Self.tellers, in: folder) == Self.whoTold)
    let explained = try run(
      ["explain", "--message", "10913718868641301", "--device", "c0de961a92534047ad362575f31f5701"],
      in: folder)
    #expect(explained.outputText.contains("sent, told by send-log\n"), "\(explained.outputText)")
    #expect(explained.outputText.contains("arrived, told by huawei under another name\n"))
    let health = try run(
      ["report", "data-health", "--since", "2026-09-21", "--until", "2026-09-22", "--format", "markdown"],
      in: folder)
    #expect(
      health.outputText.contains("receipts of the extension, opens (ext_ack by alibaba, opened by analytics)")
    )
    #expect(
      health.outputText.contains("| send-log  | sent 8           | none"),
      "\(health.outputText)")
    _ = try run(["verify"], in: folder)
  }
}
