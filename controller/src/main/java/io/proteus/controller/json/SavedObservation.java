package io.proteus.controller.json;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.MachinePrices;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.io.InputStream;
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
 * @param restrictions what operators have ruled out in the store itself; nothing when left out
 * @param loadBasis what the requests of partitions rest on; they are measured when left out
 */
@JsonIgnoreProperties({"$schema", "comment"})
public record SavedObservation(
    @Required @Always(SavedObservation.SCHEMA) String schema,
    @JsonPropertyDescription("the cluster's name; 'unnamed' when left out")
        @Nullable String cluster,
    @JsonPropertyDescription("when it was observed; 1970 when left out") @Nullable Instant at,
    @JsonPropertyDescription("when the decision is made; 'at' when left out") @Nullable Instant now,
    @JsonPropertyDescription("counts observations within one run") @Nullable Long number,
    @JsonPropertyDescription("over which the newest rates were taken") @Nullable Duration span,
    @JsonPropertyDescription("how many observations were smoothed; 1 when left out")
        @Nullable Integer samples,
    @JsonPropertyDescription("whether these are as many as a decision wants; true when left out")
        @Nullable Boolean windowFull,
    @JsonPropertyDescription(
            "whether the store's own balancer may move partitions; false when left out")
        @Nullable Boolean balancerOn,
    @JsonPropertyDescription("what can be done to the cluster; everything when left out")
        @Nullable List<Capability> capabilities,
    @JsonPropertyDescription("when the last action ended; left out when there was none")
        @Nullable Instant lastAction,
    @JsonPropertyDescription("what the strategy remembers; as at a first start when left out")
        @Nullable StrategyMemory strategyMemory,
    @JsonPropertyDescription("the live nodes") @Required List<SavedNode> nodes,
    @JsonPropertyDescription("nodes that the store lists as dead") @Nullable List<NodeId> deadNodes,
    @JsonPropertyDescription("tables of which more than the name is known")
        @Nullable List<Table> tables,
    @Required List<SavedPartition> partitions,
    @JsonPropertyDescription("what could not be measured, and why") @Nullable List<Gap> gaps,
    @JsonPropertyDescription(
            "machines that run, by the node that is to be on each, and since when; left out where"
                + " that is not known")
        @Nullable Map<NodeId, Instant> machines,
    @JsonPropertyDescription(
            "who places partitions, and how nodes come and go; Proteus, by moves, when left out")
        @Nullable Placing placing,
    @JsonPropertyDescription(
            "what share of the data each node answers for; left out where the partitions tell it")
        @Nullable List<Ownership> ownership,
    @JsonPropertyDescription(
            "what the requests of partitions rest on: counted for each, or divided from those of"
                + " their nodes; measured when left out")
        @Nullable LoadBasis loadBasis,
    @JsonPropertyDescription(
            "what operators have ruled out in the store itself; nothing when left out")
        @Nullable Restrictions restrictions,
    @JsonPropertyDescription(
            "the machines that carry Proteus's tags for this cluster, by their nodes; left out where"
                + " the cloud has no tags")
        @Nullable Set<NodeId> taggedMachines,
    @JsonPropertyDescription(
            "what machines cost an hour, in a currency of the operator's; those whose price is not"
                + " known are left out")
        @Nullable MachinePrices prices) {

  public static final String SCHEMA = "proteus/observation/1";

  /** 1 EB: more would not be counted any more when a plan adds up what it moves. */
  private static final long MOST_BYTES = 1L << 60;

  private static final RecordShape SHAPE =
      new Shapes(CoreJson.mapper()).record(SavedObservation.class);

  public SavedObservation {
    nodes = List.copyOf(nodes);
    partitions = List.copyOf(partitions);
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
        latest.basis().isMeasured() ? null : latest.basis(),
        topology.restrictions().saysNothing() ? null : topology.restrictions(),
        topology.tagged(),
        topology.prices().saysNothing() ? null : topology.prices());
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
        // the observation's own, as these maps of a million partitions need not be held twice
        latest.rates(),
        latest.loads(),
        lastAction,
        strategyMemory == null ? StrategyMemory.INITIAL : strategyMemory);
  }

  private Topology topology() {
    double bytes = partitions.stream().mapToDouble(it -> it.partition().bytes()).sum();
    if (bytes > MOST_BYTES) {
      throw new InvalidValue(
          "partitions: want %d bytes in all at most, got more.".formatted(MOST_BYTES));
    }
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
        orNone(ownership),
        restrictions == null ? Restrictions.NONE : restrictions,
        taggedMachines,
        prices == null ? MachinePrices.UNKNOWN : prices);
  }

  private static <T> List<T> orNone(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  /** The situation that a file holds. */
  public static Situation read(Path file) throws UnreadableJson {
    return JsonFile.read(file, SavedObservation::read);
  }

  /** The situation that a stream of UTF-8 holds, read to its end. */
  static Situation read(InputStream bytes) throws IOException, UnreadableJson {
    SavedObservation saved = (SavedObservation) JsonFile.document(bytes, SHAPE);
    try {
      return saved.toSituation();
    } catch (InvalidValue e) {
      throw UnreadableJson.contradiction(e);
    }
  }

  /** {@code docs/schema/observation.schema.json}, as the reader reads. */
  public static String jsonSchema() {
    ObjectNode schema = CoreJson.mapper().createObjectNode();
    schema
        .put("$schema", "https://json-schema.org/draft/2020-12/schema")
        .put("$id", "urn:proteus:observation:1")
        .put("title", "What a decision sees of a cluster")
        .put(
            "description",
            "One observation, smoothed. What is not known is left out; it is never written as zero."
                + " Generated from the declarations that the reader reads by. No schema says that"
                + " names are not listed twice, that partitions are on listed nodes and that both"
                + " shares of a memory split are at most 1 together; the reader does.");
    ObjectNode definitions = CoreJson.mapper().createObjectNode();
    schema.setAll(SHAPE.objectSchema(definitions));
    schema.set("$defs", definitions);
    return CoreJson.prettyText(schema) + "\n";
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
