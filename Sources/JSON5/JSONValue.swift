package import Prose

/// A value of a JSON5 file, before anybody knows what it should be.
///
/// The file is read into this first, because only then can an unknown key be named together with the one that was
/// meant.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// - Throws: `NotUTF8` or `NotJSON5`, which hold no piece of the file.
  package init(json5 bytes: [UInt8]) throws {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw NotUTF8() }
    var reader = JSON5Reader(text)
    do throws(NotJSON5) { self = try reader.read() } catch { throw reader.found(error) }
  }

  /// For messages: `a number`.
  package var kind: Phrase {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A file in another encoding than JSON5 is to be in.
package struct NotUTF8: Error {}

/// A text that is no JSON5.
package struct NotJSON5: Error, Equatable {
  /// Where reading ended, from 1: at what cannot stand there, or just behind it.
  package internal(set) var line = 1
  package internal(set) var column = 1

  /// `not valid JSON5 at line 3, column 7`.
  package var message: Phrase {
    "not valid JSON5 at line \(figure: "\(line)"), column \(figure: "\(column)")"
  }
}
