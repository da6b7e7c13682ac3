package io.proteus.simulator.world;

import io.proteus.simulator.model.ClosedNetwork.ClientClass;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.OpenLoop;
import io.proteus.simulator.scenario.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which tenants are asked by the same clients: one class of the queueing model each. */
final class ClientGroups {
  private List<Tenant> tenants;
  private final ModelConstants constants;
  private final int[] groupOf;
  private final int[] leaders;
  private final List<@Nullable ArrivalQueue> queues = new ArrayList<>();

  ClientGroups(List<Tenant> tenants, ModelConstants constants) {
    this.tenants = tenants;
    this.constants = constants;
    this.groupOf = new int[tenants.size()];
    this.leaders =
        tenants.stream().filter(t -> t.clientsOf() == null).mapToInt(tenants::indexOf).toArray();
    Map<String, Integer> byName = new HashMap<>();
    for (int group = 0; group < leaders.length; group++) {
      byName.put(tenants.get(leaders[group]).name(), group);
      OpenLoop open = tenants.get(leaders[group]).openLoop();
      queues.add(open == null ? null : new ArrivalQueue(open));
    }
    for (int t = 0; t < groupOf.length; t++) {
      String leader = tenants.get(t).clientsOf();
      groupOf[t] = byName.getOrDefault(leader == null ? tenants.get(t).name() : leader, 0);
    }
  }

  /** From now on the tenants ask so; they are as many, and by the same clients. */
  void ask(List<Tenant> now) {
    tenants = now;
  }

  int count() {
    return leaders.length;
  }

  int groupOf(int tenant) {
    return groupOf[tenant];
  }

  /** How many clients a tenant can have. */
  double most(int tenant) {
    return tenants.get(leaders[groupOf[tenant]]).clients();
  }

  /** Where an open loop's requests wait; null in a closed one. */
  @Nullable ArrivalQueue queue(int group) {
    return queues.get(group);
  }

  /** The tenant whose clients a group's are. */
  int leader(int group) {
    return leaders[group];
  }

  /** Requests that come a second at a moment; only in an open loop, which has a rate. */
  double comePerSecond(int group, Duration at) {
    Tenant leader = tenants.get(leaders[group]);
    Double rate = leader.rate();
    return rate == null ? 0 : rate * leader.loadAt(at);
  }

  /** Seconds that a client thinks between two operations. */
  double thinkSeconds(int group) {
    return tenants.get(leaders[group]).think().toNanos() / 1e9;
  }

  /** Requests in one operation of a group's clients, to all its tables. */
  double requests(int group) {
    double sum = 0;
    for (int t = 0; t < groupOf.length; t++) {
      sum += groupOf[t] == group ? tenants.get(t).requests() : 0;
    }
    return sum;
  }

  /** Seconds of one operation on the wire and for the log. */
  double wireSeconds(int group) {
    double sum = 0;
    for (int t = 0; t < groupOf.length; t++) {
      Tenant tenant = tenants.get(t);
      if (groupOf[t] == group) {
        sum +=
            tenant.requests()
                * (constants.networkSeconds()
                    + constants.logSyncSeconds() * tenant.operations().writes());
      }
    }
    return sum;
  }

  /**
   * The clients of a group.
   *
   * @param seconds that are to pass
   * @param waiting clients that wait for a partition that nobody serves
   * @param handlers seconds that an operation waits for handlers
   * @param atOnce copies that one of its requests asks at the same time
   */
  ClientClass clients(
      int group,
      Duration at,
      double seconds,
      double waiting,
      double handlers,
      double[] demand,
      double[] visits,
      double atOnce) {
    Tenant leader = tenants.get(leaders[group]);
    double load = leader.loadAt(at);
    Double rate = leader.rate();
    double clients = rate == null ? leader.clients() * load : leader.clients();
    double most = rate == null ? Double.POSITIVE_INFINITY : rate * load;
    ArrivalQueue queue = queues.get(group);
    if (queue != null) {
      most = queue.wantedPerSecond(most, seconds);
    }
    return new ClientClass(
        most > 0 && clients > 0 ? Math.max(0, clients - waiting) : 0,
        thinkSeconds(group) + wireSeconds(group) + handlers,
        most,
        demand,
        visits,
        atOnce);
  }
}
