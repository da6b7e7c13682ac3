package io.proteus.simulator.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.simulator.replay.Past.Silence;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.Recording;
import io.proteus.simulator.scenario.Recording.Demand;
import io.proteus.simulator.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a real cluster did, ready to be run again under any strategy.
 *
 * @param recorded what the journal says itself
 * @param remarks what is assumed, and what is not known, in sentences
 */
public record Replay(
    Scenario scenario, Recording recording, Recorded recorded, List<String> remarks) {
  /** CPU and I/O wait of a node that has little or nothing to spare. */
  static final double SATURATED = 0.8;

  /**
   * Strategies may use so many times the nodes that there were, where no settings say otherwise.
   */
  static final int ROOM = 2;

  /** Sections that say where a cluster is, and not what is decided. */
  private static final Set<String> OF_THE_CLUSTER =
      Set.of("cluster", "engine", "cloud", "journal", "strategy");

  /** {@code off} is a word of some settings, and no truth value as to YAML 1.1. */
  private static final YAMLMapper AS_WRITTEN =
      YAMLMapper.builder().enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS).build();

  private static final String SCALING = "scaling";
  private static final String POLICY = "policy";
  private static final String POLICIES = "policies";
  private static final String DIRECTORY = "directory";

  public Replay {
    remarks = List.copyOf(remarks);
  }

  /**
   * Reads a journal.
   *
   * @param settings of Proteus by section; empty: its defaults, with room for twice the nodes
   */
  public static Replay of(Path file, Assumptions assumptions, Map<String, Object> settings)
      throws JournalException, InvalidConfiguration {
    Past past = Past.read(file);
    FirstSight first = FirstSight.of(past, assumptions);
    if (!first.isGuess()) {
      assumptions.refuseWhatIsRecorded();
    }
    Map<String, List<Demand>> demand = new Demands(past, first.byTable()).byTable();
    Presence presence = new Presence(past);
    Recording recording =
        new Recording(
            first.nodes(), first.tables(), first.partitions(), demand, presence.arrangements());
    Recorded recorded = recorded(past, demand, presence);
    Map<String, Object> proteus = new LinkedHashMap<>(settings);
    proteus.putIfAbsent("nodes", Map.of("min", 1, "max", ROOM * recorded.mostNodes()));
    Scenario scenario =
        assumptions.scenario(
            "replay",
            "What %s tells of %s to %s".formatted(file, recorded.from(), recorded.until()),
            Math.max(1, Duration.between(recorded.from(), recorded.until()).toSeconds()),
            first.nodes().size(),
            peaks(demand),
            proteus);
    List<String> remarks = new ArrayList<>();
    Fitted fitted =
        assumptions.knowsSpeed()
            ? new Fitted(scenario, List.of())
            : CoreSpeed.fit(scenario, recording, past);
    remarks.addAll(new Remarks(past, recorded, assumptions, first, settings).sentences());
    remarks.addAll(fitted.remarks());
    return new Replay(fitted.scenario(), recording, recorded, remarks);
  }

  /**
   * What a cluster's own configuration file says of decisions, by section, but for who makes them
   * ({@code strategy}, {@code scaling.policy}): a replay is told that. Paths in it are relative to
   * its folder, and absolute in what is returned, as a scenario has no folder.
   *
   * @throws InvalidConfiguration with all that is wrong with it
   */
  public static Map<String, Object> settingsOf(Path file) throws InvalidConfiguration {
    Configuration.read(file);
    Map<String, Object> decisive = new LinkedHashMap<>();
    try {
      JsonNode sections = AS_WRITTEN.readTree(Files.readString(file));
      for (Map.Entry<String, JsonNode> section : sections.properties()) {
        if (!OF_THE_CLUSTER.contains(section.getKey()) && !section.getValue().isNull()) {
          decisive.put(section.getKey(), section.getValue());
          if (section.getValue() instanceof ObjectNode settings) {
            leaveStrategyOut(section.getKey(), settings);
            resolvePaths(section.getKey(), settings, file);
          }
        }
      }
    } catch (IOException e) {
      throw new InvalidConfiguration(List.of("%s: cannot be read: %s".formatted(file, e)));
    }
    return decisive;
  }

  /** It would decide under the name of every strategy. */
  private static void leaveStrategyOut(String section, ObjectNode settings) {
    if (section.equals(SCALING)) {
      settings.remove(POLICY);
    }
  }

  private static void resolvePaths(String section, ObjectNode settings, Path file) {
    if (section.equals(POLICIES) && settings.path(DIRECTORY).isTextual()) {
      Path folder = file.toAbsolutePath().resolveSibling(settings.path(DIRECTORY).textValue());
      settings.put(DIRECTORY, folder.normalize().toString());
    }
  }

  /** A scenario, and what was done to it. */
  record Fitted(Scenario scenario, List<String> remarks) {}

  /** Runs it. {@code none} is as it was: nodes come and go when they did. */
  public SimulationResult run(String strategy, long seed) throws InvalidConfiguration {
    return Simulation.replay(scenario, recording, strategy, seed);
  }

  private static Map<String, Double> peaks(Map<String, List<Demand>> demand) {
    Map<String, Double> peaks = new TreeMap<>();
    demand.forEach(
        (table, all) -> peaks.put(table, all.stream().mapToDouble(Demand::rate).max().orElse(0)));
    return peaks;
  }

  private static Recorded recorded(Past past, Map<String, List<Demand>> demand, Presence presence) {
    double seconds = Duration.between(past.begins(), past.ends()).toMillis() / 1e3;
    double operations = 0;
    for (List<Demand> all : demand.values()) {
      for (int i = 0; i < all.size(); i++) {
        double until = i + 1 < all.size() ? all.get(i + 1).from().toMillis() / 1e3 : seconds;
        operations += all.get(i).rate() * (until - all.get(i).from().toMillis() / 1e3);
      }
    }
    List<Look> telling = past.telling();
    double nodeSeconds = 0;
    Instant before = past.begins();
    for (Look look : telling) {
      nodeSeconds += look.nodes() * (Duration.between(before, look.at()).toMillis() / 1e3);
      before = look.at();
    }
    List<Silence> silences = past.silences();
    return new Recorded(
        past.begins(),
        past.ends(),
        operations,
        nodeSeconds / 3600,
        telling.stream().mapToInt(Look::nodes).max().orElse(0),
        presence.resizes(),
        telling.size(),
        (int) telling.stream().filter(look -> look.busiest().orElse(0) >= SATURATED).count(),
        silences.size(),
        silences.stream().mapToLong(silence -> silence.length().toSeconds()).sum(),
        silences.stream().mapToLong(silence -> silence.length().toSeconds()).max().orElse(0));
  }

  /**
   * Nodes, tables and partitions as they were first seen.
   *
   * @param dropped partitions that came later to tables that were known: halves of others
   * @param late partitions that were listed later only, and may have been there, as not all were
   *     listed before; they are taken as if they had been
   * @param isGuess whether nothing was written down of partitions, and they are taken as alike
   */
  record FirstSight(
      List<Node> nodes,
      List<Table> tables,
      List<Partition> partitions,
      int dropped,
      int late,
      boolean isGuess) {

    static FirstSight of(Past past, Assumptions assumptions) {
      if (past.surveys().isEmpty()) {
        return guessed(past, assumptions);
      }
      ClusterSurveyed first = past.surveys().get(0).seen();
      Map<TableId, Table> tables = new TreeMap<>();
      Map<PartitionId, Partition> partitions = new TreeMap<>();
      Set<PartitionId> dropped = new HashSet<>();
      Set<TableId> whole = new HashSet<>();
      int late = 0;
      for (Past.Survey survey : past.surveys()) {
        Set<TableId> known = Set.copyOf(tables.keySet());
        for (ClusterSurveyed.Held held : survey.seen().partitions()) {
          Partition seen = held.partition();
          boolean isNew = known.contains(seen.table()) && !partitions.containsKey(seen.id());
          if (isNew && whole.contains(seen.table())) {
            dropped.add(seen.id());
            continue;
          }
          late += isNew ? 1 : 0;
          partitions.putIfAbsent(seen.id(), home(seen, first.nodes()));
          Table before = tables.putIfAbsent(seen.table(), new Table(seen.table(), null));
          if (before == null && survey.seen().unlisted() == 0) {
            whole.add(seen.table());
          }
        }
        for (Table table : survey.seen().tables()) {
          tables.computeIfPresent(
              table.id(), (id, before) -> before.blockSize() == null ? table : before);
        }
      }
      return new FirstSight(
          first.nodes(),
          List.copyOf(tables.values()),
          List.copyOf(partitions.values()),
          dropped.size(),
          late,
          false);
    }

    /** A table that came later may have been on a node that came later. */
    private static Partition home(Partition seen, List<Node> nodes) {
      boolean isThere = nodes.stream().anyMatch(node -> node.id().equals(seen.node()));
      return isThere ? seen : seen.on(null);
    }

    /** One table, evenly over the nodes. */
    private static FirstSight guessed(Past past, Assumptions assumptions) {
      TableId all = new TableId("all");
      Look look =
          past.looks().stream()
              .filter(each -> !each.names().isEmpty())
              .findFirst()
              .orElseGet(() -> past.looks().get(0));
      List<Node> nodes = new ArrayList<>();
      for (NodeId name : look.names()) {
        nodes.add(new Node(name, "1", null, true));
      }
      for (int i = nodes.size(); i < look.nodes(); i++) {
        nodes.add(new Node(new NodeId("unnamed-%03d".formatted(i)), "1", null, true));
      }
      List<Partition> partitions = new ArrayList<>();
      for (int i = 0; i < Math.max(1, look.partitions()); i++) {
        partitions.add(
            new Partition(
                new PartitionId("partition-%05d".formatted(i)),
                all,
                nodes.get(i % nodes.size()).id(),
                assumptions.partitionSize(),
                null));
      }
      return new FirstSight(nodes, List.of(new Table(all, null)), partitions, 0, 0, true);
    }

    Map<TableId, List<PartitionId>> byTable() {
      Map<TableId, List<PartitionId>> byTable = new HashMap<>();
      partitions.stream()
          .sorted(Comparator.comparing(Partition::id))
          .forEach(
              partition ->
                  byTable
                      .computeIfAbsent(partition.table(), table -> new ArrayList<>())
                      .add(partition.id()));
      return byTable;
    }
  }
}
