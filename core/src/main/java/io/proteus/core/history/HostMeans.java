package io.proteus.core.history;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How busy hosts were since the last action, for plain running means over longer than the window of
 * decisions (TIR-2). Immutable.
 *
 * @param seen oldest first, at most {@link #MOST} of them
 */
public record HostMeans(List<Moment> seen) {
  public static final HostMeans NONE = new HostMeans(List.of());

  /** The longest time that a mean can be taken over. */
  public static final Duration LONGEST = Duration.ofMinutes(15);

  private static final int MOST = 200;

  /** The hosts at one moment. */
  public record Moment(Instant at, Map<NodeId, HostLoad> hosts) {
    public Moment {
      hosts = Map.copyOf(hosts);
    }
  }

  public HostMeans {
    seen = List.copyOf(seen.subList(Math.max(0, seen.size() - MOST), seen.size()));
  }

  HostMeans with(Observation observation) {
    Map<NodeId, HostLoad> hosts = new HashMap<>();
    observation.loads().forEach((node, load) -> hosts.put(node, load.host()));
    Instant at = observation.topology().at();
    List<Moment> longer = new ArrayList<>(seen);
    longer.removeIf(moment -> isOlder(moment, at, LONGEST));
    longer.add(new Moment(at, hosts));
    return new HostMeans(longer);
  }

  private static boolean isOlder(Moment moment, Instant now, Duration length) {
    return Duration.between(moment.at(), now).compareTo(length) > 0;
  }

  /**
   * The loads with plain means of what was seen of their hosts, each moment of the same weight. A
   * figure that no moment has stays as it is.
   *
   * @param length back from the newest moment; where less was seen since the last action, over that
   */
  public Map<NodeId, NodeLoad> over(Duration length, Map<NodeId, NodeLoad> loads) {
    if (seen.isEmpty()) {
      return loads;
    }
    Instant newest = seen.get(seen.size() - 1).at();
    List<Moment> within = seen.stream().filter(it -> !isOlder(it, newest, length)).toList();
    Map<NodeId, NodeLoad> means = new HashMap<>();
    loads.forEach(
        (node, load) -> {
          List<HostLoad> hosts =
              within.stream().map(it -> it.hosts().get(node)).filter(Objects::nonNull).toList();
          means.put(
              node,
              load.on(
                  new HostLoad(
                          mean(hosts, HostLoad::cpu),
                          mean(hosts, HostLoad::ioWait),
                          mean(hosts, HostLoad::memory))
                      .completedBy(load.host())));
        });
    return means;
  }

  private static @Nullable Ratio mean(
      List<HostLoad> hosts, Function<HostLoad, @Nullable Ratio> figure) {
    double sum = 0;
    int known = 0;
    for (HostLoad host : hosts) {
      Ratio told = figure.apply(host);
      if (told != null) {
        sum += told.value();
        known++;
      }
    }
    return known == 0 ? null : Ratio.share(sum, known);
  }
}
