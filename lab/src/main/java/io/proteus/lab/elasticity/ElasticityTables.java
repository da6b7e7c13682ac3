package io.proteus.lab.elasticity;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.Resize;
import io.proteus.lab.result.Resize.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What the elasticity experiment prints. */
final class ElasticityTables {
  private static final String UNKNOWN = "-";

  private ElasticityTables() {}

  /**
   * Strategies, each in both worlds; ratios are over the first strategy in the same world.
   *
   * @param asked operations that the tenants ask for
   */
  static String comparison(List<ElasticityRun> runs, double asked) {
    return AsciiTable.getTable(
        runs,
        List.of(
            text("strategy").with(ElasticityRun::strategy),
            text("where").with(run -> run.where().toString()),
            figure("asked").with(run -> number("%,.0f", asked)),
            figure("operations").with(run -> number("%,.0f", run.operations())),
            figure("ratio").with(run -> number("%.2f", ratio(runs, run))),
            figure("ms").with(run -> number("%.1f", run.meanLatencyMillis())),
            figure("node hours").with(run -> number("%.2f", run.nodeHours())),
            figure("most").with(run -> String.valueOf(run.mostNodes())),
            figure("at end").with(run -> String.valueOf(run.nodesAtEnd())),
            figure("resizes").with(run -> String.valueOf(run.resizes())),
            figure("opposite").with(run -> String.valueOf(run.oppositeResizes())),
            figure("failed").with(run -> count(run.failedOperations())),
            figure("lost").with(run -> count(lost(run)))));
  }

  private static @Nullable Double ratio(List<ElasticityRun> runs, ElasticityRun run) {
    double first =
        runs.stream()
            .filter(other -> other.where() == run.where())
            .findFirst()
            .map(ElasticityRun::operations)
            .orElse(0.0);
    return first > 0 ? Double.valueOf(run.operations() / first) : null;
  }

  private static @Nullable Long lost(ElasticityRun run) {
    return run.integrity() == null ? null : Long.valueOf(run.integrity().lost());
  }

  /** The record of each resize (TIR-8): seconds of its parts, then before and after. */
  static String resizes(List<ElasticityRun> runs) {
    List<Line> lines = new ArrayList<>();
    for (ElasticityRun run : runs) {
      run.resized().forEach(resize -> lines.add(new Line(run.strategy(), resize)));
    }
    return AsciiTable.getTable(
        lines,
        List.of(
            text("strategy").with(Line::strategy),
            text("servers").with(line -> servers(line.resize())),
            figure("configured").with(mean(Resize.Joining::configurationSeconds)),
            figure("machine").with(mean(Resize.Joining::machineSeconds)),
            figure("registered").with(mean(Resize.Joining::registrationSeconds)),
            figure("set anew").with(line -> seconds(line.times().reconfigurationSeconds())),
            figure("regions").with(line -> seconds(line.times().placementSeconds())),
            figure("data").with(line -> seconds(line.times().dataSeconds())),
            figure("removed").with(line -> seconds(line.times().removingSeconds())),
            figure("in all").with(line -> seconds(line.times().totalSeconds())),
            figure("moved").with(line -> moved(line.resize())),
            figure("op/s").with(both("%,.0f", Side::operationsPerSecond)),
            figure("ms").with(both("%.1f", Side::meanLatencyMillis)),
            figure("p99 ms").with(both("%,.0f", Side::worstP99Millis)),
            figure("CPU %").with(both("%.0f", side -> percent(side.meanCpu()))),
            figure("hottest %").with(both("%.0f", side -> percent(side.hottestCpu()))),
            figure("busiest/mean").with(both("%.2f", Side::busiestOverMean)),
            figure("local %").with(both("%.0f", side -> percent(side.localShare())))));
  }

  private record Line(String strategy, Resize resize) {
    Resize.Times times() {
      return resize.times();
    }
  }

  private static String servers(Resize resize) {
    return "%d to %d".formatted(resize.nodesBefore(), resize.nodesAfter());
  }

  private static String moved(Resize resize) {
    return "%d, %s".formatted(resize.work().moves(), new ByteSize(resize.work().movedBytes()));
  }

  private static Function<Line, String> mean(ToDoubleFunction<Resize.Joining> part) {
    return line -> {
      var mean = line.resize().joinings().stream().mapToDouble(part).average();
      return mean.isPresent() ? number("%.1f", mean.getAsDouble()) : UNKNOWN;
    };
  }

  private static Function<Line, String> both(
      String format, Function<Side, @Nullable Double> figure) {
    return line ->
        "%s to %s"
            .formatted(
                of(line.resize().before(), format, figure),
                of(line.resize().after(), format, figure));
  }

  private static String of(
      @Nullable Side side, String format, Function<Side, @Nullable Double> figure) {
    return side == null ? UNKNOWN : number(format, figure.apply(side));
  }

  private static @Nullable Double percent(@Nullable Double share) {
    return share == null ? null : Double.valueOf(100 * share);
  }

  private static String seconds(@Nullable Double seconds) {
    return number("%.1f", seconds);
  }

  private static String count(@Nullable Long count) {
    return count == null ? UNKNOWN : String.format(Locale.ROOT, "%,d", count);
  }

  private static String number(String format, @Nullable Double value) {
    return value == null ? UNKNOWN : String.format(Locale.ROOT, format, value);
  }

  private static Column text(String header) {
    return new Column().header(header).dataAlign(HorizontalAlign.LEFT);
  }

  private static Column figure(String header) {
    return new Column().header(header).dataAlign(HorizontalAlign.RIGHT);
  }
}
