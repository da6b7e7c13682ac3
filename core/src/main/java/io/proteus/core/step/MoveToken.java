package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.Token;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.TokenMoves;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Has a node's only range end at another token, which shifts the boundary between it and the next
 * one. All nodes serve meanwhile.
 *
 * @param from the token that it has
 * @param to the token that it gets
 * @param size what is streamed to another node, as far as it can be told beforehand
 */
public record MoveToken(NodeId node, Token from, Token to, ByteSize size) implements Step {
  private static final double GIGABYTE = ByteSize.ofMegabytes(1024).bytes();

  /** The store tells all nodes of it, and waits until they know, before it streams. */
  private static final Duration ANNOUNCED = Duration.ofSeconds(30);

  /** Measured by the gigabyte: it is streamed, and then cleaned up where it was. */
  public static final StepKind KIND =
      new StepKind(
          "tokenMoves",
          costs ->
              costs
                  .transfer()
                  .copying(ByteSize.ofMegabytes(1024))
                  .plus(costs.compaction().perGigabyte()),
          costs -> ANNOUNCED);

  public static final Measure TOKENS = Measure.count("tokenMoves", KIND, "tokens that move");
  public static final Measure BYTES = Measure.sizeOf(TOKENS, "bytesStreamed");
  public static final StepType TYPE =
      new StepType("move-token", MoveToken.class).of(KIND, TOKENS, BYTES);

  @Override
  public StepType type() {
    return TYPE;
  }

  /** What is cleaned up afterwards belongs to it. */
  @Override
  public boolean isDone(Topology now) {
    return now.inTransition().isEmpty() && Objects.equals(token(now), to);
  }

  private @Nullable Token token(Topology now) {
    return now.ownership().stream()
        .filter(owned -> owned.node().equals(node))
        .findFirst()
        .map(Ownership::token)
        .orElse(null);
  }

  /** A store that still streams is let finish first, this node's own move after a crash too. */
  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    return StoreTransfers.blocking(now)
        .or(
            () ->
                now.node(node).isPresent()
                    ? Optional.empty()
                    : Optional.of(Sentence.of("%s is not a live {node}", node)));
  }

  @Override
  public Duration blockedAtLeast(Topology now) {
    return StoreTransfers.patience(now);
  }

  @Override
  public Duration lateAtMost(Topology now) {
    return StoreTransfers.patience(now);
  }

  @Override
  public Optional<Sentence> futile(Topology now) {
    return now.node(node).isPresent() && token(now) == null
        ? Optional.of(Sentence.of("%s does not have one token", node))
        : Optional.empty();
  }

  /** A quarter of an hour, and much longer than the bytes should take. */
  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(15 + 5 * (long) Math.ceil(work()))
        .plus(costs.transfer().copying(size).multipliedBy(4));
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(TokenMoves.class).moveToken(node, to);
  }

  @Override
  public void cost(Tally tally) {
    tally.add(TOKENS, 1);
    tally.add(BYTES, size.bytes());
  }

  @Override
  public double work() {
    return size.bytes() / GIGABYTE;
  }

  @Override
  public Optional<NodeId> needs() {
    return Optional.of(node);
  }

  @Override
  public List<NodeId> carriedBy() {
    return List.of(node);
  }

  @Override
  public boolean runsAlone(Topology now) {
    return true;
  }

  @Override
  public Optional<Step> inverse(Topology before) {
    return Optional.of(new MoveToken(node, to, from, size));
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofNode(node);
  }

  @Override
  public void tell(ClientImpact impact) {
    impact.isStreamed(node, this);
  }

  @Override
  public Sentence sentence() {
    return Sentence.of(
        "move the token of %s from %s to %s, which streams about %s", node, from, to, size);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
