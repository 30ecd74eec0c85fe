import Assets
package import Prose
import ReceiptModel

extension ConfigurationLoader {
  /// What a failure is told in, even when the configuration is what failed.
  ///
  /// `--lang` counts, else what the file says of its language, whatever is wrong in it besides; what cannot be read was
  /// not said.
  package func languageOfFailures() -> Language {
    let file = filePath.flatMap { try? ConfigurationFile(path: $0, wasFound: namedPath == nil) }
    var configuration = Configuration()
    configuration.language = options.language ?? file?.language ?? .english
    configuration.languageFile = file?.languageFile
    return (try? configuration.words()) ?? LanguageCatalogue.language(configuration.language)
  }
}
