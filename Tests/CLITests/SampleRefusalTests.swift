import Foundation
import TestSupport
import Testing

/// Records of other services and other logs: each is refused with a reason, and none does harm.
@Suite(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.skipped)))
struct SampleRefusalTests {
  @Test(arguments: Samples.files(of: "documented")) func `a file of another kind is refused with its reason`(
    file: URL
  ) throws {
    let folder = try ScratchFolder()
    let program = ProgramRun.builtPrograms.appending(path: "pushledger").path
    let run = try ProgramRun(
      program, ["import", "--db", folder.path("a.db"), file.path], in: folder.url.path)
    #expect(!run.wasKilled)
    #expect(run.code == 65)
    #expect(run.output.isEmpty)
    // The file and why, in one line of its own.
    #expect(run.errorText.contains("pushledger import: \(file.path): "))
    let verify = try ProgramRun(program, ["verify", "--db", folder.path("a.db")], in: folder.url.path)
    #expect(verify.code == 0)
  }
}
