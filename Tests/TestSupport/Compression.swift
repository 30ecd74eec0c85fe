public import Foundation

/// A program that compresses files.
public enum Compression: String, CaseIterable, Sendable {
  case gzip, zstd

  /// Those that are installed here.
  public static let installed = allCases.filter { ProgramRun.path(of: $0.rawValue) != nil }

  public var fileExtension: String { self == .gzip ? "gz" : "zst" }

  /// The bytes as one compressed member.
  public func compress(_ bytes: Data) throws -> Data {
    let scratch = try ScratchFolder()
    let path = try scratch.write(bytes, to: "plain")
    let program = ProgramRun.path(of: rawValue) ?? rawValue
    let run = try ProgramRun(program, ["-c", path])
    guard run.code == 0 else { throw Failure(message: run.errorText) }
    return run.output
  }

  struct Failure: Error { let message: String }
}
