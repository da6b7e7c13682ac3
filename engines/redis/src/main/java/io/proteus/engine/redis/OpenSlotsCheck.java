package io.proteus.engine.redis;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Slots whose move nobody carries on: Proteus's own, cut off, and those of others. */
record OpenSlotsCheck(RedisStore store) implements StoreCheck {
  private static final Sentence WHY =
      Sentence.of(
          "its keys are on two {nodes}: requests are redirected, those of several keys refused");

  @Override
  public String name() {
    return "open-slots";
  }

  @Override
  public List<Finding> findings(Topology topology) throws PortException {
    TopologyAssembly.Look look = store.lookBetweenMoves();
    Views now = look.now();
    boolean somebodyActs = store.claims().holderAnywhere().isPresent();
    List<Finding> findings = new ArrayList<>();
    for (Map.Entry<PartitionId, Shard> left : new TreeMap<>(look.unfinished()).entrySet()) {
      PartitionId id = left.getKey();
      Shard to = left.getValue();
      boolean isGivenUp = to.isForgotten(now);
      boolean isOnItsWay = somebodyActs || store.isMoving(id);
      Optional<OpenSlotCase> waits = OpenSlotCase.ofWaiting(id, to, now, store.connections());
      if (waits.isPresent()) {
        findings.add(finding(Severity.ERROR, id.value(), waits.get()));
      } else if (!isGivenUp && !isOnItsWay) {
        findings.add(cutOff(id, to, now));
      }
    }
    OpenSlots.of(now, look.unfinished().keySet())
        .forEach(
            (slot, to) ->
                findings.add(
                    finding(
                        Severity.WARNING,
                        Integer.toString(slot),
                        OpenSlotCase.ofStrangers(slot, to, now))));
    return findings;
  }

  private Finding cutOff(PartitionId id, Shard to, Views now) {
    return finding(
        Severity.WARNING,
        id.value(),
        new OpenSlotCase(
            Sentence.of("Proteus was cut off while it moved %s to %s", id, to.name(now)),
            Sentence.of("start Proteus, which finishes it: `run`, `serve` or `apply`")));
  }

  private Finding finding(Severity severity, String subject, OpenSlotCase open) {
    return Finding.of(name(), severity, List.of(subject), open.what(), WHY, open.cure(), null);
  }
}
