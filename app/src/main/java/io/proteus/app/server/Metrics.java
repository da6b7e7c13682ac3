package io.proteus.app.server;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.proteus.app.VersionCommand;
import io.proteus.app.server.ClusterDocuments.Cluster;
import io.proteus.app.view.NodeRow;
import io.proteus.controller.Leadership;
import io.proteus.controller.accuracy.AccuracyDocument;
import io.proteus.controller.approval.ApprovalStatus;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.units.Ratio;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What Prometheus scrapes. A value that is not known is not among them, nor is what was seen before
 * the cluster could not be read any more: a gap in a curve is the truth, a zero would not be, and
 * the last figure for hours would not be either.
 */
final class Metrics {
  private static final String CLUSTER = "cluster";
  private static final String NODE = "node";

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
  private final Counter cycles;
  private final Counter steps;
  private final Counter plans;
  private final List<Watched> watched = new CopyOnWriteArrayList<>();

  /** What scrapes tell of one cluster. */
  record Watched(
      String cluster,
      Live live,
      Supplier<ApprovalStatus> status,
      Supplier<Leadership> leadership,
      Accuracy accuracy) {}

  /** Read once for each scrape, however many gauges are made from it. */
  static final class Accuracy {
    private final Supplier<Optional<AccuracyDocument>> source;
    private volatile Optional<AccuracyDocument> known = Optional.empty();

    Accuracy(Supplier<Optional<AccuracyDocument>> source) {
      this.source = source;
    }

    /** A scrape begins. */
    void read() {
      known = source.get();
    }

    /** As it was when the scrape began; empty when it could not be read. */
    Optional<AccuracyDocument> known() {
      return known;
    }
  }

  Metrics() {
    cycles = counter("proteus_cycles", "cycles of the loop", CLUSTER);
    steps = counter("proteus_steps", "steps of plans that reached a state", CLUSTER, "state");
    plans = counter("proteus_plans", "plans that ended, by outcome", CLUSTER, "outcome");
    gauges();
    ofThisProcess();
    new PredictionMetrics(registry, watched).register();
  }

  /**
   * What is counted of one cluster. All is there from the start on, at 0: from nothing to 1 is no
   * increase to Prometheus.
   */
  OfCluster of(String cluster) {
    cycles.initLabelValues(cluster);
    for (StepState state : StepState.values()) {
      steps.initLabelValues(cluster, word(state));
    }
    Outcome.wordsOfPlans().forEach(outcome -> plans.initLabelValues(cluster, outcome));
    return new OfCluster(cluster);
  }

