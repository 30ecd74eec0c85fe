// swift-tools-version: 6.3
import PackageDescription

/// Settings shared by every Swift target.
let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // `any` where dispatch is dynamic
  .enableUpcomingFeature("InternalImportsByDefault"),  // an import is public only when it says so
  .enableUpcomingFeature("MemberImportVisibility"),  // no leaking extensions
  .strictMemorySafety(),  // unsafe code says `unsafe`
  .treatAllWarnings(as: .error),
]

/// What fuzzing reaches.
let fuzzed: [Target.Dependency] = [
  "pushledger", "Assets", "CommandLineKit", "ConfigurationReading", "CSnappy", "Diagnosis", "Ledger",
  "Libraries", "LogReading", "Mappings", "Prose", "Publishing", "ReceiptModel", "Reporting", "SQLite",
  "TestSupport",
]

let package = Package(
  name: "pushledger",
  products: [.executable(name: "pushledger", targets: ["pushledger"])],
  traits: [
    .trait(name: "ISAL", description: "inflates gzip by ISA-L on x86-64; without it zlib does"),
    .default(enabledTraits: ["ISAL"]),
  ],
  targets: [
    // C libraries of the distribution.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CLz4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
    .systemLibrary(name: "CSnappy", pkgConfig: "snappy", providers: [.apt(["libsnappy-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CDigest", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),

    // Vocabulary and tools that know nothing of each other.
    .target(name: "Prose"),
    // One writer of JSON.
    .target(name: "JSONWriting", dependencies: ["Prose"]),
    // System calls on files that several targets make.
    .target(name: "Files", dependencies: ["Prose"]),
    // Files of the repository inside the program.
    .target(name: "CAssets", cSettings: [.disableWarning("c23-extensions")]),
    .target(name: "JSON5", dependencies: ["Prose"]),
    // Work on several cores.
    .target(name: "Threads"),
    .target(name: "ReceiptModel", dependencies: ["Prose"], linkerSettings: [.linkedLibrary("m")]),
    .target(name: "CommandLineKit", dependencies: ["CMalloc", "Files", "Prose"]),
    .target(name: "Digest", dependencies: ["CDigest"]),
    .target(name: "SQLite", dependencies: ["CSQLite", "Files", "Prose", "ReceiptModel"]),
    .target(name: "Assets", dependencies: ["CAssets", "Prose", "ReceiptModel"]),

    // From logs to the ledger.
    .target(name: "Mappings", dependencies: ["Assets", "JSON5", "Prose", "ReceiptModel"]),
    .target(
      name: "LogReading", dependencies: ["Files", "Prose", "ReceiptModel", "CLz4", "CZlib", "CZstd"]),
    .target(
      name: "Ledger",
      dependencies: ["SQLite", "Assets", "Digest", "Files", "Prose", "ReceiptModel", "Threads"]),
    .target(
      name: "Importing", dependencies: ["LogReading", "Ledger", "Digest", "Files", "Prose", "ReceiptModel"]),
    .target(
      name: "Loading",
      dependencies: ["Files", "JSONWriting", "LogReading", "Ledger", "Prose", "ReceiptModel"]),
    .target(name: "Simulation", dependencies: ["JSONWriting", "ReceiptModel"]),

    // From logs to sums, by an engine that may be of many machines.
    .target(
      name: "Engines",
      dependencies: [
        "Assets", "Digest", "Files", "Importing", "JSON5", "JSONWriting", "LogReading", "Prose",
        "ReceiptModel", "SQLite",
      ]),

    // From the ledger to people.
    .target(name: "Diagnosis", dependencies: ["Assets", "Prose", "ReceiptModel", "Threads"]),
    .target(
      name: "Reporting",
      dependencies: ["Diagnosis", "Digest", "JSONWriting", "Prose", "ReceiptModel", "Assets", "Threads"]),
    .target(
      name: "Snapshot",
      dependencies: ["SQLite", "Reporting", "JSONWriting", "Prose", "Assets", "ReceiptModel"]),

    // What users name: files, settings, and questions, templates and mappings of their own.
    .target(
      name: "UserFiles",
      dependencies: ["Files", "Ledger", "LogReading", "Prose", "ReceiptModel", "SQLite"]),
    .target(
      name: "ConfigurationReading",
      dependencies: [
        "Assets", "Diagnosis", "Engines", "Files", "JSON5", "Ledger", "Prose",
        "ReceiptModel", "Reporting", "UserFiles",
      ]),
    .target(
      name: "Libraries",
      dependencies: [
        "Assets", "ConfigurationReading", "LogReading", "Mappings", "Prose", "ReceiptModel",
        "Reporting", "UserFiles",
      ]),
    .target(
      name: "Publishing",
      dependencies: [
        "Assets", "ConfigurationReading", "Diagnosis", "Digest", "Files", "Importing",
        "JSON5", "JSONWriting", "Ledger", "Libraries", "Prose", "ReceiptModel", "Reporting", "SQLite",
        "Snapshot", "UserFiles",
      ]),

    // What the program does with a ledger, whoever asks.
    .target(
      name: "Operations",
      dependencies: [
        "ConfigurationReading", "Engines", "Importing", "Ledger", "Libraries", "Loading",
        "LogReading", "Prose", "Publishing", "ReceiptModel", "Reporting", "SQLite", "UserFiles",
      ]),

    .executableTarget(
      name: "pushledger",
      dependencies: [
        "Assets", "CommandLineKit", "ConfigurationReading", "Diagnosis", "Engines", "Files", "Importing",
        "JSONWriting", "Ledger", "Libraries", "Loading", "LogReading", "Mappings", "Operations", "Prose",
        "Publishing", "ReceiptModel", "Reporting", "SQLite", "Simulation", "UserFiles",
      ]),

    .executableTarget(
      name: "pushledger-bench",
      dependencies: ["Importing", "LogReading", "Ledger", "SQLite", "ReceiptModel", "Simulation"]),

    // Tests.
    .target(name: "TestSupport", dependencies: ["Digest"], path: "Tests/TestSupport"),
    .target(
      name: "ReferenceLedger", dependencies: ["TestSupport"], path: "Tests/ReferenceLedger"),
    .testTarget(
      name: "ReferenceLedgerTests", dependencies: ["ReferenceLedger", "TestSupport"]),
    .testTarget(name: "AssetsTests", dependencies: ["Assets"]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "Prose", "TestSupport"]),
    .testTarget(name: "ProseTests", dependencies: ["Prose", "TestSupport"]),
    .testTarget(name: "ReceiptModelTests", dependencies: ["ReceiptModel", "TestSupport"]),
    .testTarget(
      name: "CommandLineKitTests", dependencies: ["CommandLineKit", "Files", "Prose", "TestSupport"]),
    .testTarget(name: "SQLiteTests", dependencies: ["Prose", "SQLite", "ReceiptModel", "TestSupport"]),
    .testTarget(name: "JSON5Tests", dependencies: ["JSON5"]),
    .testTarget(name: "ThreadsTests", dependencies: ["Threads"]),
    .testTarget(name: "JSONWritingTests", dependencies: ["JSONWriting", "TestSupport"]),
    .testTarget(name: "MappingsTests", dependencies: ["Mappings", "Prose", "ReceiptModel", "TestSupport"]),
    .testTarget(
      name: "LogReadingTests",
      dependencies: [
        "LogReading", "CLz4", "CSnappy", "Mappings", "Prose", "ReceiptModel", "ReferenceLedger",
        "TestSupport",
      ]),
    .testTarget(
      name: "LedgerTests",
      dependencies: ["Ledger", "Diagnosis", "Prose", "SQLite", "Assets", "ReceiptModel", "TestSupport"]),
    .testTarget(
      name: "ImportingTests",
      dependencies: [
        "Importing", "LogReading", "Ledger", "Mappings", "SQLite", "Prose", "ReceiptModel", "Simulation",
        "Reporting", "Digest", "Snapshot", "ReferenceLedger", "TestSupport",
      ]),
    .testTarget(
      name: "ModelTests",
      dependencies: [
        "Assets", "Importing", "Ledger", "Loading", "LogReading", "Prose", "ReceiptModel", "ReferenceLedger",
        "SQLite",
        "TestSupport",
      ]),
    .testTarget(
      name: "EnginesTests",
      dependencies: [
        "Assets", "Digest", "Engines", "Importing", "Ledger", "Loading", "LogReading", "Prose",
        "ReceiptModel",
        "ReferenceLedger",
        "SQLite", "TestSupport",
      ], exclude: ["Fake", "Golden"]),
    .testTarget(
      name: "DiagnosisTests",
      dependencies: ["Assets", "Diagnosis", "Mappings", "Prose", "ReceiptModel", "Simulation", "TestSupport"]),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "Reporting", "Diagnosis", "Digest", "Assets", "JSONWriting", "Prose", "ReceiptModel", "TestSupport",
      ]),
    .testTarget(
      name: "SnapshotTests",
      dependencies: ["Snapshot", "Reporting", "SQLite", "Assets", "Prose", "ReceiptModel", "TestSupport"]),
    .testTarget(name: "UserFilesTests", dependencies: ["ReceiptModel", "UserFiles"]),
    .testTarget(
      name: "ConfigurationReadingTests",
      dependencies: ["ConfigurationReading", "Diagnosis", "Prose", "ReceiptModel"]),
    .testTarget(
      name: "LibrariesTests",
      dependencies: ["Assets", "Libraries", "Prose", "ReceiptModel", "TestSupport"]),
    .testTarget(
      name: "PublishingTests",
      dependencies: ["Prose", "Publishing", "ReceiptModel", "Reporting", "TestSupport", "UserFiles"]),
    .testTarget(
      name: "OperationsTests",
      dependencies: [
        "ConfigurationReading", "Engines", "Importing", "Ledger", "Libraries", "Loading", "LogReading",
        "Operations", "Prose", "Publishing", "ReceiptModel", "Reporting", "SQLite", "TestSupport",
      ]),
    .testTarget(
      name: "SimulationTests", dependencies: ["Simulation", "ReceiptModel", "TestSupport"]),
    .testTarget(
      name: "LanguageTests",
      dependencies: [
        "pushledger", "Assets", "CommandLineKit", "ConfigurationReading", "Diagnosis", "Ledger", "Libraries",
        "Operations", "Prose", "Publishing", "ReceiptModel", "Reporting", "TestSupport", "UserFiles",
      ]),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "pushledger", "CommandLineKit", "ConfigurationReading", "Diagnosis", "Ledger", "Libraries",
        "Operations", "Prose", "Publishing", "SQLite", "Assets", "Reporting", "Snapshot", "ReceiptModel",
        "TestSupport", "UserFiles",
      ], exclude: ["Cases"]),
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzed,
      exclude: ["Corpus", "Dictionaries", "Driver", "Mutants"]),
  ]
)

