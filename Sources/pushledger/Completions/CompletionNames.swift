import Assets
import CommandLineKit
import Diagnosis
import Ledger
import Libraries
import Mappings
import Prose
import ReceiptModel
import Reporting
import Simulation

/// Names that shells ask the program for while a command line is typed.
enum CompletionNames: String, CaseIterable, ArgumentValue, Sendable {
  case reports, queries
  case dataSets = "data-sets"
  case sources
  case codes, defects, views, settings
  case appKeys = "app-keys"

  /// A name, and what it means where that is known.
  struct Entry: Equatable, Sendable {
    let name: String
    var meaning = ""

    /// As shells read it; `nil` for a name that would not come out as it is or be taken for an option.
    var line: String? {
      guard !name.isEmpty, !name.hasPrefix("-"), name.escapedForTerminal(limit: 255) == name else {
        return nil
      }
      return meaning.isEmpty ? name : name + "\t" + meaning.escapedForTerminal(limit: 120)
    }
  }

  /// The names, by what the line that is being typed says about folders and configuration.
  ///
  /// Nobody waits for a message while typing: what cannot be read is left out.
  func entries(for line: TypedLine) -> [Entry] {
    switch self {
    case .reports: Self.reports(in: line.reportsFolder)
    case .queries: Self.queries(in: line.queriesFolder)
    case .sources: Self.sources(in: line.configuration.mappingsFolder)
    case .dataSets: DataSetKind.names.map { Entry(name: $0) }
    case .codes: FindingCode.allCases.map { Entry(name: $0.rawValue) }
    case .defects: Defect.allCases.map { Entry(name: $0.rawValue) }
    case .views: PublicView.all.map { Entry(name: $0.name, meaning: $0.row) }
    case .settings: Self.settings(isShown: line.words.contains("show"))
    case .appKeys: line.configuration.appKeys.map { Entry(name: $0.key, meaning: $0.name ?? "") }
    }
  }

  private static func reports(in folder: String?) -> [Entry] {
    let own = folder.flatMap { try? ReportLibrary.names(in: $0) } ?? []
    return Set(ReportTemplate.all.map(\.name) + own).sorted().map { Entry(name: $0) }
  }

  /// What `config` shows, and before that the word for showing it.
  private static func settings(isShown: Bool) -> [Entry] {
    guard isShown else { return [Entry(name: "show", meaning: "print values and where they came from")] }
    return Setting.allCases.map { Entry(name: $0.rawValue, meaning: $0.meaning) }
      + Evidence.Limits.settings.map { Entry(name: "limits." + $0.name, meaning: $0.meaning) }
      + RunSetting.allCases.map { Entry(name: "run." + $0.rawValue, meaning: $0.meaning) }
      + SparkSetting.allCases.map { Entry(name: "spark." + $0.rawValue, meaning: $0.meaning) }
  }

  private static func sources(in folder: String?) -> [Entry] {
    let shipped = MappingCatalogue.all.map { Entry(name: $0.name, meaning: $0.title) }
    let own = (folder.flatMap { try? MappingLibrary.names(in: $0) } ?? []).map { Entry(name: $0) }
    return own + shipped.filter { entry in !own.contains { $0.name == entry.name } }
  }

  private static func queries(in folder: String?) -> [Entry] {
    var meanings: [String: String] = [:]
    for query in NamedQuery.all { meanings[query.name] = StoredQuery(query).header.question }
    // Questions of the user's own files are not read: a folder may be large, slow, or hold a pipe.
    for name in folder.flatMap({ try? QueryLibrary.names(in: $0) }) ?? [] { meanings[name] = "" }
    return meanings.sorted { $0.key < $1.key }.map { Entry(name: $0.key, meaning: $0.value) }
  }
}

extension ValueCompletion {
  static let reports = names(CompletionNames.reports.rawValue)
  static let queries = names(CompletionNames.queries.rawValue)
  static let sources = names(CompletionNames.sources.rawValue)
  static let dataSets = names(CompletionNames.dataSets.rawValue)
  static let codes = names(CompletionNames.codes.rawValue)
  static let defects = names(CompletionNames.defects.rawValue)
  static let views = names(CompletionNames.views.rawValue)
  static let settings = names(CompletionNames.settings.rawValue)
  static let appKeys = names(CompletionNames.appKeys.rawValue)
}
