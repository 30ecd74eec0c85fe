import Foundation
import TestSupport
import Testing

/// A case of the whole program: a folder with a command, its inputs, and what comes of it.
///
///     Cases/import/strict/cmd         run by `bash -e`, with the built `pushledger` first in the search path
///     Cases/import/strict/expout      standard output; no file when there is none
///     Cases/import/strict/experr      standard error, likewise
///     Cases/import/strict/expcode     the exit code, when it is not 0
///     Cases/import/strict/needs       other programs of the command, without which the case is left out
///     Cases/import/strict/…           inputs; beside them every case finds `Cases/inputs` as `logs`, and the folders
///                                     of docs/samples/rollups as `rollups` when its command names them
struct CaseFolder: Sendable, CustomTestStringConvertible {
  let url: URL

  /// The folder's place: `import/strict`.
  var name: String { url.pathComponents.suffix(2).joined(separator: "/") }
  var testDescription: String { name }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Cases")

  /// All cases whose programs are installed, by name.
  static let all: [CaseFolder] = folders(in: root).filter { $0.lastPathComponent != "inputs" }
    .flatMap(folders).map(CaseFolder.init).filter(\.isRunnable)

  private static func folders(in folder: URL) -> [URL] {
    let entries = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    return (entries ?? []).filter {
      (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }
    .sorted { $0.path < $1.path }
  }

  /// What the case must print and end with, and did.
  struct Outcome: Equatable {
    var output: String
    var errors: String
    var code: Int32
  }

  var expected: Outcome {
    Outcome(output: text("expout"), errors: text("experr"), code: Int32(text("expcode").trimmed) ?? 0)
  }

  /// Runs the command in a copy of the folder.
  func run() throws -> Outcome {
    let scratch = try ScratchFolder()
    for entry in try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
    where !Self.expectations.contains(entry.lastPathComponent) {
      try FileManager.default.copyItem(at: entry, to: scratch.url.appending(path: entry.lastPathComponent))
    }
    try FileManager.default.copyItem(
      at: Self.root.appending(path: "inputs"), to: scratch.url.appending(path: "logs"))
    if text("cmd").contains("rollups/") {
      try FileManager.default.copyItem(
        at: Self.root.appending(path: "../../../docs/samples/rollups").standardizedFileURL,
        to: scratch.url.appending(path: "rollups"))
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try ProgramRun(
      // Tests that open a ledger in this process set its mask for a moment, and what is started then inherits it.
      "/bin/sh", ["-c", "umask 022; exec bash -e cmd"], in: scratch.url.path,
      environment: [
        "PATH": ProgramRun.builtPrograms.path + ":" + path, "HOME": scratch.url.path, "LC_ALL": "C",
        "TZ": "UTC",
      ])
    #expect(!run.wasKilled, "\(name)")
    for text in [run.outputText, run.errorText] {
      #expect(!text.contains(scratch.url.path), "\(name) prints where it runs")
    }
    return Outcome(output: run.outputText, errors: run.errorText, code: run.code)
  }

  /// Makes an outcome the expected one.
  func record(_ outcome: Outcome) throws {
    for (file, text) in [
      ("expout", outcome.output), ("experr", outcome.errors),
      ("expcode", outcome.code == 0 ? "" : "\(outcome.code)\n"),
    ] {
      let file = url.appending(path: file)
      try? FileManager.default.removeItem(at: file)
      if !text.isEmpty { try Data(text.utf8).write(to: file) }
    }
  }

  private static let expectations = ["expout", "experr", "expcode", "needs"]

  private var isRunnable: Bool {
    text("needs").split(whereSeparator: \.isWhitespace).allSatisfy { ProgramRun.path(of: String($0)) != nil }
  }

  private func text(_ file: String) -> String {
    String(decoding: (try? Data(contentsOf: url.appending(path: file))) ?? Data(), as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
