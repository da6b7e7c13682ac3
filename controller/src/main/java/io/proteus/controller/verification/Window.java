package io.proteus.controller.verification;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.Observed.NodeSum;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The samples of a cluster, or of one node, over a time: one for each observation.
 *
 * @param samples the oldest first
 */
record Window(List<Window.Sample> samples) {
  /**
   * The share of partitions that an observation must know, because its sum is too small otherwise.
   */
  private static final Ratio MOST = Ratio.of(0.95);

  Window {
    samples = List.copyOf(samples);
  }

  /**
   * One observation.
   *
   * @param throughput requests served, op/s
   * @param latencyMs mean of the nodes, each weighed by its requests; null unless all tell it
   * @param p99Ms the same of the time within which 99 of 100 are answered
   * @param busy share of the CPU in use or waiting for the disk, of the busiest node; null unless
   *     all tell it
   */
  record Sample(
      double throughput,
      @Nullable Double latencyMs,
      @Nullable Double p99Ms,
      @Nullable Double busy) {}

  /**
   * The window of all nodes. Observations that know too little, such as the first of a run, are
   * left out.
   */
  static Window of(List<JournalEntry> entries) {
    return of(entries, Window::ofAll);
  }

  /** The window of one node. */
  static Window of(List<JournalEntry> entries, NodeId node) {
    return of(entries, observed -> ofNode(observed, node));
  }

  private static Window of(
      List<JournalEntry> entries, Function<Observed, Optional<Sample>> sampleOf) {
    List<Sample> samples = new ArrayList<>();
    for (JournalEntry entry : entries) {
      if (entry.event() instanceof Observed observed && tellsEnough(observed)) {
        sampleOf.apply(observed).ifPresent(samples::add);
      }
    }
    return new Window(samples);
  }

  private static boolean tellsEnough(Observed observed) {
    return !observed.span().isZero() && !MOST.exceeds(observed.knownPartitions());
  }

  private static Optional<Sample> ofAll(Observed observed) {
    double busiest = 0;
    boolean busyKnown = !observed.nodes().isEmpty();
    for (NodeSum node : observed.nodes()) {
      Double busy = busy(node);
      busyKnown &= busy != null;
      busiest = Math.max(busiest, busy == null ? 0 : busy);
    }
    return Optional.of(
        new Sample(
            observed.requestsPerSecond().total(),
            weighed(observed, NodeSum::latencyMs),
            weighed(observed, NodeSum::p99Ms),
            busyKnown ? Double.valueOf(busiest) : null));
  }

  /** Null where a node that serves requests does not tell it. */
  private static @Nullable Double weighed(
      Observed observed, Function<NodeSum, @Nullable Double> figure) {
    double sum = 0;
    double served = 0;
    for (NodeSum node : observed.nodes()) {
      double requests = node.requestsPerSecond().total();
      Double ofNode = figure.apply(node);
      if (requests > 0 && ofNode == null) {
        return null;
      }
      sum += ofNode == null ? 0 : requests * ofNode;
      served += requests;
    }
    return served > 0 ? Double.valueOf(sum / served) : null;
  }

  /** Empty where any of its partitions is not known: that would count as requests not served. */
  private static Optional<Sample> ofNode(Observed observed, NodeId id) {
    return observed.nodes().stream()
        .filter(node -> node.node().equals(id) && node.isKnown())
        .map(
            node ->
                new Sample(
                    node.requestsPerSecond().total(), node.latencyMs(), node.p99Ms(), busy(node)))
        .findFirst();
  }

  private static @Nullable Double busy(NodeSum node) {
    Ratio cpu = node.cpu();
    Ratio wait = node.ioWait();
    return cpu == null ? null : Double.valueOf(cpu.value() + (wait == null ? 0 : wait.value()));
  }

  int size() {
    return samples.size();
  }

  double[] throughputs() {
    return samples.stream().mapToDouble(Sample::throughput).toArray();
  }

  /** Empty unless every sample tells it. */
  Optional<double[]> latencies() {
    return all(Sample::latencyMs);
  }

  /** Empty unless every sample tells it. */
  Optional<double[]> p99s() {
    return all(Sample::p99Ms);
  }

  /** Empty unless every sample tells it. */
  Optional<double[]> busy() {
    return all(Sample::busy);
  }

  private Optional<double[]> all(Function<Sample, @Nullable Double> figure) {
    double[] known =
        samples.stream()
            .map(figure)
            .flatMap(value -> Stream.ofNullable(value))
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray();
    return known.length == samples.size() ? Optional.of(known) : Optional.empty();
  }
}
