package import Prose

/// The catalogues of translations, files of `languages/`, which are compiled into the program.
package enum LanguageCatalogue {
  /// The file of a language; empty for English, in which everything is written.
  package static func text(of tag: LanguageTag) -> String {
    tag == .english ? "" : AssetFiles.text(of: "languages/\(tag.rawValue).po")
  }

  /// A language the program speaks, read from its catalogue.
  package static func language(_ tag: LanguageTag) -> Language {
    guard tag != .english else { return .english }
    do throws(CatalogueError) {
      return Language(tag: tag.rawValue, translations: try Catalogue(parsing: text(of: tag)).translations)
    } catch {
      preconditionFailure("\(tag.rawValue).po:\(error.line): \(error.message.told())")
    }
  }
}
