package io.proteus.controller.json;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The input of a decision as a file that anybody can write: {@code docs/schema/observation}. Rates
 * and loads are smoothed, so the file leads to the same plan as the cluster. Optional and unknown
 * values are null.
 *
 * @param schema always {@link #SCHEMA}
 * @param at when it was observed; 1970 when left out
 * @param now when the decision is made; {@code at} when left out
 * @param number counts observations within one run
 * @param span over which the newest rates were taken
 * @param samples how many observations were smoothed
 * @param windowFull whether these are as many as a decision wants; true when left out
 * @param capabilities what can be done to the cluster; everything when left out
 * @param tables may be left out for tables of which nothing but the name is known
 * @param deadNodes nodes that the store lists as dead
 * @param lastAction when the last action ended
 * @param machines that run, by the node that is to be on each, and since when
 * @param placing who places partitions; Proteus when left out
 * @param ownership what share of the data each node answers for
 * @param loadBasis what the requests of partitions rest on; they are measured when left out
 */
@JsonIgnoreProperties({"$schema", "comment"})
public record SavedObservation(
    @Required String schema,
    @Nullable String cluster,
    @Nullable Instant at,
    @Nullable Instant now,
    @Nullable Long number,
    @Nullable Duration span,
    @Nullable Integer samples,
    @Nullable Boolean windowFull,
    @Nullable Boolean balancerOn,
    @Nullable List<Capability> capabilities,
    @Nullable Instant lastAction,
    @Nullable StrategyMemory strategyMemory,
    @Required List<SavedNode> nodes,
    @Nullable List<NodeId> deadNodes,
    @Nullable List<Table> tables,
    @Required List<SavedPartition> partitions,
    @Nullable List<Gap> gaps,
    @Nullable Map<NodeId, Instant> machines,
    @Nullable Placing placing,
    @Nullable List<Ownership> ownership,
    @Nullable LoadBasis loadBasis) {

  public static final String SCHEMA = "proteus/observation/1";

  public SavedObservation {
    if (!SCHEMA.equals(schema)) {
      throw new InvalidValue(
          "schema: want '%s', got '%s'. Another version of Proteus may have written it."
              .formatted(SCHEMA, schema));
    }
    nodes = whole("nodes", Objects.requireNonNull(nodes));
    partitions = whole("partitions", Objects.requireNonNull(partitions));
    capabilities = capabilities == null ? null : whole("capabilities", capabilities);
    deadNodes = deadNodes == null ? null : whole("deadNodes", deadNodes);
    tables = tables == null ? null : whole("tables", tables);
    gaps = gaps == null ? null : whole("gaps", gaps);
  }

  /** All that a decision in this situation sees. */
  public static SavedObservation of(Situation situation) {
    Observation latest = situation.latest();
    Topology topology = latest.topology();
    Set<PartitionId> moving = new HashSet<>(topology.inTransition());
    return new SavedObservation(
        SCHEMA,
        topology.cluster(),
        topology.at(),
        situation.now(),
        latest.number(),
        latest.span(),
        situation.samples(),
        situation.windowFull(),
        topology.balancerOn(),
        latest.capabilities().stream().sorted().toList(),
        situation.lastAction(),
        situation.memory(),
        topology.nodes().stream()
            .map(node -> SavedNode.of(node, situation.loads().get(node.id())))
            .toList(),
        topology.deadNodes(),
        topology.tables(),
        topology.partitions().stream()
            .map(
                partition ->
                    SavedPartition.of(
                        partition,
                        moving.contains(partition.id()),
                        situation.rates().get(partition.id())))
            .toList(),
        latest.gaps(),
        topology.machines(),
        topology.placing().equals(Placing.BY_PROTEUS) ? null : topology.placing(),
        topology.ownership().isEmpty() ? null : topology.ownership(),
        latest.basis().isMeasured() ? null : latest.basis());
  }

  /** The situation in which the decision is made. */
  public Situation toSituation() {
    Topology topology = topology();
    Map<PartitionId, RequestRates> rates = new HashMap<>();
    for (SavedPartition partition : partitions) {
      if (partition.requestsPerSecond() != null) {
        rates.put(partition.id(), partition.requestsPerSecond());
      }
    }
    Map<NodeId, NodeLoad> loads = new HashMap<>();
    nodes.forEach(node -> loads.put(node.id(), node.load()));
    Observation latest =
        new Observation(
            number == null ? 1 : number,
            topology,
            span == null ? Duration.ZERO : span,
            rates,
            loads,
            Set.copyOf(capabilities == null ? Arrays.asList(Capability.values()) : capabilities),
            topology.gaps(),
            loadBasis == null ? LoadBasis.MEASURED : loadBasis);
    return new Situation(
        now == null ? topology.at() : now,
        latest,
        samples == null ? 1 : samples,
        windowFull == null || windowFull,
        rates,
        loads,
        lastAction,
        strategyMemory == null ? StrategyMemory.INITIAL : strategyMemory);
  }

  private Topology topology() {
    Map<TableId, Table> known = new HashMap<>();
    partitions.forEach(p -> known.putIfAbsent(p.table(), new Table(p.table(), null)));
    Set<TableId> described = new HashSet<>();
    for (Table table : orNone(tables)) {
      if (!described.add(table.id())) {
        throw new InvalidValue("tables: %s is listed twice.".formatted(table.id()));
      }
      known.put(table.id(), table);
    }
    return new Topology(
        cluster == null ? "unnamed" : cluster,
        at == null ? Instant.EPOCH : at,
        nodes.stream().map(SavedNode::node).toList(),
        orNone(deadNodes),
        partitions.stream().map(SavedPartition::partition).toList(),
        List.copyOf(known.values()),
        partitions.stream().filter(SavedPartition::isMoving).map(SavedPartition::id).toList(),
        balancerOn != null && balancerOn,
        orNone(gaps),
        machines,
        placing == null ? Placing.BY_PROTEUS : placing,
        orNone(ownership));
  }

  private static <T> List<T> whole(String name, List<T> list) {
    if (list.stream().anyMatch(Objects::isNull)) {
      throw new InvalidValue(name + ": want a list of values, got one that is null.");
    }
    return List.copyOf(list);
  }

  private static <T> List<T> orNone(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  /** The situation that a file holds. */
  public static Situation read(Path file) throws IOException, UnreadableJson {
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return read(reader);
    } catch (UnreadableJson e) {
      throw new UnreadableJson("%s: %s".formatted(file, e.getMessage()));
    }
  }

  public static Situation read(Reader json) throws IOException, UnreadableJson {
    try {
      SavedObservation saved = CoreJson.mapper().readValue(json, SavedObservation.class);
      if (saved == null) {
        throw UnreadableJson.isNull();
      }
      return saved.toSituation();
    } catch (JsonProcessingException e) {
      throw UnreadableJson.because(e);
    } catch (InvalidValue e) {
      throw new UnreadableJson("$: " + e.getMessage());
    }
  }

  /** Writes the file whole or not at all. */
  public static void write(Situation situation, Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path draft = absolute.resolveSibling(absolute.getFileName() + ".part");
    try (Writer writer = Files.newBufferedWriter(draft, StandardCharsets.UTF_8)) {
      CoreJson.mapper().writerWithDefaultPrettyPrinter().writeValue(writer, of(situation));
    }
    Files.move(draft, absolute, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }
}
