package io.proteus.testkit.riak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tables that the double writes are those that were recorded, where they were. */
class ShownTableTest {
  private static Recording limits(List<String> silent, String... nodes) {
    TreeMap<String, String> values = new TreeMap<>();
    for (String node : nodes) {
      values.put(node + "@127.0.0.1", "8");
    }
    return ShownTable.of("transfer_limit", values, silent);
  }

  @Test
  void ofThreeNodes() {
    assertThat(limits(List.of(), "riak1", "riak2", "riak3"))
        .isEqualTo(Recording.of("07-three-nodes-settled__n1__show_transfer_limit_--all"));
  }

  @Test
  void ofFourNodesOfWhichOneIsDead() {
    assertThat(limits(List.of("riak3@127.0.0.1"), "riak1", "riak2", "riak4"))
        .isEqualTo(Recording.of("18-riak3-killed-t15__n1__show_transfer_limit_--all"));
  }

  @Test
  void ofOneNode() {
    assertThat(
            ShownTable.of(
                "storage_backend",
                new TreeMap<>(Map.of("riak1@127.0.0.1", "riak_kv_leveled_backend")),
                List.of()))
        .isEqualTo(Recording.of("90-backend-leveled__n1__show_storage_backend"));
  }
}
