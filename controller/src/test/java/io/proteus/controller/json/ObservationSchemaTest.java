package io.proteus.controller.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader and its schema accept the same documents. */
class ObservationSchemaTest {
  private static final int MUTANTS = 1_500;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(SavedObservation.jsonSchema());

  /** Every field that there is, with what it may be. */
  private static final String WHOLE =
      """
      {"$schema": "observation.schema.json", "comment": {"by": ["hand", 1, null]},
       "schema": "proteus/observation/1", "cluster": "c", "at": "2026-01-31T12:00:00Z",
       "now": "2026-01-31T13:00:00.123+01:00", "number": 7, "span": "PT1M0.5S", "samples": 6,
       "windowFull": true, "balancerOn": false, "capabilities": ["move-partition", "resize"],
       "lastAction": "2026-01-31T11:00:00Z", "loadBasis": "apportioned",
       "placing": {"by": "store", "leaving": "by-store", "restarting": "not-needed",
         "joining": "by-order"},
       "ownership": [{"node": "n1", "share": 0.5}],
       "machines": {"n1": "2026-01-31T10:00:00Z"}, "taggedMachines": ["n1"],
       "deadNodes": ["n9"],
       "gaps": [{"kind": "first-seen", "subject": "n1", "sentence": "1 nodes seen"},
         {"kind": "counter-reset", "subject": "p1", "sentence": {"template": "{%d nodes} %s %s %s",
           "arguments": [2, {"node": "n1"}, {"template": "%s of %s %s", "arguments":
             [{"share": 0.5}, {"bytes": 5}, {"perSecond": 2.5}]}, {"number": "NaN"}]}}],
       "strategyMemory": {"reconfigured": true, "nodesToChange": 2, "underloads": 1,
         "resizingTo": 3, "splits": {"splits": [{"at": "2026-01-31T10:00:00Z", "table": "t",
           "rows": {"from": "a"}, "load": 7}]},
         "compactions": {"compactions": [{"at": "2026-01-31T10:00:00Z", "partition": "p1",
           "node": "n1", "locality": 0.5}]}, "undone": {"at": "2026-01-31T10:00:00Z", "plan": "p", "grew": true},
         "calibration": {"throughput": {"grow": {"plans": 1, "squares": 2, "products": -3.5,
           "changes": 4}}, "latency": {}, "paces": {"moves": {"steps": 3, "seconds": 1.5}}},
         "settings": {"subjects": {"table t": {"inForce": {"policy": "a", "values": {"k": "v"}},
           "settled": true, "coming": {"choice": {"policy": "b", "values": {}},
             "since": "2026-01-31T10:00:00Z", "seen": "2026-01-31T10:30:00Z"}}}},
         "scaling": {"resizes": [{"at": "2026-01-31T10:00:00Z", "from": 1, "to": 2}],
           "decidedAt": "2026-01-31T10:00:00Z", "givenUp": null,
           "launched": {"awaited": ["n3"], "came": ["n4"],
             "gone": {"n4": "2026-01-31T10:00:00Z"}},
           "habit": {"since": "2026-01-31T10:00:00Z", "found": 2, "newest": "2026-01-31T10:10:00Z",
             "peaks": [{"demand": 1.5, "bytesRead": 1000}], "strained": {"at": "2026-01-31T10:00:00Z",
               "nodes": 2, "served": 5.5, "hottest": 0.9}, "use": {"uses": {"t": "READ"},
               "since": "2026-01-31T10:00:00Z", "phases": 1, "lasted": "PT1H"}},
           "losses": {"whole": 4, "since": "2026-01-31T10:00:00Z"},
           "measurements": [["2026-01-31T10:00:00Z", 3, 120.5, 100, null, 0.4]],
           "season": {"slot": "PT24H", "sampled": "2026-01-31T10:00:00Z", "load": 5, "drift": 0,
             "capacity": 1e3, "found": 3, "slots": [[1, 2, 3.5, 4],
             [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}}},
       "tables": [{"id": "t", "blockSizeBytes": 65536, "effects": {"k": "restart"},
         "settings": {"values": {"k": "v"}, "families": {"cf": {"x": "y"}}}}],
       "nodes": [{"id": "n1", "incarnation": "5", "memory": {"readCache": 0.4, "writeBuffer": 0.25},
           "memoryOnline": true, "shrinksOnline": false, "pinned": false, "settings": {"k": "v"},
           "effects": {"k": "never"}, "cpu": 0.5, "ioWait": 0, "memoryUsed": 1,
           "requestsPerSecond": 10, "cacheHitRatio": 0.9, "queued": 3, "heapUsedBytes": 5,
           "heapMaxBytes": 10, "heapKeptBytes": 4, "cacheUsedBytes": 2, "locality": 0.7,
           "latencyMs": 1.5, "p99Ms": 9},
         {"id": "n2", "memory": "none"}, {"id": "n3", "memory": null}],
       "partitions": [{"id": "p1", "table": "t", "node": "n1", "sizeBytes": 1000, "locality": 1,
           "inTransition": false, "rows": {"from": "a\\\\x00", "to": "b"}, "copies": [{"node": "n2", "role": "peer"}],
           "files": {"count": 3, "compacting": 100, "compacted": 40},
           "requestsPerSecond": {"reads": 1, "scans": 0, "writes": 2.5}},
         {"id": "p2", "table": "u"}]}
      """;

