package io.proteus.engine.cassandra;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.NodeSettings;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;

/**
 * Sets over JMX what a running node takes. A node that starts again goes by its file, which Proteus
 * does not write.
 */
final class NodeOrders implements NodeSettings {
  private final CassandraStore store;

  NodeOrders(CassandraStore store) {
    this.store = store;
  }

  @Override
  public void set(NodeId node, SettingsChange change) throws PortException {
    Set<String> up = store.look().up();
    if (!up.contains(node.value())) {
      throw new PortException(
          "%s: not a live node, want one of %s.".formatted(node, String.join(", ", up)));
    }
    Map<OnlineSetting, Integer> wanted = wanted(node, change);
    Map<OnlineSetting, Integer> before = before(node, wanted.keySet());
    try {
      tell(node, wanted);
    } catch (PortException refused) {
      throw withdrawn(node, before, refused);
    }
  }

  private static Map<OnlineSetting, Integer> wanted(NodeId node, SettingsChange change)
      throws PortException {
    Map<OnlineSetting, Integer> wanted = new TreeMap<>(OnlineSetting.BY_KEY);
    try {
      for (Map.Entry<String, String> value : change.set().entrySet()) {
        OnlineSetting setting = OnlineSetting.of(value.getKey());
        wanted.put(setting, setting.taken(value.getValue()));
      }
      for (String key : change.removed()) {
        OnlineSetting setting = OnlineSetting.of(key);
        String usual =
            setting
                .usual()
                .orElseThrow(
                    () ->
                        new PortException(
                            "%s: its default depends on the machine, so that it cannot be taken off. Set a value."
                                .formatted(key)));
        wanted.put(setting, setting.taken(usual));
      }
    } catch (PortException e) {
      throw new PortException("%s: %s Nothing was changed.".formatted(node, e.getMessage()), e);
    }
    return wanted;
  }

  /** What a node has now, which it has to take again when the change is undone. */
  private Map<OnlineSetting, Integer> before(NodeId node, Set<OnlineSetting> settings)
      throws PortException {
    Map<OnlineSetting, Integer> before = new TreeMap<>(OnlineSetting.BY_KEY);
    for (OnlineSetting setting : settings) {
      String now = store.connections().ask(node.value(), setting::ask);
      try {
        before.put(setting, setting.taken(now));
      } catch (PortException e) {
        throw new PortException(
            "%s: has %s = %s from its file, which could not be put back while it runs; nothing was changed."
                .formatted(node, setting.key(), now),
            e);
      }
    }
    return before;
  }

  /** Tells a node, and reads back that it has it so. */
  private void tell(NodeId node, Map<OnlineSetting, Integer> values) throws PortException {
    store
        .connections()
        .ask(
            node.value(),
            open -> {
              for (Map.Entry<OnlineSetting, Integer> value : values.entrySet()) {
                value.getKey().tell(open, value.getValue());
              }
              return true;
            });
    for (Map.Entry<OnlineSetting, Integer> value : values.entrySet()) {
      OnlineSetting setting = value.getKey();
      String has = store.connections().ask(node.value(), setting::ask);
      if (!has.equals(setting.text(value.getValue()))) {
        throw new PortException(
            "%s: was told %s = %s and has %s."
                .formatted(node, setting.key(), setting.text(value.getValue()), has));
      }
    }
  }

  private PortException withdrawn(
      NodeId node, Map<OnlineSetting, Integer> before, PortException refused) {
    try {
      tell(node, before);
      return new PortException(
          "%s All of it was put back.".formatted(refused.getMessage()), refused);
    } catch (PortException e) {
      refused.addSuppressed(e);
      return new PortException(
          "%s It may have some of it: %s".formatted(refused.getMessage(), e.getMessage()), refused);
    }
  }

  /** What is told of the settings that a running node takes, those at their default left out. */
  static TreeMap<String, String> told(MBeanServerConnection node) throws IOException, JMException {
    TreeMap<String, String> told = new TreeMap<>();
    for (OnlineSetting setting : OnlineSetting.ALL.values()) {
      String value = setting.ask(node);
      if (!setting.isUsual(value)) {
        told.put(setting.key(), value);
      }
    }
    return told;
  }
}
