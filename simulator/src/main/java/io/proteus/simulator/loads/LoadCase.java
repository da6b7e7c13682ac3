package io.proteus.simulator.loads;

import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.scenario.Load;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.simulator.scenario.Tenant;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A kind of load.
 *
 * @param lasts how long it is simulated
 * @param measuredFrom what is before it is for learning and settling, and is not counted
 * @param curves its factor over 16,000 op/s
 */
public record LoadCase(
    String name, String description, Duration lasts, Duration measuredFrom, List<Load> curves) {
  private static final Load DAY =
      new Load.Daily(List.of(0.2, 0.15, 0.2, 0.6, 0.9, 1.0, 0.8, 0.7, 0.85, 1.0, 0.7, 0.4));

  public LoadCase {
    curves = List.copyOf(curves);
  }

  /** All of them. */
  public static final List<LoadCase> ALL =
      List.of(
          new LoadCase(
              "constant",
              "9,600 op/s",
              Duration.ofHours(14),
              Duration.ofHours(2),
              List.of(level(0.6))),
          sinusoid("sinusoid-small-1h", 0.2, 1),
          sinusoid("sinusoid-small-4h", 0.2, 4),
          sinusoid("sinusoid-large-1h", 0.4, 1),
          sinusoid("sinusoid-large-4h", 0.4, 4),
          new LoadCase(
              "flash-crowd",
              "6,400 op/s, and 16,000 within a second for an hour",
              Duration.ofHours(6),
              Duration.ofHours(1),
              List.of(
                  level(0.4), new Load.FlashCrowd(Duration.ofHours(2), Duration.ofHours(1), 2.5))),
          new LoadCase(
              "daily",
              "two peaks a day of 16,000 op/s, nights of 2,400; after three days of learning",
              Duration.ofDays(6),
              Duration.ofDays(3),
              List.of(DAY)),
          new LoadCase(
              "weekly",
              "the same, with half of it at weekends; after two weeks of learning",
              Duration.ofDays(21),
              Duration.ofDays(14),
              List.of(DAY, weekends())));

  /** Those that take little time: a week of learning takes many. */
  public static final List<String> USUAL =
      ALL.stream().map(LoadCase::name).filter(name -> !name.equals("weekly")).toList();

  /** A load by its name. */
  public static LoadCase named(String name) {
    return ALL.stream()
        .filter(load -> load.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidValue(
                    "--loads: want some of %s, got '%s'."
                        .formatted(
                            String.join(", ", ALL.stream().map(LoadCase::name).toList()), name)));
  }

  private static Load level(double factor) {
    return new Load.Steps(List.of(new Load.Steps.Step(Duration.ZERO, factor)));
  }

  private static LoadCase sinusoid(String name, double amplitude, int hours) {
    return new LoadCase(
        name,
        "9,600 op/s, %,.0f more and less, every %d h".formatted(16_000 * amplitude, hours),
        Duration.ofHours(14),
        Duration.ofHours(2),
        List.of(new Load.Sinusoid(0.6, amplitude, Duration.ofHours(hours))));
  }

  /** The simulation begins on a Monday. */
  private static Load weekends() {
    return new Load.Steps(
        IntStream.range(0, 3)
            .boxed()
            .flatMap(
                week ->
                    Stream.of(
                        new Load.Steps.Step(Duration.ofDays(7L * week), 1),
                        new Load.Steps.Step(Duration.ofDays(7L * week + 5), 0.5)))
            .toList());
  }

  /** What is simulated, without a policy. */
  Scenario scenario() {
    Scenario cluster = ScenarioFile.parse("loads", resource());
    Tenant base = cluster.tenants().get(0);
    Tenant tenant =
        new Tenant(
            base.name(),
            base.operations(),
            base.clients(),
            base.think(),
            base.rate(),
            base.rows(),
            base.rowSize(),
            base.updateSize(),
            base.scanRows(),
            base.shares(),
            base.hotData(),
            base.hotRequests(),
            base.hotSpotMoves(),
            base.active(),
            curves,
            base.clientsOf(),
            base.requests(),
            base.openLoop(),
            base.oneKey());
    return new Scenario(
        name,
        description,
        lasts,
        cluster.nodes(),
        cluster.store(),
        cluster.hardware(),
        cluster.memory(),
        cluster.blockSize(),
        cluster.layout(),
        cluster.online(),
        cluster.balancer(),
        cluster.ring(),
        cluster.cloud(),
        List.of(tenant),
        cluster.faults(),
        cluster.acts(),
        cluster.proteus());
  }

  private static String resource() {
    try (InputStream in = LoadCase.class.getResourceAsStream("cluster.yaml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the cluster is part of the program", e);
    }
  }
}
