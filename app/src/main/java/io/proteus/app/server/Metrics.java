package io.proteus.app.server;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.proteus.app.rendering.NodeRow;
import io.proteus.app.server.ClusterDocuments.Cluster;
import io.proteus.controller.accuracy.AccuracyDocument;
import io.proteus.controller.accuracy.AccuracyDocument.Summary;
import io.proteus.controller.approval.Standing;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.units.Ratio;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What Prometheus scrapes. A value that is not known is not among them: a gap in a curve is the
 * truth, a zero would not be.
 */
final class Metrics {
  private static final String CLUSTER = "cluster";
  private static final String NODE = "node";

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
  private final String cluster;
  private final Counter cycles;
  private final Counter steps;
  private final Counter plans;

  Metrics(String cluster) {
    this.cluster = cluster;
    cycles = counter("proteus_cycles", "cycles of the loop", CLUSTER);
    steps = counter("proteus_steps", "steps of plans that reached a state", CLUSTER, "state");
    plans = counter("proteus_plans", "plans that ended, by outcome", CLUSTER, "outcome");
    cycles.initLabelValues(cluster);
  }

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  void cycle() {
    cycles.labelValues(cluster).inc();
  }

  void step(StepState state) {
    steps.labelValues(cluster, state.name().toLowerCase(Locale.ROOT).replace('_', '-')).inc();
  }

  void plan(Outcome outcome) {
    plans.labelValues(cluster, outcome.word()).inc();
  }

  /** From here on, scrapes tell what is known. */
  void watch(Live live, Supplier<Standing> standing) {
    ofCluster(live, "nodes", "live nodes", now -> (double) now.nodes());
    ofCluster(
        live,
        "dead_nodes",
        "nodes that the store lists as dead",
        now -> (double) now.deadNodes().size());
    ofCluster(live, "partitions", "managed partitions", now -> (double) now.partitions());
    ofCluster(
        live,
        "partitions_in_transition",
        "partitions that are being opened, closed or moved",
        now -> (double) now.inTransition());
    ofCluster(
        live,
        "partitions_misplaced",
        "partitions that should be elsewhere",
        now -> (double) now.misplaced());
    ofCluster(
        live,
        "partitions_known_ratio",
        "share of the partitions whose requests are known",
        now -> now.knownPartitions().value());
    ofCluster(
        live,
        "requests_per_second",
        "requests of all known partitions",
        Cluster::requestsPerSecond);
    ofCluster(
        live,
        "observed_timestamp_seconds",
        "when the cluster was observed last",
        now -> now.at().toEpochMilli() / 1000.0);
    ofNodes(live, "requests_per_second", "requests", ClusterDocuments::requests);
    ofNodes(live, "partitions", "partitions held", row -> (double) row.partitions());
    ofNodes(live, "cpu_ratio", "CPU in use", row -> share(row, load -> load.host().cpu()));
    ofNodes(
        live,
        "io_wait_ratio",
        "waiting for the disk",
        row -> share(row, load -> load.host().ioWait()));
    ofNodes(
        live,
        "cache_hit_ratio",
        "blocks found in the cache",
        row -> share(row, NodeLoad::cacheHitRatio));
    ofNodes(live, "locality_ratio", "data on its own host", row -> share(row, NodeLoad::locality));
    ofStanding(
        standing, "paused", "1 while an operator has paused it", now -> is(now.paused() != null));
    ofStanding(
        standing,
        "plan_pending",
        "1 while a plan waits for a person",
        now -> is(now.pending() != null));
    ofStanding(
        standing,
        "plan_running",
        "1 while a plan is being carried out",
        now -> is(now.running() != null));
    gauge("proteus_mode", "1 for the mode that counts", CLUSTER, "mode")
        .callback(
            value -> {
              for (ApprovalMode mode : ApprovalMode.values()) {
                value.call(is(standing.get().mode() == mode), cluster, mode.word());
              }
            })
        .register(registry);
    gauge(
            "proteus_verdict",
            "1 for the last verdict and its weightiest reason",
            CLUSTER,
            "verdict",
            "code")
        .callback(
            value ->
                live.verdict()
                    .ifPresent(
                        last ->
                            value.call(
                                1, cluster, last.verdict(), last.reasons().get(0).code().name())))
        .register(registry);
    gauge("proteus_plan_steps_left", "steps of the running plan", CLUSTER)
        .callback(
            value ->
                live.run()
                    .ifPresent(run -> value.call(run.plan().steps().size() - run.over(), cluster)))
        .register(registry);
  }

