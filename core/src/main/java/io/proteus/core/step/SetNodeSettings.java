package io.proteus.core.step;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.NodeSettings;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Optional;

/** Gives a running node other settings, in the store's own keys, that it takes while it runs. */
public record SetNodeSettings(NodeId node, SettingsChange settings) implements Step {
  public static final StepType TYPE =
      new StepType("set-node-settings", SetNodeSettings.class)
          .of(SetMemorySplit.KIND, SetMemorySplit.RESTARTS_SAVED)
          .atOnce(Concurrency.of(4));

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    return now.node(node).map(Node::settings).filter(settings::appliesTo).isPresent();
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    return now.node(node).isPresent()
        ? Optional.empty()
        : Optional.of(Sentence.of("%s is not a live {node}", node));
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(3);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(NodeSettings.class).set(node, settings);
  }

  @Override
  public void cost(Tally tally) {
    tally.add(SetMemorySplit.RESTARTS_SAVED, 1);
  }

  @Override
  public Optional<NodeId> needs() {
    return Optional.of(node);
  }

  @Override
  public Optional<Step> inverse(Topology before) {
    return before
        .node(node)
        .map(Node::settings)
        .map(was -> new SetNodeSettings(node, settings.inverse(was)));
  }

  @Override
  public void tell(PriorValues prior, Topology before) {
    prior.isSet(node, settings);
    Step.super.tell(prior, before);
  }

  @Override
  public Optional<Step> leaving(LaterChanges others) {
    SettingsChange own =
        others.own(node, settings, others.now().node(node).map(Node::settings).orElse(null));
    return own.changesNothing() ? Optional.empty() : Optional.of(new SetNodeSettings(node, own));
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
    return CanaryRole.ALONE;
  }

  @Override
  public void leaveOut(Omissions out) {
    out.keepsItsSettings(node);
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("set %s online to %s", node, settings);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
