import ReceiptModel

extension LogReader {
  /// Bytes at the start of a file that tell how it is read.
  package static var headLength: Int { FormatSniffer.headLength }

  /// The mapping of the first record of a plain file that tells its source, empty for a receipt of Alibaba.
  ///
  /// - Returns: `nil` when none within its first 64 KiB does.
  package static func mapping(of file: consuming InputFile, options: ReadOptions) -> String? {
    guard var reader = try? LogReader(file, options: options.ofHead()) else { return nil }
    var batch = EventBatch(capacity: 1)
    var status = ReadStatus.batchIsFull
    while status == .batchIsFull {
      guard let next = try? reader.read(into: &batch) else { return nil }
      if let source = reader.firstSource { return source }
      status = next
      batch.removeAll()
    }
    return nil
  }

  /// Whether several readers may read parts of a file at the same time.
  ///
  /// That is so for plain JSON Lines whose first 64 KiB hold an event: then the file is a receipt log for certain, which
  /// could not be told from a part.
  package static func isDivisible(_ file: consuming InputFile, options: ReadOptions) throws(InputError)
    -> Bool
  {
    var reader = try LogReader(file, options: options.ofHead())
    var batch = EventBatch(capacity: 1)
    _ = try reader.read(into: &batch)
    return reader.progress.counts.accepted > 0 && reader.progress.format == LogFormat.jsonLines.rawValue
  }
}

extension ReadOptions {
  /// For reading no more than what tells how a file is read.
  fileprivate func ofHead() -> ReadOptions {
    var options = self
    options.readLimit = Int64(FormatSniffer.headLength)
    options.blockSize = FormatSniffer.headLength
    options.isFinal = false
    return options
  }
}
