package io.proteus.controller.json;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonAppend;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.VirtualBeanPropertyWriter;
import com.fasterxml.jackson.databind.util.Annotations;
import com.fasterxml.jackson.databind.util.SimpleBeanPropertyDefinition;
import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.FamilyBlocks;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Known;
import io.proteus.core.cluster.MachinePrices;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.step.StepType;
import io.proteus.core.step.Steps;
import io.proteus.core.strategy.CompactionMemory;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeLosses;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.SplitMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Words;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** How core's records look in JSON where their own names would not tell the kind or the unit. */
final class CoreShapes extends SimpleModule {
  private static final long serialVersionUID = 1L;

  CoreShapes() {
    super("proteus-shapes");
    setMixInAnnotation(Step.class, StepShape.class);
    setMixInAnnotation(Verdict.class, VerdictShape.class);
    setMixInAnnotation(Layout.class, LayoutShape.class);
    setMixInAnnotation(Partition.class, PartitionShape.class);
    setMixInAnnotation(Topology.class, TopologyShape.class);
    setMixInAnnotation(NodeProfile.class, Blocked.class);
    setMixInAnnotation(Table.class, Blocked.class);
    Steps.all().forEach(this::add);
    setMixInAnnotation(Reshapes.class, ReshapesShape.class);
    setMixInAnnotation(Reshapes.TokenMove.class, StepFields.class);
    addSerializer(Price.class, new PriceJson.Writer());
    addDeserializer(Price.class, new PriceJson.Reader());
    setMixInAnnotation(RequestRates.class, RatesShape.class);
    setMixInAnnotation(MemorySplit.class, SplitShape.class);
    setMixInAnnotation(Gap.class, GapShape.class);
    setMixInAnnotation(Node.class, NodeShape.class);
    setMixInAnnotation(NodeCounters.class, Heaped.class);
    setMixInAnnotation(NodeLoad.class, Heaped.class);
    setMixInAnnotation(Placing.class, PlacingShape.class);
    setMixInAnnotation(Restrictions.class, RestrictionsShape.class);
    setMixInAnnotation(Pool.class, PoolShape.class);
    setMixInAnnotation(NodeLosses.class, LossesShape.class);
    setMixInAnnotation(FamilyBlocks.class, BlocksShape.class);
  }

  /** Registers a step under its declared name; the names of its sizes tell the unit. */
  private void add(StepType type) {
    registerSubtypes(new NamedType(type.record(), type.name()));
    setMixInAnnotation(type.record(), StepFields.class);
  }

  private interface StepFields {
    @JsonProperty("sizeBytes")
    ByteSize size();

    @JsonProperty("blockSizeBytes")
    ByteSize blockSize();

