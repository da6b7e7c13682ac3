package io.proteus.testkit.riak;

import io.proteus.core.cluster.SettingsChange;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What a node is set to: its {@code riak.conf}, and what was set since it started. */
final class NodeConf {
  private static final String LIMIT = "transfer_limit";
  private static final Set<String> RECORDED_AS_NOT_SETTABLE =
      Set.of("leveldb.maximum_memory", "anti_entropy.throttle");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  /** As the recorded nodes told it; in the form of {@code show}. */
  private static final Map<String, String> RECORDED =
      Map.of(
          LIMIT,
          "8",
          "leveldb.maximum_memory",
          "134217728",
          "leveldb.maximum_memory.percent",
          "70",
          "storage_backend",
          "riak_kv_eleveldb_backend",
          "anti_entropy",
          "{on,[]}",
          "ring_size",
          "16");

  /** How {@code show} tells a word of the file, by Riak's own schema. */
  private static final Map<String, String> TOLD =
      Map.of("active", "{on,[]}", "passive", "{off,[]}");

  private final Map<String, String> file = new TreeMap<>(RECORDED);
  private final Map<String, String> running = new TreeMap<>(RECORDED);

  /** The value as {@code show} tells it. */
  String of(String key) {
    String value = running.get(key);
    if (value == null) {
      throw new IllegalStateException("show " + key);
    }
    return value;
  }

  /**
   * Writes the file, which counts from the next start on.
   *
   * @throws IllegalStateException if it is not recorded what a node says of such a key
   */
  void write(SettingsChange change) {
    if (!file.keySet().containsAll(change.set().keySet()) || !change.removed().isEmpty()) {
      throw new IllegalStateException("a start with " + change);
    }
    change.set().forEach((key, value) -> file.put(key, TOLD.getOrDefault(value, value)));
  }

  /**
   * Goes by the file again. That a limit which was set meanwhile is lost by this follows from
   * Riak's public source, and was not recorded.
   */
  void restart() {
    running.clear();
    running.putAll(file);
  }

  static Recording notSettable(String key) {
    return Recording.of("07-three-nodes-settled__n1__set_anti_entropy.throttle_off")
        .with("anti_entropy.throttle", key);
  }

  /** Answers {@code set KEY=VALUE}. */
  Recording set(String assignment) {
    int at = assignment.indexOf('=');
    String key = assignment.substring(0, Math.max(0, at));
    String value = assignment.substring(at + 1);
    if (RECORDED_AS_NOT_SETTABLE.contains(key)) {
      return notSettable(key);
    }
    if (!key.equals(LIMIT)) {
      throw new IllegalStateException("set " + assignment);
    }
    if (!NUMBER.matcher(value).matches()) {
      return Recording.of("07-three-nodes-settled__n1__set_transfer_limit_abc").with("abc", value);
    }
    running.put(key, value);
    return Recording.of("05-config__n2__set_transfer_limit_4").with("\"4\"", '"' + value + '"');
  }
}
