package io.proteus.lab.convergence;

import io.proteus.core.units.OperationsPerSecond;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Bar;
import io.proteus.lab.result.Chart.Curve;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Interval;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.ServerResult;
import io.proteus.lab.result.Spread;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.stage.Arrangement;
import io.proteus.lab.stage.Windows.Measured;
import io.proteus.workloads.run.LatencySummary;
import io.proteus.workloads.run.TenantWindow;
import io.proteus.workloads.tenant.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.hipparchus.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/**
 * What tenants got under several arrangements, at each size of the data.
 *
 * @param baseline that the others are compared with first
 * @param sizes in the order in which they were measured
 */
public record ConvergenceFigures(
    List<Tenant> tenants,
    List<Arrangement> arrangements,
    Arrangement baseline,
    List<DataSize> sizes,
    Measurements<Placed, Measured> found) {
  private static final double MICROS = 1e3;

  public ConvergenceFigures {
    tenants = List.copyOf(tenants);
    arrangements = List.copyOf(arrangements);
    sizes = List.copyOf(sizes);
  }

  /** First what the arrangements come to, then all that was measured. */
  public List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    if (sizes.size() > 1) {
      sections.add(bySize());
    }
    for (DataSize size : sizes) {
      sections.addAll(
          List.of(
              overBaseline(size),
              sure(size),
              throughput(size),
              latency(size),
              each("Geometric mean of the tenants' ratios", size, this::geometricMean),
              each("Ratio of total throughput", size, ConvergenceFigures::total),
              tenantsOverBaseline(size),
              cacheHits(size)));
      sections.addAll(new ReconfigurationFigures(size, found).sections());
    }
    sections.add(described());
    sections.add(asked());
    sections.add(IntegrityCheck.section(sizes.stream().flatMap(s -> s.checks().stream()).toList()));
    sections.add(everyWindow());
    sections.add(everyServer());
    return sections;
  }

  /** What must hold. */
  public List<Criterion> criteria() {
    return List.of(
        IntegrityCheck.noneLost(sizes.stream().flatMap(size -> size.checks().stream()).toList()));
  }

  // what follows from a window

  private static double total(Measured window) {
    return window.clients().total().value();
  }

  /**
   * Which no tenant dominates. Tenants with a cap are left out: they get what they ask for under
   * any arrangement. The ratio of two geometric means is the geometric mean of the ratios.
   */
  private double geometricMean(Measured window) {
    return StatUtils.geometricMean(
        tenants.stream()
            .filter(tenant -> tenant.cap().isEmpty())
            .mapToDouble(tenant -> rate(window, tenant))
            .toArray());
  }

  private static double rate(Measured window, Tenant tenant) {
    return window.clients().tenant(tenant.name()).throughput().value();
  }

  private static @Nullable Double p99(Measured window, Tenant tenant) {
    return window
        .clients()
        .tenant(tenant.name())
        .latencyAll()
        .map(latency -> latency.p99Micros() / MICROS)
        .orElse(null);
  }

  private static @Nullable Double hits(Measured window, String server) {
    return window.servers().stream()
        .filter(one -> one.server().equals(server))
        .map(ServerResult::cacheHitRatio)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  // sections

  /** The arrangements that were measured at a size. */
  private List<Placed> at(DataSize size) {
    return arrangements.stream()
        .map(arrangement -> new Placed(arrangement, size.rows()))
        .filter(placed -> !found.of(placed).isEmpty())
        .toList();
  }

  private Placed baseline(DataSize size) {
    return new Placed(baseline, size.rows());
  }

  private @Nullable Spread mean(Placed placed) {
    return found.ratio(placed, new Placed(baseline, placed.rows()), this::geometricMean);
  }

  private static Columns<Placed> byId() {
    return new Columns<Placed>().text("arrangement", placed -> placed.arrangement().id());
  }

  private Section bySize() {
    Columns<Arrangement> columns =
        new Columns<Arrangement>().text("arrangement", ConvergenceFigures::named);
    sizes.forEach(
        size ->
            columns.figure(
                "%.0f MB".formatted(size.megabytes()),
                Kind.RATIO,
                arrangement -> mean(new Placed(arrangement, size.rows()))));
    List<Curve> curves = new ArrayList<>();
    for (Arrangement arrangement : arrangements) {
      List<Double> at = new ArrayList<>();
      List<Double> ratios = new ArrayList<>();
      for (DataSize size : sizes) {
        Spread mean = mean(new Placed(arrangement, size.rows()));
        if (mean != null) {
          at.add(size.megabytes());
          ratios.add(mean.median());
        }
      }
      curves.add(new Curve(arrangement.title(), at, ratios, false));
    }
    return new Section(
        "The effect by the size of the data",
        "Geometric mean of the tenants' ratios over (%s).".formatted(baseline.id()),
        List.of(
            new Chart.Curves(
                "Geometric mean of the tenants' ratios by data size",
                "MB a tenant",
                "times " + baseline.id(),
                curves)),
        List.of(columns.of(arrangements)));
  }

  private Section overBaseline(DataSize size) {
    return Section.of(
        size + ": over (%s) %s".formatted(baseline.id(), baseline.title()),
        "Ratios of repeats that were measured close together. The geometric mean is of the tenants"
            + " without a cap; tenants that are answered from a cache dominate the total.",
        new Columns<Placed>()
            .text("arrangement", placed -> named(placed.arrangement()))
            .figure("geometric mean", Kind.RATIO, this::mean)
            .figure(
                "total",
                Kind.RATIO,
                placed -> found.ratio(placed, baseline(size), ConvergenceFigures::total))
            .count("failed", this::failed)
            .of(at(size)));
  }

  /** What Proteus made, over what others made: a ratio of two repeats says little. */
  private record Compared(Placed ours, Placed theirs, Interval ratio) {}

  private Section sure(DataSize size) {
    List<Compared> compared = new ArrayList<>();
    for (Placed ours : at(size)) {
      for (Placed theirs : at(size)) {
        Interval ratio = found.interval(ours, theirs, this::geometricMean);
        if (ours.arrangement().isMadeByProteus() && !ours.equals(theirs) && ratio != null) {
          compared.add(new Compared(ours, theirs, ratio));
        }
      }
    }
    return Section.of(
        size + ": how sure the ratios are",
        "Geometric mean over repeats of the tenants' geometric mean, and its 95 % interval by"
            + " Student's distribution of the logarithms. The reach is from the ratio to the upper"
            + " end.",
        new Columns<Compared>()
            .text("arrangement", one -> one.ours().arrangement().id())
            .text("over", one -> one.theirs().arrangement().id())
            .figure("ratio", Kind.RATIO, one -> one.ratio().mean())
            .figure("from", Kind.RATIO, one -> one.ratio().low())
            .figure("to", Kind.RATIO, one -> one.ratio().high())
            .figure("reach", Kind.CHANGE, one -> one.ratio().reach())
            .count("repeats", one -> found.of(one.ours()).size())
            .of(compared));
  }

  private long failed(Placed placed) {
    return found.of(placed).stream()
        .mapToLong(measurement -> measurement.found().clients().failures())
        .sum();
  }

  private static String named(Arrangement arrangement) {
    return "(%s) %s".formatted(arrangement.id(), arrangement.title());
  }

  private Section throughput(DataSize size) {
    Columns<Placed> columns = byId();
    List<Chart> charts = new ArrayList<>();
    for (Tenant tenant : tenants) {
      Function<Placed, @Nullable Object> rate =
          placed -> found.spread(placed, window -> rate(window, tenant));
      columns.figure(tenant.name(), Kind.RATE, rate);
      List<Bar> bars = new ArrayList<>();
      for (Placed placed : at(size)) {
        Spread rates = found.spread(placed, window -> rate(window, tenant));
        if (rates != null) {
          bars.add(Bar.of(placed.arrangement().id(), rates));
        }
      }
      String title = tenant.name() + ": " + tenant.mix();
      charts.add(new Chart.Bars(title, "%s, op/s".formatted(tenant.name()), bars));
    }
    columns.figure("total", Kind.RATE, placed -> found.spread(placed, ConvergenceFigures::total));
    return new Section(
        size + ": throughput, operations/s",
        "Medians of the repeats, and their range. Every tenant's chart has its own scale.",
        charts,
        List.of(columns.of(at(size))));
  }

  private Section latency(DataSize size) {
    return byTenant(
        size,
        "99th percentile of latency, ms",
        "From sending to answer, all operations of a tenant. In a closed loop a slow store also"
            + " keeps operations from being sent, which this does not show.",
        Kind.MILLISECONDS,
        (placed, tenant) -> found.spread(placed, window -> p99(window, tenant)));
  }

  private Section tenantsOverBaseline(DataSize size) {
    return byTenant(
        size,
        "throughput of each tenant over (%s)".formatted(baseline.id()),
        "Ratios of repeats that were measured close together.",
        Kind.RATIO,
        (placed, tenant) -> found.ratio(placed, baseline(size), window -> rate(window, tenant)));
  }

  private Section byTenant(
      DataSize size,
      String title,
      String note,
      Kind kind,
      BiFunction<Placed, Tenant, @Nullable Object> figure) {
    Columns<Placed> columns = byId();
    tenants.forEach(
        tenant -> columns.figure(tenant.name(), kind, placed -> figure.apply(placed, tenant)));
    return Section.of(size + ": " + title, note, columns.ofDetails(at(size)));
  }

  /** Every arrangement over every other. */
  private Section each(String title, DataSize size, ToDoubleFunction<Measured> figure) {
    Columns<Placed> columns = byId();
    at(size)
        .forEach(
            other ->
                columns.figure(
                    other.arrangement().id(),
                    Kind.RATIO,
                    placed -> found.ratio(placed, other, figure)));
    return Section.of(size + ": " + title, "Row over column.", columns.ofDetails(at(size)));
  }

  private Section cacheHits(DataSize size) {
    Columns<Placed> columns = byId();
    at(size).stream()
        .flatMap(placed -> found.of(placed).stream())
        .flatMap(measurement -> measurement.found().servers().stream())
        .map(ServerResult::server)
        .distinct()
        .sorted()
        .forEach(
            server ->
                columns.figure(
                    server,
                    Kind.SHARE,
                    placed -> found.spread(placed, window -> hits(window, server))));
    return Section.of(
        size + ": block cache hit ratio", "Of each server.", columns.ofDetails(at(size)));
  }

  private Section described() {
    return Section.of(
        "Arrangements",
        "",
        new Columns<Arrangement>()
            .text("arrangement", Arrangement::id)
            .text("what", Arrangement::title)
            .text("how", Arrangement::description)
            .ofDetails(arrangements));
  }

  private Section asked() {
    return Section.of(
        "Tenants",
        "",
        new Columns<Tenant>()
            .text("tenant", Tenant::name)
            .text("operations", Tenant::mix)
            .text("shares of its partitions", Tenant::partitionShares)
            .count("threads", Tenant::threads)
            .figure(
                "cap, op/s",
                Kind.RATE,
                tenant -> tenant.cap().map(OperationsPerSecond::value).orElse(null))
            .ofDetails(tenants));
  }

  /** What one tenant's operations of a type took in a window. */
  private record Took(
      Measurement<Placed, Measured> in,
      TenantWindow tenant,
      String operations,
      @Nullable LatencySummary latency) {
    @Nullable Double millis(ToDoubleFunction<LatencySummary> figure) {
      return latency == null ? null : Double.valueOf(figure.applyAsDouble(latency) / MICROS);
    }
  }

  private Section everyWindow() {
    List<Took> rows = new ArrayList<>();
    for (Measurement<Placed, Measured> in : found.all()) {
      for (TenantWindow tenant : in.found().clients().tenants()) {
        rows.add(new Took(in, tenant, "all", tenant.latencyAll().orElse(null)));
        tenant.latency().forEach((type, took) -> rows.add(new Took(in, tenant, type.name(), took)));
        tenant.latencyFromDue().ifPresent(due -> rows.add(new Took(in, tenant, "from due", due)));
      }
    }
    return Section.of(
        "Every window",
        "Latencies from due are from when an operation of a capped tenant was due by its cap.",
        measured(Took::in)
            .text("tenant", took -> took.tenant().tenant())
            .text("operations", Took::operations)
            .figure("op/s", Kind.RATE, took -> took.tenant().throughput().value())
            .count("completed", took -> took.latency() == null ? null : took.latency().count())
            .text("failed", took -> took.tenant().failed())
            .figure("mean, ms", Kind.MILLISECONDS, t -> t.millis(LatencySummary::meanMicros))
            .figure("p50", Kind.MILLISECONDS, took -> took.millis(LatencySummary::p50Micros))
            .figure("p95", Kind.MILLISECONDS, took -> took.millis(LatencySummary::p95Micros))
            .figure("p99", Kind.MILLISECONDS, took -> took.millis(LatencySummary::p99Micros))
            .figure("p99.9", Kind.MILLISECONDS, took -> took.millis(LatencySummary::p999Micros))
            .figure("longest", Kind.MILLISECONDS, took -> took.millis(LatencySummary::maxMicros))
            .ofDetails(rows));
  }

  private static <T> Columns<T> measured(Function<T, Measurement<Placed, Measured>> in) {
    return new Columns<T>()
        .text("arrangement", row -> in.apply(row).of().arrangement().id())
        .count("rows", row -> in.apply(row).of().rows())
        .count("repeat", row -> in.apply(row).repeat())
        .text("from", row -> in.apply(row).found().clients().start())
        .figure(
            "seconds",
            Kind.SECONDS,
            row -> in.apply(row).found().clients().length().toMillis() / 1e3)
        .figure(
            "cores of the clients",
            Kind.RATIO,
            row -> in.apply(row).found().clients().clientCores());
  }

  /** A server in a window. */
  private record Served(Measurement<Placed, Measured> in, ServerResult by) {}

  private Section everyServer() {
    List<Served> rows =
        found.all().stream()
            .flatMap(in -> in.found().servers().stream().map(by -> new Served(in, by)))
            .toList();
    return Section.of(
        "Every server",
        "",
        measured(Served::in)
            .text("server", served -> served.by().server())
            .text("profile", served -> served.by().profile())
            .figure("cache", Kind.SHARE, served -> served.by().cacheShare())
            .figure("memstores", Kind.SHARE, served -> served.by().memstoreShare())
            .count("regions", served -> served.by().partitions())
            .figure("cache hits", Kind.SHARE, served -> served.by().cacheHitRatio())
            .figure("cores", Kind.RATIO, served -> served.by().cores())
            .ofDetails(rows));
  }
}
