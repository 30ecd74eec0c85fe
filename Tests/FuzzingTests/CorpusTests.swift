import Foundation
import Testing

/// The inputs that fuzzing found worth keeping, and what once went wrong: none of them breaks a promise.
struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Corpus")

  private static func inputs(of name: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: name), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  @Test(arguments: FuzzTarget.all.map(\.name)) func `what was found is answered as it should be`(
    _ name: String
  ) throws {
    let target = try #require(FuzzTarget.named(name))
    let inputs = try Self.inputs(of: name)
    #expect(!inputs.isEmpty)
    for input in inputs {
      let bytes = try [UInt8](Data(contentsOf: input))
      #expect(bytes.count <= target.longest, "\(input.lastPathComponent)")
      do { try target.attempt(bytes) } catch {
        Issue.record("\(name)/\(input.lastPathComponent): \(error)")
      }
    }
  }

  @Test func `every target has a name of its own and a corpus, and no corpus is without a target`() throws {
    let names = FuzzTarget.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted() == names.sorted())
  }

  @Test func `the corpus stays small`() throws {
    let sizes = try FuzzTarget.all.flatMap { try Self.inputs(of: $0.name) }
      .map { try Data(contentsOf: $0).count }
    #expect(sizes.reduce(0, +) < 1 << 20)
    #expect(sizes.allSatisfy { $0 <= 4096 })
  }

  @Test func `a broken promise is seen`() {
    #expect(throws: BrokenPromise.self) { try promise(1, equals: 2, "one is two") }
    #expect(throws: BrokenPromise.self) { try promise(false, "nothing") }
    #expect(throws: Never.self) { try promise([1], equals: [1], "the same") }
  }
}