    @JsonProperty("familiesBytes")
    Object sizes();

    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Nothing.class)
    Object settings();

    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Nothing.class)
    Boolean left();

    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Nothing.class)
    Boolean joinsLater();
  }

  private interface NodeShape {
    @JsonProperty("memory")
    Known<MemorySplit> split();

    @JsonIgnore
    MemorySplit memory();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    SortedMap<String, Effect> effects();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "step")
  @JsonAppend(props = @JsonAppend.Prop(value = StepSentence.class, name = "sentence"))
  @JsonIgnoreProperties(value = "sentence", allowGetters = true)
  private interface StepShape {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "verdict")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Verdict.Hold.class, name = "hold"),
    @JsonSubTypes.Type(value = Verdict.Retarget.class, name = "retarget")
  })
  private interface VerdictShape {
    @JsonProperty("strategyMemory")
    Object memory();
  }

  private abstract static class LayoutShape {
    @JsonCreator
    static Layout of(
        @JsonProperty("nodes") List<NodeTarget> nodes,
        @JsonProperty("removed") List<NodeId> removed,
        @JsonProperty("blockSizeBytes") Map<TableId, ByteSize> blockSizes,
        @JsonProperty("settings") WantedSettings settings,
        @JsonProperty("reshapes") Reshapes reshapes) {
      throw new AssertionError("a mix-in is never called");
    }

    @JsonProperty("nodes")
    abstract List<NodeTarget> nodes();

    @JsonProperty("removed")
    abstract List<NodeId> removed();

    @JsonProperty("blockSizeBytes")
    abstract SortedMap<TableId, ByteSize> blockSizes();

    @JsonProperty("settings")
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Nothing.class)
    abstract WantedSettings settings();

    @JsonProperty("reshapes")
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Nothing.class)
    abstract Reshapes reshapes();
  }

  private interface ReshapesShape {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<Reshapes.TokenMove> tokens();
  }

  /** Equal to what says nothing, which is then left out. */
  static final class Nothing {
    @Override
    public boolean equals(@Nullable Object value) {
      return value == null
          || Placing.BY_PROTEUS.equals(value)
          || Restrictions.NONE.equals(value)
          || MachinePrices.UNKNOWN.equals(value)
          || Boolean.FALSE.equals(value)
          || (value instanceof SettingsChange change && change.changesNothing())
          || (value instanceof WantedSettings wanted && wanted.saysNothing())
          || (value instanceof Reshapes reshapes && reshapes.saysNothing())
          || SplitMemory.NONE.equals(value)
          || CompactionMemory.NONE.equals(value)
          || DrainedNodes.NONE.equals(value)
          || SettingsMemory.NONE.equals(value);
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  private interface PartitionShape {
    @JsonProperty("sizeBytes")
    ByteSize size();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<Replica> copies();
  }

  private interface TopologyShape {
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Nothing.class)
    Placing placing();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<Ownership> ownership();

    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Nothing.class)
    Restrictions restrictions();

    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Nothing.class)
    MachinePrices prices();
  }

  private interface RestrictionsShape {
    @MayBeMissing
    @JsonPropertyDescription(
        "nodes that serve some tables and no others; left out where every node may serve every"
            + " table")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Object pools();

    @MayBeMissing
    @JsonPropertyDescription("tables on which the store ignores an ordered compaction, and why")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Object uncompacted();

    @MayBeMissing
    @JsonPropertyDescription("nodes on which it does, and why")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Object uncompactedOn();

    @MayBeMissing
    @JsonPropertyDescription("tables whose partitions are neither split nor merged, and why")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Object keptInShape();

    @MayBeMissing
    @JsonPropertyDescription(
        "in which order the cloud lets nodes go, the next one first; left out where any may go, and"
            + " empty where it is not known which one may")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    Object leaving();

    @MayBeMissing
    @JsonPropertyDescription(
        "live nodes whose machines the cloud is about to take, and how it says so")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Object takenBack();

    @MayBeMissing
    @JsonPropertyDescription(
        "nodes on which operators have the store put nothing, and how it says so")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Object drained();
  }

  private interface LossesShape {
    @MayBeMissing
    @JsonPropertyDescription(
        "when each of the missing nodes was first missed; left out where all were with the first")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Object seen();
  }

  private interface PoolShape {
    @MayBeMissing
    Object nodes();

    @MayBeMissing
    Object tables();

    @MayBeMissing
    @JsonPropertyDescription(
        "whether a node that nobody has assigned belongs to it; false when left out")
    boolean takesNewNodes();
  }

  private interface Blocked {
    @Required
    TableId id();

    @JsonProperty("blockSizeBytes")
    @JsonPropertyDescription("left out when its column families differ")
    ByteSize blockSize();

    @JsonPropertyDescription(
        "what is set on it, by the store's own keys; left out when it is not known")
    Object settings();

    @MayBeMissing
    @JsonPropertyDescription(
        "when a changed setting is in effect, by the store's own keys; while it serves where a key"
            + " is left out")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    SortedMap<String, Effect> effects();

    @JsonPropertyDescription(
        "the block size of each column family; left out where the store does not tell")
    FamilyBlocks blocks();

    @MayBeMissing
    @JsonPropertyDescription(
        "settings that somebody has given a value other than the store's own, and on which it"
            + " depends how partitions are stored and split")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Set<String> explicit();

    @MayBeMissing
    @JsonPropertyDescription(
        "what nodes have of its settings for themselves, other than the table has; left out where"
            + " none has any")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Object local();
  }

  private interface BlocksShape {
    @JsonProperty("familiesBytes")
    Object families();

    @JsonProperty("usualBytes")
    ByteSize usual();
  }

  private interface RatesShape {
    @Required
    double reads();

    @Required
    double scans();

    @Required
    double writes();
  }

  private interface SplitShape {
    @Required
    Ratio readCache();

    @Required
    Ratio writeBuffer();
  }

  private interface GapShape {
    @Required
    Gap.Kind kind();

    @Required
    String subject();

    @Required
    String sentence();
  }

  private interface Heaped {
    @JsonProperty("heapUsedBytes")
    ByteSize heapUsed();

    @JsonProperty("heapMaxBytes")
    ByteSize heapMax();

    @JsonProperty("heapKeptBytes")
    ByteSize heapKept();

    @JsonProperty("cacheUsedBytes")
    ByteSize cacheUsed();
  }

  private interface PlacingShape {
    @MayBeMissing
    @JsonPropertyDescription(
        "how a node that has started becomes one of the cluster; by itself when left out")
    Object joining();
  }

  /** The step's sentence: written for people, ignored by the reader. */
  static final class StepSentence extends VirtualBeanPropertyWriter {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("unused") // Jackson makes the first one by itself
    StepSentence() {}

    private StepSentence(BeanPropertyDefinition property, Annotations annotations, JavaType type) {
      super(property, annotations, type);
    }

    @Override
    protected Object value(Object step, JsonGenerator json, SerializerProvider provider) {
      Words words = SentenceJson.wordsOf(provider);
      return words == null ? step.toString() : ((Step) step).sentence().in(words);
    }

    @Override
    public VirtualBeanPropertyWriter withConfig(
        MapperConfig<?> config,
        AnnotatedClass owner,
        BeanPropertyDefinition property,
        JavaType type) {
      return new StepSentence(
          SimpleBeanPropertyDefinition.construct(
              config, property.getPrimaryMember(), new PropertyName("sentence")),
          owner.getAnnotations(),
          type);
    }
  }
}
