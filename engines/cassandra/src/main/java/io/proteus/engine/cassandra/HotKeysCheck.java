package io.proteus.engine.cassandra;

import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Partition keys that are a large part of what a node serves. All copies of a key serve it and no
 * other node can, so that neither nodes nor tokens help: they are named, and left to people.
 */
record HotKeysCheck(CassandraStore store, Duration span) implements StoreCheck {
  private static final String NAME = "hot-keys";

  /** Nodes that sample at once. */
  private static final int AT_ONCE = 64;

  /** Beyond the time of the sample. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Of what a node serves; less is what a node has room for beside its other keys. */
  private static final Ratio MUCH = new Ratio(0.2);

  /** Fewer requests than this tell nothing of their keys. */
  private static final int ENOUGH = 100;

  HotKeysCheck(CassandraStore store) {
    this(store, Duration.ofSeconds(3));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> findings(Topology now) throws PortException {
    Ring ring = store.look();
    Set<String> keyspaces = ring.ranges().keySet();
    ExecutorService samplers =
        Executors.newFixedThreadPool(
            AT_ONCE,
            task -> {
              Thread thread = new Thread(task, "cassandra-keys");
              thread.setDaemon(true);
              return thread;
            });
    try {
      Map<String, Future<KeySample>> asked = new LinkedHashMap<>();
      for (String node : ring.up()) {
        asked.put(
            node,
            samplers.submit(
                () ->
                    store.connections().run(node, open -> KeySample.take(open, keyspaces, span))));
      }
      SortedMap<String, KeySample> samples = new TreeMap<>();
      for (Map.Entry<String, Future<KeySample>> each : asked.entrySet()) {
        samples.put(each.getKey(), answer(each.getKey(), each.getValue()));
      }
      return findings(samples);
    } finally {
      samplers.shutdownNow();
    }
  }

  /** A node that takes the call and is silent is not waited for until it ends. */
  private KeySample answer(String node, Future<KeySample> asked) throws PortException {
    try {
      return asked.get(span.plus(PATIENCE).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new PortException(
          "%s: its keys were not sampled within %d s."
              .formatted(node, span.plus(PATIENCE).toSeconds()),
          e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof PortException why
          ? why
          : new PortException(
              "%s: its keys cannot be sampled (%s).".formatted(node, e.getCause()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException(node + ": interrupted while its keys were sampled.", e);
    }
  }

  /** A key on one node. */
  private record Place(String node, KeySample.Key key, Ratio share) {}

  /**
   * What samples show.
   *
   * @param samples by node
   */
  static List<Finding> findings(SortedMap<String, KeySample> samples) {
    Map<String, List<Place>> hot = new TreeMap<>();
    samples.forEach(
        (node, sample) -> {
          if (sample.requests() >= ENOUGH) {
            for (KeySample.Key key : sample.keys()) {
              Ratio share = Ratio.share(key.requests(), sample.requests());
              if (share.value() >= MUCH.value()) {
                hot.computeIfAbsent(
                        key.kind() + key.table() + '/' + key.key(), k -> new ArrayList<>())
                    .add(new Place(node, key, share));
              }
            }
          }
        });
    long all = samples.values().stream().mapToLong(KeySample::requests).sum();
    return hot.values().stream().map(places -> finding(places, all)).toList();
  }

  private static Finding finding(List<Place> places, long all) {
    Place most =
        places.stream().max(Comparator.comparingDouble(p -> p.share().value())).orElseThrow();
    long requests = places.stream().mapToLong(place -> place.key().requests()).sum();
    KeySample.Key key = most.key();
    return Finding.of(
            NAME,
            Severity.WARNING,
            List.of(key.table()),
            Sentence.of(
                "the partition key '%s' of %s takes at least %s of what %s serves, as %s",
                key.key(),
                key.table(),
                most.share(),
                most.node(),
                key.kind() == KeySample.Kind.READS ? "reads" : "writes"),
            Sentence.of(
                "only the {nodes} that hold its copies serve it: no other {node} relieves %s",
                places.size() == 1 ? "it" : "these %d".formatted(places.size())),
            Sentence.of(
                "divide it among several partition keys, or have clients cache it; Proteus leaves it alone"),
            "nodetool toppartitions")
        .costing(Ratio.share(requests, all));
  }
}
