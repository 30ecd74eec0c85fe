package import Glibc

/// Calls of the system on files by their names; of one that fails `errno` says why.
package enum FileCall {
  /// - Parameter permissions: of a file that is made.
  /// - Returns: a descriptor, which is below zero when that failed.
  package static func open(_ path: String, _ flags: Int32, _ permissions: mode_t = 0) -> Int32 {
    Int32(SystemCall.retrying { unsafe Int(Glibc.open(path, flags, permissions)) })
  }

  /// Whether it can be used in a way: `F_OK`, `R_OK`, `W_OK`, `X_OK`.
  package static func access(_ path: String, _ way: Int32) -> Bool { unsafe Glibc.access(path, way) == 0 }

  package static func status(_ path: String, _ status: inout stat) -> Bool {
    SystemCall.retrying { unsafe Int(stat(path, &status)) } == 0
  }

  /// The same of a link itself.
  package static func linkStatus(_ path: String, _ status: inout stat) -> Bool {
    SystemCall.retrying { unsafe Int(lstat(path, &status)) } == 0
  }

  package static func status(_ descriptor: Int32, _ status: inout stat) -> Bool {
    unsafe fstat(descriptor, &status) == 0
  }

  /// - Parameter path: its bytes, which need not be UTF-8.
  package static func status(of path: [UInt8], followingLinks: Bool) -> stat? {
    var status = stat()
    let name = path.asCString
    let code = SystemCall.retrying {
      Int(unsafe followingLinks ? stat(name, &status) : lstat(name, &status))
    }
    return code == 0 ? status : nil
  }

  @discardableResult package static func unlink(_ path: String) -> Bool { unsafe Glibc.unlink(path) == 0 }

  package static func rename(_ old: String, _ new: String) -> Bool { unsafe Glibc.rename(old, new) == 0 }

  package static func symlink(_ target: String, _ path: String) -> Bool {
    unsafe Glibc.symlink(target, path) == 0
  }

  package static func mkdir(_ path: String, _ permissions: mode_t) -> Bool {
    unsafe Glibc.mkdir(path, permissions) == 0
  }

  /// Makes a folder for its owner alone, under a name that nobody had; `nil` when that failed.
  ///
  /// - Parameter prefix: its path but for the last six characters.
  package static func newFolder(_ prefix: String) -> String? {
    var name = Array("\(prefix)XXXXXX".utf8CString)
    // Sound: the name ends with a NUL, and mkdtemp writes only over its six X.
    guard unsafe mkdtemp(&name) != nil else { return nil }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @discardableResult package static func rmdir(_ path: String) -> Bool { unsafe Glibc.rmdir(path) == 0 }

  /// Removes a file, or a folder that is empty.
  @discardableResult package static func remove(_ path: String) -> Bool { unsafe Glibc.remove(path) == 0 }

  @discardableResult package static func chmod(_ path: String, _ permissions: mode_t) -> Bool {
    unsafe Glibc.chmod(path, permissions) == 0
  }

  /// An absolute path without links; `nil` when nothing is there.
  package static func realpath(_ path: String) -> String? {
    realpath(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same of a path that need not be UTF-8.
  package static func realpath(_ path: [UInt8]) -> [UInt8]? {
    guard let place = unsafe Glibc.realpath(path.asCString, nil) else { return nil }
    defer { unsafe free(place) }
    return unsafe Array(UnsafeRawBufferPointer(start: place, count: strlen(place)))
  }

  /// Where a link leads, as it says; `nil` when that failed, as of what is no link.
  package static func readlink(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe Glibc.readlink(path, &target, target.count)
    guard length >= 0 else { return nil }
    return String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension [UInt8] {
  /// The bytes as a C string.
  fileprivate var asCString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
