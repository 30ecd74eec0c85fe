import Assets

/// The model on an engine that has tables: it computes once what is read often.
enum TableModel {
  /// Statements that make all views, each on those before it.
  static var statements: [String] {
    ModelQuery.all.flatMap { $0.isReadOften ? [$0.text, keep($0.view)] : [$0.text] }
  }

  private static func keep(_ view: String) -> String {
    """
    CREATE TABLE stored_\(view) AS SELECT * FROM \(view);
    DROP VIEW \(view);
    CREATE TEMPORARY VIEW \(view) AS SELECT * FROM stored_\(view);

    """
  }
}

extension ModelQuery {
  /// Whether several others read it, so that engines should compute it once and keep it.
  var isReadOften: Bool { ["fact", "event_cell", "flag"].contains(view) }
}
