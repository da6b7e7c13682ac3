package io.proteus.engine.riak;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.NodeSettings;
import io.proteus.core.port.PortException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Sets by {@code riak admin set} what a running node takes: its limit of transfers, as no other key
 * was recorded to be taken. {@code riak.conf} stays as it is.
 */
final class NodeOrders implements NodeSettings {
  private static final String LIMIT = AskedSettings.TRANSFER_LIMIT;
  private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,8}");

  private final RiakStore store;

  NodeOrders(RiakStore store) {
    this.store = store;
  }

  @Override
  public void set(NodeId node, SettingsChange change) throws PortException {
    List<String> live = store.look().live();
    if (!live.contains(node.value())) {
      throw new PortException(
          "%s: not a live node, want one of %s.".formatted(node, String.join(", ", live)));
    }
    refuseOthers(node, change);
    String limit = change.set().get(LIMIT);
    if (limit != null) {
      set(node.value(), limit);
    }
  }

  private static void refuseOthers(NodeId node, SettingsChange change) throws PortException {
    TreeSet<String> keys = new TreeSet<>(change.set().keySet());
    keys.addAll(change.removed());
    keys.remove(LIMIT);
    if (!keys.isEmpty()) {
      throw new PortException(
          "%s: %s: no node of Riak takes it while it runs. Want %s. Nothing was changed."
              .formatted(node, String.join(", ", keys), LIMIT));
    }
    if (change.removed().contains(LIMIT)) {
      throw new PortException(
          "%s: %s cannot be taken off, as what riak.conf has is not told. Set a value."
              .formatted(node, LIMIT));
    }
    String limit = change.set().getOrDefault(LIMIT, "0");
    if (!NUMBER.matcher(limit).matches()) {
      throw new PortException(
          "%s: %s: want a whole number from 0 to 999999999, got %s. Nothing was changed."
              .formatted(node, LIMIT, limit));
    }
  }

  /** Riak ends what it refuses with exit code 0, too: the text counts, and what it has then. */
  private void set(String node, String limit) throws PortException {
    String answer = store.askAt(node, "set", LIMIT + "=" + limit);
    if (!answer.contains("%s set to \"%s\"".formatted(LIMIT, limit))) {
      throw new PortException(
          "%s: %s = %s was refused: %s".formatted(node, LIMIT, limit, Commands.shown(answer)));
    }
    Map<String, String> has = ShownValues.parse(LIMIT, store.askAt(node, "show", LIMIT));
    if (!limit.equals(has.get(node))) {
      throw new PortException(
          "%s: was told %s = %s and has %s."
              .formatted(node, LIMIT, limit, has.getOrDefault(node, "no value that it tells")));
    }
  }
}
