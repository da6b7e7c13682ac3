package io.proteus.core.strategy.demand;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.strategy.demand.ClientNetwork.Queues;
import java.util.Arrays;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ClientNetworkTest {
  private static final double[] UNLIMITED = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};

  private static NodeDemand node(double[] cpu, double[] disk, double[] visits) {
    NodeDemand node = new NodeDemand(cpu.length);
    System.arraycopy(cpu, 0, node.cpu, 0, cpu.length);
    System.arraycopy(disk, 0, node.disk, 0, disk.length);
    System.arraycopy(visits, 0, node.visits, 0, visits.length);
    return node;
  }

  private static double[] answered(
      double[] clients, double inTurn, int handlers, NodeDemand... nodes) {
    ClientNetwork network =
        new ClientNetwork(
            clients,
            new double[clients.length],
            Arrays.copyOf(UNLIMITED, clients.length),
            inTurn,
            handlers);
    return network.answered(nodes, new Queues(clients, nodes.length));
  }

  @Test
  void manyClientsGetWhatTheBottleneckGives() {
    NodeDemand fast = node(new double[] {0.001}, new double[1], new double[] {0.5});
    NodeDemand slow = node(new double[] {0.004}, new double[1], new double[] {0.5});

    assertThat(answered(new double[] {50}, 0, 100, fast, slow)[0])
        .isCloseTo(250, Percentage.withPercentage(3));
  }

  @Test
  void oneClientGetsWhatItsDemandsTakeTogether() {
    NodeDemand one = node(new double[] {0.001}, new double[] {0.003}, new double[] {1});

    assertThat(answered(new double[] {1}, 0, 100, one)[0])
        .isCloseTo(250, Percentage.withPercentage(1));
  }

  @Test
  void aSharedCpuGivesEachClientTheSameTimeAndOneInTurnTheSameRequests() {
    NodeDemand one = node(new double[] {0.001, 0.009}, new double[2], new double[] {1, 1});

    double[] shared = answered(new double[] {10, 10}, 0, 100, one);
    double[] inTurn = answered(new double[] {10, 10}, 1, 100, one);

    assertThat(shared[0]).isCloseTo(9 * shared[1], Percentage.withPercentage(5));
    assertThat(inTurn[0]).isCloseTo(inTurn[1], Percentage.withPercentage(10));
  }

  @Test
  void whoNeedsNoDiskWaitsForHandlersThatWaitForIt() {
    NodeDemand one =
        node(new double[] {0.0001, 0.0001}, new double[] {0, 0.01}, new double[] {1, 1});

    double[] enough = answered(new double[] {5, 60}, 0, 100, one);
    double[] tooFew = answered(new double[] {5, 60}, 0, 30, one);

    assertThat(enough[0]).isGreaterThan(5_000);
    assertThat(tooFew[0]).isLessThan(50);
  }
}
