package io.proteus.engine.riak;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a node tells at {@code /stats}. A figure may be the text "undefined", and is missing then.
 */
record Stats(Map<String, String> told, List<String> members) {
  private static final Pattern FIGURE =
      Pattern.compile("\"([A-Za-z0-9_]+)\"\\s*:\\s*(?:\"([^\"]*)\"|(-?[0-9][0-9.eE+-]*))");
  private static final Pattern MEMBERS = Pattern.compile("\"ring_members\"\\s*:\\s*\\[([^]]*)]");
  private static final Pattern TEXT = Pattern.compile("\"([^\"]+)\"");
  private static final Pattern CORES = Pattern.compile("\\[smp:\\d+:(\\d+)]");
  private static final double LOAD_UNITS = 256;
  private static final double MICROS_IN_MS = 1000;

  Stats {
    told = Map.copyOf(told);
    members = List.copyOf(members);
  }

  static Stats parse(String json) {
    Map<String, String> told = new HashMap<>();
    Matcher figures = FIGURE.matcher(json);
    while (figures.find()) {
      told.put(figures.group(1), figures.group(2) == null ? figures.group(3) : figures.group(2));
    }
    Matcher list = MEMBERS.matcher(json);
    String inList = list.find() ? list.group(1) : "";
    return new Stats(told, TEXT.matcher(inList).results().map(m -> m.group(1)).toList());
  }

  @Nullable Double figure(String key) {
    String text = told.get(key);
    try {
      return text == null ? null : Double.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private double or0(String key) {
    Double figure = figure(key);
    return figure == null ? 0 : figure;
  }

  private long count(String key) {
    return Math.round(or0(key));
  }

  int ringSize() {
    return (int) count("ring_num_partitions");
  }

  /** Lower than before once the node was started anew. */
  long total() {
    return count("node_gets_total") + count("node_puts_total") + count("vnode_gets_total");
  }

  /**
   * Requests that the node coordinated. A query of an index asks one in {@code copies} vnodes, and
   * its share of those that this node has is counted.
   */
  @Nullable NodeCounters counters(int copies) {
    if (figure("node_gets_total") == null || figure("node_puts_total") == null) {
      return null;
    }
    long asked = Math.max(1, (ringSize() + copies - 1) / copies);
    RequestCounters requests =
        new RequestCounters(
            count("node_gets_total"),
            count("vnode_index_reads_total") / asked,
            count("node_puts_total"));
    Double memory = figure("memory_total");
    return new NodeCounters(
        requests.total(),
        null,
        null,
        count("riak_kv_vnodeq_total"),
        memory == null ? null : ByteSize.ofBytes(memory.longValue()),
        null,
        null,
        null,
        null,
        meanMs(),
        Math.max(or0("node_get_fsm_time_99"), or0("node_put_fsm_time_99")) / MICROS_IN_MS,
        requests);
  }

  /** Of the last minute's requests; null where there were none. */
  private @Nullable Double meanMs() {
    double gets = or0("node_gets");
    double puts = or0("node_puts");
    return gets + puts <= 0
        ? null
        : (gets * or0("node_get_fsm_time_mean") + puts * or0("node_put_fsm_time_mean"))
            / (gets + puts)
            / MICROS_IN_MS;
  }

  /** The machine's load average of a minute against its cores, and its memory. */
  HostLoad host() {
    Matcher cores = CORES.matcher(told.getOrDefault("sys_system_version", ""));
    Double load = figure("cpu_avg1");
    Ratio cpu =
        load == null || !cores.find()
            ? null
            : Ratio.share(load / LOAD_UNITS, Integer.parseInt(cores.group(1)));
    Double used = figure("mem_allocated");
    Double most = figure("mem_total");
    Ratio memory = used == null || most == null || most <= 0 ? null : Ratio.share(used, most);
    return new HostLoad(cpu, null, memory);
  }
}
