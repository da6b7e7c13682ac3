package io.proteus.cloud.ec2;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.PortException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import software.amazon.awssdk.services.ec2.model.Instance;

/** A seeded run of orders with faults of the service, and what must hold after each. */
record Trial(InMemoryEc2 service, Ec2CloudSettings settings, Random random) {
  private static final int MOST = 5;
  private static final int ORDERS = 40;

  void run(String name) {
    Set<String> strangers = new HashSet<>();
    for (int at = 0; at < 3; at++) {
      strangers.add(service.start("subnet-a", List.of()).instanceId());
    }
    Deque<Launch> given = new ArrayDeque<>();
    for (int order = 0; order < ORDERS; order++) {
      service.listedAfter = random.nextInt(3);
      service.runsAfter = random.nextInt(4);
      service.losesAnswer = random.nextInt(4) == 0;
      service.refusal = random.nextInt(6) == 0 ? "RequestLimitExceeded" : "";
      service.full.clear();
      if (random.nextInt(3) == 0) {
        service.full.add("m5.large subnet-" + (random.nextBoolean() ? "a" : "b"));
      }
      // every order is given by a new process, as after a crash
      Instant now = Instant.EPOCH.plusSeconds(order * 600L);
      orderOne(new Ec2Cloud(settings, service, InstantSource.fixed(now), said -> {}), given);
      assertThat(ours()).as(name).hasSizeLessThanOrEqualTo(MOST);
      assertThat(service.ended).as(name).doesNotContainAnyElementsOf(strangers);
    }
    assertThat(service.alive().stream().map(Instance::instanceId)).as(name).containsAll(strangers);
    endAll();
    assertThat(ours()).as(name + ": orphans").isEmpty();
  }

  /** A step is given again until its machine is listed, as plans await it. */
  private void orderOne(Ec2Cloud cloud, Deque<Launch> given) {
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
            service.endsByItself(
                ours().get(random.nextInt(ours().size())).instanceId(),
                "Server.SpotInstanceTermination");
          }
        }
        default -> {
          if (given.isEmpty()) {
            int total = Math.min(MOST, cloud.machines().size() + 1);
            given.add(Launch.of(total, Map.of(), "plan-" + random.nextLong(), 1));
          }
          cloud.launch(given.element());
          if (cloud.machines().size() >= given.element().total()) {
            given.remove();
          }
        }
      }
    } catch (PortException expected) {
      assertThat(expected).hasMessageContaining("EC2");
    }
  }

  /** Whatever is listed by its tag can be ended; nothing is left that is not listed. */
  private void endAll() {
    service.refusal = "";
    Ec2Cloud cloud =
        new Ec2Cloud(settings, service, InstantSource.fixed(Instant.EPOCH), said -> {});
    for (int look = 0; look < 5; look++) {
      try {
        for (NodeId node : cloud.machines().keySet()) {
          cloud.terminate(node);
        }
      } catch (PortException e) {
        throw new AssertionError(e);
      }
    }
  }

  private List<Instance> ours() {
    return service.alive().stream().filter(instance -> !instance.tags().isEmpty()).toList();
  }
}
