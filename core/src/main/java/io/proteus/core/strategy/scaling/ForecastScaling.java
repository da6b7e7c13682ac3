package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.LEARNING;
import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;

import io.proteus.core.cluster.Topology;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.setting.Shared;
import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Season;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.Durations;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Forecast and cost: the cheapest sizes for the hours to come that keep the CPU under its limit
 * with a given probability.
 *
 * <p>It learns what the load is at each time of the day and week ({@link Season}) and what a node
 * serves at the CPU limit. The forecast is the season plus what the load is off it now; its
 * uncertainty grows from the present as the load has strayed so far, up to what that time of the
 * week has varied. Sizes then follow by dynamic programming ({@link SizePath}), so that a node goes
 * only for as long as it saves more than it costs to take it away and back.
 *
 * <p>Before a season is learned it sizes for the present load, and says so. What the load will be
 * in an hour is not known then, so it does not go below the size that it found, unless it may.
 *
 * @param bounds how few and how many nodes
 * @param level the service level
 * @param calendar which seasons there are, and how far to look
 * @param price of a resize
 * @param keepUntilLearned whether it keeps as many nodes as it found until a season is learned
 */
@Section("The cheapest sizes for the hours ahead that keep the CPU under its limit.")
public record ForecastScaling(
    @Shared("nodes") NodeBounds bounds,
    @Inline ServiceLevel level,
    @Inline Calendar calendar,
    @Inline ResizePrice price,
    @Key(
            doc = "whether as many nodes as it found stay until it has seen each hour ahead twice",
            usual = "true")
        boolean keepUntilLearned)
    implements ScalingPolicy {

  /** Below this, the CPU tells little of what a node can do. */
  private static final double TELLING_CPU = 0.02;

  /** Below this share of the limit, the CPU tells little about what a node serves at the limit. */
  private static final double TELLING_OF_LIMIT = 0.25;

  /** Weight of the newest in what a node serves. */
  private static final double NEWEST = 0.3;

  /**
   * The promise: with which probability the CPU stays under which limit.
   *
   * @param cpu limit
   * @param kept probability with which it is kept at each moment ahead, half or more
   * @param margin how much below the limit the CPU must stay after a node has gone
   * @param cpuOf whose CPU
   */
  public record ServiceLevel(
      @Key(doc = "the CPU that is not to be exceeded", usual = "0.60") Ratio cpu,
      @Key(doc = "probability with which it is not", usual = "0.99", name = "serviceLevel")
          Ratio kept,
      @Key(doc = "how much below it the CPU must stay after a removal", usual = "0.10")
          Ratio margin,
      @Shared("scaling.cpuOf") CpuOf cpuOf) {
    public ServiceLevel {
      if (cpu.value() == 0 || kept.value() < 0.5 || kept.value() >= 1 || margin.value() >= 1) {
        throw new InvalidValue(
            "forecast: want cpu above 0, serviceLevel of 0.5 and more and below 1, and margin below 1, got %s, %s and %s."
                .formatted(cpu, kept.value(), margin));
      }
    }

    public static ServiceLevel usual() {
      return new ServiceLevel(Ratio.of(0.6), Ratio.of(0.99), Ratio.of(0.1), CpuOf.MEAN);
    }
  }

  /**
   * Which seasons there are.
   *
   * @param day the shorter season; the longer one is seven of it
   * @param slotsADay in how many parts a day is learned
   * @param horizon how far ahead sizes are chosen
   */
  public record Calendar(
      @Key(doc = "the season that is learned; the longer one is seven of it", usual = "24h")
          Duration day,
      @Key(doc = "in how many parts it is learned", usual = "24", name = "slotsPerDay")
          int slotsADay,
      @Key(doc = "how far ahead sizes are chosen", usual = "6h") Duration horizon) {
    private static final int MOST_STEPS = 500;

    public Calendar {
      Duration slot = day.dividedBy(Math.max(1, slotsADay));
      if (slotsADay < 2 || slotsADay > 24 * 60 || slot.compareTo(Duration.ofSeconds(6)) < 0) {
        throw new InvalidValue(
            "forecast.slotsPerDay: want 2 or more slots of 6 s or more, got %d in %s."
                .formatted(slotsADay, day));
      }
      if (horizon.compareTo(slot) < 0 || horizon.compareTo(slot.multipliedBy(MOST_STEPS)) > 0) {
        throw new InvalidValue(
            "forecast.horizon: want 1 to %d slots of %s, got %s."
                .formatted(MOST_STEPS, slot, horizon));
      }
    }

    public static Calendar usual() {
      return new Calendar(Duration.ofHours(24), 24, Duration.ofHours(6));
    }

    Duration slot() {
      return day.dividedBy(slotsADay);
    }

    int steps() {
      return (int) horizon.dividedBy(slot());
    }
  }

  public static ForecastScaling usual(NodeBounds bounds) {
    return new ForecastScaling(
        bounds, ServiceLevel.usual(), Calendar.usual(), ResizePrice.usual(), true);
  }

  @Override
  public Scaling decide(Situation now) {
    Optional<Reason> gap = ClusterLoad.gap(now).or(() -> noRequests(now));
    if (gap.isPresent()) {
      return new Scaling.Keep(gap.get(), now.memory());
    }
    ClusterLoad load = ClusterLoad.withIoWait(now);
    Season before = season(now).orFoundWith(load.nodes());
    double capacity = capacity(before, load);
    boolean due = before.wantsSampleAt(now.now());
    Season season = due ? before.with(now.now(), load.served(), capacity) : before;
    Situation remembering = due ? learned(now, season) : now;
    if (capacity == 0) {
      return new Scaling.Keep(
          LEARNING.because(
              "forecast.cpu",
              "what a {node} can serve is not known before one is at %.0f %% CPU",
              TELLING_CPU * 100),
          remembering.memory());
    }
    return cheapest(remembering, load, capacity, season);
  }

  private static Optional<Reason> noRequests(Situation now) {
    return now.requests() == null
        ? Optional.of(METRICS_INCOMPLETE.says("the requests of no {partition} are known"))
        : Optional.empty();
  }

  private Season season(Situation now) {
    Season known = now.memory().scaling().season();
    return known != null && known.hasSlots(calendar.slot(), calendar.slotsADay())
        ? known
        : Season.unseen(calendar.slot(), calendar.slotsADay());
  }

  private static Situation learned(Situation now, Season season) {
    return now.with(now.memory().with(now.memory().scaling().with(season)));
  }

  /**
   * The load that a node serves at the limit: as learned, but no more than was seen above the
   * limit. What little an idle node served says nothing of how much it could.
   */
  private double capacity(Season season, ClusterLoad load) {
    double cpu = load.cpu(level.cpuOf()).value();
    if (cpu < TELLING_CPU || load.served() == 0) {
      return season.capacity();
    }
    double seen = load.served() / load.nodes() * level.cpu().value() / cpu;
    if (season.capacity() == 0) {
      return seen;
    }
    if (seen < season.capacity() && cpu < TELLING_OF_LIMIT * level.cpu().value()) {
      return season.capacity();
    }
    double weight = NEWEST * Math.min(1, cpu / level.cpu().value());
    double blended = season.capacity() + weight * (seen - season.capacity());
    return cpu > level.cpu().value() ? Math.min(seen, blended) : blended;
  }

  private Scaling cheapest(Situation now, ClusterLoad load, double capacity, Season season) {
    Forecast forecast = Forecast.of(this, season, now.now(), load);
    int present = load.nodes();
    int partitions = now.topology().partitions().size();
    int found = Objects.requireNonNullElse(season.found(), present);
    int least = keepUntilLearned && !forecast.isLearned() ? Math.min(present, found) : 1;
    SizePath path =
        new SizePath(
            present,
            forecast.steps(),
            calendar.slot().toMillis() / 3_600_000.0,
            (step, size) ->
                Math.max(
                    least,
                    within(
                        present,
                        forecast.most(step)
                            / (size < present
                                ? Math.min(
                                    capacity * (1 - level.margin().value()),
                                    shown(now, size, present))
                                : capacity))),
            (from, to) -> price.of(from, to, partitions));
    int size = path.first();
    Sentence sentence =
        withCost(sentence(load, capacity, forecast, least), now.topology(), path.from(size));
    if (size == present) {
      return new Scaling.Keep(
          SIZE_FITS.because("forecast.cpu", "%s: {%d nodes} {stays|stay}", sentence, present),
          now.memory());
    }
    Reason reason =
        (size > present ? GROW : SHRINK)
            .because(
                "forecast.cpu",
                "%s: {%d nodes} instead of %d, at a price of %.2f node-hours",
                sentence,
                size,
                present,
                price.of(present, size, partitions));
    return new Scaling.Resize(
        size, List.of(reason), size > present ? tooFew(now, load) : now.memory());
  }

  /** The same, with what the nodes of the horizon cost where their prices are known. */
  private Sentence withCost(Sentence sentence, Topology now, int[] sizes) {
    double hours = calendar.slot().toMillis() / 3_600_000.0;
    Optional<HorizonCost> planned = HorizonCost.of(now, sizes, hours);
    Optional<HorizonCost> present =
        HorizonCost.of(now, same(now.nodes().size(), sizes.length), hours);
    return planned.isEmpty() || present.isEmpty()
        ? sentence
        : Sentence.of(
            "%s; the {nodes} of the next %s cost about %.2f, and %.2f if as many stay as there are",
            sentence,
            Durations.shown(calendar.horizon()),
            planned.get().money(),
            present.get().money());
  }

  private static int[] same(int size, int steps) {
    int[] sizes = new int[steps];
    Arrays.fill(sizes, size);
    return sizes;
  }

  /**
   * The load that a node served at the limit when there were fewer nodes, at least {@code size},
   * and too few: with fewer nodes their caches hold less of the data. Without it, a constant load
   * between two sizes would switch between both.
   */
  private double shown(Situation now, int size, int present) {
    return now.memory().scaling().measurements().stream()
        .filter(seen -> seen.machines() >= size && seen.machines() < present)
        .filter(seen -> isWithin(calendar.day(), seen, now))
        .filter(this::isTelling)
        .mapToDouble(
            seen -> seen.throughput() / seen.machines() * level.cpu().value() / seen.cpu().value())
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** A measurement from the far future comes from a clock that was wrong. */
  private static boolean isWithin(Duration length, Measurement seen, Situation now) {
    return Duration.between(seen.at(), now.now()).abs().compareTo(length) < 0;
  }

  /** Another policy remembers what idle nodes served, too. */
  private boolean isTelling(Measurement seen) {
    return seen.throughput() > 0 && seen.cpu().value() >= TELLING_OF_LIMIT * level.cpu().value();
  }

  /** Remembers what so many nodes served when they were too few. */
  private StrategyMemory tooFew(Situation now, ClusterLoad load) {
    ScalingMemory memory = now.memory().scaling();
    boolean isKnown =
        memory.measurements().stream()
            .anyMatch(
                seen -> seen.machines() == load.nodes() && isWithin(calendar.slot(), seen, now));
    return isKnown
        ? now.memory()
        : now.memory()
            .with(
                memory.with(
                    new Measurement(
                        now.now(),
                        load.nodes(),
                        load.served(),
                        load.served(),
                        null,
                        load.cpu(level.cpuOf()))));
  }

  private int within(int present, double nodes) {
    int most = Math.max(present, bounds.max());
    int least = Math.min(present, bounds.min());
    return (int) Math.max(least, Math.min(most, Math.ceil(nodes - 1e-9)));
  }

  private Sentence sentence(ClusterLoad load, double capacity, Forecast forecast, int least) {
    Sentence ahead =
        forecast.isLearned()
            ? Sentence.of(
                "up to %.0f op/s are likely (%s) within %d min",
                forecast.peak(), level.kept(), calendar.horizon().toMinutes())
            : Sentence.of(
                least > 1
                    ? "no season is learned yet, so the present load decides, and {%d nodes}"
                        + " {stays|stay} at least"
                    : "no season is learned yet, so the present load decides",
                least);
    return Sentence.of(
        "%.0f op/s now, %s, and a {node} serves %.0f at %s CPU",
        load.served(), ahead, capacity, level.cpu());
  }
}
