package import Prose
package import Publishing
package import Reporting
import UserFiles

/// A report file against the ledger: what the command it carries gives now, compared with it byte by byte.
package struct ReportVerification {
  private let path: String
  private let text: String
  private let toolVersion: String
  /// What the file says of itself; nothing in it is run.
  package let provenance: ReportProvenance

  /// How the comparison ended, and what to say about it.
  package struct Outcome {
    /// `nil` when the report agrees.
    package let kind: Failure.Kind?
    /// What was found, a sentence.
    package let verdict: Phrase
    /// Lines of both that differ, `-` for the file and `+` for what holds now.
    package let differences: [String]
  }

  /// Reads a report file.
  ///
  /// - Throws: `Failure` of kind `inputUnusable` for a file that carries no command to render it again, of kind
  ///   `inputMissing`, `ioError` or `permission` when it cannot be read.
  package init(path: String, toolVersion: String) throws(Failure) {
    self.path = path
    self.toolVersion = toolVersion
    text = try Self.read(path)
    guard let provenance = ReportProvenance(in: text) else {
      throw Self.unusable(
        path, "no command that renders it again", "verify takes reports as pushledger wrote them")
    }
    guard provenance.reports == 1 else {
      throw Self.unusable(
        path, "\(figure: "\(provenance.reports)") reports in one file",
        "write them into a folder, and verify each by itself")
    }
    self.provenance = provenance
  }

  private static func read(_ path: String) throws(Failure) -> String {
    do throws(Failure) {
      return try TextFile.read(path, limit: largestReport, beyondIs: "no report")
    } catch {
      // What is in the file is no mistake of whoever named it.
      throw error.kind == .usage ? Failure(.inputUnusable, error.message, advice: error.advice) : error
    }
  }

  /// Compares the file with what its command gives now.
  package func compare(with report: WrittenReport, as files: ReportFiles) -> Outcome {
    let candidates = candidates(report, files)
    if candidates.contains(where: { $0.elementsEqual(text.utf8) }) {
      return Outcome(kind: nil, verdict: "the report agrees with the ledger", differences: [])
    }
    let hasPictures = text.contains("\n![")
    let now = hasPictures ? candidates[candidates.count - 1] : candidates[0]
    let lines = LineComparison(file: text, now: String(decoding: now, as: UTF8.self))
    let changes = changes(since: report)
    return Outcome(
      kind: changes.isEmpty ? .inconsistent : .inputUnusable,
      verdict: changes.isEmpty
        ? "the report is not what the same ledger and configuration give: line \(figure: "\(lines.first)") is the first that differs"
        : "the report cannot be made again: \(changes.joined(separator: "; "))",
      differences: lines.differences(limit: Self.mostDifferences))
  }

  /// What the report says it rests on, and is not what it would rest on now.
  private func changes(since report: WrittenReport) -> [Phrase] {
    let (made, origin) = (provenance.toolVersion, report.input.origin)
    let changes: [(isOne: Bool, words: Phrase)] = [
      (
        made != toolVersion, "it was made by version \(made.escapedForTerminal()), and this is \(toolVersion)"
      ),
      (provenance.template != origin.template, "its template has changed since"),
      (provenance.settings != origin.settings, "the configuration has changed since"),
      (provenance.data != report.input.dataDigest, "the ledger has changed since"),
    ]
    return changes.filter(\.isOne).map(\.words)
  }

  /// What the file can be: without pictures, and with those that stand beside a file of its name.
  private func candidates(_ report: WrittenReport, _ files: ReportFiles) -> [[UInt8]] {
    let beside = files.files(of: [report], stem: ReportOutput.stem(of: path)).last
    return [files.bytes(of: [report]), beside?.bytes ?? []]
  }

  /// That the file is of no use, and why.
  package func unusable(_ why: Phrase, _ advice: Phrase?) -> Failure { Self.unusable(path, why, advice) }

  private static func unusable(_ path: String, _ why: Phrase, _ advice: Phrase?) -> Failure {
    Failure(.inputUnusable, "\(path.escapedForTerminal()): \(why)", advice: advice)
  }

  private static let largestReport = 16 << 20
  private static let mostDifferences = 10
}
