/// A place in a picture, in its own units, from the upper left.
struct SVGPoint: Equatable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// `1,2 3,4`: for the points of a line or an area.
  static func list(_ points: [SVGPoint]) -> HTMLText {
    points.map { "\($0.x),\($0.y)" as HTMLText }.joined(separator: " ")
  }

  /// A line for each stretch of measured values; a value that stands alone has a dot instead.
  static func lines(_ points: [SVGPoint?]) -> HTMLText {
    points.split { $0 == nil }.map { stretch -> HTMLText in
      let stretch = stretch.compactMap { $0 }
      guard stretch.count > 1 else {
        return "<circle class=\"c-dot\" cx=\"\(stretch[0].x)\" cy=\"\(stretch[0].y)\" r=\"2\"/>"
      }
      return "<polyline class=\"c-line\" points=\"\(list(stretch))\"/>"
    }.joined()
  }
}
