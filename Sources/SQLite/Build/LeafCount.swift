/// How far a leaf page is filled.
struct LeafCount: Sendable {
  /// Its cells.
  var count = 0
  /// Where its lowest cell begins.
  var content: Int

  init(pageSize: Int) { content = pageSize }
}
