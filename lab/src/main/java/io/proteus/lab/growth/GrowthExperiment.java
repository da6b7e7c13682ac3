package io.proteus.lab.growth;

import io.proteus.core.port.PortException;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Curve;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Section;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that is given more servers twice, under rates of requests up to saturation, before and
 * after the data have followed the requests (TIR-8, TIR-10).
 *
 * @param growths what was recorded of each growth so far
 * @param checks what was read back so far
 */
record GrowthExperiment(
    Outline outline,
    List<GrowthPoint> points,
    List<Grown> growths,
    List<IntegrityCheck> checks,
    Opening opening)
    implements Experiment<GrowthPoint, GrowthAnswer> {

  GrowthExperiment {
    points = List.copyOf(points);
  }

  /** Brings up what is measured on, loaded and warm. */
  @FunctionalInterface
  interface Opening {
    Bed<GrowthPoint, GrowthAnswer> open(
        List<Grown> growths, List<IntegrityCheck> checks, Consumer<String> progress)
        throws PortException, IOException, InterruptedException;
  }

  @Override
  public List<Turn<GrowthPoint>> turns() {
    return Turn.once(points);
  }

  @Override
  public String title(Turn<GrowthPoint> turn) {
    GrowthPoint point = turn.of();
    return "%s servers, %s, %,.0f op/s".formatted(point.place(), point.load().id(), point.rate());
  }

  @Override
  public Bed<GrowthPoint, GrowthAnswer> open(GrowthPoint first, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    return opening.open(growths, checks, progress);
  }

  @Override
  public Findings findings(Measurements<GrowthPoint, GrowthAnswer> soFar) {
    return new Findings(
        List.of(most(soFar), resizes(), sweep(soFar)), List.of(IntegrityCheck.noneLost(checks)));
  }

  /** A load on a size, at the rate at which most was answered. */
  private record Most(Measurement<GrowthPoint, GrowthAnswer> at, @Nullable Double overFirst) {
    GrowthPoint point() {
      return at.of();
    }

    GrowthAnswer answer() {
      return at.found();
    }
  }

  private static List<Most> mostOf(Measurements<GrowthPoint, GrowthAnswer> soFar) {
    List<Most> all = new ArrayList<>();
    for (GrowthLoad load : GrowthLoad.values()) {
      List<String> places =
          soFar.all().stream()
              .filter(one -> one.of().load() == load)
              .map(one -> one.of().place())
              .distinct()
              .toList();
      Double first = null;
      for (String place : places) {
        Optional<Measurement<GrowthPoint, GrowthAnswer>> most =
            soFar.all().stream()
                .filter(one -> one.of().load() == load && one.of().place().equals(place))
                .max(Comparator.comparingDouble(one -> one.found().perSecond()));
        if (most.isPresent()) {
          double answered = most.get().found().perSecond();
          all.add(new Most(most.get(), first == null ? null : Double.valueOf(answered / first)));
          first = first == null ? Double.valueOf(answered) : first;
        }
      }
    }
    return all;
  }

  private static Section most(Measurements<GrowthPoint, GrowthAnswer> soFar) {
    return Section.of(
        "Most that was answered",
        "Ratios are over the first size. \"requests only\": partitions are served by all servers, and"
            + " their files still lie where they were.",
        new Columns<Most>()
            .text("load", most -> most.point().load().id())
            .text("servers", most -> most.point().place())
            .figure("op/s", Kind.RATE, most -> most.answer().perSecond())
            .figure("over the first size", Kind.RATIO, Most::overFirst)
            .figure("mean, ms", Kind.MILLISECONDS, most -> most.answer().meanMs())
            .figure("CPU, %", Kind.COUNT, most -> percent(most.answer().cpu()))
            .text("paper, 8 servers and 8 or 16 more", most -> most.point().load().paper())
            .of(mostOf(soFar)));
  }

  private static @Nullable Double percent(@Nullable Double share) {
    return share == null ? null : Double.valueOf(100 * share);
  }

  private Section resizes() {
    return Section.of(
        "Growths",
        "Seconds. Servers are processes, which need no machine to boot. The data follow under reads"
            + " as fast as they are answered.",
        new Columns<Grown>()
            .text("servers", grown -> "%d to %d".formatted(grown.from(), grown.to()))
            .figure("configured", Kind.FIGURE, Grown::configured)
            .figure("booted", Kind.FIGURE, Grown::booted)
            .figure("joined", Kind.FIGURE, Grown::joined)
            .count("partitions moved", Grown::moves)
            .figure("requests rebalanced", Kind.SECONDS, Grown::requestsRebalanced)
            .figure("data rebalanced", Kind.SECONDS, Grown::dataRebalanced)
            .figure("op/s meanwhile", Kind.RATE, Grown::meanwhilePerSecond)
            .of(growths));
  }

  private static Section sweep(Measurements<GrowthPoint, GrowthAnswer> soFar) {
    List<Curve> curves = new ArrayList<>();
    for (GrowthLoad load : GrowthLoad.values()) {
      List<Measurement<GrowthPoint, GrowthAnswer>> its =
          soFar.all().stream().filter(one -> one.of().load() == load).toList();
      for (String place : its.stream().map(one -> one.of().place()).distinct().toList()) {
        List<Measurement<GrowthPoint, GrowthAnswer>> there =
            its.stream().filter(one -> one.of().place().equals(place)).toList();
        curves.add(
            new Curve(
                load.id() + ", " + place,
                there.stream().map(one -> one.of().rate()).toList(),
                there.stream().map(one -> one.found().perSecond()).toList(),
                true));
      }
    }
    return new Section(
        "Throughput against offered load",
        "",
        curves.isEmpty()
            ? List.of()
            : List.of(
                new Chart.Curves("Answered of what is asked for", "op/s asked", "op/s", curves)),
        List.of(
            new Columns<Measurement<GrowthPoint, GrowthAnswer>>()
                .text("load", one -> one.of().load().id())
                .text("servers", one -> one.of().place())
                .figure("asked, op/s", Kind.RATE, one -> one.of().rate())
                .figure("answered, op/s", Kind.RATE, one -> one.found().perSecond())
                .figure("mean, ms", Kind.MILLISECONDS, one -> one.found().meanMs())
                .figure("p99, ms", Kind.MILLISECONDS, one -> one.found().p99Ms())
                .figure("CPU, %", Kind.COUNT, one -> percent(one.found().cpu()))
                .count("failed", one -> one.found().failed())
                .of(soFar.all())));
  }
}
