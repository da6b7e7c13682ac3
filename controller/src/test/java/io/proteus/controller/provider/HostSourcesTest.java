package io.proteus.controller.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostSourcesTest {
  private static final NodeId ONE = new NodeId("n1");
  private static final NodeId TWO = new NodeId("n2");
  private static final Ratio HALF = Ratio.of(0.5);
  private static final Ratio FULL = Ratio.of(1);

  private static HostSources sources(HostMetrics... metrics) {
    return new HostSources(
        List.of(metrics).stream().map(it -> new HostSources.Source("a source", it)).toList());
  }

  @Test
  void whatTheFirstDoesNotKnowIsTakenFromTheNext() {
    HostMetrics trusted = nodes -> Map.of(ONE, new HostLoad(HALF, null, null));
    HostMetrics other =
        nodes -> Map.of(ONE, new HostLoad(FULL, FULL, null), TWO, new HostLoad(null, HALF, null));

    assertThat(sources(trusted, other).read(List.of(ONE, TWO)))
        .isEqualTo(
            Map.of(ONE, new HostLoad(HALF, FULL, null), TWO, new HostLoad(null, HALF, null)));
  }

  @Test
  void aSourceThatFailsStandsInNobodysWay() {
    HostMetrics failing =
        nodes -> {
          throw new PortException("no route to it");
        };
    HostMetrics other = nodes -> Map.of(ONE, new HostLoad(FULL, null, null));

    assertThat(sources(failing, other).read(List.of(ONE)))
        .containsExactly(Map.entry(ONE, new HostLoad(FULL, null, null)));
    assertThat(sources(failing).read(List.of(ONE))).isEmpty();
  }

  @Test
  void theStoreAndTheCloudAreFoundAsSources() {
    assertThat(Providers.hosts()).extracting(it -> it.type()).contains("cloud", "store");
  }
}
