package io.proteus.core.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FacetsTest {
  /** A store that moves partitions and forgets nodes, and nothing else. */
  private static final class Small implements Placement, Membership {
    private final List<String> asked = new ArrayList<>();

    @Override
    public void move(PartitionId partition, NodeId to) {
      asked.add("move");
    }

    @Override
    public void forget(NodeId node) {
      asked.add("forget");
    }
  }

  @Test
  void aStoreHasTheFacetsThatItImplements() {
    Facets facets = Facets.of(new Small());

    assertThat(facets.find(Placement.class)).isPresent();
    assertThat(facets.find(Membership.class)).isPresent();
    assertThat(facets.find(MemoryShares.class)).isEmpty();
    assertThat(facets.capabilities())
        .containsExactly(Capability.MOVE_PARTITION, Capability.FORGET_NODE);
  }

  @Test
  void whatATestTakesAwayIsNotThere() {
    Facets all = Facets.of(new Small());

    assertThat(all.without(Placement.class).find(Placement.class)).isEmpty();
    assertThat(all.within(Set.of()).find(Placement.class)).isEmpty();
    assertThat(all.within(Set.of(Capability.FORGET_NODE)).find(Membership.class)).isPresent();
  }

  @Test
  void eachIsWrappedInItsTurn() throws PortException {
    Small small = new Small();
    Facets wrapped =
        Facets.of(small)
            .wrapped(
                new Facets.Wrapper() {
                  @Override
                  public <F extends Facet> F wrap(Class<F> kind, F facet) {
                    small.asked.add("wrap " + kind.getSimpleName());
                    return facet;
                  }
                });

    wrapped.find(Placement.class).orElseThrow().move(new PartitionId("p"), new NodeId("n"));

    assertThat(small.asked).containsExactlyInAnyOrder("wrap Placement", "wrap Membership", "move");
  }

  /** Having the facet is the capability: nobody can declare one without. */
  @Test
  void everyCapabilityIsAFacets() {
    assertThat(Facets.capabilitiesOfAll()).isEqualTo(EnumSet.allOf(Capability.class));
  }

  /** The fence tells an order from a question by that. */
  @Test
  void anOrderMayFailAndReturnsNothing() {
    Set<String> questions = new HashSet<>();
    for (Class<?> kind : Facet.class.getPermittedSubclasses()) {
      for (Method method : kind.getDeclaredMethods()) {
        if (method.getReturnType() == void.class) {
          assertThat(method.getExceptionTypes()).contains(PortException.class);
        } else {
          questions.add(method.getName());
        }
      }
    }
    assertThat(questions)
        .containsExactlyInAnyOrder(
            "settingsOf",
            "compactionsSwitchedOff",
            "balancerSwitchedOff",
            "machines",
            "priceOfOneMore",
            "inventory",
            "cluster",
            "leaving",
            "neighboursWanted",
            "localKeys",
            "leftMoves",
            "hasLeftWork");
  }

  private abstract static class Mover implements Placement {}

  private abstract static class Starter implements Machines, Restarts {}

  @Test
  void classesTellTheKindsThatTheirObjectsAre() {
    assertThat(Facets.kinds(Mover.class, Starter.class, String.class))
        .containsExactlyInAnyOrder(Placement.class, Machines.class, Restarts.class);
  }
}
