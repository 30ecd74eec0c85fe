import Assets
package import Prose
import ReceiptModel

extension Configuration {
  /// What reports, findings and explanations are said in: the user's own words before those of the language.
  ///
  /// - Throws: `ConfigurationError` that names the file and the line.
  package func words() throws(ConfigurationError) -> Language {
    var words = LanguageCatalogue.language(language)
    guard let path = languageFile else { return words }
    let shown = path.escapedForTerminal()
    let bytes = try ConfigurationFile.read(path, shown: shown)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationError("\(shown): not valid UTF-8")
    }
    do throws(CatalogueError) {
      words.translations.merge(try Catalogue(parsing: text).translations) { _, own in own }
      return words
    } catch {
      throw ConfigurationError("\(shown):\(figure: "\(error.line)"): \(error.message)")
    }
  }
}
