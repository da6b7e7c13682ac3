package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.testkit.ManualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Observations that somebody else has written, or has broken: each is answered with a sentence. */
class HostileFilesTest {
  /** By these a terminal is driven, a line is forged or read backwards. */
  private static final Pattern DRIVES =
      Pattern.compile(
          "[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069&&[^\\n"
              + "]]");

  private static final Pattern WORDS_OF_JAVA =
      Pattern.compile(
          "Exception|java\\.|com\\.|io\\.proteus|[Jj]ackson|JsonToken|VALUE_|START_|END_|deserial|Cannot"
              + " |unexpected|Unexpected|\\(code |\\[Source|REDACTED|null pointer|@[0-9a-f]{5}");

  private static final String WHOLE =
      """
      {"schema": "proteus/observation/1", "cluster": "c", "at": "2026-01-31T12:00:00Z",
       "span": "PT30S", "samples": 6, "windowFull": true,
       "strategyMemory": {"nodesToChange": 1},
       "tables": [{"id": "t", "blockSizeBytes": 65536}],
       "nodes": [{"id": "n1", "memory": {"readCache": 0.4, "writeBuffer": 0.25},
           "memoryOnline": true, "cpu": 0.9, "latencyMs": 1.5, "queued": 3},
         {"id": "n2", "memory": {"readCache": 0.4, "writeBuffer": 0.25}, "memoryOnline": true,
           "cpu": 0.3}],
       "partitions": [{"id": "p1", "table": "t", "node": "n1", "sizeBytes": 1000, "locality": 1,
           "requestsPerSecond": {"reads": 900, "scans": 0, "writes": 2.5}},
         {"id": "p2", "table": "u", "node": "n1", "sizeBytes": 1000,
           "requestsPerSecond": {"reads": 0, "scans": 0, "writes": 700}}]}
      """;

