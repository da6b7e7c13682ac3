package io.proteus.engine.redis;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Admission;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.Membership;
import io.proteus.core.port.NodeSettings;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClusterResetType;

/** Orders to the nodes of a cluster, and how busy their main threads are. */
final class RedisOrders implements Admission, Membership, NodeSettings, HostMetrics {
  private final RedisStore store;
  private final Map<NodeId, Busy> before = new HashMap<>();

  /** CPU seconds of a main thread at a moment. */
  private record Busy(String run, double seconds, long nanos) {}

  RedisOrders(RedisStore store) {
    this.store = store;
  }

  @Override
  public void admit(NodeId node) throws PortException {
    Views now = store.look();
    String address = node.value();
    if (now.isAwareOf(address)) {
      return; // it belongs to the cluster, or is being introduced
    }
    Connections connections = store.connections();
    String introduced = now.of().keySet().stream().findFirst().orElseThrow();
    Map<String, Member> alone = new TreeMap<>(Views.look(connections, List.of(address)).members());
    alone.values().removeIf(member -> !member.isKnown() && !member.isMyself());
    Leftovers.refuse(connections, address, alone, now);
    if (alone.size() > 1) {
      // it was struck off, and would not be known by its old name for a minute
      connections.ask(address, open -> open.clusterReset(ClusterResetType.HARD));
    }
    int colon = address.lastIndexOf(':');
    String host = address.substring(0, colon);
    int port = Integer.parseInt(address.substring(colon + 1));
    connections.ask(introduced, open -> open.clusterMeet(host, port));
  }

  @Override
  public void forget(NodeId node) throws PortException {
    TopologyAssembly.Look look = store.lookBetweenMoves();
    Views now = look.now();
    List<Member> gone = new ArrayList<>(now.failed());
    gone.addAll(store.leaving().ended(now));
    for (Member dead : gone) {
      if (dead.address().equals(node.value()) && dead.slots().isEmpty()) {
        refuseHalfOfMoves(look, dead);
        refuseWhileItServes(dead);
        for (Member member : now.members().values()) {
          if (member.isKnown() && !member.hasFailed() && !member.id().equals(dead.id())) {
            forget(member, dead);
          }
        }
        store.leaving().isForgotten(dead);
      }
    }
  }

  @Override
  public void letGo(NodeId node) throws PortException {
    TopologyAssembly.Look look = store.lookBetweenMoves();
    Member member = look.now().at(node.value());
    if (member != null) {
      refuseTargetOfMoves(look, member);
      store.leaving().leaves(member);
    }
  }

  /** It counts as empty, as the range is where the rest of its slots are. */
  private void refuseTargetOfMoves(TopologyAssembly.Look look, Member leaver) throws PortException {
    for (PartitionId range : look.unfinished().keySet()) {
      if (leaver.id().equals(look.target(range))) {
        store.finishLeftMoves();
        throw new PortException(
            "%s has some of the keys of %s, which was on its way there when Proteus was cut off, and is not ended before that move is finished. It goes on now, and the order is given again."
                .formatted(leaver.address(), range));
      }
    }
  }

  @Override
  public void isEnding(NodeId node) throws PortException {
    store.leaving().isEnding(node.value());
  }

  /** The others would soon hear of it again. */
  private void refuseWhileItServes(Member dead) throws PortException {
    if (!dead.hasFailed() && store.leaving().answers(dead)) {
      throw new PortException(
          "%s still answers, though its machine is to end. It is asked again."
              .formatted(dead.address()));
    }
  }

  /** To be forgotten ends what is on its way to a node. */
  private static void refuseHalfOfMoves(TopologyAssembly.Look look, Member dead)
      throws PortException {
    for (Map.Entry<PartitionId, Shard> left : look.unfinished().entrySet()) {
      Shard to = left.getValue();
      if (to.has(dead.id()) && to.leader(look.now()).isEmpty()) {
        throw new PortException(
            "%s has some of the keys of %s, which was on its way there, and is not struck off. Start it again; or give these keys up with CLUSTER FORGET %s on all nodes."
                .formatted(dead.address(), left.getKey(), dead.id()));
      }
    }
  }

  private void forget(Member member, Member dead) throws PortException {
    try {
      store.connections().ask(member.address(), open -> open.clusterForget(dead.id()));
    } catch (PortException e) {
      if (!String.valueOf(e.getMessage()).contains("Unknown node")) {
        throw e;
      }
    }
  }

