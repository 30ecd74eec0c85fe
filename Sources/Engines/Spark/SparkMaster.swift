import Files
import Glibc
import Prose

/// Where Spark runs: in one process here, or on a cluster.
package struct SparkMaster: Equatable, Sendable {
  /// As Spark takes it: `local[2]`, `spark://host:7077`, `yarn`, `k8s://…`.
  package let name: String

  /// - Throws: `EngineError` of the kind `usage` for what is no master.
  package init(_ name: String) throws {
    self.name = name
    let isKnown =
      name == "local" || name == "yarn" || name.hasPrefix("k8s://")
      || Self.isBracketed(name, "local[") || Self.isBracketed(name, "local-cluster[")
      || name.hasPrefix("spark://") && !Self.addresses(name).isEmpty
    guard isKnown else {
      throw EngineError(
        .usage, "'\(name)' is not a master of Spark",
        advice: "write local[2], spark://HOST:PORT, yarn or k8s://URL")
    }
  }

  private static func isBracketed(_ name: String, _ prefix: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix("]")
  }

  /// The cores of a master that runs here; `nil` for others.
  var localCores: Int? {
    let numbers = name.split { !$0.isNumber }.compactMap { Int($0) }
    if name.hasPrefix("local-cluster[") { return numbers.count > 1 ? max(1, numbers[0] * numbers[1]) : 1 }
    guard name == "local" || name.hasPrefix("local[") else { return nil }
    return name.contains("*") ? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) : max(1, numbers.first ?? 1)
  }

  /// Whether all of it runs on this machine.
  var isHere: Bool { localCores != nil || Self.addresses(name).contains { $0.host == "127.0.0.1" } }

  /// Asks whether a standalone master answers; Spark itself takes more than a minute to find out.
  ///
  /// - Throws: `EngineError` of the kind `engineMissing` when none of those named does.
  func reach(milliseconds: Int32 = 3_000) throws {
    let addresses = Self.addresses(name)
    guard !addresses.isEmpty else { return }
    let reasons = addresses.map { TCPProbe.problem(host: $0.host, port: $0.port, milliseconds: milliseconds) }
    guard !reasons.contains(nil) else { return }
    throw EngineError(
      .engineMissing, "no master answers at \(name): \(reasons.compactMap(\.self).first ?? "unknown")",
      advice: "start it, or name another with --master")
  }

  /// `spark://a:7077,b:7077`.
  private static func addresses(_ name: String) -> [(host: String, port: String)] {
    guard name.hasPrefix("spark://") else { return [] }
    let words = name.dropFirst("spark://".count).split(separator: ",", omittingEmptySubsequences: false)
    let pairs = words.compactMap { word -> (host: String, port: String)? in
      guard let colon = word.lastIndex(of: ":") else { return nil }
      let (host, port) = (word[..<colon], word[word.index(after: colon)...])
      guard !host.isEmpty, let number = UInt16(port), number > 0 else { return nil }
      return (host.filter { $0 != "[" && $0 != "]" }, String(port))
    }
    return pairs.count == words.count ? pairs : []
  }
}

/// Whether a machine listens there.
enum TCPProbe {
  /// - Returns: why not, in the system's words; `nil` when a connection was made, which is closed at once.
  static func problem(host: String, port: String, milliseconds: Int32) -> String? {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, port, &hints, &found)
    guard code == 0, let first = unsafe found else {
      return unsafe String(cString: gai_strerror(code))
    }
    defer { unsafe freeaddrinfo(first) }
    var next = unsafe Optional(first)
    var problem: String?
    while let info = unsafe next {
      problem = unsafe Self.problem(info.pointee, milliseconds)
      if problem == nil { return nil }
      unsafe next = info.pointee.ai_next
    }
    return problem
  }

  /// - Returns: why no connection to one of a host's addresses could be made.
  private static func problem(_ info: addrinfo, _ milliseconds: Int32) -> String? {
    let type = unsafe info.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = unsafe socket(info.ai_family, type, info.ai_protocol)
    guard descriptor >= 0 else { return words(errno) }
    defer { close(descriptor) }
    if unsafe connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 { return nil }
    guard errno == EINPROGRESS else { return words(errno) }
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&request, 1, milliseconds) == 1 else {
      return "no answer within \(milliseconds / 1000) s"
    }
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
    return error == 0 ? nil : words(error)
  }

  private static func words(_ code: Int32) -> String {
    SystemReason.text(code)
  }
}
