/// How leaf pages are filled.
package struct LeafOptions: Sendable {
  /// Whether records may end before columns at their end that are NULL, as those do that are older than a column.
  ///
  /// It saves a byte for each; `INSERT` writes all columns.
  package var omitsTrailingNulls = false
  /// Bytes of a page that stay free, so that rows can grow later without the page being split.
  package var spareBytes = 0
  /// Bytes of the pages that are written at once, a multiple of the page size.
  var blockBytes = 1 << 20
  /// Leaves whose parents are made later, of each segment: at least six.
  var leavesInMemory = 4096

  package init(omitsTrailingNulls: Bool = false, spareBytes: Int = 0) {
    self.omitsTrailingNulls = omitsTrailingNulls
    self.spareBytes = spareBytes
  }
}
