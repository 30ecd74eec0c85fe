import Foundation
import Testing

/// The whole program, as it is used: see `CaseFolder`.
///
/// `RECORD=1 swift test --filter CaseTests` makes what comes out the expectation; then read the `git diff`.
@Suite struct CaseTests {
  private let records = ProcessInfo.processInfo.environment["RECORD"] != nil

  @Test(arguments: CaseFolder.all) func `prints and ends as expected`(_ folder: CaseFolder) throws {
    let outcome = try folder.run()
    if records { return try folder.record(outcome) }
    let expected = folder.expected
    #expect(outcome.output == expected.output)
    #expect(outcome.errors == expected.errors)
    #expect(outcome.code == expected.code)
  }

  @Test func `every case has a command`() {
    #expect(!CaseFolder.all.isEmpty)
    for folder in CaseFolder.all {
      #expect(
        FileManager.default.fileExists(atPath: folder.url.appending(path: "cmd").path), "\(folder.name)")
    }
  }
}