// ISA-L inflates gzip twice as fast as zlib. Before 2.32 its code for ARM took sound members for damaged, and Debian 12
// has 2.30, so elsewhere zlib does it. It is a trait because Debian has no static library of it.
#if arch(x86_64)
  package.targets.append(
    .systemLibrary(name: "CIsal", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]))
  package.targets.first { $0.name == "LogReading" }?.dependencies.append(
    .target(name: "CIsal", condition: .when(traits: ["ISAL"])))
#endif

// For scripts/fuzz: the targets of the tests as a program of its own. libFuzzer has the one `main` of it, and only a
// library can be linked into a program that is no test.
if Context.environment["PUSHLEDGER_FUZZ"] != nil {
  let program = package.targets.first { $0.name == "pushledger" }
  package.products = []
  package.targets.removeAll { $0.type == .test || $0.type == .executable }
  package.targets += [
    .target(name: "pushledger", dependencies: program?.dependencies ?? [], exclude: ["Main.swift"]),
    .executableTarget(
      name: "pushledger-fuzz", dependencies: fuzzed, path: "Tests/FuzzingTests",
      exclude: ["Corpus", "Dictionaries", "Mutants", "CorpusTests.swift"]),
  ]
}

// Optimizing the tests takes longer than it saves in their run.
let testSettings: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

for target in package.targets where target.type != .system {
  target.swiftSettings = swiftSettings + (target.type == .test ? testSettings : [])
}
