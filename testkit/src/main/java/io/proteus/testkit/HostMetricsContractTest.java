package io.proteus.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every source of host metrics must show: what it does not know is missing, never zero. */
public abstract class HostMetricsContractTest {
  private static final NodeId NO_NODE = StoreContract.NO_NODE;
  private static final int READINGS = 100;

  /** The source. */
  protected abstract HostMetrics hosts();

  /** Nodes of whose hosts it tells; at least one. */
  protected abstract List<NodeId> nodes() throws PortException;

  /** How long it may take until it tells of all of them. */
  protected abstract Duration patience();

  /** Called before each reading but the first: time passes, and hosts are at work. */
  protected void passTime() throws Exception {}

  /** From now on it tells nothing: it cannot be reached, or has nothing to tell. */
  protected void fallSilent() throws Exception {
    abort("nothing here makes it fall silent");
  }

  @Test
  void tellsOfEveryHostThatItIsAskedFor() throws Exception {
    Map<NodeId, HostLoad> told = new HashMap<>();

    await()
        .atMost(patience())
        .pollInterval(patience().dividedBy(READINGS))
        .until(
            () -> {
              told.putAll(hosts().read(nodes()));
              passTime();
              return told.keySet().containsAll(nodes())
                  && told.values().stream().allMatch(this::tells);
            });
    assertThat(told).containsOnlyKeys(nodes());
  }

  private boolean tells(HostLoad load) {
    return figures(load).findAny().isPresent();
  }

  @Test
  void tellsOfNobodyElse() throws Exception {
    NodeId one = nodes().get(0);

    assertThat(hosts().read(List.of(one)).keySet()).isSubsetOf(one);
    assertThat(hosts().read(List.of())).isEmpty();
    assertThat(hosts().read(List.of(one, NO_NODE))).doesNotContainKey(NO_NODE);
  }

  /** However soon it is read again: over no time nothing is known, and nothing is zero for it. */
  @Test
  void tellsSharesOnly() throws Exception {
    for (int reading = 0; reading < READINGS; reading++) {
      for (HostLoad load : hosts().read(nodes()).values()) {
        assertThat(figures(load)).allMatch(share -> share.value() >= 0 && share.value() <= 1);
      }
    }
  }

  @Test
  void tellsNothingOrFailsWhereItKnowsNothing() throws Exception {
    passTime();
    hosts().read(nodes());
    List<NodeId> asked = nodes();
    fallSilent();
    passTime();

    Throwable failure =
        catchThrowable(
            () ->
                assertThat(hosts().read(asked).values())
                    .as("what is missing is never zero")
                    .allMatch(load -> !tells(load)));

    if (failure != null) {
      assertThat(failure).isInstanceOf(PortException.class).message().isNotBlank();
    }
  }

  private static Stream<Ratio> figures(HostLoad load) {
    return Stream.of(load.cpu(), load.ioWait(), load.memory()).filter(Objects::nonNull);
  }
}
