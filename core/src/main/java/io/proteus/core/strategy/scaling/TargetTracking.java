package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.NODES_OVERLOADED;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.setting.Shared;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Target tracking as cloud stores do it (Bigtable's autoscaling, DynamoDB's target utilisation):
 * the number of nodes brings the CPU, I/O wait included, to its target, and fits the data that one
 * node may hold. {@link LimitedScaling} has the bounds and the cooldowns, fast out and slow in.
 *
 * @param cpu the target
 * @param storagePerNode what one node may store; null: as much as there is
 * @param margin how much below the target the CPU must stay after a node has gone; without it,
 *     noise at the edge of two sizes would take the cluster to and fro
 * @param cpuOf whose CPU is brought to the target
 */
@Section("As many nodes as bring the CPU to its target.")
public record TargetTracking(
    @Key(doc = "the CPU that the number of nodes is to bring about", usual = "0.60") Ratio cpu,
    @Key(doc = "what a node may store; `any`: no limit", usual = "any", none = "any")
        @Nullable ByteSize storagePerNode,
    @Key(doc = "how much below the target the CPU must stay after a removal", usual = "0.10")
        Ratio margin,
    @Shared("scaling.cpuOf") CpuOf cpuOf)
    implements ScalingPolicy {

  public TargetTracking {
    if (cpu.value() == 0 || margin.value() == 1) {
      throw new InvalidValue(
          "target: want cpu above 0 and margin below 1, got %s and %s.".formatted(cpu, margin));
    }
  }

  @Override
  public Scaling decide(Situation now) {
    Optional<Reason> gap = ClusterLoad.gap(now);
    if (gap.isPresent()) {
      return new Scaling.Keep(gap.get(), now.memory());
    }
    ClusterLoad load = ClusterLoad.withIoWait(now);
    int least = Math.max(forCpu(load, cpu.value()), forStorage(load, 1));
    int spacious =
        Math.max(
            forCpu(load, cpu.value() * (1 - margin.value())), forStorage(load, 1 - margin.value()));
    if (least > load.nodes()) {
      return resize(
          now, least, cause(load), GROW.says("from %d to {%d nodes}", load.nodes(), least));
    }
    if (spacious < load.nodes()) {
      return resize(
          now,
          spacious,
          SHRINK.because(
              "target.cpu",
              "%s, and {%d nodes} {is|are} enough",
              cause(load).sentence(),
              spacious));
    }
    return new Scaling.Keep(
        SIZE_FITS.because(
            "target.cpu",
            "%s, for which {%d nodes} {is|are} as many as it takes",
            cause(load).sentence(),
            load.nodes()),
        now.memory());
  }

  private static Scaling resize(Situation now, int nodes, Reason... reasons) {
    return new Scaling.Resize(nodes, List.of(reasons), now.memory());
  }

  private int forCpu(ClusterLoad load, double target) {
    return atLeastOne(load.nodes() * load.cpu(cpuOf).value() / target);
  }

  private int forStorage(ClusterLoad load, double share) {
    ByteSize most = storagePerNode;
    return most == null ? 1 : atLeastOne(load.bytes() / (most.bytes() * share));
  }

  /** Rounded up, apart from the rounding error of the division. */
  private static int atLeastOne(double nodes) {
    return (int) Math.max(1, Math.ceil(nodes - 1e-9));
  }

  private Reason cause(ClusterLoad load) {
    boolean full = forStorage(load, 1) > forCpu(load, cpu.value());
    return full
        ? NODES_OVERLOADED.because(
            "target.storagePerNode",
            "%s are stored, and a {node} may hold %s",
            ByteSize.ofBytes(load.bytes()),
            String.valueOf(storagePerNode))
        : NODES_OVERLOADED.because(
            "target.cpu",
            "%s is at %s CPU with I/O wait, and the target is %s",
            load.cpuName(cpuOf),
            load.cpu(cpuOf),
            cpu);
  }
}
