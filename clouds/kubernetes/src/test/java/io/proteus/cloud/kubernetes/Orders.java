package io.proteus.cloud.kubernetes;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Launch;
import io.proteus.core.port.PortException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What a plan may ask of a cloud, drawn by chance. */
final class Orders {
  private Orders() {}

  /** One node stays, whatever is drawn. */
  private static final int FEWEST = 1;

  /**
   * Gives one order.
   *
   * @param given launches that were not seen to be done, which are given again
   * @param most nodes that are asked for
   */
  static void one(KubernetesCloud cloud, Random random, Deque<Launch> given, int most)
      throws PortException {
    List<NodeId> nodes = new ArrayList<>(cloud.machines().keySet());
    switch (random.nextInt(4)) {
      case 0 -> {
        if (nodes.size() > FEWEST) {
          cloud.terminate(nodes.get(random.nextInt(nodes.size())));
        }
      }
      case 1 ->
          cloud.restart(
              nodes.get(random.nextInt(nodes.size())),
              SettingsChange.setting(Map.of("a", String.valueOf(random.nextInt(9)))));
      default -> {
        if (given.isEmpty()) {
          int total = Math.min(most, nodes.size() + 1);
          given.add(Launch.of(total, Map.of("b", "1"), "plan-" + random.nextLong(), 1));
        }
        cloud.launch(given.element());
        if (cloud.machines().size() >= given.element().total()) {
          given.remove();
        }
      }
    }
  }
}
