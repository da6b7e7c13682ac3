package io.proteus.core.doctor;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.OwnBalancer;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.port.UpkeepPauses;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a Proteus has switched off and not on again, where none acts any more. */
public record LeftSwitchedOff(Ports ports) implements StoreCheck {

  @Override
  public String name() {
    return "left-switched-off";
  }

  @Override
  public List<Finding> findings(Topology now) throws PortException {
    if (ports.claiming().holder().isPresent()) {
      return List.of(); // it acts, and switches them on at its end
    }
    List<Finding> findings = new ArrayList<>();
    Optional<UpkeepPauses> pauses = ports.find(UpkeepPauses.class);
    Set<NodeId> nodes = pauses.isPresent() ? pauses.get().compactionsSwitchedOff() : Set.of();
    if (!nodes.isEmpty()) {
      findings.add(
          finding(
              Severity.ERROR,
              List.copyOf(nodes),
              Sentence.of("the store's own compactions are off on %s", Few.of(nodes)),
              Sentence.of("files pile up there until reads are slow and writes are refused")));
    }
    Optional<OwnBalancer> balancer = ports.find(OwnBalancer.class);
    if (balancer.isPresent() && balancer.get().balancerSwitchedOff()) {
      findings.add(
          finding(
              Severity.WARNING,
              List.of(),
              Sentence.of("the store's own balancer is off since a plan that did not end"),
              Sentence.of("a {node} that comes back stays empty")));
    }
    return findings;
  }

  private Finding finding(Severity severity, List<NodeId> nodes, Sentence what, Sentence why) {
    return Finding.of(
        name(),
        severity,
        nodes,
        what,
        why,
        Sentence.of("start Proteus once, which switches on what the last one left off"),
        "proteus run");
  }
}
