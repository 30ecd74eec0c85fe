"""No secret is stored or shown (P20): a mark in everything that is not to be kept, looked for in all that is left."""
import json
import pathlib
from typing import Iterator

import logs
from program import AS_OF, Answer
from proof import Broken, Place, Proof, spread

# Fields of the receipt log that are documented and not stored, and others that nobody knows.
DROPPED = ["owner_id", "last_active_time", "client_ip", "vendor_message_id", "__source__", "threat_source_ip", "token",
           "password", "secret", "access_key", "Authorization", "alias", "user", "phone", "payload", "extra"]
SOURCES = sorted(path.name for path in logs.SOURCES.iterdir() if path.suffix in (".jsonl", ".csv"))
MOMENT = ["--as-of", AS_OF]
COMMANDS = [
    ["status"], ["status", "--json"], ["verify"], ["rejects"], ["rejects", "retry"], ["doctor"], ["config", "show"], ["schema"],
    ["source", "list"], ["check", "--verbose", *MOMENT], ["check", "--format", "json", *MOMENT],
    *(["report", name, "--format", form, *MOMENT] for name in ("daily", "data-health") for form in ("markdown", "html", "json")),
    ["export", "--output", "csv", "--sqlite", "snapshot.db", "--flags", "all", *MOMENT], ["backup", "copy.db"],
    ["query", "--sql", "SELECT * FROM deliveries", "--format", "csv"], ["query", "--sql", "SELECT no_such FROM events"],
    ["query", "bridges"], ["explain", "--message", "m1", "--verbose"], ["explain", "--message", "m1", "--format", "json"],
    ["import", "--verbose", "--nonsense"], ["import", "--verbose", "missing.jsonl"], ["prune", "--before", "2026-09-01"],
    ["run", "--verbose"], ["help"],
]


def marks(place: Place, count: int) -> Iterator[str]:
    """Imports marked logs in turn, runs every command in a marked surrounding, and looks for the marks."""
    cases = [*((_log, shape) for shape in logs.SHAPES), *((_log, "refused"),), *((_source, name) for name in SOURCES)]
    secrets = [(_configuration, key) for key in ("secret", "appSecret", "accessKeySecret", "token", "password")]
    for make, what in spread([*cases, *secrets], count):
        folder = place.fresh(f"{make.__name__.strip('_')}-{what}".replace(".", "-"))
        mark = f"CANARY{place.random(what).randrange(10 ** 12):012d}"
        environment = {name: f"{mark}-{name}" for name in ("AWS_SECRET_ACCESS_KEY", "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
                                                          "PUSHLEDGER_TOKEN", "USER", "SSH_AUTH_SOCK", "http_proxy")}
        given = make(place, folder, mark, what, environment)
        for words in COMMANDS:
            answer = place.program.run(*words, folder=folder, environment=environment)
            look(f"what {' '.join(words)} said", said(answer), mark, what)
        for path in folder.rglob("*"):
            if path.is_file() and path not in given:
                look(path.name, path.read_bytes(), mark, what)
        yield what


def said(answer: Answer) -> bytes:
    return answer.output + answer.said.encode()


def look(where: str, content: bytes, mark: str, what: str) -> None:
    """Also in other spellings in which text stands in files."""
    for form in (mark.encode(), mark.lower().encode(), mark.encode("utf-16-le"), mark.encode().hex().encode(),
                 mark.encode().hex().upper().encode()):
        if form in content:
            raise Broken(f"{what}: the mark stands in {where}")


def _log(place: Place, folder: pathlib.Path, mark: str, shape: str, environment: dict[str, str]) -> set[pathlib.Path]:
    """A log with the mark in every field that is dropped; `refused` has lines that are refused, marked everywhere."""
    chance = place.random("log", shape)
    path = folder / "marked.log"
    if shape == "refused":
        bad = [*(logs.receipt(**{field: f"{mark} \u0001", "event_time": "0"}) for field in ("brand", "reason", "job_key")),
               logs.receipt(message_id=f"{mark}\t", device_id=f" {mark}"), {"nothing": mark}]
        logs.written(path, [logs.line(), *map(json.dumps, bad), mark, f'{{"app_key":"{mark}"'])
    else:
        records = logs.crowded(chance, 60)
        for number, record in enumerate(records):
            record |= {"message_id": f"m{number % 5}"} | {name: f"{mark}{number}" for name in DROPPED}
            if shape in ("lines", "array", "arrays", "envelope") and number % 2:
                record |= {"nested": {"deep": [mark, {mark: mark}]}}
        path.write_bytes(logs.shaped(records, shape, chance))
    look("what import said", said(place.program.run("import", "--verbose", str(path), folder=folder, environment=environment)),
          mark, shape)
    return {path}


def _source(place: Place, folder: pathlib.Path, mark: str, name: str, environment: dict[str, str]) -> set[pathlib.Path]:
    """A log of another source with marked fields that its mapping does not name."""
    path = folder / name
    lines = (logs.SOURCES / name).read_text().splitlines()
    if path.suffix == ".csv":
        marked = [lines[0] + ",secret_of_user", *(f"{text},{mark}" for text in lines[1:])]
    else:
        marked = [json.dumps(json.loads(text) | {field: mark for field in ("secret_of_user", "authorization")})
                  for text in lines]
    logs.written(path, marked)
    answer = place.program.run("import", "--verbose", "--app", "333526247", name, folder=folder, environment=environment)
    if answer.code != 0:
        raise Broken(f"{name}: the import ended with {answer.code}: {answer.said}")
    look("what import said", said(answer), mark, name)
    return {path}


def _configuration(place: Place, folder: pathlib.Path, mark: str, key: str, environment: dict[str, str]) -> set[pathlib.Path]:
    """A configuration with a secret in it is refused, and its value is not told."""
    path = folder / "pushledger.json5"
    path.write_text(f'{{ run: {{ logs: [] }}, {key}: "{mark}" }}')
    answer = place.program.run("status", folder=folder, environment=environment)
    if answer.code != 78:
        raise Broken(f"a configuration with {key}: ended with {answer.code}")
    return {path}


PROOFS = [
    Proof("secrets", ["P20"], "nothing that is not to be kept is stored or shown", "marked logs and settings", 5,
          20, marks, mutant="address-stored"),
]
