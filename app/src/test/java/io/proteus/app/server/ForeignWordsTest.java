package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Connector;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.app.cluster.StoreParameters;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.app.command.FixedSettings;
import io.proteus.app.words.PantryEngine;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.InMemoryTables;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.MixedClusters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * A store with words of its own is shown in these everywhere: on the command line, in the documents
 * that the page is drawn from, and in the daemon's log. No word of another store and no neutral one
 * stands where the store's own belongs.
 */
class ForeignWordsTest {
  /** Not names of hosts, keys of settings and of JSON, or parts of a longer word. */
  private static final Pattern OTHER_WORDS =
      Pattern.compile(
          "(?i)(?<![\\w\"./-])(nodes?|partitions?|tables?|caches?|write buffers?"
              + "|regionservers?|regions?|memstores?|hbase|block caches?|zookeeper)"
              + "(?![\\w\"-]|\\.\\w)");

  private static final List<String> DOCUMENTS =
      List.of(
          "",
          "/nodes",
          "/partitions",
          "/verdict",
          "/doctor",
          "/control",
          "/plans",
          "/journal?limit=200",
          "/accuracy",
          "/timeline");

  private static final String CONFIGURATION =
      """
      cluster: {name: shop}
      engine: {type: pantry}
      strategy: met
      monitor: {period: 30s, samples: 2}
      """;

  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();

  @Test
  void theCommandLineSaysNoOtherStoresWord() {
    InMemoryCluster cluster = MixedClusters.lopsided(clock).byRestartOnly().build();
    CommandLineUnderTest proteus =
        new CommandLineUnderTest(folder, clock)
            .reachedBy(connector(cluster))
            .file("proteus.yaml", CONFIGURATION);

    List<String> said = new ArrayList<>();
    for (String command :
        List.of(
            "watch --once",
            "watch --once --json",
            "plan",
            "plan --json",
            "apply --yes",
            "accuracy",
            "undo --dry-run",
            "undo --yes",
            "plan --regardless-of-load",
            "history --all",
            "history --all --json")) {
      Outcome came = proteus.run(command.split(" "));
      assertThat(came.err()).as(command).doesNotContain("error in Proteus", "Exception");
      said.addAll(command.contains("--json") ? texts(came.out()) : came.out().lines().toList());
      said.addAll(came.err().lines().toList());
    }
    said.addAll(proteus.interruptedAfter(Duration.ofHours(2)).run("run").out().lines().toList());

    assertThat(said).filteredOn(OTHER_WORDS.asPredicate()).isEmpty();
    assertThat(said)
        .anyMatch(line -> line.contains("2 shelves"))
        .anyMatch(line -> line.contains("jars"))
        .anyMatch(line -> line.contains("front row"));
  }

  @Test
  void thePageAndTheLogSayNoOtherStoresWord() throws Exception {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger all = (Logger) LoggerFactory.getLogger("io.proteus");
    Level before = all.getLevel();
    all.setLevel(Level.INFO);
    all.addAppender(log);
    List<String> said = new ArrayList<>();
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(
            folder,
            CONFIGURATION
                + "server: {port: 0, requestsPerSecond: 100000}\napproval: {mode: automatic}\n",
            clock -> MixedClusters.lopsided(clock).build())) {
      for (int i = 0; i < 20; i++) {
        proteus.cycles(1);
        look(proteus, said);
      }
      JsonNode plans = proteus.json(DaemonUnderTest.HERE + "/plans").path("past");
      assertThat(plans).as("%s", said).isNotEmpty();
      for (JsonNode plan : plans) {
        String path = DaemonUnderTest.HERE + "/plans/" + plan.path("id").asText();
        said.addAll(texts(proteus.get(path, null).body()));
      }
      String last = plans.path(0).path("id").asText();
      said.add(
          proteus
              .post(
                  DaemonUnderTest.HERE + "/plans/" + last + "/put-back",
                  "{\"reason\": \"to see\"}",
                  proteus.token(Role.OPERATOR))
              .body());
      proteus.cycles(2);
      look(proteus, said);
    } finally {
      all.detachAppender(log);
      all.setLevel(before);
    }
    List<String> logged = log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    said.addAll(logged);

    assertThat(said).filteredOn(OTHER_WORDS.asPredicate()).isEmpty();
    assertThat(said).anyMatch(line -> line.contains("is as it was before"));
    assertThat(logged).anyMatch(line -> line.contains("shel") || line.contains("jar"));
  }

  private static void look(DaemonUnderTest proteus, List<String> said) {
    for (String document : DOCUMENTS) {
      said.addAll(texts(proteus.get(DaemonUnderTest.HERE + document, null).body()));
    }
  }

  static Connector connector(InMemoryCluster cluster) {
    return configuration ->
        new ClusterConnection(
            configuration,
            PantryEngine.WORDS,
            cluster.ports(),
            cluster.hosts(),
            new StoreParameters(ShippedGuide.of("hbase").catalogue(), new FixedSettings()),
            Duration.ZERO,
            new InMemoryTables());
  }

  /** All texts that are values in JSON documents, of which a line may have one each. */
  private static List<String> texts(String json) {
    List<String> texts = new ArrayList<>();
    for (String document : json.startsWith("{\n") ? List.of(json) : json.lines().toList()) {
      collect(Description.read(document), texts);
    }
    return texts;
  }

  private static void collect(JsonNode json, List<String> texts) {
    if (json.isTextual()) {
      texts.add(json.textValue());
    }
    Stream.concat(json.properties().stream().map(Map.Entry::getValue), json.valueStream())
        .forEach(
            child -> {
              if (json.isContainerNode()) {
                collect(child, texts);
              }
            });
  }
}
