/// Names inside a page that links and files use: lower-case letters, digits and hyphens, each once.
struct Anchors {
  private var taken: Set<String> = []

  /// `App versions` becomes `app-versions`, and when it comes again, `app-versions-2`.
  mutating func name(for words: String) -> String {
    let slug = Self.slug(words)
    var name = slug
    var number = 1
    while !taken.insert(name).inserted {
      number += 1
      name = "\(slug)-\(number)"
    }
    return name
  }

  private static func slug(_ words: String) -> String {
    var slug: [UInt8] = []
    for byte in words.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): slug.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(byte + 32)
      default: if let last = slug.last, last != UInt8(ascii: "-") { slug.append(UInt8(ascii: "-")) }
      }
    }
    if slug.last == UInt8(ascii: "-") { slug.removeLast() }
    return slug.isEmpty ? "part" : String(decoding: slug.prefix(60), as: UTF8.self)
  }
}
