package io.proteus.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.simulator.model.ClosedNetwork.ClientClass;
import io.proteus.simulator.model.ClosedNetwork.Solution;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ClosedNetworkTest {
  private static final double[] ONE_SERVER = {1};
  private static final double[] IDLE = {0};

  private static ClientClass clients(double clients, double delay, double... demand) {
    double[] everywhere = new double[demand.length];
    Arrays.fill(everywhere, 1);
    return new ClientClass(clients, delay, Double.POSITIVE_INFINITY, demand, everywhere);
  }

  private static Solution solve(ClientClass[] classes, double[] servers, double[] busy) {
    return solve(false, classes, servers, busy);
  }

  private static Solution solve(
      boolean inTurn, ClientClass[] classes, double[] servers, double[] busy) {
    boolean[] inTurnAll = new boolean[servers.length];
    Arrays.fill(inTurnAll, inTurn);
    ClosedNetwork network = new ClosedNetwork();
    Solution solution = network.solve(classes, servers, inTurnAll, busy);
    for (int i = 0; i < 20; i++) {
      solution = network.solve(classes, servers, inTurnAll, busy);
    }
    return solution;
  }

  @Test
  void aSingleClientGetsItsAnswerAfterItsDemandAndDelay() {
    Solution solution = solve(new ClientClass[] {clients(1, 0.09, 0.01)}, ONE_SERVER, IDLE);

    assertThat(solution.throughput()[0]).isCloseTo(10, within(0.01));
  }

  @Test
  void manyClientsGetWhatTheBusiestStationCanDo() {
    Solution solution = solve(new ClientClass[] {clients(500, 0.01, 0.01)}, ONE_SERVER, IDLE);

    assertThat(solution.throughput()[0]).isCloseTo(100, within(0.5));
  }

  @Test
  void severalServersDoSeveralTimesAsMuch() {
    Solution solution = solve(new ClientClass[] {clients(500, 0.01, 0.01)}, new double[] {4}, IDLE);

    assertThat(solution.throughput()[0]).isCloseTo(400, within(4.0));
  }

  @Test
  void aCappedCoreIsSlower() {
    Solution solution =
        solve(new ClientClass[] {clients(500, 0.01, 0.01)}, new double[] {0.22}, IDLE);

    assertThat(solution.throughput()[0]).isCloseTo(22, within(0.2));
  }

  @Test
  void otherWorkTakesItsShare() {
    Solution solution =
        solve(new ClientClass[] {clients(500, 0.01, 0.01)}, ONE_SERVER, new double[] {0.5});

    assertThat(solution.throughput()[0]).isCloseTo(50, within(0.5));
  }

  @Test
  void clientsSendNoMoreThanTheyWantTo() {
    ClientClass capped = new ClientClass(500, 0.01, 30, new double[] {0.01}, new double[] {1});

    Solution solution = solve(new ClientClass[] {capped}, ONE_SERVER, IDLE);

    assertThat(solution.throughput()[0]).isEqualTo(30);
    assertThat(solution.responseSeconds()[0]).isLessThan(0.1);
  }

  /** Exact MVA of two balanced stations and 10 clients: X = N / (D (N + K - 1)). */
  @Test
  void balancedStationsAreWithinAFewPercentOfTheExactSolution() {
    Solution solution =
        solve(
            new ClientClass[] {clients(10, 0, 0.01, 0.01)},
            new double[] {1, 1},
            new double[] {0, 0});

    assertThat(solution.throughput()[0]).isCloseTo(10 / (0.01 * 11), within(4.0));
  }

  /** Stations share their time among all requests that are there, as a CPU does. */
  @Test
  void cheapRequestsShareAStationWithDearOnes() {
    Solution alone = solve(new ClientClass[] {clients(10, 0, 0.001)}, ONE_SERVER, IDLE);
    Solution shared =
        solve(new ClientClass[] {clients(10, 0, 0.001), clients(10, 0, 0.010)}, ONE_SERVER, IDLE);

    assertThat(shared.throughput()[0]).isCloseTo(alone.throughput()[0] / 2, within(20.0));
  }

  /** Who finds what it wants in memory does not wait for the disk, however long its queue is. */
  @Test
  void whoSeldomComesToAStationSeldomWaitsThere() {
    ClientClass always = clients(40, 0, 0.010);
    ClientClass seldom =
        new ClientClass(
            10, 0.01, Double.POSITIVE_INFINITY, new double[] {0.0001}, new double[] {0.01});

    Solution solution = solve(true, new ClientClass[] {always, seldom}, ONE_SERVER, IDLE);

    assertThat(solution.responseSeconds()[0]).isGreaterThan(0.35);
    assertThat(solution.responseSeconds()[1]).isBetween(0.013, 0.016);
  }

  /** Where each waits for its turn, who asks for little waits for those who ask for much. */
  @Test
  void inOrderCheapRequestsWaitForDearOnes() {
    ClientClass[] both = {clients(10, 0, 0.001), clients(10, 0, 0.010)};

    Solution solution = solve(true, both, ONE_SERVER, IDLE);

    assertThat(solution.throughput()[0]).isCloseTo(solution.throughput()[1], within(5.0));
    assertThat(0.001 * solution.throughput()[0] + 0.010 * solution.throughput()[1])
        .as("the station is busy all the time")
        .isCloseTo(1, within(0.02));
  }
}
