import Assets
import Testing

@Suite struct SQLPlacesTests {
  private let places = SQLPlaces(
    [
      "fruits": [["name": "apple", "number": "1"], ["name": "pear", "number": "2"]]
    ], constants: ["d": "4"], conditions: ["is_ripe": "($it > $level OR $it IS NULL)"])

  @Test func `a value stands wherever its place does, and is not read again`() {
    #expect(places.fill("a {{b}}, {{c}}{{b}}{{d}}", ["b": "1", "c": "{{b}}"]) == "a 1, {{b}}14")
    #expect(places.fill("none") == "none")
  }

  @Test func `a name of a set stands for its number`() {
    #expect(places.fill("kind = {{fruits pear}} AND e.kind = {{kinds sent}}") == "kind = 2 AND e.kind = 1")
  }

  @Test func `a condition says the same of whatever it is asked of`() {
    #expect(
      places.fill("NOT {{is_ripe f.days + 1}}", ["level": "3"])
        == "NOT (f.days + 1 > 3 OR f.days + 1 IS NULL)")
  }

  @Test(arguments: [
    ("each", ", "), ("lines", ",\n  "), ("cases", " "), ("union", "\nUNION ALL "), ("joined", " || "),
    ("any", " OR "), ("columns", "\n--   "),
  ])
  func `a template is repeated for each row of a set`(word: String, separator: String) {
    #expect(
      places.fill("[{{\(word) fruits: $name$number AS x.$name}}]")
        == "[apple1 AS x.apple\(separator)pear2 AS x.pear]")
  }

  @Test func `a repeated template may name what the caller gives`() {
    #expect(
      places.fill("{{each fruits: $name $of}}", ["of": "{{d}} $name"])
        == "apple {{d}} $name, pear {{d}} $name")
  }
}
