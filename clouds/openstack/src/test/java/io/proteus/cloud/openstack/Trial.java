package io.proteus.cloud.openstack;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.PortException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A seeded run of orders with faults of the services, and what must hold after each. */
record Trial(InMemoryOpenStack service, OpenStackSettings settings, Random random) {
  private static final int MOST = 5;
  private static final int ORDERS = 40;

  void run(String name) {
    Set<String> strangers = new HashSet<>();
    for (int at = 0; at < 3; at++) {
      strangers.add(service.start(at == 0 ? OpenStackContract.ANOTHER : Map.of()));
    }
    Deque<Launch> given = new ArrayDeque<>();
    for (int order = 0; order < ORDERS; order++) {
      breakSomething();
      // every order is given by a new process, as after a crash
      orderOne(anew(), given, name);
      assertThat(ours().stream().filter(Server::counts)).as(name).hasSizeLessThanOrEqualTo(MOST);
      assertThat(service.ended).as(name).doesNotContainAnyElementsOf(strangers);
    }
    assertThat(service.servers().stream().map(Server::id)).as(name).containsAll(strangers);
    endAll();
    assertThat(ours()).as(name + ": orphans").isEmpty();
  }

  private void breakSomething() {
    service.runsAfter = random.nextInt(4);
    service.losesAnswer = random.nextInt(5) == 0;
    service.carriesOutLate = random.nextInt(5) == 0;
    service.spawnFails = random.nextInt(6) == 0;
    service.quota = random.nextInt(6) == 0 ? 5 : Integer.MAX_VALUE;
    service.refusals.clear();
    if (random.nextInt(5) == 0) {
      int status = List.of(429, 503, 500, 401).get(random.nextInt(4));
      service.refusals.addAll(Collections.nCopies(random.nextInt(7), status));
    }
    if (random.nextInt(4) == 0) {
      service.expireTokens();
    }
    service.full.clear();
    if (random.nextInt(3) == 0) {
      service.full.add("m1.large " + (random.nextBoolean() ? "a" : "b"));
    }
    if (random.nextInt(8) == 0) {
      service.full.addAll(List.of("m1.large a", "m1.large b", "m1.xlarge a", "m1.xlarge b"));
    }
  }

  private OpenStackCloud anew() {
    return new OpenStackCloud(settings, OpenStackCloudTest.session(service), said -> {});
  }

  /** A step is given again until its machine is listed, as plans await it. */
  private void orderOne(OpenStackCloud cloud, Deque<Launch> given, String name) {
    try {
      switch (random.nextInt(4)) {
        case 0 -> {
          List<NodeId> nodes = new ArrayList<>(cloud.machines().keySet());
          if (!nodes.isEmpty()) {
            cloud.terminate(nodes.get(random.nextInt(nodes.size())));
          }
        }
        case 1 -> {
          if (!ours().isEmpty()) {
            service.remove(ours().get(random.nextInt(ours().size())).id());
          }
        }
        default -> {
          if (given.isEmpty()) {
            int total = Math.min(MOST, cloud.machines().size() + 1);
            given.add(Launch.of(total, Map.of(), "plan-" + random.nextLong(), 1));
          }
          cloud.launch(given.element());
          given.remove();
        }
      }
    } catch (PortException expected) {
      assertThat(expected.getMessage())
          .as(name)
          .matches("(?s).*(OpenStack|Nova|Keystone|somebody).*");
    }
  }

  /** Whatever is listed by its tags can be ended; nothing is left that is not listed. */
  private void endAll() {
    service.refusals.clear();
    for (int look = 0; look < 3; look++) {
      try {
        for (NodeId node : anew().machines().keySet()) {
          anew().terminate(node);
        }
      } catch (PortException e) {
        throw new AssertionError(e);
      }
    }
  }

  private List<Server> ours() {
    return service.servers().stream().filter(server -> server.isOf("orders")).toList();
  }
}
