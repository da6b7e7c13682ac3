package io.proteus.hosts.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExpositionTest {
  @Test
  void readsWhatANodeExporterTells() {
    Exposition told =
        Exposition.of(
            """
            # HELP node_cpu_seconds_total Seconds the CPUs spent in each mode.
            # TYPE node_cpu_seconds_total counter
            node_cpu_guest_seconds_total{cpu="0",mode="user"} 500
            node_cpu_seconds_total{cpu="0",mode="idle"} 100.5
            node_cpu_seconds_total{cpu="0",mode="iowait"} 1.5
            node_cpu_seconds_total{cpu="0",mode="user"} 20
            node_cpu_seconds_total{cpu="1",mode="idle"} 1e2
            node_cpu_seconds_total{cpu="1",mode="system"} NaN
            node_memory_MemAvailable_bytes 2.5e+09
            node_memory_MemTotal_bytes 1e+10
            """);

    assertThat(told).isEqualTo(new Exposition(222, 200.5, 1.5, 2.5e9, 1e10));
  }

  @Test
  void knowsNothingOfWhatIsNotTold() {
    assertThat(Exposition.of("<html>")).isEqualTo(new Exposition(0, 0, 0, null, null));
  }
}
