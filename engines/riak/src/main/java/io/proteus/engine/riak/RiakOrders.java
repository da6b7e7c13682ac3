package io.proteus.engine.riak;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Admission;
import io.proteus.core.port.Handover;
import io.proteus.core.port.Membership;
import io.proteus.core.port.PortException;

/**
 * Orders to a ring. Each is staged, planned and committed as one change; what somebody else has
 * staged is neither committed nor cleared. An order may be cut off anywhere: it is noted before it
 * is staged, and the next one sees how far it came.
 */
final class RiakOrders implements Admission, Handover, Membership {
  private final RiakStore store;
  private final RiakSettings settings;

  RiakOrders(RiakStore store, RiakSettings settings) {
    this.store = store;
    this.settings = settings;
  }

  @Override
  public void admit(NodeId node) throws PortException {
    String name = named(node);
    RingView now = store.look();
    if (now.has(name)) {
      forgetNote(Staged.join(name));
      return;
    }
    carryOut(Staged.join(name), now, name, "join", store.anyOf(now, name));
  }

  @Override
  public void leave(NodeId node) throws PortException {
    String name = named(node);
    RingView now = store.look();
    RingView.Member member = now.members().get(name);
    if (member == null || member.isStaged() || (member.isLeaving() && !now.down().contains(name))) {
      forgetNote(Staged.leave(name));
      return;
    }
    markDown(now);
    if (now.down().contains(name)) {
      throw new PortException(
          "%s is dead, and a leave of it would block the ring. Start it again, or strike it off."
              .formatted(name));
    }
    long stay =
        now.live().stream().filter(other -> !other.equals(name) && now.is(other, "valid")).count();
    if (stay < settings.copies()) {
      throw new PortException(
          "%s must stay: there are %d copies of everything.".formatted(name, settings.copies()));
    }
    carryOut(Staged.leave(name), now, store.anyOf(now, name), "leave", name);
  }

  /** The copies on other nodes serve meanwhile: all of them have to be there. */
  @Override
  public void readyForRestart(NodeId node) throws PortException {
    String name = named(node);
    RingView now = store.look();
    if (!now.has(name) || now.down().contains(name)) {
      return;
    }
    if (!now.down().isEmpty()) {
      throw new PortException(
          "%s is not restarted while %s is dead, as two copies would be away. Start that one first."
              .formatted(name, String.join(", ", now.down())));
    }
    if (!now.ready()) {
      throw new PortException("the ring is not ready: its nodes do not agree on it yet.");
    }
    if (!now.unfinished().isEmpty()) {
      throw new PortException(
          "%s is not restarted before the ring is settled: %s."
              .formatted(name, String.join(", ", now.unfinished())));
    }
  }

  /** Gives up the copies that a dead node had: those of other nodes are copied in their stead. */
  @Override
  public void forget(NodeId node) throws PortException {
    RingView now = store.look();
    if (now.has(node.value()) && now.down().contains(node.value())) {
      String name = node.value();
      carryOut(Staged.forceRemove(name), now, store.anyOf(now, name), "force-remove", name);
    }
  }

  private static String named(NodeId node) throws PortException {
    if (!RiakSettings.isNode(node.value())) {
      throw new PortException("%s is no name of a Riak node.".formatted(node));
    }
    return node.value();
  }

  private void forgetNote(Staged change) throws PortException {
    if (change.equals(store.notedChange().staged())) {
      store.notedChange().nothingStaged();
    }
  }

  private void carryOut(Staged change, RingView now, String where, String action, String whom)
      throws PortException {
    markDown(now);
    if (!now.ready()) {
      throw new PortException("the ring is not ready: its nodes do not agree on it yet.");
    }
    StagedPlan plan = store.plan();
    Staged noted = store.notedChange().staged();
    if (!plan.isEmpty() && (noted == null || !plan.isOnly(noted))) {
      throw new PortException(
          "somebody else has staged %s. Proteus neither commits nor clears that: do one of both by `riak admin cluster commit` or `clear`."
              .formatted(plan.changes()));
    }
    if (!plan.isEmpty() && !plan.isOnly(change)) {
      String cleared = store.order("cluster", "clear");
      expect(cleared, "Cleared staged cluster changes", "clearing " + noted);
      store.notedChange().nothingStaged();
      plan = new StagedPlan(plan.changes().subList(0, 0));
    }
    if (plan.isEmpty()) {
      store.notedChange().staging(change);
      String staged = store.askAt(where, "cluster", action, whom);
      if (!staged.contains("Success: staged")) {
        store.notedChange().nothingStaged();
        expect(staged, "Success: staged", change.toString());
      }
      plan = store.plan();
    }
    if (!plan.isOnly(change)) {
      throw new PortException(
          "somebody else has staged a change beside Proteus's %s, so that nothing is committed: %s."
              .formatted(change, plan.changes()));
    }
    expect(store.order("cluster", "commit"), "Cluster changes committed", change.toString());
    store.notedChange().nothingStaged();
  }

  /**
   * A dead node that is not marked holds every change up for ever, a leave of it too. Marking
   * cancels such a leave and loses nothing: a node that returns takes its place again by itself.
   */
  private void markDown(RingView now) throws PortException {
    for (String dead : now.unreachable()) {
      String told = store.order("down", dead);
      expect(told, "marked as down", "marking " + dead + " as down");
    }
    if (!now.unreachable().isEmpty()) {
      throw new PortException(
          "%s: marked down, so that the ring can change. Its nodes agree on that first."
              .formatted(now.unreachable()));
    }
  }

  private static void expect(String answer, String success, String what) throws PortException {
    if (!answer.contains(success)) {
      throw new PortException("%s was refused: %s".formatted(what, Commands.shown(answer)));
    }
  }
}
