package io.proteus.core.doctor;

import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Holder;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Optional;

/** The store's own balancer is on while a Proteus leads: each undoes what the other does. */
public record BalancerBeside(Claiming claiming) implements StoreCheck {

  @Override
  public String name() {
    return "balancer-beside";
  }

  @Override
  public List<Finding> findings(Topology now) throws PortException {
    Optional<Holder> holder = now.balancerOn() ? claiming.holder() : Optional.empty();
    return holder.stream()
        .map(
            leader ->
                Finding.of(
                    name(),
                    Severity.WARNING,
                    List.of(leader.who()),
                    Sentence.of("the store's own balancer is on, and %s leads", leader.who()),
                    Sentence.of(
                        "between two plans the balancer may undo what Proteus has placed, and each"
                            + " move makes reads slow for a while"),
                    Sentence.of("switch it off for as long as Proteus runs"),
                    null))
        .toList();
  }
}