  private static String word(StepState state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  /** Told by the loop of one cluster. */
  final class OfCluster {
    private final String cluster;

    private OfCluster(String cluster) {
      this.cluster = cluster;
    }

    void cycle() {
      cycles.labelValues(cluster).inc();
    }

    void step(StepState state) {
      steps.labelValues(cluster, word(state)).inc();
    }

    void plan(Outcome outcome) {
      plans.labelValues(cluster, outcome.word()).inc();
    }

    /**
     * From here on, scrapes tell what is known.
     *
     * @param accuracy of the newest plans; empty when it cannot be read
     */
    void watch(
        Live live,
        Supplier<ApprovalStatus> status,
        Supplier<Leadership> leadership,
        Supplier<Optional<AccuracyDocument>> accuracy) {
      watched.add(new Watched(cluster, live, status, leadership, new Accuracy(accuracy)));
    }
  }

  /** Which build this is, and what its process takes of the machine. */
  private void ofThisProcess() {
    Info.builder()
        .name("proteus_build_info")
        .help("the version of Proteus that answers")
        .labelNames("version", "java")
        .register(registry)
        .setLabelValues(VersionCommand.current(), System.getProperty("java.version", "unknown"));
    ProcessMetrics.builder().register(registry);
    JvmMemoryMetrics.builder().register(registry);
    JvmGarbageCollectorMetrics.builder().register(registry);
    JvmThreadsMetrics.builder().register(registry);
  }

  private void gauges() {
    ofCluster("nodes", "live nodes", now -> (double) now.nodes());
    ofCluster(
        "dead_nodes", "nodes that the store lists as dead", now -> (double) now.deadNodes().size());
    ofCluster(
        "machines_without_node",
        "machines that run, and of which no node has come or is known any more",
        Metrics::withoutNode);
    ofCluster("partitions", "managed partitions", now -> (double) now.partitions());
    ofCluster(
        "partitions_in_transition",
        "partitions that are being opened, closed or moved",
        now -> (double) now.inTransition());
    ofCluster(
        "partitions_misplaced",
        "partitions that should be elsewhere",
        now -> now.misplaced() == null ? null : Double.valueOf(now.misplaced()));
    ofCluster(
        "partitions_known_ratio",
        "share of the partitions whose requests are known",
        now -> now.knownPartitions().value());
    ofCluster(
        "requests_per_second", "requests of all known partitions", Cluster::requestsPerSecond);
    ofAnswers(
        "latency_seconds",
        "mean time to an answer, in the nodes that tell it",
        NodeLoad::latencyMs);
    ofAnswers(
        "latency_p99_seconds",
        "time within which 99 of 100 requests are answered, in the nodes that tell it",
        NodeLoad::p99Ms);
    gauge("proteus_observed_timestamp_seconds", "when the cluster was observed last", CLUSTER)
        .callback(
            value -> {
              for (Watched one : watched) {
                one.live()
                    .seen()
                    .ifPresent(
                        seen ->
                            value.call(seen.figures().at().toEpochMilli() / 1000.0, one.cluster()));
              }
            })
        .register(registry);
    gauge(
            "proteus_observed_age_seconds",
            "how old the figures are; before the first, how long nothing was observed",
            CLUSTER)
        .callback(
            value -> {
              for (Watched one : watched) {
                value.call(one.live().unseen().toMillis() / 1000.0, one.cluster());
              }
            })
        .register(registry);
    gauge(
            "proteus_observed_stale",
            "1 while the figures of the cluster are too old, and left out",
            CLUSTER)
        .callback(
            value -> {
              for (Watched one : watched) {
                value.call(is(one.live().seenNow().isEmpty()), one.cluster());
              }
            })
        .register(registry);
    ofNodes("requests_per_second", "requests", ClusterDocuments::requests);
    ofNodes("partitions", "partitions held", Metrics::held);
    ofNodes("cpu_ratio", "CPU in use", row -> share(row, load -> load.host().cpu()));
    ofNodes(
        "io_wait_ratio", "waiting for the disk", row -> share(row, load -> load.host().ioWait()));
    ofNodes(
        "cache_hit_ratio", "blocks found in the cache", row -> share(row, NodeLoad::cacheHitRatio));
    ofNodes("locality_ratio", "data on its own host", row -> share(row, NodeLoad::locality));
    ofStatus("paused", "1 while an operator has paused it", now -> is(now.paused() != null));
    ofStatus("plan_pending", "1 while a plan waits for a person", now -> is(now.pending() != null));
    ofStatus(
        "plan_running", "1 while a plan is being carried out", now -> is(now.running() != null));
    gauge("proteus_mode", "1 for the mode that counts", CLUSTER, "mode")
        .callback(
            value -> {
              for (Watched one : watched) {
                ApprovalMode now = one.status().get().mode();
                for (ApprovalMode mode : ApprovalMode.values()) {
                  value.call(is(now == mode), one.cluster(), mode.word());
                }
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
            value -> {
              for (Watched one : watched) {
                one.live()
                    .verdict()
                    .ifPresent(
                        last ->
                            value.call(
                                1,
                                one.cluster(),
                                last.verdict(),
                                last.reasons().get(0).code().name()));
              }
            })
        .register(registry);
    gauge("proteus_plan_steps_left", "steps of the running plan", CLUSTER)
        .callback(
            value -> {
              for (Watched one : watched) {
                one.live()
                    .run()
                    .ifPresent(
                        run -> value.call(run.plan().steps().size() - run.over(), one.cluster()));
              }
            })
        .register(registry);
    gauge("proteus_plan_brake", "1 for how far the running plan is held back", CLUSTER, "level")
        .callback(
            value -> {
              for (Watched one : watched) {
                one.live()
                    .run()
                    .ifPresent(run -> value.call(1, one.cluster(), run.braking().level().word()));
              }
            })
        .register(registry);
    gauge("proteus_leads", "1 where this Proteus leads, 0 where it stands by", CLUSTER)
        .callback(
            value -> {
              for (Watched one : watched) {
                value.call(is(one.leadership().get().leads()), one.cluster());
              }
            })
        .register(registry);
  }

  private void ofCluster(String name, String help, Function<Cluster, @Nullable Double> figure) {
    gauge("proteus_" + name, help, CLUSTER)
        .callback(
            value -> {
              for (Watched one : watched) {
                Optional<Seen> seen = one.live().seenNow();
                Double known = seen.isPresent() ? figure.apply(seen.get().figures()) : null;
                if (known != null) {
                  value.call(known, one.cluster());
                }
              }
            })
        .register(registry);
  }

  /**
   * A time to an answer of each node, and of the cluster, where each node counts by its requests.
   */
  private void ofAnswers(String name, String help, Function<NodeLoad, @Nullable Double> figureMs) {
    gauge("proteus_" + name, help, CLUSTER)
        .callback(
            value -> {
              for (Watched one : watched) {
                Double known =
                    one.live()
                        .seenNow()
                        .map(seen -> seen.view().observation().loads().values())
                        .map(loads -> NodeLoad.byRequests(loads, figureMs))
                        .orElse(null);
                if (known != null) {
                  value.call(known / 1000, one.cluster());
                }
              }
            })
        .register(registry);
    ofNodes(
        name,
        help,
        row -> {
          Double known = row.load() == null ? null : figureMs.apply(row.load());
          return known == null ? null : Double.valueOf(known / 1000);
        });
  }

  private void ofNodes(String name, String help, Function<NodeRow, @Nullable Double> figure) {
    gauge("proteus_node_" + name, help + ", by node", CLUSTER, NODE)
        .callback(
            value -> {
              for (Watched one : watched) {
                List<NodeRow> rows =
                    one.live().seenNow().map(seen -> seen.view().nodes()).orElse(List.of());
                for (NodeRow row : rows) {
                  Double known = figure.apply(row);
                  if (known != null) {
                    value.call(known, one.cluster(), row.id().value());
                  }
                }
              }
            })
        .register(registry);
  }

  private void ofStatus(String name, String help, ToDoubleFunction<ApprovalStatus> figure) {
    gauge("proteus_" + name, help, CLUSTER)
        .callback(
            value -> {
              for (Watched one : watched) {
                value.call(figure.applyAsDouble(one.status().get()), one.cluster());
              }
            })
        .register(registry);
  }

  private static @Nullable Double withoutNode(Cluster now) {
    List<NodeId> machines = now.machinesWithoutNode();
    return machines == null ? null : Double.valueOf(machines.size());
  }

  private static @Nullable Double held(NodeRow row) {
    Integer partitions = row.partitions();
    return partitions == null ? null : Double.valueOf(partitions);
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
    watched.forEach(one -> one.accuracy().read());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException("there is no I/O in memory", e);
    }
    return out.toByteArray();
  }
}
