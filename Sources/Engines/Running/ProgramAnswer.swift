import Files
import Glibc
import LogReading

/// What a program says when it is asked for its version.
enum ProgramAnswer {
  /// - Returns: up to 4096 bytes of what it prints; `nil` when it does not end well within ten seconds.
  static func of(_ program: String, _ arguments: [String], environment: [String: String]) throws -> String? {
    let path = try NewFolder.make("/tmp/pushledger-version-", for: "/tmp")
    let output = "\(path)/version"
    defer {
      FileCall.unlink(output)
      FileCall.rmdir(path)
    }
    let child = try ChildProcess(
      program, arguments, environment: environment, output: output, folder: "/")
    let watch = ChildWatch(timeout: .seconds(10), patience: .zero, shouldStop: { false })
    guard watch.wait(for: child) == .ended(.exited(0)) else { return nil }
    let bytes = (try? InputFile(path: output).bytes(at: 0, count: 4096)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}
