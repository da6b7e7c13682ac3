package io.proteus.engine.cassandra;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.words.Sentence;
import java.util.List;

/**
 * Orders that failed in the background, a cleanup among them, and joins and moves of tokens whose
 * cleanup nobody sees to any more.
 */
record FailedOrdersCheck(UnderWay underWay) implements StoreCheck {
  private static final String NAME = "failed-orders";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> findings(Topology now) throws PortException {
    return underWay.failures().entrySet().stream()
        .filter(failed -> !mayGoOn(failed.getValue()) || isOver(failed.getKey(), now))
        .map(
            failed ->
                Finding.of(
                    NAME,
                    Severity.WARNING,
                    List.of(failed.getKey()),
                    UnderWay.isLeftOver(failed.getValue())
                        ? Sentence.of("\"%s\" left something to clean up", failed.getKey())
                        : Sentence.of("\"%s\" failed", failed.getKey()),
                    Sentence.of("%s", failed.getValue()),
                    cure(failed.getValue()),
                    UnderWay.isLeftOver(failed.getValue()) ? "proteus apply" : null))
        .toList();
  }

  private static boolean mayGoOn(String noted) {
    return UnderWay.isLeftOver(noted) || noted.equals(UnderWay.EMPTY);
  }

  private static Sentence cure(String noted) {
    if (noted.equals(UnderWay.EMPTY)) {
      return Sentence.of("have the {node} leave again, and clean up nowhere before");
    }
    return UnderWay.isLeftOver(noted)
        ? Sentence.of("have it cleaned up, which `run` and `serve` do by themselves")
        : Sentence.of("see the log of the {node}, and clean up by hand if that is left");
  }

  /** Another Proteus may see to it: then there is a node that streams or cleans up. */
  private static boolean isOver(String order, Topology now) {
    if (order.equals(RingOrders.CLEAN_UP)) {
      return now.inTransition().isEmpty();
    }
    NodeId node = new NodeId(order.substring(order.lastIndexOf(' ') + 1));
    return now.node(node).isPresent() && now.inTransition().isEmpty();
  }
}
