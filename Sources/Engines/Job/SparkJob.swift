import Assets

/// The file that Spark's SQL command line runs: it reads the log, computes the model and writes its relations.
package struct SparkJob: Sendable {
  package let head: JobHead
  package let settings: JobSettings
  /// Folders, files or patterns, in Spark's spelling.
  package let inputs: [String]
  /// The folder of the relations, in Spark's spelling.
  package let output: String

  /// - Parameters:
  ///   - inputs: at least one.
  ///   - output: a folder that does not exist yet: Spark deletes what it finds there.
  package init(run: String, settings: JobSettings, inputs: [String], output: String) {
    head = JobHead(run: run, engine: .spark, settings: settings.digest)
    self.settings = settings
    self.inputs = inputs
    self.output = output
  }

  package var text: String {
    (Self.settingStatements + SparkReading(inputs: inputs, settings: settings).statements
      + [Self.cache("judged_line")] + SparkReading.results
      + JobInputs(settings: settings, literals: LiteralWriter(.spark)).statements + Self.model + writing)
      .joined(separator: "\n")
  }

  /// The settings that the job depends on, wherever it runs; the cluster's own settings stay as they are.
  ///
  /// A file that breaks off or goes away ends the job. Where Spark is told to ignore that, the rest of the file would
  /// be missing without a word. The marks of success say which relations are whole.
  ///
  /// The last setting is for speed: otherwise each statement reads views on views as text and analyses them again,
  /// which took 43 of 106 s of processor time for 20,000 lines.
  private static let settingStatements = [
    """
    SET spark.sql.session.timeZone=UTC;
    SET spark.sql.parser.escapedStringLiterals=false;
    SET spark.sql.variable.substitute=false;
    SET spark.sql.files.ignoreCorruptFiles=false;
    SET spark.sql.files.ignoreMissingFiles=false;
    SET mapreduce.fileoutputcommitter.marksuccessfuljobs=true;
    SET spark.sql.legacy.storeAnalyzedPlanForView=true;

    """
  ]

  /// The model, in which Spark keeps what several views read once it is computed.
  private static var model: [String] {
    ModelQuery.all.flatMap { $0.isReadOften ? [$0.text, cache($0.view)] : [$0.text] }
  }

  private static func cache(_ view: String) -> String { "CACHE TABLE \(view);\n" }

  private var writing: [String] {
    Relation.allCases.map { relation in
      """
      INSERT OVERWRITE DIRECTORY \(LiteralWriter(.spark).text("\(output)/\(relation.rawValue)"))
      USING json OPTIONS (ignoreNullFields 'false', compression 'none')
      \(relation.query(head));

      """
    }
  }
}
