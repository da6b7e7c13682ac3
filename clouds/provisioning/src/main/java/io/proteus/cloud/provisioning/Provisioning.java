package io.proteus.cloud.provisioning;

import io.proteus.core.setting.Key;
import io.proteus.core.units.InvalidValue;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a machine is given before it is a node, and how each stage is checked before the next.
 *
 * @param files by their place on the machine, the template from which each is made
 * @param monitor starts the monitor of the host; empty: none is started
 * @param monitorReady ends with 0 once the monitor answers
 * @param ready ends with 0 once the started node answers; empty: it is not asked
 */
public record Provisioning(
    @Key(
            doc =
                "files that a new node is given before it starts: where each one is on its machine,"
                    + " and the template here from which it is made"
                    + " ([places](../clouds/provisioning/README.md))",
            usual = "{}",
            example = "{/etc/redis/redis.conf: /etc/proteus/redis.conf}")
        Map<String, String> files,
    @Key(
            doc = "starts the monitor of a new node's host, before the node",
            example = "sudo -n systemctl start prometheus-node-exporter")
        Optional<String> monitor,
    @Key(
            doc =
                "ends with 0 once that monitor answers; asked until then, as long as a command may"
                    + " take",
            example = "curl -sf http://{host}:9100/metrics -o /dev/null")
        Optional<String> monitorReady,
    @Key(
            doc =
                "ends with 0 once a new node that was started answers; asked until then, as long as"
                    + " a command may take",
            example = "redis-cli -h {host} -p 6379 ping")
        Optional<String> ready) {
  /** Nothing is brought, started or asked besides. */
  public static final Provisioning NONE =
      new Provisioning(Map.of(), Optional.empty(), Optional.empty(), Optional.empty());

  private static final Pattern TARGET = Pattern.compile("(/([A-Za-z0-9._@+-]|\\{host\\})+)+");

  public Provisioning {
    SortedMap<String, String> sorted = new TreeMap<>(files);
    sorted.forEach(
        (target, template) -> {
          need(
              TARGET.matcher(target).matches() && !target.contains("/.."),
              "files: want absolute paths on the machine",
              target);
          need(
              template.startsWith("/"),
              "files: %s: want the absolute path of a template here".formatted(target),
              template);
        });
    files = Collections.unmodifiableSortedMap(sorted);
    monitor.ifPresent(
        start ->
            need(
                monitorReady.isPresent(),
                "monitorReady: want a command that checks what cloud.monitor starts",
                "none"));
    monitorReady.ifPresent(
        check -> need(monitor.isPresent(), "monitorReady: want it beside cloud.monitor", check));
  }

  private static void need(boolean holds, String wanted, String got) {
    if (!holds) {
      throw new InvalidValue("cloud.%s, got %s.".formatted(wanted, got));
    }
  }
}
