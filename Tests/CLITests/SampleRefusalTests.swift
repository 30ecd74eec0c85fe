import Foundation
import TestSupport
import Testing

/// Records of other services and other logs: those that a mapping knows are read, each other is refused with a reason,
/// and none does harm.
@Suite(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.skipped)))
struct SampleRefusalTests {
  private static let known: Set = [
    "airship-close.json", "aliyun-query-push-stat-by-msg.json", "baidu-callback.json",
    "huawei-receipt-v1.json",
    "jpush-received-detail.json", "pinpoint-campaign-send.json",
  ]

  @Test(arguments: Samples.files(of: "documented"))
  func `a file of another kind is read by its mapping or refused with its reason`(file: URL) throws {
    let folder = try ScratchFolder()
    let program = ProgramRun.builtPrograms.appending(path: "pushledger").path
    let run = try ProgramRun(
      program, ["import", "--app", "1", "--db", folder.path("a.db"), file.path], in: folder.url.path)
    #expect(!run.wasKilled)
    let isKnown = Self.known.contains(file.lastPathComponent)
    #expect(run.code == (isKnown ? 0 : 65))
    #expect(run.output.isEmpty)
    // The file and why, in one line of its own.
    #expect(run.errorText.contains("pushledger import: \(file.path): ") == !isKnown)
    let verify = try ProgramRun(program, ["verify", "--db", folder.path("a.db")], in: folder.url.path)
    #expect(verify.code == 0)
  }
}