  /** What is put in place of a value. */
  private static final List<String> STRANGE =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1",
          "1.0",
          "0.5",
          "-0.0",
          "1e3",
          "1.5e300",
          "-7.25",
          "2.5",
          "1e400",
          "9007199254740991",
          "9007199254740992",
          "9223372036854775807",
          "9223372036854775808",
          "1000000000",
          "1000000001",
          "1000001",
          "1e30",
          "1.0000001e30",
          "123456789012345678901234567890",
          "\"\"",
          "\" \"",
          "\"\\u00a0\"",
          "\"\\u001f\"",
          "\"x\"",
          "\"n1\"",
          "\"-5\"",
          "\"NaN\"",
          "\"none\"",
          "\"PT5S\"",
          "\"PT-5S\"",
          "\"-PT5S\"",
          "\"PT\"",
          "\"P1D\"",
          "\"PT1H2M3.5S\"",
          "\"PT99999999999S\"",
          "\"pt5s\"",
          "\"2026-02-30T00:00:00Z\"",
          "\"2026-02-28T23:59:60Z\"",
          "\"2026-02-28T24:00:00Z\"",
          "\"2026-02-28t10:00:00z\"",
          "\"2026-02-28\"",
          "\"2026-02-28T10:00:00+02:00\"",
          "\"2026-02-28T10:00:00+19:00\"",
          "\"0000-01-01T00:00:00Z\"",
          "\"9999-12-31T23:59:59.999999999Z\"",
          "[]",
          "{}",
          "[[]]",
          "[1]",
          "[null]",
          "[\"a\"]",
          "[\"a\", \"a\"]",
          "{\"a\": 1}",
          "{\"id\": \"q\"}",
          "{\"template\": \"x\"}",
          "{\"template\": \"%s\"}",
          "{\"node\": \"n\"}",
          "{\"readCache\": 0.5, \"writeBuffer\": 0.25}",
          "\"\\u001b[31m\"",
          "\"\\ud800\"");

  @Test
  void aDocumentWithEveryFieldIsRead() throws Exception {
    assertThat(problems(WHOLE)).isEmpty();
    var read = ReadObservation.of(WHOLE);

    String written = CoreJson.prettyText(SavedObservation.of(read));
    assertThat(problems(written)).isEmpty();
    var again = ReadObservation.of(written);
    assertThat(again.topology()).isEqualTo(read.topology());
    assertThat(again.memory()).isEqualTo(read.memory());
    assertThat(again.latest()).isEqualTo(read.latest());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theReaderAcceptsWhatTheSchemaDoes(long seed) throws Exception {
    Random random = new Random(seed);
    int accepted = 0;
    for (int mutant = 0; mutant < MUTANTS; mutant++) {
      JsonNode document = JSON.readTree(WHOLE);
      for (int change = 1 + random.nextInt(2); change > 0; change--) {
        mutate(document, random);
      }
      accepted +=
          isAccepted(
                  JSON.writeValueAsString(document), "seed %d, mutant %d".formatted(seed, mutant))
              ? 1
              : 0;
    }
    assertThat(accepted).as("mutants of both kinds").isBetween(MUTANTS / 10, MUTANTS * 9 / 10);
  }

  /** Asks both, which must agree. */
  private static boolean isAccepted(String json, String which) throws Exception {
    Set<ValidationMessage> problems = problems(json);
    String refused = null;
    boolean contradictory = false;
    try {
      ReadObservation.of(json);
    } catch (UnreadableJson e) {
      refused = e.getMessage();
      contradictory = e.getCause() instanceof InvalidValue;
    }
    if (!contradictory) {
      assertThat(refused == null)
          .as("%s: schema says %s, reader says '%s' of %s", which, problems, refused, json)
          .isEqualTo(problems.isEmpty());
    } else {
      assertThat(refused)
          .as("what no schema tells")
          .containsAnyOf(
              "is listed twice",
              "not among the live nodes",
              "no node of it can be emptied by moves",
              "template and arguments do not fit together",
              "memory split: want cache + write buffer within the heap",
              "season: ",
              "load habit: want 1 to",
              "rows: want from before to");
    }
    return refused == null;
  }

  private static Set<ValidationMessage> problems(String json) {
    return SCHEMA.validate(
        json,
        InputFormat.JSON,
        context -> context.getExecutionConfig().setFormatAssertionsEnabled(true));
  }

  /** Changes one value, or the names of an object, anywhere. */
  private static void mutate(JsonNode document, Random random) throws Exception {
    List<JsonNode> holders = new ArrayList<>();
    collect(document, holders);
    JsonNode holder = holders.get(random.nextInt(holders.size()));
    JsonNode strange = JSON.readTree(STRANGE.get(random.nextInt(STRANGE.size())));
    if (holder instanceof ArrayNode list) {
      if (list.isEmpty() || random.nextInt(4) == 0) {
        list.add(random.nextBoolean() || list.isEmpty() ? strange : list.get(0).deepCopy());
      } else if (random.nextInt(4) == 0) {
        list.remove(random.nextInt(list.size()));
      } else {
        list.set(random.nextInt(list.size()), strange);
      }
      return;
    }
    ObjectNode object = (ObjectNode) holder;
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    if (names.isEmpty() || random.nextInt(6) == 0) {
      object.set(random.nextBoolean() ? "strange" : " ", strange);
    } else if (random.nextInt(6) == 0) {
      object.remove(names.get(random.nextInt(names.size())));
    } else {
      object.set(names.get(random.nextInt(names.size())), strange);
    }
  }

  private static void collect(JsonNode node, List<JsonNode> holders) {
    if (node.isContainerNode()) {
      holders.add(node);
      node.forEach(child -> collect(child, holders));
    }
  }
}
