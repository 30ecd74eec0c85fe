import Foundation
import Glibc
import TestSupport
import Testing

@testable import Importing

/// A key is 64 digits in a file that nobody else may read; all else is refused, and no refusal shows what is in it.
@Suite struct PseudonymKeyFileTests {
  private let folder: ScratchFolder
  private static let digits = String(repeating: "0123456789abcdef", count: 4)

  init() throws { folder = try ScratchFolder() }

  private func file(_ text: String, mode: Int = 0o600) throws -> String {
    let path = try folder.write(text, to: "key")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  private func refusal(_ path: String) -> PseudonymKeyError.Reason? {
    let error = #expect(throws: PseudonymKeyError.self) { try PseudonymKey(contentsOf: path) }
    // The folder's own name is drawn by lot, and may have the same digits.
    let words = error?.description.replacingOccurrences(of: path, with: "PATH")
    #expect(words?.contains("PATH") == true)
    #expect(words?.contains("0123") == false)
    return error?.reason
  }

  @Test(arguments: [digits, digits + "\n", digits.uppercased()]) func `64 digits are a key`(text: String)
    throws
  {
    let secret = (0..<4).flatMap { _ in [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF] as [UInt8] }
    let key = try PseudonymKey(contentsOf: file(text, mode: 0o400))
    #expect(key.pseudonym(of: "d") == PseudonymKey(secret.span).pseudonym(of: "d"))
    #expect(key.mark == PseudonymKey(secret.span).mark)
  }

  @Test(arguments: [
    "", "\n", String(digits.dropLast()), digits + "0", digits + "\n\n", digits + "\r\n", " " + digits,
    String(digits.dropLast()) + "g", String(repeating: digits, count: 9_999),
  ]) func `anything else is no key`(text: String) throws {
    #expect(try refusal(file(text)) == .noKey)
  }

  @Test(arguments: ["00", "ff", "aB", "ab"]) func `digits of one byte are no secret`(byte: String) throws {
    #expect(try refusal(file(String(repeating: byte, count: 32) + "\n")) == .oneByte)
    let other = try file(String(repeating: byte, count: 31) + "01")
    #expect(throws: Never.self) { try PseudonymKey(contentsOf: other) }
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o601, 0o777]) func `a file that others may use is refused`(
    mode: Int
  ) throws {
    #expect(try refusal(file(Self.digits, mode: mode)) == .open(UInt32(mode)))
  }

  @Test func `a link is judged by what it leads to`() throws {
    let target = try file(Self.digits)
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: target)
    #expect(throws: Never.self) { try PseudonymKey(contentsOf: folder.path("link")) }
    _ = try file(Self.digits, mode: 0o644)
    #expect(refusal(folder.path("link")) == .open(0o644))
  }

  @Test func `a pipe, a folder and nothing at all are refused at once`() throws {
    #expect(unsafe mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(refusal(folder.path("pipe")) == .notRegular)
    #expect(refusal(folder.url.path) == .notRegular)
    #expect(refusal(folder.path("missing")) == .unreadable(ENOENT))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a file of another user is refused, unless it is root's`() throws {
    let path = try file(Self.digits)
    #expect(throws: Never.self) { try PseudonymKey(contentsOf: path) }
    #expect(unsafe chown(path, 1234, 1234) == 0)
    #expect(refusal(path) == .ofAnother)
  }

  @Test func `keys have marks and pseudonyms of their own`() {
    let keys = (UInt8(0)..<100).map { PseudonymKey(Array(repeating: $0, count: 32).span) }
    #expect(Set(keys.map(\.mark)).count == 100)
    #expect(Set(keys.map { $0.pseudonym(of: "d") }).count == 100)
    #expect(keys[0].pseudonym(of: "") == "")
  }
}
