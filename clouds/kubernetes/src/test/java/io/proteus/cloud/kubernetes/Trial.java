package io.proteus.cloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.proteus.core.port.Launch;
import io.proteus.core.port.PortException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/** A seeded run of orders with faults of the API server, and what must hold after each. */
record Trial(FakeApiServer server, KubernetesClient client, Random random) {
  private static final int FEWEST = 1;
  private static final int MOST = 5;
  private static final int ORDERS = 12;

  void run(String name) {
    server.reconciles = true;
    server.begin(2);
    server.addStranger("orders-9");
    String stranger = server.pods.get("orders-9").toString();
    Deque<Launch> given = new ArrayDeque<>();
    for (int order = 0; order < ORDERS; order++) {
      server.reconciles = random.nextInt(3) > 0;
      server.conflicts = random.nextInt(4) == 0 ? random.nextInt(4) : 0;
      server.lostAnswers = random.nextInt(6) == 0 ? 1 : 0;
      server.refusals = random.nextInt(6) == 0 ? 1 : 0;
      server.refusal = random.nextBoolean() ? 403 : 500;
      server.disruptionsAllowed = random.nextInt(3) - 1;
      int before = server.replicas();
      // every order is given by a new process, as after a crash
      KubernetesCloud cloud =
          new KubernetesCloud(
              KubernetesContractTest.SETTINGS,
              new StatefulSetApi(KubernetesContractTest.SETTINGS, client),
              InstantSource.system(),
              said -> {});
      orderOne(cloud, given);
      assertThat(server.replicas())
          .as(name)
          .isBetween(Math.max(FEWEST, before - 1), Math.min(MOST, before + 1));
      assertThat(server.pods.get("orders-9")).as(name).hasToString(stranger);
    }
    server.reconciles = true;
    server.reconcile();
    assertThat(server.pods).as(name + ": orphans").hasSize(server.replicas() + 1);
  }

  private void orderOne(KubernetesCloud cloud, Deque<Launch> given) {
    try {
      Orders.one(cloud, random, given, MOST);
    } catch (PortException expected) {
      assertThat(expected)
          .message()
          .containsAnyOf("Kubernetes", "is not", "cannot go", "somebody else");
    }
  }
}
