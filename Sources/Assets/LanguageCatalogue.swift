import CLanguages
package import Prose

/// The catalogues of translations, files of `languages/`, which are compiled into the program.
package enum LanguageCatalogue {
  /// The file of a language; empty for English, in which everything is written.
  package static func text(of tag: LanguageTag) -> String {
    switch tag {
    case .english: return ""
    case .simplifiedChinese:
      var count = 0
      // The bytes are constants of the program and outlive the string that copies them.
      let start = unsafe pushledger_zh_hans(&count)
      return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }

  /// A language the program speaks, read from its catalogue.
  package static func language(_ tag: LanguageTag) -> Language {
    guard tag != .english else { return .english }
    do throws(CatalogueError) {
      return Language(tag: tag.rawValue, translations: try Catalogue(parsing: text(of: tag)).translations)
    } catch {
      preconditionFailure("\(tag.rawValue).po:\(error.line): \(error.message)")
    }
  }
}