  /** A follower that has what its primary has gets it too, so that a failover changes nothing. */
  @Override
  public void set(NodeId node, SettingsChange change) throws PortException {
    Views now = store.look();
    Member member = RedisStore.primary(now, node);
    Map<String, String> wanted = new TreeMap<>(change.set());
    for (String key : change.removed()) {
      String usual = OnlineSettings.DEFAULTS.get(key);
      if (usual == null) {
        throw new PortException(
            "%s: the default of %s is not known, so that it cannot be taken off."
                .formatted(node, key));
      }
      wanted.put(key, usual);
    }
    if (wanted.isEmpty()) {
      return;
    }
    String[] keys = wanted.keySet().toArray(new String[0]);
    Map<String, String> before =
        store.connections().ask(member.address(), open -> open.configGet(keys));
    Map<Member, Map<String, String>> followers = alike(now.followersOf(member), wanted, before);
    store.connections().ask(member.address(), open -> open.configSet(wanted));
    List<Member> changed = new ArrayList<>(List.of(member));
    followers.forEach(
        (follower, its) -> {
          try {
            store.connections().ask(follower.address(), open -> open.configSet(its));
            changed.add(follower);
          } catch (PortException e) {
            // it is told once it is the primary, where it differs still
          }
        });
    write(changed, wanted);
  }

  /** What each of these followers is to get: the keys in which it has what its primary had. */
  private Map<Member, Map<String, String>> alike(
      List<Member> followers, Map<String, String> wanted, Map<String, String> before) {
    String[] keys = wanted.keySet().toArray(new String[0]);
    Map<Member, Map<String, String>> alike = new LinkedHashMap<>();
    for (Member follower : followers) {
      try {
        Map<String, String> own =
            store.connections().ask(follower.address(), open -> open.configGet(keys));
        Map<String, String> its = new TreeMap<>(wanted);
        its.keySet().removeIf(key -> !Objects.equals(own.get(key), before.get(key)));
        if (!its.isEmpty()) {
          alike.put(follower, its);
        }
      } catch (PortException e) {
        // it is told once it is the primary, where it differs still
      }
    }
    return alike;
  }

  /**
   * Has nodes write what was set to their files.
   *
   * @throws PortException where some cannot, as without a file. All have the values by then, and
   *     the next look shows them: a plan tells the sentence once, and goes on.
   */
  private void write(List<Member> changed, Map<String, String> wanted) throws PortException {
    List<String> unwritten = new ArrayList<>();
    PortException last = null;
    for (Member member : changed) {
      try {
        store.connections().ask(member.address(), Jedis::configRewrite);
      } catch (PortException e) {
        unwritten.add(String.valueOf(e.getMessage()));
        last = e;
      }
    }
    if (last != null) {
      throw new PortException(
          "%s is set, and lasts until the restart of who could not write it to its file (CONFIG REWRITE): %s. Write it there by hand."
              .formatted(wanted, String.join("; ", unwritten)),
          last);
    }
  }

  /** The share of one core that the main thread took since the last reading. */
  @Override
  public synchronized Map<NodeId, HostLoad> read(Collection<NodeId> nodes) {
    Map<NodeId, HostLoad> loads = new HashMap<>();
    for (NodeId node : nodes) {
      try {
        Figures told = Figures.parse(store.connections().ask(node.value(), Jedis::info));
        HostLoad load = load(node, told, System.nanoTime());
        loads.put(node, load);
      } catch (PortException | IllegalArgumentException e) {
        before.remove(node);
      }
    }
    return loads;
  }

  private HostLoad load(NodeId node, Figures told, long nanos) {
    Double seconds = told.mainThread();
    Double used = told.figure("used_memory");
    Double most = told.figure("maxmemory");
    Ratio memory = used == null || most == null || most <= 0 ? null : Ratio.share(used, most);
    if (seconds == null) {
      return new HostLoad(null, null, memory);
    }
    String run = told.told().getOrDefault("run_id", "");
    Busy earlier = before.put(node, new Busy(run, seconds, nanos));
    if (earlier == null || !Objects.equals(earlier.run(), run) || nanos <= earlier.nanos()) {
      return new HostLoad(null, null, memory);
    }
    double passed = (nanos - earlier.nanos()) / 1e9;
    return new HostLoad(Ratio.share(seconds - earlier.seconds(), passed), null, memory);
  }
}
