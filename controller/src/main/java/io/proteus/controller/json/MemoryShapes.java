package io.proteus.controller.json;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.proteus.core.strategy.Evidence;
import io.proteus.core.strategy.LaunchedMachines;
import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Season;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.StrategyMemory;

/** How a strategy's memory looks in JSON, and what may be left out of it. */
final class MemoryShapes extends SimpleModule {
  private static final long serialVersionUID = 1L;

  MemoryShapes() {
    super("proteus-memory");
    setMixInAnnotation(StrategyMemory.class, MemoryShape.class);
    setMixInAnnotation(ScalingMemory.class, ScalingShape.class);
    setMixInAnnotation(SettingsMemory.class, SubjectsShape.class);
    setMixInAnnotation(LaunchedMachines.class, LaunchedShape.class);
    setMixInAnnotation(Resized.class, ResizedShape.class);
    setMixInAnnotation(Evidence.class, EvidenceShape.class);
    setMixInAnnotation(Measurement.class, MeasurementRow.class);
    setMixInAnnotation(Season.class, SeasonShape.class);
    setMixInAnnotation(Season.Slot.class, SlotRow.class);
  }

  private interface MemoryShape {
    @MayBeMissing
    boolean reconfigured();

    @Within(least = 1, most = 1_000_000)
    int nodesToChange();

    @MayBeMissing
    int underloads();

    @MayBeMissing
    @Within(most = 1_000_000)
    int resizingTo();

    @MayBeMissing
    @JsonPropertyDescription("what scaling policies other than MeT's remember")
    Object scaling();

    @JsonPropertyDescription("the last action that was undone")
    Object undone();

    @MayBeMissing
    @JsonPropertyDescription(
        "what earlier plans yielded and how long their steps took, by kind of plan and of step")
    Object calibration();

    @MayBeMissing
    @JsonPropertyDescription("what policies of settings remember, by 'table NAME' and 'node NAME'")
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = CoreShapes.Nothing.class)
    Object settings();

    @MayBeMissing
    @JsonPropertyDescription("partitions that were split for their load")
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = CoreShapes.Nothing.class)
    Object splits();

    @MayBeMissing
    @JsonPropertyDescription("partitions that were compacted for their locality alone")
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = CoreShapes.Nothing.class)
    Object compactions();

    @MayBeMissing
    @JsonPropertyDescription("nodes that operators keep empty, and those that may be filled again")
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = CoreShapes.Nothing.class)
    Object drains();
  }

  private interface ScalingShape {
    @MayBeMissing
    Object resizes();

    @MayBeMissing
    Object measurements();

    @JsonPropertyDescription("the last growth whose plan was given up, or that put a removal back")
    Object givenUp();

    @JsonPropertyDescription(
        "machines that growths had started, by the names of their nodes: those of which no node was"
            + " seen yet, and those of which one was")
    Object launched();

    @JsonPropertyDescription(
        "how many nodes there were before some died, and since when these are missing")
    Object losses();
  }

  private interface SubjectsShape {
    @MayBeMissing
    Object subjects();

    @MayBeMissing
    @JsonProperty("blockSizeBytes")
    @JsonPropertyDescription("the block sizes that Proteus has set, by table")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Object blocks();
  }

  private interface LaunchedShape {
    @MayBeMissing
    Object awaited();

    @MayBeMissing
    Object came();

    @MayBeMissing
    Object gone();
  }

  private interface ResizedShape {
    @Within(least = 1, most = 1_000_000)
    int from();

    @Within(least = 1, most = 1_000_000)
    int to();
  }

  private interface EvidenceShape {
    @Within(least = -LeafShape.MOST)
    double products();
  }

  private interface SeasonShape {
    @MayBeMissing
    double drift();

    @MayBeMissing
    double capacity();

    @Within(least = 1, most = 1_000_000)
    @JsonPropertyDescription("nodes when it began to learn")
    Integer found();
  }

  /** A row, as there are hundreds of them in what a strategy remembers. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"at", "machines", "load", "throughput", "latencyMs", "cpu"})
  private interface MeasurementRow {}

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"times", "samples", "mean", "variance"})
  private interface SlotRow {}
}