  /** Where a value stands in the whole, and what none of its kind may be. */
  private static final Map<String, String> VALUES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("\"cluster\": \"c\"", "number object list boolean huge"),
              Map.entry(
                  "\"at\": \"2026-01-31T12:00:00Z\"", "text number object list boolean huge time"),
              Map.entry("\"span\": \"PT30S\"", "text number object list boolean huge span"),
              Map.entry(
                  "\"samples\": 6", "text object list boolean huge negative fraction overflow nan"),
              Map.entry("\"windowFull\": true", "text number object list huge"),
              Map.entry(
                  "\"nodesToChange\": 1",
                  "text null object list boolean huge negative fraction overflow nan"),
              Map.entry(
                  "\"blockSizeBytes\": 65536",
                  "text object list boolean huge negative fraction overflow nan"),
              Map.entry("\"id\": \"n1\"", "null number object list boolean huge blank"),
              Map.entry(
                  "\"readCache\": 0.4",
                  "text null object list boolean huge negative share overflow nan"),
              Map.entry("\"memoryOnline\": true", "text number object list huge"),
              Map.entry(
                  "\"cpu\": 0.9", "text object list boolean huge negative share overflow nan"),
              Map.entry("\"latencyMs\": 1.5", "text object list boolean huge negative beyond nan"),
              Map.entry(
                  "\"queued\": 3", "text object list boolean huge negative fraction overflow nan"),
              Map.entry("\"id\": \"p1\"", "null number object list boolean huge blank"),
              Map.entry("\"table\": \"t\"", "null number object list boolean huge blank"),
              Map.entry(
                  "\"sizeBytes\": 1000",
                  "text object list boolean huge negative fraction overflow nan"),
              Map.entry("\"reads\": 900", "text null object list boolean huge negative beyond nan"),
              Map.entry(
                  "\"schema\": \"proteus/observation/1\"",
                  "text null number object list boolean huge blank")));

  private static final Map<String, List<String>> FAMILIES =
      Map.ofEntries(
          Map.entry("null", List.of("null")),
          Map.entry(
              "text",
              List.of(
                  "\"x\"",
                  "\"\\u001b]0;title\\u0007\"",
                  "\"\\u202e\\u009b2J\\nproteus: all is well\"")),
          Map.entry("number", List.of("7")),
          Map.entry("object", List.of("{}", "{\"\\u001b[2J\": 1}")),
          Map.entry("list", List.of("[]", "[null]")),
          Map.entry("boolean", List.of("false")),
          Map.entry("huge", List.of("\"" + "x".repeat(1_200_000) + "\"", "1".repeat(2_000))),
          Map.entry("negative", List.of("-1", "-9223372036854775809", "-1e300")),
          Map.entry("fraction", List.of("0.5", "1e-5")),
          Map.entry("overflow", List.of("1e999", "9223372036854775808", "9".repeat(400))),
          Map.entry("beyond", List.of("1e999", "9".repeat(400))),
          Map.entry("share", List.of("40", "1.0001")),
          Map.entry("nan", List.of("NaN", "Infinity", "-Infinity", "\"NaN\"")),
          Map.entry("blank", List.of("\"\"", "\" \\t\"")),
          Map.entry(
              "time",
              List.of(
                  "\"2026-02-30T00:00:00Z\"",
                  "\"yesterday\"",
                  "\"2026-01-31\"",
                  "\"+1000000000-01-01T00:00:00Z\"")),
          Map.entry(
              "span", List.of("\"PT-5S\"", "\"-PT5S\"", "\"30s\"", "\"PT999999999999999999S\"")));

  @TempDir private Path folder;

  /** A file, and what it is. */
  record Hostile(String name, byte[] bytes) {
    static Hostile of(String name, String text) {
      return new Hostile(name, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
      return name.codePoints().allMatch(c -> c >= ' ' && c <= '~') ? name : "a strange name";
    }
  }

  static Stream<Hostile> files() {
    return Stream.of(wrongValues(), brokenFields(), cutOff(), otherFormats(), contradictions())
        .flatMap(List::stream);
  }

  /** Kinds, nulls, figures and times that cannot be, for every kind of field. */
  private static List<Hostile> wrongValues() {
    List<Hostile> files = new ArrayList<>();
    VALUES.forEach(
        (field, families) -> {
          String key = field.substring(0, field.indexOf(": ") + 2);
          for (String family : families.split(" ")) {
            for (String value : FAMILIES.get(family)) {
              files.add(
                  Hostile.of(
                      key + family + " " + value.substring(0, Math.min(value.length(), 20)),
                      WHOLE.replace(field, key + value)));
            }
          }
        });
    return files;
  }

  /** Names that are not there, are there twice, or are left out. */
  private static List<Hostile> brokenFields() {
    List<Hostile> files = new ArrayList<>();
    for (String field : VALUES.keySet()) {
      files.add(Hostile.of("twice " + field, WHOLE.replace(field, field + ", " + field)));
      files.add(
          Hostile.of("mistyped " + field, WHOLE.replace(field, field.replaceFirst("\":", "z\":"))));
      files.add(
          Hostile.of(
              "strange name beside " + field,
              WHOLE.replace(field, "\"\\u001b[31m\\n\\u202e\": 1, " + field)));
    }
    for (String required :
        List.of(
            "\"schema\": \"proteus/observation/1\", ",
            "\"id\": \"n1\", ",
            "\"id\": \"p1\", ",
            "\"table\": \"t\", ",
            "\"reads\": 900, ",
            "\"readCache\": 0.4, ")) {
      files.add(Hostile.of("without " + required, WHOLE.replace(required, "")));
    }
    return files;
  }

  private static List<Hostile> cutOff() {
    List<Hostile> files = new ArrayList<>();
    for (int length = 1; length < WHOLE.strip().length(); length += 23) {
      files.add(Hostile.of("cut off after " + length, WHOLE.substring(0, length)));
    }
    for (String more : List.of("}", "]", "x", "{}", "\u0000", "\u001b[2J", WHOLE)) {
      files.add(Hostile.of("with more behind it", WHOLE + more));
    }
    return files;
  }

  private static List<Hostile> otherFormats() {
    List<Hostile> files = new ArrayList<>();
    for (String text :
        List.of(
            "",
            " ",
            "\n\n",
            "null",
            "true",
            "7",
            "\"x\"",
            "[]",
            "{}",
            "[[[]]]",
            "NaN",
            "{,}",
            "schema: proteus/observation/1\nnodes: []\n",
            "---\nnodes:\n- id: a\n",
            "# a comment\n",
            "<xml/>",
            "\u0000\u0000\u0000",
            "\u001b[2J\u001b]0;x\u0007",
            "{'schema': 1}",
            "// comment\n{}",
            "{\"schema\": undefined}",
            "\u2028",
            "PK\u0003\u0004",
            "\u001f\u008b\b",
            "[".repeat(100_000),
            "{\"comment\": " + "[".repeat(100_000),
            "{\"comment\": " + "{\"a\":".repeat(5_000),
            "{\"" + "k".repeat(100_000) + "\": 1}",
            "{\"comment\": \"\\u12\"}",
            "{\"comment\": \"a\nb\"}",
            "{\"a\" 1}",
            "{\"a\": 01}",
            "{\"a\": +1}",
            "{\"a\": .5}",
            "{\"a\": 1,}",
            "{\"schema\": \"\\x\"}")) {
      files.add(Hostile.of(text.substring(0, Math.min(20, text.length())), text));
    }
    String named = WHOLE.replace("\"c\"", "\"M\u00fcller\"");
    for (String encoding :
        List.of("UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "ISO-8859-1", "IBM037")) {
      files.add(new Hostile(encoding, named.getBytes(Charset.forName(encoding))));
    }
    files.add(new Hostile("half of a character", new byte[] {'"', (byte) 0xc3}));
    files.add(new Hostile("no UTF-8", new byte[] {(byte) 0xff, (byte) 0xff, '{', '}'}));
    return files;
  }

  /** What no schema tells. */
  private static List<Hostile> contradictions() {
    List<Hostile> files = new ArrayList<>();
    files.add(Hostile.of("a node twice", WHOLE.replace("\"n2\"", "\"n1\"")));
    files.add(Hostile.of("a partition twice", WHOLE.replace("\"p2\"", "\"p1\"")));
    files.add(
        Hostile.of(
            "no such node", WHOLE.replace("\"node\": \"n1\"", "\"node\": \"\\u001b[2J\\nn9\"")));
    files.add(Hostile.of("more than a heap", WHOLE.replace("0.25", "0.75")));
    files.add(
        Hostile.of(
            "more bytes than can be added up",
            WHOLE.replace(
                "\"sizeBytes\": 1000,",
                "\"sizeBytes\": 9007199254740991, \"copies\": ["
                    + "{\"node\": \"x\", \"role\": \"peer\"},".repeat(200)
                    + "{\"node\": \"x\", \"role\": \"peer\"}],")));
    return files;
  }

  @Test
  void thereAreManyOfThem() {
    assertThat(files()).hasSizeGreaterThan(311);
  }

  @ParameterizedTest
  @MethodSource("files")
  void isRefusedWithASentence(Hostile hostile) throws IOException {
    Path file = folder.resolve("hostile.json");
    Files.write(file, hostile.bytes());

    Outcome plan = planFrom("hostile.json");

    assertThat(plan.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(plan.out()).isEmpty();
    assertSentence(plan.err());
    assertThat(plan.err()).startsWith("proteus: --from: ").contains("hostile.json: ");
    assertThat(Files.readAllBytes(file)).isEqualTo(hostile.bytes());
    try (Stream<Path> beside = Files.list(folder)) {
      assertThat(beside).containsExactly(file);
    }
  }

  @Test
  void whatIsNoFileIsRefusedToo() {
    for (String name :
        List.of(".", "none.json", "/dev/null", "/dev/zero", "none\u001b[2J\n.json")) {
      Outcome plan = planFrom(name);

      assertThat(plan.exitCode()).isEqualTo(ExitCode.ERROR);
      assertSentence(plan.err());
    }
  }

  @Test
  void theWholeItselfIsPlannedFromWithAMarkOfItsOrderOfBytesToo() {
    for (String text : List.of(WHOLE, "\ufeff" + WHOLE)) {
      write("whole.json", text);

      Outcome plan = planFrom("whole.json");

      assertThat(plan.exitCode()).as(plan.err()).isZero();
      assertThat(plan.out()).contains("Plan ");
    }
  }

  /** Every name of the cluster is hostile, and all of it may be shown. */
  @Test
  void namesNeitherDriveTheTerminalNorForgeLines() {
    for (String evil :
        List.of(
            "\\u001b[2J",
            "\\u009b31m",
            "\\u001b]0;x\\u0007",
            "\\nFORGED",
            "\\r\\nFORGED",
            "\\u2028FORGED",
            "\\u202eevil",
            "\\ud800",
            "\\u007f\\b")) {
      write(
          "names.json",
          WHOLE.replaceAll("\"(c|t|u|n1|n2|p1|p2)\"", "\"$1" + evil.replace("\\", "\\\\") + "\""));
      for (String[] more : new String[][] {{}, {"--json"}, {"--regardless-of-load"}}) {
        List<String> arguments = new ArrayList<>(List.of("plan", "--from", "names.json"));
        arguments.addAll(List.of(more));

        Outcome plan = commandLine().run(arguments.toArray(String[]::new));

        assertThat(plan.exitCode()).as(plan.err()).isZero();
        assertThat(DRIVES.matcher(plan.out() + plan.err()).find()).as(plan.out()).isFalse();
        assertThat(plan.out().lines()).noneMatch(line -> line.stripLeading().startsWith("FORGED"));
      }
    }
  }

  @Test
  void runningOutOfMemoryIsSaidWithWhatToDo() {
    Outcome plan =
        commandLine()
            .reachedBy(
                configuration -> {
                  throw new OutOfMemoryError();
                })
            .run("plan", "-z", "zk1");

    assertThat(plan.exitCode()).isEqualTo(ExitCode.OUT_OF_MEMORY);
    assertThat(plan.err()).contains("out of memory").contains("PROTEUS_JAVA_OPTS=-Xmx4g");
  }

  private static void assertSentence(String said) {
    assertThat(said).endsWith("\n").matches("(?s).{10,1000}");
    assertThat(said.lines()).hasSize(1);
    assertThat(DRIVES.matcher(said).find()).as(said).isFalse();
    assertThat(WORDS_OF_JAVA.matcher(said).find()).as(said).isFalse();
    assertThat(said.strip()).endsWith(".");
  }

  private Outcome planFrom(String name) {
    return commandLine().run("plan", "--from", name);
  }

  private CommandLineUnderTest commandLine() {
    return new CommandLineUnderTest(folder, ManualClock.start());
  }

  private void write(String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
