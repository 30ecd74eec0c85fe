import JSON5
import ReceiptModel
package import Reporting
package import UserFiles

extension RunIndex {
  /// The index of an output folder, read from the manifests of its generations.
  ///
  /// - Parameter newest: as of `RunOutcome.newestDay`.
  package init(_ tree: OutputTree, _ generations: [DatedName], newest: ReportInput) throws {
    try self.init(
      entries: generations.reversed().map { Entry(name: $0.text, in: tree) }, folder: "generations",
      current: tree.current()?.text, newest: newest)
  }
}

extension RunIndex.Entry {
  /// What the manifest of a generation says; only the name, when it cannot be read.
  package init(name: String, in tree: OutputTree) {
    self.init(name: name)
    guard let text = try? TextFile.read("\(tree.generationsPath)/\(name)/manifest.json", limit: 1 << 24),
      case .object(let manifest)? = try? JSONValue(json5: Array(text.utf8))
    else { return }
    asOf = manifest["as_of"]?.text
    if case .object(let verdict)? = manifest["verdict"] {
      state = verdict["state"]?.text ?? ""
      critical = verdict["critical"]?.whole ?? 0
      warnings = verdict["warnings"]?.whole ?? 0
    }
    for rate in manifest["rates"]?.objects ?? [] {
      guard let name = rate["name"]?.text, let part = rate["numerator"]?.whole,
        let all = rate["denominator"]?.whole
      else { continue }
      rates.append(RunVerdict.NamedRate(name: name, rate: Rate(part, of: all)))
    }
    files = (manifest["files"]?.objects ?? []).compactMap { $0["name"]?.text }
  }
}

extension JSONValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var whole: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
  fileprivate var objects: [[String: JSONValue]] {
    guard case .array(let list) = self else { return [] }
    return list.compactMap { element in if case .object(let fields) = element { fields } else { nil } }
  }
}
