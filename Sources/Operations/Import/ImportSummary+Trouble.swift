package import Importing
package import Prose
import ReceiptModel
import UserFiles

extension ImportSummary {
  /// The worst that happened to its files; `nil` when all were read and too little was refused to matter.
  ///
  /// - Parameter limit: the share of a file's lines that may be refused.
  package func trouble(limit: Double) -> Failure.Kind? {
    let kinds = files.compactMap(\.error?.kind)
    for kind in [Failure.Kind.ioError, .permission, .inputMissing, .inputUnusable] where kinds.contains(kind)
    {
      return kind
    }
    return files.contains { $0.isRefused(beyond: limit) } ? .inputUnusable : nil
  }
}

extension FileSummary {
  /// Lines in which something is wrong; what was pruned and comes again is as it should be.
  package var wrongLines: Int { counts.rejected - outdated }

  /// - Parameter limit: the share of lines that may be refused.
  package func isRefused(beyond limit: Double) -> Bool {
    Double(wrongLines) > limit * Double(counts.lines)
  }
}
