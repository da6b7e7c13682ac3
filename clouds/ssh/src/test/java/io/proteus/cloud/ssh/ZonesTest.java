package io.proteus.cloud.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ZonesTest {
  private static final List<String> HOSTS = List.of("a1", "a2", "a3", "b1", "b2", "c1");
  private static final Zones ZONES =
      new Zones(Map.of("a1", "a", "a2", "a", "a3", "a", "b1", "b", "b2", "b", "c1", "c"));

  private static List<String> started(Zones zones, String... running) {
    List<String> all = new ArrayList<>(List.of(running));
    while (all.size() < HOSTS.size()) {
      List<String> spare = HOSTS.stream().filter(host -> !all.contains(host)).toList();
      all.add(zones.emptiestFirst(spare, all).get(0));
    }
    return all.subList(running.length, HOSTS.size());
  }

  @Test
  void nodesAreStartedWhereFewestRun() {
    assertThat(started(ZONES)).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
    assertThat(started(ZONES, "a1", "a2")).containsExactly("b1", "c1", "b2", "a3");
  }

  @Test
  void withoutZonesTheyAreStartedAsHostsAreListed() {
    assertThat(started(new Zones(Map.of()), "a2")).containsExactly("a1", "a3", "b1", "b2", "c1");
  }
}
