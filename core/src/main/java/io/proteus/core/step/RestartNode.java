package io.proteus.core.step;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.Handover;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Restarts;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Restarts a node, emptied before where it has to be, with another split (MET-11) or other
 * settings.
 *
 * @param memory how it divides its memory then; null where nothing is asked of it
 * @param settings other settings that the node gets or loses at its start, in the store's own keys
 */
public record RestartNode(NodeId node, @Nullable MemorySplit memory, SettingsChange settings)
    implements Step {
  /** A process ends and starts. */
  public static final StepKind KIND = new StepKind("restarts", costs -> costs.changes().restart());

  public static final Measure RESTARTS =
      Measure.count("restarts", KIND, "nodes that are restarted");
  public static final StepType TYPE =
      new StepType("restart-node", RestartNode.class).of(KIND, RESTARTS);

  public RestartNode {
    // a journal from before there were settings has none
    settings = Objects.requireNonNullElse(settings, SettingsChange.NOTHING);
  }

  /** A restart that changes only the split. */
  public RestartNode(NodeId node, MemorySplit memory) {
    this(node, memory, SettingsChange.NOTHING);
  }

  @Override
  public StepType type() {
    return TYPE;
  }

  /** A node that divides its heap while it runs is restarted for its settings alone. */
  @Override
  public boolean isDone(Topology now) {
    boolean divided = memory == null || now.hasSplit(node, memory);
    if (settings.changesNothing()) {
      return divided;
    }
    Optional<Node> found = now.node(node);
    boolean set = found.map(Node::settings).filter(settings::appliesTo).isPresent();
    return set && (divided || found.get().memoryOnline());
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    if (now.placing().restarting() == Placing.Emptying.BY_MOVES) {
      long held = now.served(node);
      if (held > 0) {
        return Optional.of(Sentence.of("%s still holds {%d partitions}", node, held));
      }
    } else if (now.node(node).isPresent() && StoreTransfers.blocking(now).isPresent()) {
      return StoreTransfers.blocking(now);
    }
    long others = now.nodes().stream().filter(n -> !n.id().equals(node)).count();
    return others > 0
        ? Optional.empty()
        : Optional.of(Sentence.of("%s is the only live {node}", node));
  }

  @Override
  public Duration blockedAtLeast(Topology now) {
    return now.placing().restarting() == Placing.Emptying.BY_MOVES
        ? Duration.ZERO
        : StoreTransfers.patience(now);
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(5);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    Restarts cloud = ports.need(Restarts.class);
    SettingsChange written = ports.store().written(startsWith(ports));
    Optional<MemoryShares> settingsOfNodes = ports.find(MemoryShares.class);
    if (settingsOfNodes.isPresent() && memory != null) {
      settingsOfNodes.get().forgetMemorySplit(node);
    }
    Optional<Handover> handover = ports.find(Handover.class);
    if (handover.isPresent()) {
      handover.get().readyForRestart(node);
    }
    cloud.restart(node, written);
  }

  /** All that the node is started with. */
  private SettingsChange startsWith(Ports ports) {
    return memory == null
        ? settings
        : SettingsChange.setting(SettingsOfMemory.in(ports, memory)).and(settings);
  }

  @Override
  public Optional<NodeId> takesOut() {
    return Optional.of(node);
  }

  @Override
  public Optional<Step> inverse(Topology before) {
    return back(before).map(back -> back);
  }

  private Optional<RestartNode> back(Topology before) {
    Optional<Node> was = before.node(node);
    MemorySplit split = memory == null ? null : was.map(Node::memory).orElse(null);
    SortedMap<String, String> values = was.map(Node::settings).orElse(null);
    if ((split == null) != (memory == null) || (values == null && !settings.changesNothing())) {
      return Optional.empty();
    }
    return Optional.of(
        new RestartNode(
            node, split, values == null ? SettingsChange.NOTHING : settings.inverse(values)));
  }

  @Override
  public void cost(Tally tally) {
    tally.add(RESTARTS, 1);
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofNode(node);
  }

  @Override
  public Optional<NodeId> reconfigures() {
    return Optional.of(node);
  }

  @Override
  public CanaryRole canaryRole() {
    return CanaryRole.WITH_ITS_MOVES;
  }

  @Override
  public Optional<NodeId> restarts() {
    return Optional.of(node);
  }

  @Override
  public boolean awaitsStart() {
    return true;
  }

  @Override
  public void tell(ClientImpact impact) {
    impact.nodeIsAway(node, this);
  }

  @Override
  public void tell(PriorValues prior, Topology before) {
    prior.wasRestarted(node);
    prior.isSet(node, settings);
    if (memory != null) {
      prior.isDivided(node, memory);
      // it is let go of before it is restarted, and may have come back by its files alone
      before.node(node).filter(Node::pinned).ifPresent(was -> prior.isReleased(node));
    }
    back(before)
        .ifPresentOrElse(
            back -> {
              if (back.memory != null) {
                prior.wasDivided(node, back.memory);
              }
              prior.wasSet(node, back.settings);
            },
            () -> prior.isUnknown(this));
  }

  @Override
  public void leaveOut(Omissions out) {
    out.keepsItsMemory(node);
    out.keepsItsSettings(node);
  }

  @Override
  public Sentence sentence() {
    if (memory == null) {
      return settings.changesNothing()
          ? Sentence.of("restart %s", node)
          : Sentence.of("restart %s with %s", node, settings);
    }
    return settings.changesNothing()
        ? Sentence.of("restart %s with %s", node, memory)
        : Sentence.of("restart %s with %s; %s", node, memory, settings);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
