package io.proteus.simulator.fault;

import io.proteus.controller.settings.Kinds;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** All kinds of faults: a new one is a file beside this one and a line here. */
public final class Faults {
  /** What every fault that is drawn by chance is made from. */
  public record Draw(Duration at, Duration lasts, int number, SplittableRandom random) {}

  /** Makes a fault by chance. */
  @FunctionalInterface
  interface Drawn {
    Fault from(Draw draw);
  }

  /**
   * A kind of fault.
   *
   * @param drawn makes one for the soak test; null where the soak leaves it out
   */
  private record Kind(Class<? extends Fault> type, @Nullable Drawn drawn) {}

  /** New kinds come last, so that a seed goes on to mean what it did. */
  private static final List<Kind> KINDS =
      List.of(
          new Kind(NodeCrash.class, draw -> new NodeCrash(draw.at(), draw.number(), draw.lasts())),
          new Kind(MachineLost.class, null),
          new Kind(
              SlowNode.class,
              draw ->
                  new SlowNode(
                      draw.at(),
                      draw.lasts(),
                      draw.number(),
                      0.1 + 0.8 * draw.random().nextDouble())),
          new Kind(LaunchesFail.class, draw -> new LaunchesFail(draw.at(), draw.lasts())),
          new Kind(
              LaunchesSlow.class,
              draw ->
                  new LaunchesSlow(draw.at(), draw.lasts(), 1 + 5 * draw.random().nextDouble())),
          new Kind(LaunchAnswersLost.class, draw -> new LaunchAnswersLost(draw.at(), draw.lasts())),
          new Kind(
              CloudErrors.class,
              draw -> new CloudErrors(draw.at(), draw.lasts(), draw.random().nextDouble())),
          new Kind(
              StoreErrors.class,
              draw -> new StoreErrors(draw.at(), draw.lasts(), draw.random().nextDouble())),
          new Kind(
              MetricsLost.class,
              draw ->
                  new MetricsLost(
                      draw.at(), draw.lasts(), draw.random().nextBoolean() ? null : draw.number())),
          new Kind(MetricsStale.class, draw -> new MetricsStale(draw.at(), draw.lasts())),
          new Kind(CountersReset.class, draw -> new CountersReset(draw.at(), draw.number())),
          new Kind(PartitionSplit.class, draw -> new PartitionSplit(draw.at(), draw.number())),
          new Kind(LaunchesUnseen.class, draw -> new LaunchesUnseen(draw.at(), draw.lasts())),
          new Kind(LaunchesStillborn.class, draw -> new LaunchesStillborn(draw.at(), draw.lasts())),
          new Kind(ControllerCrash.class, draw -> new ControllerCrash(draw.at())));

  private static final List<Drawn> DRAWN =
      KINDS.stream()
          .map(Kind::drawn)
          .filter(drawn -> drawn != null)
          .map(Drawn.class::cast)
          .toList();

  private Faults() {}

  /** Each kind of fault, by its name in files. */
  public static Map<String, Class<? extends Fault>> byName() {
    Map<String, Class<? extends Fault>> byName = new LinkedHashMap<>();
    KINDS.forEach(kind -> byName.put(name(kind.type()), kind.type()));
    return byName;
  }

  /** What a kind of fault is called in files. */
  public static String name(Class<? extends Fault> type) {
    return Kinds.word(type);
  }

  /** A fault by chance, each kind that the soak test plays as likely as the others. */
  public static Fault drawn(Duration at, Duration lasts, SplittableRandom random) {
    int number = random.nextInt(100);
    return DRAWN.get(random.nextInt(DRAWN.size())).from(new Draw(at, lasts, number, random));
  }
}
