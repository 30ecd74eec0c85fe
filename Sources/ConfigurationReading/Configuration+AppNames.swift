package import ReceiptModel

extension Configuration {
  /// What people call their apps, by AppKey.
  package var appNames: [String: String] {
    appKeys.reduce(into: [:]) { names, app in if let name = app.name { names[app.key] = name } }
  }
}
