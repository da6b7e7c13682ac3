package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.NODES_OVERLOADED;
import static io.proteus.core.strategy.ReasonCode.RECONFIGURE;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.strategy.LoadHabit;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.Overload;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Does no harm, then wins: grows at once and by several nodes where the load is beyond doubt, gives
 * back what it added once it is not needed, and goes below the number of nodes that it found only
 * as far as the load is known by then ({@link Headroom}).
 *
 * @param busy CPU and I/O wait over which there are too few nodes
 * @param wanted how busy nodes are to be after a growth
 * @param spare how busy they may be after a removal, with the largest load that is expected
 * @param unseen how many times the largest load so far may come on top of it
 * @param settle from a resize to a removal
 */
@Section("Does no harm, then wins: the default for clusters that nobody has tuned to.")
public record AutoScaling(
    @Key(doc = "CPU and I/O wait over which there are too few nodes", usual = "0.90") Ratio busy,
    @Key(doc = "how busy nodes are to be after a growth", usual = "0.70") Ratio wanted,
    @Key(
            doc = "how busy they may be after a removal, with the largest load that is expected",
            usual = "0.70")
        Ratio spare,
    @Key(
            doc =
                "how many times the largest load so far may come on top of it after an hour of"
                    + " watching, and less with each hour; before that no node goes that was found",
            usual = "4")
        double unseen,
    @Key(doc = "from a resize to a removal", usual = "10m", zero = true) Duration settle)
    implements ScalingPolicy {
  public AutoScaling {
    if (!(unseen >= 0) || Double.isInfinite(unseen)) {
      throw new InvalidValue("auto.unseen: want 0 or more, got %s.".formatted(unseen));
    }
    if (busy.value() == 0 || wanted.value() == 0 || spare.value() == 0 || wanted.exceeds(busy)) {
      throw new InvalidValue(
          "auto: want shares above 0, and wanted no larger than busy, got busy %s, wanted %s and spare %s."
              .formatted(busy, wanted, spare));
    }
  }

  /** How much more than it serves a saturated cluster is taken to be asked for. */
  private static final double MORE = 1.6;

  /** The share of ten minutes that a node takes to come and be filled. */
  private static final double AHEAD = 0.6;

  /** Nodes that will be so busy by then would be too late to relieve. */
  private static final double SATURATED = 0.97;

  @Override
  public Scaling decide(Situation now) {
    Optional<Reason> gap = ClusterLoad.gap(now);
    Optional<LoadHabit> habit = Headroom.habit(now);
    if (gap.isPresent() || habit.isEmpty()) {
      return new Scaling.Keep(gap.orElseThrow(), now.memory());
    }
    Situation knowing =
        now.with(
            now.memory()
                .with(now.memory().scaling().with(habit.get()).with(NodeSpeeds.of(now).seen(now))));
    ClusterLoad load = ClusterLoad.withIoWait(knowing);
    if (Overload.isBeyondDoubt(knowing)) {
      ClusterLoad newest = ClusterLoad.withIoWait(knowing.ofNewestSample());
      return grow(knowing, newest, more(load, load.capacity() * MORE));
    }
    double soon = load.demand() + AHEAD * Math.max(0, habit.get().rise());
    boolean isBusy = load.demand() > busy.value() * load.capacity() + 1e-9;
    if (isBusy || soon > SATURATED * load.capacity()) {
      return grow(knowing, load, more(load, soon / wanted.value()));
    }
    Optional<DataInMemory> data =
        DataInMemory.of(knowing).filter(held -> !held.evicts() && held.share().exceeds(busy));
    if (data.isPresent()) {
      return grow(
          knowing,
          load,
          data.get().nodes(load.nodes()),
          NODES_OVERLOADED.because(
              "auto.busy",
              "the data take %s of the memory that {nodes} may use, and %s is as much as may be",
              data.get().share(),
              busy));
    }
    HottestNode hottest = HottestNode.of(knowing, load);
    if (hottest.busy() > busy.value() && hottest.coolest() < wanted.value()) {
      return uneven(knowing, load, hottest);
    }
    if (Overload.isAnyAtItsLimit(knowing) && hottest.isRelievedByNodes()) {
      return grow(
          knowing,
          load,
          more(load, soon / wanted.value()),
          NODES_OVERLOADED.because(
              "auto.wanted",
              "%s is at %s CPU with I/O wait, and no other has room, as the coolest is at %s",
              load.hottest(),
              load.hottestCpu(),
              Ratio.share(hottest.coolest(), 1)));
    }
    int fewest = room().fewest(knowing, habit.get());
    if (fewest < load.nodes() && !settles(knowing)) {
      return resize(
          knowing,
          fewest,
          SHRINK.because(
              "auto.spare",
              "the mean of the nodes is at %s CPU with I/O wait, and {%d nodes} {has|have} room for what"
                  + " is expected",
              load.meanCpu(),
              fewest));
    }
    return new Scaling.Keep(
        SIZE_FITS.because(
            "auto.busy",
            "the mean of the nodes is at %s CPU with I/O wait, for which {%d nodes} {is|are} as"
                + " many as it takes",
            load.meanCpu(),
            load.nodes()),
        knowing.memory());
  }

  /** The room that a removal has to leave. */
  public Headroom room() {
    return new Headroom(spare, unseen);
  }

  /** How many nodes make up such a capacity; those that come are taken for usual ones. */
  private static int more(ClusterLoad load, double capacity) {
    return load.nodes() + (int) Math.ceil(capacity - load.capacity() - 1e-9);
  }

  private boolean settles(Situation now) {
    return now.memory()
        .scaling()
        .lastResize()
        .filter(past -> ResizeMemory.within(settle, now, past))
        .isPresent();
  }

  private Scaling grow(Situation now, ClusterLoad load, int nodes) {
    return grow(
        now,
        load,
        nodes,
        NODES_OVERLOADED.because(
            "auto.busy",
            "the mean of the nodes is at %s CPU with I/O wait, and %s are as much as may be",
            load.meanCpu(),
            busy));
  }

  private static Scaling grow(Situation now, ClusterLoad load, int nodes, Reason why) {
    int more = Math.max(load.nodes() + 1, nodes);
    return resize(now, more, why, GROW.says("from %d to {%d nodes}", load.nodes(), more));
  }

  /** Evens out where a move helps; else adds a node where the hottest has something to give. */
  private Scaling uneven(Situation now, ClusterLoad load, HottestNode hottest) {
    if (!hottest.isRelievedByMoves() && hottest.isRelievedByNodes()) {
      return grow(now, load, load.nodes() + 1);
    }
    return evenOut(now, load);
  }

  private Scaling evenOut(Situation now, ClusterLoad load) {
    return resize(
        now,
        load.nodes(),
        RECONFIGURE.says(
            "%s is at %s CPU with I/O wait, and the mean of the nodes at %s",
            load.hottest(), load.hottestCpu(), load.meanCpu()));
  }

  private static Scaling resize(Situation now, int nodes, Reason... reasons) {
    return new Scaling.Resize(nodes, List.of(reasons), now.memory());
  }

  @Override
  public ScalingPolicy within(Limits limits) {
    return new LimitedScaling(this, limits.boundsAlone());
  }
}