  /**
   * From here on, scrapes tell how good predictions were.
   *
   * @param accuracy of the newest plans; empty when it cannot be read
   */
  void judgeBy(Supplier<Optional<AccuracyDocument>> accuracy) {
    ofAccuracy(accuracy, "judged_plans", "plans compared with what came of them", s -> s.plans());
    ofAccuracy(
        accuracy,
        "bias_ratio",
        "mean error of predictions: above 0 they are too low",
        Summary::bias);
    ofAccuracy(
        accuracy,
        "absolute_error_ratio",
        "mean absolute error of predictions",
        Summary::meanAbsoluteError);
    ofAccuracy(
        accuracy,
        "inside_ratio",
        "share of the plans within their interval, 0.8 if it is right",
        Summary::inside);
  }

  private void ofAccuracy(
      Supplier<Optional<AccuracyDocument>> accuracy,
      String name,
      String help,
      Function<Summary, @Nullable Number> figure) {
    gauge("proteus_prediction_" + name, help, CLUSTER, "figure")
        .callback(
            value ->
                accuracy
                    .get()
                    .ifPresent(
                        known -> {
                          tell(value, "throughput", known.throughput(), figure);
                          tell(value, "latency", known.latency(), figure);
                          tell(value, "duration", known.duration(), figure);
                        }))
        .register(registry);
  }

  private void tell(
      GaugeWithCallback.Callback value,
      String figure,
      @Nullable Summary summary,
      Function<Summary, @Nullable Number> of) {
    Number known = summary == null ? null : of.apply(summary);
    if (known != null) {
      value.call(known.doubleValue(), cluster, figure);
    }
  }

  private void ofCluster(
      Live live, String name, String help, Function<Cluster, @Nullable Double> figure) {
    gauge("proteus_" + name, help, CLUSTER)
        .callback(
            value -> {
              Optional<Seen> seen = live.seen();
              Double known = seen.isPresent() ? figure.apply(seen.get().figures()) : null;
              if (known != null) {
                value.call(known, cluster);
              }
            })
        .register(registry);
  }

  private void ofNodes(
      Live live, String name, String help, Function<NodeRow, @Nullable Double> figure) {
    gauge("proteus_node_" + name, help + ", by node", CLUSTER, NODE)
        .callback(
            value ->
                live.seen()
                    .ifPresent(
                        seen -> {
                          for (NodeRow row : seen.view().nodes()) {
                            Double known = figure.apply(row);
                            if (known != null) {
                              value.call(known, cluster, row.id().value());
                            }
                          }
                        }))
        .register(registry);
  }

  private void ofStanding(
      Supplier<Standing> standing, String name, String help, ToDoubleFunction<Standing> figure) {
    gauge("proteus_" + name, help, CLUSTER)
        .callback(value -> value.call(figure.applyAsDouble(standing.get()), cluster))
        .register(registry);
  }

  private static GaugeWithCallback.Builder gauge(String name, String help, String... labels) {
    return GaugeWithCallback.builder().name(name).help(help).labelNames(labels);
  }

  private static @Nullable Double share(NodeRow row, Function<NodeLoad, @Nullable Ratio> figure) {
    NodeLoad load = row.load();
    Ratio share = load == null ? null : figure.apply(load);
    return share == null ? null : Double.valueOf(share.value());
  }

  private static double is(boolean so) {
    return so ? 1 : 0;
  }

  String contentType() {
    return writer.getContentType();
  }

  /** All of it in Prometheus's text format. */
  byte[] text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException("there is no I/O in memory", e);
    }
    return out.toByteArray();
  }
}
