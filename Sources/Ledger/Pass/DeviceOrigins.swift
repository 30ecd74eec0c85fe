import ReceiptModel
import SQLite

/// Where deliveries come from, by number: AppKey, app version, OS version and network type.
struct DeviceOrigins {
  struct Origin {
    var appKey = ""
    var appVersion = ""
    var osVersion = ""
    var networkType = ""
  }

  private var origins: [Origin] = []
  /// By references; a number plus one, and 0 for one that is new.
  private var numbers = RollupTable<Key, UInt32>(zero: 0)
  private var versions: BuildVersions
  private var networks: NetworkTypes
  private let appKeys: [Int64: String]
  private let names: Statement
  /// Those of versions, which come once with each network type.
  private var known = ReferenceMemo<(app: String, system: String)>()

  init(in reader: LedgerReader) throws {
    versions = try BuildVersions(in: reader.database)
    networks = try NetworkTypes(in: reader.database)
    appKeys = try reader.appKeys()
    names = try reader.database.prepare("SELECT app_version, os_version FROM version WHERE ref = ?1")
  }

  subscript(_ number: UInt32) -> Origin { origins[Int(number)] }

  /// The number of a delivery's origin.
  @inline(__always)
  mutating func number(of delivery: PassedFacts) throws -> UInt32 {
    let key = Key(
      app: delivery.app, version: try versions.of(delivery.build).pair,
      network: try networks.number(of: delivery.network))
    let known = numbers[key]
    guard known == 0 else { return known - 1 }
    try origins.append(origin(key))
    numbers[key] = UInt32(origins.count)
    return UInt32(origins.count - 1)
  }

  private mutating func origin(_ key: Key) throws -> Origin {
    let names = try names(ofVersion: key.version)
    return Origin(
      appKey: appKeys[key.app] ?? "", appVersion: names.app, osVersion: names.system,
      networkType: networks[key.network])
  }

  private mutating func names(ofVersion version: Int64) throws -> (app: String, system: String) {
    if let names = known[version] { return names }
    names.bind(version, at: 1)
    defer { names.reset() }
    guard try names.step() else { throw LedgerError.inconsistent("there is no version \(version)") }
    let found = (app: names.text(0), system: names.text(1))
    known.set(found, for: version)
    return found
  }

  private struct Key: RollupTableKey {
    var app: Int64
    var version: Int64
    var network: Int

    var mixed: UInt64 {
      ByteDictionary.mix(
        UInt64(bitPattern: version) << 24 ^ UInt64(bitPattern: app) << 8 ^ UInt64(network)
          &* 0x9E37_79B9_7F4A_7C15)
    }

    static func < (left: Key, right: Key) -> Bool {
      (left.app, left.version, left.network) < (right.app, right.version, right.network)
    }
  }
}

/// The network types behind the references of networks, which tell apart operators and networks of clients, too.
private struct NetworkTypes {
  private var types: [String] = []
  /// By the bytes of a type, of which a log may have a new one in every line.
  private var places: [[UInt8]: Int] = [:]
  private var numbers = ReferenceMemo<Int>()
  private let lookUp: Statement

  init(in database: Database) throws {
    lookUp = try database.prepare("SELECT network_type FROM network WHERE ref = ?1")
  }

  subscript(_ number: Int) -> String { types[number] }

  mutating func number(of network: Int64) throws -> Int {
    if let number = numbers[network] { return number }
    lookUp.bind(network, at: 1)
    defer { lookUp.reset() }
    guard try lookUp.step() else { throw LedgerError.inconsistent("there is no network \(network)") }
    let type = lookUp.text(0)
    let number = places[Array(type.utf8), default: types.count]
    if number == types.count {
      types.append(type)
      places[Array(type.utf8)] = number
    }
    numbers.set(number, for: network)
    return number
  }
}
