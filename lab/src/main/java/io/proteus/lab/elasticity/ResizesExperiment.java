package io.proteus.lab.elasticity;

import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Resize;
import io.proteus.lab.result.Resize.Side;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Policies that add nodes to a cluster and take them away, each several times: the record of each
 * resize (TIR-8), with median and spread.
 */
record ResizesExperiment(
    Outline outline, Told told, StoreResizes resizes, List<String> policies, int repeats)
    implements Experiment<String, ElasticityRun> {

  /**
   * How a store's resizes are told.
   *
   * @param nodes what they are called there
   * @param placement what the span of moves and hand-overs is
   * @param moves what Proteus moves; null where the store does
   * @param data what the span of what follows is; null where nothing does
   * @param about the figures
   */
  record Told(
      String nodes,
      String placement,
      @Nullable String moves,
      @Nullable String data,
      String about) {}

  @Override
  public List<Turn<String>> turns() {
    return Turn.interleaved(List.of(policies), repeats);
  }

  @Override
  public String title(Turn<String> turn) {
    return "repeat %d, %s".formatted(turn.repeat(), turn.of());
  }

  @Override
  public Bed<String, ElasticityRun> open(String first, Consumer<String> progress) {
    return turn -> measure(turn, progress);
  }

  private ElasticityRun measure(Turn<String> turn, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    progress.accept(title(turn));
    return resizes.with(resizes.seed(), progress).run(turn.of());
  }

  @Override
  public Findings findings(Measurements<String, ElasticityRun> soFar) {
    List<IntegrityCheck> checks =
        soFar.all().stream().map(one -> one.found().integrity()).filter(Objects::nonNull).toList();
    return new Findings(
        List.of(perResize(soFar), perPolicy(soFar), each(soFar)),
        List.of(
            IntegrityCheck.noneLost(checks),
            Criterion.of(
                "Each run grows from %d %s to %d and shrinks to %d."
                    .formatted(RushScript.FEWEST, told.nodes(), RushScript.MOST, RushScript.FEWEST),
                soFar.all().stream()
                    .allMatch(
                        one ->
                            one.found().mostNodes() == RushScript.MOST
                                && one.found().nodesAtEnd() == RushScript.FEWEST))));
  }

  /** The same resize by the same policy, in however many repeats. */
  private record Alike(String policy, int before, int after, List<Resize> all) {
    @Nullable Spread spread(Function<Resize, @Nullable Double> figure) {
      List<Double> values = new ArrayList<>();
      for (Resize resize : all) {
        Double value = figure.apply(resize);
        if (value != null) {
          values.add(value);
        }
      }
      return values.isEmpty() ? null : Spread.of(values);
    }

    @Nullable Spread joining(ToDoubleFunction<Resize.Joining> part) {
      return spread(
          resize -> {
            OptionalDouble mean = resize.joinings().stream().mapToDouble(part).average();
            return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : null;
          });
    }

    @Nullable Spread before(Function<Side, @Nullable Double> figure) {
      return spread(resize -> of(resize.before(), figure));
    }

    @Nullable Spread after(Function<Side, @Nullable Double> figure) {
      return spread(resize -> of(resize.after(), figure));
    }

    private static @Nullable Double of(
        @Nullable Side side, Function<Side, @Nullable Double> figure) {
      return side == null ? null : figure.apply(side);
    }
  }

  private List<Alike> alike(Measurements<String, ElasticityRun> soFar) {
    List<Alike> all = new ArrayList<>();
    for (String policy : policies) {
      Map<String, Alike> found = new TreeMap<>();
      for (Measurement<String, ElasticityRun> one : soFar.of(policy)) {
        for (Resize resize : one.found().resized()) {
          boolean grows = resize.nodesAfter() > resize.nodesBefore();
          // growths first, in their order, then removals in theirs
          String order =
              grows
                  ? "a%d%d".formatted(resize.nodesBefore(), resize.nodesAfter())
                  : "b%d%d".formatted(9 - resize.nodesBefore(), 9 - resize.nodesAfter());
          found
              .computeIfAbsent(
                  order,
                  key ->
                      new Alike(
                          policy, resize.nodesBefore(), resize.nodesAfter(), new ArrayList<>()))
              .all()
              .add(resize);
        }
      }
      all.addAll(found.values());
    }
    return all;
  }

  private Section perResize(Measurements<String, ElasticityRun> soFar) {
    Columns<Alike> columns =
        new Columns<Alike>()
            .text("policy", Alike::policy)
            .text(told.nodes(), of -> "%d to %d".formatted(of.before(), of.after()))
            .count("times", of -> (double) of.all().size())
            .figure(
                "configured, s",
                Kind.FIGURE,
                of -> of.joining(Resize.Joining::configurationSeconds))
            .figure("booted, s", Kind.FIGURE, of -> of.joining(Resize.Joining::machineSeconds))
            .figure("joined, s", Kind.FIGURE, of -> of.joining(Resize.Joining::registrationSeconds))
            .figure(
                told.placement(),
                Kind.SECONDS,
                of -> of.spread(resize -> resize.times().placementSeconds()));
    if (told.data() != null) {
      columns.figure(
          told.data(), Kind.SECONDS, of -> of.spread(resize -> resize.times().dataSeconds()));
    }
    columns
        .figure(
            "removed, s", Kind.SECONDS, of -> of.spread(resize -> resize.times().removingSeconds()))
        .figure("in all, s", Kind.SECONDS, of -> of.spread(r -> r.times().totalSeconds()));
    if (told.moves() != null) {
      columns.count(told.moves(), of -> of.spread(r -> (double) r.work().moves()));
    }
    columns
        .figure("op/s before", Kind.RATE, of -> of.before(Side::operationsPerSecond))
        .figure("op/s after", Kind.RATE, of -> of.after(Side::operationsPerSecond))
        .figure("p99 before, ms", Kind.MILLISECONDS, of -> of.before(Side::worstP99Millis))
        .figure("p99 after, ms", Kind.MILLISECONDS, of -> of.after(Side::worstP99Millis))
        .figure("CPU before, %", Kind.COUNT, of -> of.before(s -> percent(s.meanCpu())))
        .figure("CPU after, %", Kind.COUNT, of -> of.after(s -> percent(s.meanCpu())));
    return Section.of("Each resize", told.about(), columns.of(alike(soFar)));
  }

  private static @Nullable Double percent(@Nullable Double share) {
    return share == null ? null : Double.valueOf(100 * share);
  }

  private Section perPolicy(Measurements<String, ElasticityRun> soFar) {
    double asked = resizes.script().asked();
    Columns<String> columns =
        new Columns<String>()
            .text("policy", policy -> policy)
            .figure(
                "answered of what is asked for",
                Kind.RATIO,
                policy -> soFar.spread(policy, run -> run.operations() / asked))
            .figure(
                "mean, ms",
                Kind.MILLISECONDS,
                policy -> soFar.spread(policy, ElasticityRun::meanLatencyMillis))
            .figure(
                "node hours", Kind.RATIO, policy -> soFar.spread(policy, ElasticityRun::nodeHours))
            .count("most", policy -> soFar.spread(policy, run -> (double) run.mostNodes()))
            .count("at end", policy -> soFar.spread(policy, run -> (double) run.nodesAtEnd()))
            .count("failed", policy -> soFar.spread(policy, run -> count(run.failedOperations())));
    return Section.of("Policies", "", columns.of(policies));
  }

  private static @Nullable Double count(@Nullable Long number) {
    return number == null ? null : Double.valueOf(number);
  }

  /** A resize of a repeat. */
  private record Once(Measurement<String, ElasticityRun> in, Resize resize) {}

  private Section each(Measurements<String, ElasticityRun> soFar) {
    List<Once> all =
        soFar.all().stream()
            .flatMap(one -> one.found().resized().stream().map(resize -> new Once(one, resize)))
            .toList();
    Columns<Once> columns =
        new Columns<Once>()
            .text("policy", one -> one.in().of())
            .count("repeat", one -> one.in().repeat())
            .text(
                told.nodes(),
                one -> "%d to %d".formatted(one.resize().nodesBefore(), one.resize().nodesAfter()))
            .text("why", one -> one.resize().why())
            .text("outcome", one -> one.resize().outcome())
            .figure(told.placement(), Kind.SECONDS, one -> one.resize().times().placementSeconds())
            .figure("in all, s", Kind.SECONDS, one -> one.resize().times().totalSeconds())
            .text("moved", one -> new ByteSize(one.resize().work().movedBytes()))
            .figure("op/s before", Kind.RATE, one -> side(one.resize().before()))
            .figure("op/s after", Kind.RATE, one -> side(one.resize().after()));
    return Section.of("Each time", "", columns.ofDetails(all));
  }

  private static @Nullable Double side(@Nullable Side side) {
    return side == null ? null : Double.valueOf(side.operationsPerSecond());
  }
}
