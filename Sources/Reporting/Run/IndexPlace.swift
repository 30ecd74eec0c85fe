import Prose

/// Where people find the newest page of the runs, which mails and chats name.
package enum IndexPlace: Equatable, Sendable {
  case path(String)
  /// By the web.
  case address(String)

  /// - Parameters:
  ///   - output: the folder that runs write into.
  ///   - address: where that folder is reached by the web; `nil` for nowhere.
  package init(in output: String, at address: String?) {
    guard let address else {
      self = .path([output, "index.html"].joined(separator: "/"))
      return
    }
    self = .address(address + (address.hasSuffix("/") ? "" : "/") + "index.html")
  }

  /// `Newest page: https://push.example/out/index.html`.
  var phrase: Phrase {
    switch self {
    case .path(let path): "Newest page: \(code: path)"
    case .address(let address): "Newest page: \(Phrase(.link(address, target: address)))"
    }
  }
}
