package io.proteus.engine.riak;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The partitions of a ring and their owners. They are asked for again once a node's share of the
 * ring is another one.
 */
final class Ring {
  private static final TableId DATA = new TableId("data");
  private static final Pattern OWNED =
      Pattern.compile("(?m)^\\|\\s*(?:primary|stopped)\\s*\\|\\s*(\\d+)\\s*\\|\\s*\\d+\\s*\\|$");
  private static final BigInteger KEYS = BigInteger.TWO.pow(160);
  private static final double PERCENT = 100;

  private final int size;
  private final int copies;
  private final Asking asking;
  private Set<String> asOf = Set.of();
  private Map<Integer, String> owners = Map.of();

  /** Asks any node of the cluster. */
  interface Asking {
    String ask(String... words) throws PortException;
  }

  Ring(int size, int copies, Asking asking) {
    this.size = Math.max(1, size);
    this.copies = copies;
    this.asking = asking;
  }

  Topology topology(String cluster, RingView now, Function<String, Node> node, List<Gap> gaps)
      throws PortException {
    Map<Integer, String> owner = ownersNow(now);
    List<Partition> partitions = new ArrayList<>();
    for (int vnode = 0; vnode < size; vnode++) {
      partitions.add(partition(vnode, owner, now));
    }
    List<Ownership> shares = new ArrayList<>();
    now.members()
        .forEach(
            (name, member) -> {
              if (!member.isStaged()) {
                double share = Double.parseDouble(member.share());
                shares.add(new Ownership(new NodeId(name), Ratio.share(share, PERCENT)));
              }
            });
    return new Topology(
            cluster,
            Instant.now(),
            now.live().stream().map(node).toList(),
            now.down().stream().map(NodeId::new).toList(),
            partitions,
            List.of(new Table(DATA, null)),
            now.unfinished().stream().map(this::named).toList(),
            false,
            gaps)
        .placed(Placing.BY_STORE.joinedByOrder(), shares);
  }

  private PartitionId named(String unfinished) {
    return unfinished.chars().allMatch(Character::isDigit)
        ? id(numberOf(unfinished))
        : new PartitionId(unfinished);
  }

  /** Its index is up to 49 digits long. */
  private int numberOf(String index) {
    return new BigInteger(index)
        .divide(KEYS.divide(BigInteger.valueOf(size)))
        .mod(BigInteger.valueOf(size))
        .intValue();
  }

  private static PartitionId id(int vnode) {
    return new PartitionId("vnode-%04d".formatted(vnode));
  }

  private synchronized Map<Integer, String> ownersNow(RingView now) throws PortException {
    Set<String> shares = now.shares();
    if (!shares.equals(asOf) || owners.size() < size) {
      Map<Integer, String> asked = new TreeMap<>();
      for (String name : now.members().keySet()) {
        if (now.has(name)) {
          Matcher rows = OWNED.matcher(asking.ask("cluster", "partitions", "--node=" + name));
          while (rows.find()) {
            asked.put(numberOf(rows.group(1)), name);
          }
        }
      }
      owners = asked;
      asOf = shares;
    }
    return owners;
  }

  /** A partition with its copies on the owners of those that follow it on the ring. */
  private Partition partition(int vnode, Map<Integer, String> owner, RingView now) {
    Set<String> holders = new LinkedHashSet<>();
    for (int next = 0; next < copies; next++) {
      String name = owner.get((vnode + next) % size);
      if (name != null && now.has(name)) {
        holders.add(name);
      }
    }
    List<String> live = holders.stream().filter(name -> !now.down().contains(name)).toList();
    List<Replica> others =
        holders.stream()
            .filter(name -> live.isEmpty() || !name.equals(live.get(0)))
            .map(name -> new Replica(new NodeId(name), Replica.Role.PEER))
            .toList();
    return new Partition(
        id(vnode),
        DATA,
        live.isEmpty() ? null : new NodeId(live.get(0)),
        ByteSize.ofBytes(0),
        null,
        others);
  }
}
